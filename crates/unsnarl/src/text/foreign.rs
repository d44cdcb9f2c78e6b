//! Notations of graphs that are not read.
//!
//! *Needs:* a text.
//! *Gives:* [`foreign`], the name of the notation.
//! *Cost:* O(1), except for blanks.

/// If a text is a graph in a notation that is not read, names the notation, by the first words of
/// the text: GML, GraphML, JSON, PlantUML.
pub fn foreign(text: &str) -> Option<&'static str> {
    const STARTS: [(&str, &str); 7] = [
        ("@startuml", "PlantUML"),
        ("@startdot", "PlantUML"),
        ("<?xml", "XML, such as GraphML"),
        ("<graphml", "GraphML"),
        ("Creator ", "GML"),
        ("{", "JSON"),
        ("[", "JSON"),
    ];
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let is_gml = |text: &str| {
        let behind = text.strip_prefix("graph");
        behind.is_some_and(|rest| rest.trim_start().starts_with('['))
    };
    let mut starts = STARTS.iter();
    let known = starts.find(|(start, _)| text.starts_with(start));
    known
        .map(|(_, what)| *what)
        .or_else(|| is_gml(text).then_some("GML"))
}
