//! Only here because a package must have a target.
