//! What is written is read back by a parser that is independent of this crate.

use unsnarl_object::*;
use wasm_encoder::ValType;
use wasmparser::{KnownCustom, Parser, Payload, RelocationType};

/// A function that calls another through each kind of number, and a variable that holds two
/// addresses, all as wide as addresses are.
fn sample(addresses: AddressWidth) -> Object {
    let (int, constant, word) = match addresses {
        AddressWidth::W32 => (ValType::I32, 0x41, 4),
        AddressWidth::W64 => (ValType::I64, 0x42, 8),
    };
    let mut object = Object {
        addresses,
        types: vec![FunctionType {
            parameters: vec![],
            results: vec![ValType::I32],
        }],
        features: vec!["sign-ext".to_owned()],
        producers: vec![("processed-by".into(), "test".into(), "1".into())],
        ..Object::default()
    };
    object.symbols = vec![
        Symbol::new("table", SymbolKind::ImportedTable),
        Symbol::new(
            "pointer",
            SymbolKind::ImportedGlobal {
                ty: int,
                is_mutable: true,
            },
        ),
        Symbol::new("f", SymbolKind::Function(0)),
        Symbol::new("g", SymbolKind::ImportedFunction { ty: 0, from: None }),
        Symbol::new(
            "v",
            SymbolKind::Data {
                segment: 1,
                offset: 4,
                size: 2 * word,
            },
        ),
        Symbol::new("w", SymbolKind::ImportedData),
    ];
    let place = |at, kind, target, addend| Relocation {
        at,
        kind,
        target,
        addend,
    };
    use RelocationKind as Kind;
    let (mut body, mut relocations) = (vec![0x00], Vec::new());
    let mut add = |bytes: &[u8], kind: Kind, target, addend| {
        body.extend(bytes);
        relocations.push(place(body.len() as u32, kind, target, addend));
        body.resize(body.len() + kind.size(), 0);
    };
    add(&[constant], Kind::TableIndexSleb(addresses), 3, 0);
    add(&[0x11], Kind::TypeIndexLeb, 0, 0);
    add(&[], Kind::TableNumberLeb, 0, 0);
    add(&[0x1a, 0x23], Kind::GlobalIndexLeb, 1, 0);
    add(&[0x1a, 0x10], Kind::FunctionIndexLeb, 3, 0);
    add(&[0x1a, constant], Kind::MemoryAddressSleb(addresses), 4, -4);
    add(&[0x28, 0x02], Kind::MemoryAddressLeb(addresses), 4, 4);
    body.push(0x0b);
    object.functions.push(Function {
        ty: 0,
        body,
        relocations,
    });
    object.segments.push(Segment {
        name: ".bss.z".into(),
        align: 1,
        is_strings: false,
        is_thread_local: false,
        is_retained: false,
        bytes: vec![0; 3],
        relocations: vec![],
    });
    object.segments.push(Segment {
        name: ".data.v".into(),
        align: 8,
        is_strings: true,
        is_thread_local: false,
        is_retained: true,
        bytes: vec![0; 4 + 2 * word as usize],
        relocations: vec![
            place(0, Kind::MemoryAddressWord(addresses), 5, 7),
            place(word, Kind::TableIndexWord(addresses), 2, 0),
            place(2 * word, Kind::MemoryDistanceWord, 5, -2),
        ],
    });
    object
}

/// Each relocation with the number at its place, read from the file.
fn relocations(bytes: &[u8]) -> Vec<String> {
    let mut sections = Vec::new();
    let mut lines = Vec::new();
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload.expect("the object is a module");
        if let Some((_, range)) = payload.as_section() {
            sections.push(range);
        }
        let Payload::CustomSection(section) = payload else {
            continue;
        };
        let KnownCustom::Reloc(reader) = section.as_known() else {
            continue;
        };
        let start = sections[reader.section_index() as usize].start as usize;
        for entry in reader.entries() {
            let entry = entry.expect("the list is well formed");
            let place = &bytes[start + entry.offset as usize..];
            let word = |size: usize| {
                let bytes = place[..size].iter().rev();
                bytes.fold(0, |number, &byte| number << 8 | u64::from(byte))
            };
            let leb = |size: usize| {
                let bytes = place[..size].iter().rev();
                bytes.fold(0, |number, &byte| number << 7 | u64::from(byte & 0x7f))
            };
            let number = match entry.ty {
                RelocationType::MemoryAddrI32
                | RelocationType::MemoryAddrLocrelI32
                | RelocationType::TableIndexI32 => word(4),
                RelocationType::MemoryAddrI64 | RelocationType::TableIndexI64 => word(8),
                RelocationType::MemoryAddrLeb64
                | RelocationType::MemoryAddrSleb64
                | RelocationType::TableIndexSleb64 => leb(10),
                _ => leb(5),
            };
            let (ty, index, addend) = (entry.ty, entry.index, entry.addend);
            lines.push(format!("{ty:?} {index} {addend}: {number}"));
        }
    }
    lines
}

#[track_caller]
fn check_relocations(addresses: AddressWidth, expected: &[&str]) {
    let bytes = sample(addresses).write().expect("the sample is right");
    wasmparser::validate(&bytes).expect("an object is a valid module");
    assert_eq!(relocations(&bytes), expected);
}

#[test]
fn places_hold_first_numbers() {
    check_relocations(
        AddressWidth::W32,
        &[
            "TableIndexSleb 3 0: 1",
            "TypeIndexLeb 0 0: 0",
            "TableNumberLeb 0 0: 0",
            "GlobalIndexLeb 1 0: 0",
            "FunctionIndexLeb 3 0: 0",
            // The second segment starts at 8, the variable four bytes later.
            "MemoryAddrSleb 4 -4: 8",
            "MemoryAddrLeb 4 4: 16",
            "MemoryAddrI32 5 7: 7",
            "TableIndexI32 2 0: 2",
            "MemoryAddrLocrelI32 5 -2: 4294967294",
        ],
    );
    check_relocations(
        AddressWidth::W64,
        &[
            "TableIndexSleb64 3 0: 1",
            "TypeIndexLeb 0 0: 0",
            "TableNumberLeb 0 0: 0",
            "GlobalIndexLeb 1 0: 0",
            "FunctionIndexLeb 3 0: 0",
            "MemoryAddrSleb64 4 -4: 8",
            "MemoryAddrLeb64 4 4: 16",
            "MemoryAddrI64 5 7: 7",
            "TableIndexI64 2 0: 2",
            "MemoryAddrLocrelI32 5 -2: 4294967294",
        ],
    );
}

/// Linkers read no addend that is wider than the place.
#[test]
fn addends_are_as_wide_as_their_places() {
    let with_addend = |addresses, addend| {
        let mut object = sample(addresses);
        object.functions[0].relocations[6].addend = addend;
        object.segments[1].relocations[0].addend = addend;
        object.write().expect("it is right")
    };
    let narrow = |addend| with_addend(AddressWidth::W32, addend);
    assert_eq!(narrow(0xffff_fff0), narrow(-16));
    assert_eq!(narrow((1 << 32) + 4), narrow(4));
    let wide = |addend| with_addend(AddressWidth::W64, addend);
    assert_ne!(wide((1 << 32) + 4), wide(4));
}

#[track_caller]
fn check(change: impl FnOnce(&mut Object), expected: &str) {
    let mut object = sample(AddressWidth::W32);
    change(&mut object);
    let error = object
        .write()
        .expect_err("the object names what is not there");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn what_is_not_there_is_an_error() {
    check(
        |object| object.functions[0].relocations[0].target = 9,
        "undefined symbol 9: there are 6",
    );
    check(
        |object| object.functions[0].relocations[0].target = 4,
        "the relocation does not fit the kind of symbol 'v'",
    );
    check(
        |object| object.functions[0].relocations[1].target = 3,
        "undefined type 3: there are 1",
    );
    check(
        |object| object.functions[0].ty = 1,
        "undefined type 1: there are 1",
    );
    check(
        |object| object.segments[1].relocations[1].at = 9,
        "a relocation at byte 9 does not fit into 12 bytes",
    );
    check(
        |object| object.segments[1].align = 12,
        "the alignment of segment '.data.v' is not a power of two",
    );
    check(
        |object| object.symbols[2].kind = SymbolKind::Function(1),
        "undefined function 1: there are 1",
    );
    check(
        |object| {
            object.constructors.push(Constructor {
                priority: 1,
                symbol: 6,
            })
        },
        "undefined symbol 6: there are 6",
    );
    check(
        |object| {
            object.comdats.push(Comdat {
                name: "group".into(),
                functions: vec![],
                segments: vec![2],
            });
        },
        "undefined segment 2: there are 2",
    );
    check(
        |object| object.symbols[0].kind = SymbolKind::ImportedData,
        "the address of a function is taken, but no symbol names the table of functions",
    );
}

/// An object with one global, which a function reads beside one that is imported.
fn with_global(ty: ValType) -> Object {
    let mut object = Object {
        types: vec![FunctionType {
            parameters: vec![],
            results: vec![ty],
        }],
        globals: vec![ty],
        ..Object::default()
    };
    let imported = SymbolKind::ImportedGlobal {
        ty: ValType::I32,
        is_mutable: true,
    };
    object.symbols = vec![
        Symbol {
            binding: Binding::Local,
            ..Symbol::new("own", SymbolKind::Global(0))
        },
        Symbol::new("pointer", imported),
        Symbol::new("f", SymbolKind::Function(0)),
    ];
    object.functions.push(Function {
        ty: 0,
        body: vec![0x00, 0x23, 0, 0, 0, 0, 0, 0x0b],
        relocations: vec![Relocation {
            at: 2,
            kind: RelocationKind::GlobalIndexLeb,
            target: 0,
            addend: 0,
        }],
    });
    object
}

#[test]
fn globals_of_the_object_follow_those_that_are_imported() {
    for ty in [ValType::I32, ValType::I64, ValType::F32, ValType::F64] {
        let object = with_global(ty);
        let bytes = object.write().expect("references are in range");
        wasmparser::validate(&bytes).expect("the body has the type of the global");
        let mut symbols = 0;
        for payload in Parser::new(0).parse_all(&bytes) {
            let Payload::CustomSection(section) = payload.expect("it is valid") else {
                continue;
            };
            if let KnownCustom::Linking(linking) = section.as_known() {
                for part in linking.subsections() {
                    if let wasmparser::Linking::SymbolTable(all) = part.expect("it is well formed")
                    {
                        for symbol in all {
                            if let wasmparser::SymbolInfo::Global { index: 1, name, .. } =
                                symbol.expect("it is well formed")
                            {
                                assert_eq!(name, Some("own"));
                                symbols += 1;
                            }
                        }
                    }
                }
            }
        }
        assert_eq!(symbols, 1);
    }
    let vector = with_global(ValType::V128).write();
    assert_eq!(vector, Err(ObjectError::Global(ValType::V128)));
    let mut missing = with_global(ValType::I32);
    missing.globals.clear();
    assert!(matches!(
        missing.write(),
        Err(ObjectError::Missing { what: "global", .. })
    ));
}

/// A function that throws its argument with a tag of the object, and with one that is imported.
fn with_tags() -> Object {
    let mut object = Object {
        types: vec![
            FunctionType {
                parameters: vec![],
                results: vec![],
            },
            FunctionType {
                parameters: vec![ValType::I32],
                results: vec![],
            },
        ],
        tags: vec![1],
        // Of a type that nothing has: the tags and this global are in different sections.
        globals: vec![ValType::I64],
        ..Object::default()
    };
    object.symbols = vec![
        Symbol {
            binding: Binding::Weak,
            ..Symbol::new("own", SymbolKind::Tag(0))
        },
        Symbol::new("imported", SymbolKind::ImportedTag { ty: 1 }),
        Symbol::new("f", SymbolKind::Function(0)),
    ];
    let (mut body, mut relocations) = (vec![0x00], Vec::new());
    for target in [0, 1] {
        // Push the argument and throw it.
        body.extend([0x20, 0x00, 0x08]);
        relocations.push(Relocation {
            at: body.len() as u32,
            kind: RelocationKind::TagIndexLeb,
            target,
            addend: 0,
        });
        body.extend([0; 5]);
    }
    body.push(0x0b);
    object.functions.push(Function {
        ty: 1,
        body,
        relocations,
    });
    object
}

/// The symbols of tags: the index, the name if it is in the table, and whether it is imported.
fn tags(bytes: &[u8]) -> Vec<(u32, Option<String>, bool)> {
    let mut tags = Vec::new();
    for payload in Parser::new(0).parse_all(bytes) {
        let Payload::CustomSection(section) = payload.expect("it is valid") else {
            continue;
        };
        let KnownCustom::Linking(linking) = section.as_known() else {
            continue;
        };
        for part in linking.subsections() {
            let wasmparser::Linking::SymbolTable(all) = part.expect("it is well formed") else {
                continue;
            };
            for symbol in all {
                if let wasmparser::SymbolInfo::Event { index, name, flags } =
                    symbol.expect("it is well formed")
                {
                    let is_imported = flags.contains(wasmparser::SymbolFlags::UNDEFINED);
                    tags.push((index, name.map(str::to_owned), is_imported));
                }
            }
        }
    }
    tags
}

#[test]
fn tags_of_the_object_follow_those_that_are_imported() {
    let bytes = with_tags().write().expect("references are in range");
    wasmparser::validate(&bytes).expect("each throw has the type of its tag");
    assert_eq!(
        relocations(&bytes),
        ["EventIndexLeb 0 0: 1", "EventIndexLeb 1 0: 0"]
    );
    let expected = [(1, Some("own".to_owned()), false), (0, None, true)];
    assert_eq!(tags(&bytes), expected);
}

#[test]
fn a_tag_that_is_not_there_is_an_error() {
    let mut object = with_tags();
    object.tags.clear();
    let missing = object.write().map_err(|error| error.to_string());
    assert_eq!(missing, Err("undefined tag 0: there are 0".to_owned()));
    let mut object = with_tags();
    object.tags[0] = 2;
    let missing = object.write().map_err(|error| error.to_string());
    assert_eq!(missing, Err("undefined type 2: there are 2".to_owned()));
    let mut object = with_tags();
    object.symbols[1].kind = SymbolKind::ImportedTag { ty: 3 };
    let missing = object.write().map_err(|error| error.to_string());
    assert_eq!(missing, Err("undefined type 3: there are 2".to_owned()));
    let mut object = with_tags();
    object.functions[0].relocations[0].target = 2;
    let wrong = object.write().map_err(|error| error.to_string());
    let expected = "the relocation does not fit the kind of symbol 'f'";
    assert_eq!(wrong, Err(expected.to_owned()));
}

/// A function that reads the globals with the addresses of these symbols, and then one of its own.
#[test]
fn addresses_that_a_loader_finds_are_imported_globals() {
    let mut object = with_global(ValType::I32);
    let data = object.symbols.len() as u32;
    object
        .symbols
        .push(Symbol::new("there", SymbolKind::ImportedData));
    object.symbols.push(Symbol::new(
        "called",
        SymbolKind::ImportedFunction { ty: 0, from: None },
    ));
    let read = |at, target| Relocation {
        at,
        kind: RelocationKind::GlobalIndexLeb,
        target,
        addend: 0,
    };
    let get = [0x23, 0, 0, 0, 0, 0];
    let (drop, end) = ([0x1a], [0x0b]);
    object.functions[0] = Function {
        ty: 0,
        body: [&[0][..], &get, &drop, &get, &drop, &get, &drop, &get, &end].concat(),
        relocations: vec![
            read(2, data + 1),
            read(9, data),
            read(16, data + 1),
            read(23, 0),
        ],
    };
    let bytes = object.write().expect("references are in range");
    wasmparser::validate(&bytes).expect("the globals are there");
    let mut imports = Vec::new();
    let mut read = Vec::new();
    for payload in Parser::new(0).parse_all(&bytes) {
        match payload.expect("it is valid") {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import.expect("it is valid");
                    if let wasmparser::TypeRef::Global(ty) = import.ty {
                        imports.push((import.module, import.name, ty.mutable));
                    }
                }
            }
            Payload::CodeSectionEntry(body) => {
                for op in body.get_operators_reader().expect("it is valid") {
                    if let wasmparser::Operator::GlobalGet { global_index } =
                        op.expect("it is valid")
                    {
                        read.push(global_index);
                    }
                }
            }
            _ => {}
        }
    }
    let expected = [
        ("env", "pointer", true),
        ("GOT.mem", "there", true),
        ("GOT.func", "called", true),
    ];
    assert_eq!(imports, expected);
    assert_eq!(read, [2, 1, 2, 3]);
}
