//! The functions that are rewritten, and the proof of what became of them.

use unsnarl::Cfg;
use unsnarl_ir::rewrite::quotient::{Folded, Violation, quotient};
use unsnarl_ir::rewrite::{self, Atomics, Rewrites, Target};
use unsnarl_ir::{BlockId, EdgeCopies, FuncId, Function, Module, Provenance, graph, verify};

pub(crate) const TARGET: Target = Target {
    division: 128,
    product: 256,
    switch: 64,
    intrinsics: 128,
    odd_intrinsics: true,
    result: 64,
    atomics: Atomics::Operations,
    jumps: false,
};

/// A function for each rewrite, and some that several of them change.
pub(crate) const TEXT: &str = "
target datalayout = \"e-m:e-p:32:32-i64:64-n32:64-S128\"
declare i200 @llvm.ctlz.i200(i200, i1)
declare i200 @llvm.umul.fix.i200(i200, i200, i32)
declare { i200, i1 } @llvm.uadd.with.overflow.i200(i200, i200)
define i32 @plain(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
define i256 @division(i256 %p, i256 %q) {
  %a = sdiv i256 %p, %q
  %b = urem i256 %a, %p
  ret i256 %b
}
define i1024 @product(i1024 %p, i1024 %q, i1 %c) {
  br i1 %c, label %then, label %end
then:
  %a = mul i1024 %p, %q
  %b = mul i1024 %a, %q
  br label %end
end:
  %r = phi i1024 [ %p, %0 ], [ %b, %then ]
  ret i1024 %r
}
define i200 @intrinsics(i200 %p, i200 %q, double %d) {
  %a = call i200 @llvm.ctlz.i200(i200 %p, i1 true)
  %s = call { i200, i1 } @llvm.uadd.with.overflow.i200(i200 %a, i200 %q)
  %b = extractvalue { i200, i1 } %s, 0
  %c = fptosi double %d to i200
  %e = sdiv i200 %b, %c
  ret i200 %e
}
define i32 @atomics(ptr %p, i32 %v, float %f) {
  %a = atomicrmw umax ptr %p, i32 %v seq_cst
  %b = atomicrmw add ptr %p, i32 %a seq_cst
  %c = atomicrmw fadd ptr %p, float %f monotonic, align 4
  %r = add i32 %a, %b
  ret i32 %r
}
define i64 @library(ptr %p, i128 %v) {
  %a = load atomic i64, ptr %p acquire, align 4
  store atomic i128 %v, ptr %p release, align 16
  %b = atomicrmw xchg ptr %p, i64 %a seq_cst, align 2
  %c = cmpxchg ptr %p, i64 %a, i64 %b acq_rel monotonic, align 1
  %d = extractvalue { i64, i1 } %c, 0
  ret i64 %d
}
define i64 @switch(i128 %v) {
  switch i128 %v, label %d [ i128 5, label %b
    i128 6, label %c
    i128 18446744073709551621, label %c ]
b:
  br label %d
c:
  %x = trunc i128 %v to i64
  br label %d
d:
  %r = phi i64 [ 3, %0 ], [ 4, %b ], [ %x, %c ]
  ret i64 %r
}
define i32 @no.cases(i128 %v) {
  switch i128 %v, label %d []
d:
  %r = phi i32 [ 3, %0 ]
  ret i32 %r
}
define i32 @latches(i32 %n) {
entry:
  br label %h
h:
  %x = phi i32 [ 0, %entry ], [ %y, %l ]
  %c = icmp ult i32 %x, %n
  br i1 %c, label %a, label %out
a:
  switch i32 %x, label %d [ i32 3, label %b i32 4, label %l ]
b:
  br label %l
d:
  %z = add i32 %x, 2
  %f = icmp eq i32 %z, 17
  br i1 %f, label %h2, label %l
h2:
  br label %l
l:
  %y = phi i32 [ 7, %b ], [ %z, %d ], [ %x, %a ], [ 9, %h2 ]
  br label %h
out:
  %e = icmp eq i32 %n, 5
  br i1 %e, label %r, label %g
g:
  %k = mul i32 %n, 3
  br label %r
r:
  %v = phi i32 [ -2, %out ], [ %k, %g ]
  ret i32 %v
}
declare i32 @may.throw(i32)
define i32 @invokes(i32 %x) personality ptr @may.throw {
  %c = invoke i32 @may.throw(i32 %x) to label %more unwind label %pad
more:
  %t = icmp eq i32 %c, 0
  br i1 %t, label %again, label %end
again:
  %d = invoke i32 @may.throw(i32 %c) to label %end unwind label %pad
pad:
  %e = landingpad i32 cleanup
  br label %end
end:
  %r = phi i32 [ 1, %more ], [ %d, %again ], [ %e, %pad ]
  ret i32 %r
}
define void @funclet() personality ptr @may.throw {
  %c = invoke i32 @may.throw(i32 0) to label %end unwind label %pad
pad:
  %k = cleanuppad within none []
  cleanupret from %k unwind to caller
end:
  ret void
}
define i32 @handled() personality ptr @may.throw {
  %c = invoke i32 @may.throw(i32 0) to label %end unwind label %s
s:
  %k = catchswitch within none [label %h] unwind to caller
h:
  %p = catchpad within %k [ptr @may.throw]
  %n = call i32 @llvm.wasm.get.ehselector(token %p)
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @may.throw)
  %d = add i32 %n, %t
  catchret from %p to label %end
end:
  %r = phi i32 [ %c, %0 ], [ %d, %h ]
  ret i32 %r
}
define i32 @latch.without.cases(i65 %v, i1 %a, i1 %b) {
entry:
  br label %h
h:
  %x = phi i32 [ 0, %entry ], [ %y, %l ]
  br i1 %a, label %m, label %n
m:
  br i1 %b, label %l, label %o
n:
  br label %l
l:
  %y = phi i32 [ 1, %m ], [ 2, %n ]
  switch i65 %v, label %h [ ]
o:
  switch i65 %v, label %r [ ]
r:
  ret i32 %x
}
define i32 @to.latch.and.header(i128 %v, i1 %a) {
entry:
  br label %h
h:
  %x = phi i32 [ 0, %entry ], [ 1, %s ], [ %y, %l ]
  br i1 %a, label %s, label %t
s:
  switch i128 %v, label %o [ i128 -1, label %h
    i128 0, label %l ]
t:
  br label %l
l:
  %y = phi i32 [ 2, %s ], [ 3, %t ]
  br label %h
o:
  ret i32 %x
}
define i256 @together(i256 %p, i256 %q, i32 %n) {
entry:
  br label %h
h:
  %x = phi i256 [ %p, %entry ], [ %y, %l ]
  %s = udiv i256 %x, %q
  switch i256 %s, label %a [ i256 1, label %b
    i256 -2, label %r ]
a:
  %u = udiv i256 %s, %p
  br label %l
b:
  br label %l
l:
  %y = phi i256 [ %u, %a ], [ %q, %b ]
  br label %h
r:
  ret i256 %s
}
";

pub(crate) fn module() -> Module {
    let module = unsnarl_llvm::read(TEXT).expect("the module keeps all rules");
    assert_eq!(verify(&module), []);
    module
}

pub(crate) fn cfg(function: &Function) -> Cfg {
    graph(function, &EdgeCopies::new(function)).expect("a definition has an entry")
}

pub(crate) fn prove(
    source: &Function,
    function: &Function,
    provenance: &Provenance,
) -> Result<Folded, Violation> {
    let is_empty = |block: BlockId| function.blocks[block].insts.is_empty();
    quotient(source, &cfg(function), is_empty, provenance)
}

pub(crate) fn definitions(module: &Module) -> Vec<FuncId> {
    let all = module.functions.iter();
    let defined = all.filter(|(_, function)| function.is_definition());
    defined.map(|(id, _)| id).collect()
}

/// The module after all rewrites.
pub(crate) fn rewritten() -> (Module, Rewrites) {
    let mut module = module();
    let rewrites = rewrite::module(&mut module, &TARGET);
    (module, rewrites)
}
