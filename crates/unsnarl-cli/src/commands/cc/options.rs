//! The options of clang that the driver understands.
//!
//! *Gives:* [`role`], what an option means for the plan, and [`takes_next`], whether its value is
//! the next word. An option in neither goes to clang unchanged.
//! *Source:* the behaviour of the drivers of clang 14 to 22 with each option.

/// What an option means for the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Ends with an object: `-c`.
    Object,
    /// Ends with the code as text: `-S`.
    Text,
    /// Ends before there is code, or prints something and does nothing else: clang does all of it.
    Clang,
    /// Names the output.
    Output,
    /// Says what language the inputs after it are in.
    Language,
    /// Asks for a dependency file beside the object.
    Dependencies,
    /// Asks for one and names it: `-Wp,-MD,file`.
    DependenciesInFile,
    /// Asks for the precompiled module beside the object: `-fmodule-output`.
    ModuleBesides,
    /// Names the dependency file.
    DependencyFile,
    /// Names the target in the dependency file.
    DependencyTarget,
    /// Says how much to optimise.
    Optimization,
    /// Keeps the files between the steps: `-save-temps`.
    Saving,
    /// Is not passed to clang: it would write into the IR's stream.
    LeftOut,
    /// Says whether code is generated at link time: `-flto`, `-fno-lto`.
    LinkTime,
    /// Names the linker.
    Linker,
    /// Shows the plan and does nothing: `-###`.
    Show,
    /// Shows each step as it is done: `-v`.
    Verbose,
    /// Says as which driver to read the line: `--driver-mode=`.
    Mode,
    /// Everything after it is an input: `--`.
    Rest,
    /// Does not affect the plan.
    Other,
}

/// Gives what an option means, and its value if that is joined to it.
pub(super) fn role(option: &str) -> (Role, Option<&str>) {
    for &(name, role) in EXACT {
        if option == name {
            return (role, None);
        }
    }
    for &(start, role) in JOINED {
        if let Some(value) = option.strip_prefix(start) {
            return (role, Some(value));
        }
    }
    (Role::Other, None)
}

/// Tells whether the value of an option is the next word.
pub(super) fn takes_next(option: &str) -> bool {
    SEPARATE.binary_search(&option).is_ok() || option.starts_with("-Xarch_")
}

const EXACT: &[(&str, Role)] = &[
    ("-c", Role::Object),
    ("--compile", Role::Object),
    ("-S", Role::Text),
    ("--assemble", Role::Text),
    ("-E", Role::Clang),
    ("--preprocess", Role::Clang),
    ("-M", Role::Clang),
    ("--dependencies", Role::Clang),
    ("-MM", Role::Clang),
    ("--user-dependencies", Role::Clang),
    ("-fsyntax-only", Role::Clang),
    ("-emit-llvm", Role::Clang),
    ("-emit-ast", Role::Clang),
    ("-emit-interface-stubs", Role::Clang),
    ("--analyze", Role::Clang),
    ("--precompile", Role::Clang),
    ("-extract-api", Role::Clang),
    ("-verify-pch", Role::Clang),
    ("-module-file-info", Role::Clang),
    ("-rewrite-objc", Role::Clang),
    ("-rewrite-legacy-objc", Role::Clang),
    ("--migrate", Role::Clang),
    ("-cc1", Role::Clang),
    ("-cc1as", Role::Clang),
    ("--version", Role::Clang),
    ("-help", Role::Clang),
    ("--help-hidden", Role::Clang),
    ("-o", Role::Output),
    ("--output", Role::Output),
    ("-x", Role::Language),
    ("--language", Role::Language),
    ("-MD", Role::Dependencies),
    ("--write-dependencies", Role::Dependencies),
    ("-MMD", Role::Dependencies),
    ("--write-user-dependencies", Role::Dependencies),
    ("-MF", Role::DependencyFile),
    ("-MT", Role::DependencyTarget),
    ("-MQ", Role::DependencyTarget),
    ("-flto", Role::LinkTime),
    ("-fno-lto", Role::LinkTime),
    ("-fproc-stat-report", Role::LeftOut),
    ("-save-temps", Role::Saving),
    ("--save-temps", Role::Saving),
    ("-fdriver-only", Role::Clang),
    ("-fmodule-header", Role::Clang),
    ("-fmodule-output", Role::ModuleBesides),
    ("-###", Role::Show),
    ("-v", Role::Verbose),
    ("--verbose", Role::Verbose),
    ("--", Role::Rest),
    // These look like others with a joined value.
    ("-ObjC", Role::Other),
    ("-ObjC++", Role::Other),
];

const JOINED: &[(&str, Role)] = &[
    ("-print-", Role::Clang),
    ("--print-", Role::Clang),
    ("-dumpmachine", Role::Clang),
    ("-dumpversion", Role::Clang),
    ("--autocomplete=", Role::Clang),
    ("-objc", Role::Other),
    ("-object", Role::Other),
    ("-o", Role::Output),
    ("--output=", Role::Output),
    ("-x", Role::Language),
    ("--language=", Role::Language),
    ("-MF", Role::DependencyFile),
    ("-MT", Role::DependencyTarget),
    ("-MQ", Role::DependencyTarget),
    ("-O", Role::Optimization),
    ("--optimize", Role::Optimization),
    ("-flto=", Role::LinkTime),
    ("-fproc-stat-report=", Role::LeftOut),
    ("-save-temps=", Role::Saving),
    ("--save-temps=", Role::Saving),
    ("-fmodule-header=", Role::Clang),
    ("--driver-mode=", Role::Mode),
    ("-fuse-ld=", Role::Linker),
    ("--ld-path=", Role::Linker),
];

/// The options whose value is the next word, sorted.
const SEPARATE: &[&str] = &[
    "--analyzer-output",
    "--assert",
    "--config",
    "--define-macro",
    "--dyld-prefix",
    "--for-linker",
    "--force-link",
    "--imacros",
    "--include",
    "--include-directory",
    "--include-directory-after",
    "--include-prefix",
    "--include-with-prefix",
    "--include-with-prefix-after",
    "--include-with-prefix-before",
    "--language",
    "--library-directory",
    "--mhwdiv",
    "--no-system-header-prefix",
    "--output",
    "--param",
    "--prefix",
    "--print-file-name",
    "--print-prog-name",
    "--resource",
    "--rtlib",
    "--serialize-diagnostics",
    "--std",
    "--stdlib",
    "--sysroot",
    "--system-header-prefix",
    "--undefine-macro",
    "--vfsoverlay",
    "-A",
    "-B",
    "-D",
    "-F",
    "-G",
    "-I",
    "-L",
    "-MF",
    "-MJ",
    "-MQ",
    "-MT",
    "-T",
    "-U",
    "-Xanalyzer",
    "-Xarch_device",
    "-Xarch_host",
    "-Xassembler",
    "-Xclang",
    "-Xlinker",
    "-Xoffload-linker",
    "-Xopenmp-target",
    "-Xpreprocessor",
    "-allowable_client",
    "-arch",
    "-arch_only",
    "-b",
    "-bundle_loader",
    "-ccc-gcc-name",
    "-ccc-install-dir",
    "-client_name",
    "-compatibility_version",
    "-current_version",
    "-cxx-isystem",
    "-darwin-target-variant",
    "-dependency-dot",
    "-dependency-file",
    "-dsym-dir",
    "-dumpdir",
    "-dylib_file",
    "-dylinker_install_name",
    "-e",
    "-exported_symbols_list",
    "-fdebug-compilation-dir",
    "-filelist",
    "-fmodules-user-build-path",
    "-force_load",
    "-framework",
    "-ftrapv-handler",
    "-gen-cdb-fragment-path",
    "-iapinotes-modules",
    "-idirafter",
    "-iframework",
    "-iframeworkwithsysroot",
    "-imacros",
    "-image_base",
    "-imultilib",
    "-include",
    "-include-pch",
    "-init",
    "-install_name",
    "-iprefix",
    "-iquote",
    "-isysroot",
    "-isystem",
    "-isystem-after",
    "-ivfsoverlay",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-iwithsysroot",
    "-l",
    "-lazy_framework",
    "-lazy_library",
    "-meabi",
    "-mllvm",
    "-mmlir",
    "-module-dependency-dir",
    "-mthread-model",
    "-multiply_defined",
    "-o",
    "-read_only_relocs",
    "-reexport_framework",
    "-reexport_library",
    "-resource-dir",
    "-rpath",
    "-seg1addr",
    "-segs_read_only_addr",
    "-serialize-diagnostics",
    "-stdlib++-isystem",
    "-target",
    "-u",
    "-umbrella",
    "-undefined",
    "-unexported_symbols_list",
    "-vfsoverlay",
    "-weak-l",
    "-weak_framework",
    "-weak_library",
    "-working-directory",
    "-x",
    "-z",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(option: &str, expected: (Role, Option<&str>)) {
        assert_eq!(role(option), expected, "{option}");
    }

    #[test]
    fn options_are_told_apart() {
        check("-c", (Role::Object, None));
        check("-ox.o", (Role::Output, Some("x.o")));
        check(
            "-objcmt-atomic-property",
            (Role::Other, Some("mt-atomic-property")),
        );
        check("-ObjC", (Role::Other, None));
        check("-Os", (Role::Optimization, Some("s")));
        check("-O", (Role::Optimization, Some("")));
        check("-M", (Role::Clang, None));
        check("-MD", (Role::Dependencies, None));
        check("-MFx.d", (Role::DependencyFile, Some("x.d")));
        check("-xc", (Role::Language, Some("c")));
        check("-flto=thin", (Role::LinkTime, Some("thin")));
        check("-fno-lto", (Role::LinkTime, None));
        check("-print-search-dirs", (Role::Clang, Some("search-dirs")));
        check("-emit-llvm", (Role::Clang, None));
        check("-fmodule-output=m.pcm", (Role::Other, None));
        check("--driver-mode=g++", (Role::Mode, Some("g++")));
        check("-I", (Role::Other, None));
        check("-cl-std=CL", (Role::Other, None));
    }

    #[test]
    fn the_table_is_sorted() {
        assert!(SEPARATE.is_sorted());
        assert!(takes_next("-I") && takes_next("-Xclang") && takes_next("-z"));
        assert!(!takes_next("-Ifoo") && !takes_next("-MMD") && !takes_next("-O"));
    }
}
