//! Sources and documents: what each part must not import, no circle of modules, and prose.

mod absences;
mod circles;
mod prose;
