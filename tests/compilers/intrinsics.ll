define void @masked_load(ptr %out, ptr %in, ptr %bits) {
  %m = load <4 x i8>, ptr %bits
  %mask = trunc <4 x i8> %m to <4 x i1>
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %in, i32 4, <4 x i1> %mask, <4 x i32> <i32 1, i32 2, i32 3, i32 4>)
  store <4 x i32> %v, ptr %out
  ret void
}
define void @masked_store(ptr %out, ptr %in, ptr %bits) {
  %m = load <4 x i8>, ptr %bits
  %mask = trunc <4 x i8> %m to <4 x i1>
  %v = load <4 x double>, ptr %in, align 8
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v, ptr %out, i32 8, <4 x i1> %mask)
  ret void
}
define void @gather(ptr %out, ptr %in, ptr %bits) {
  %m = load <4 x i8>, ptr %bits
  %mask = trunc <4 x i8> %m to <4 x i1>
  %at = getelementptr i16, ptr %in, <4 x i64> <i64 5, i64 1, i64 0, i64 9>
  %v = call <4 x i16> @llvm.masked.gather.v4i16.v4p0(<4 x ptr> %at, i32 2, <4 x i1> %mask, <4 x i16> zeroinitializer)
  call void @llvm.masked.scatter.v4i16.v4p0(<4 x i16> %v, <4 x ptr> %at, i32 2, <4 x i1> %mask)
  store <4 x i16> %v, ptr %out
  ret void
}
define void @scatter(ptr %out, ptr %in, ptr %bits) {
  %m = load <4 x i8>, ptr %bits
  %mask = trunc <4 x i8> %m to <4 x i1>
  %at = getelementptr i16, ptr %out, <4 x i64> <i64 5, i64 1, i64 0, i64 9>
  %v = load <4 x i16>, ptr %in
  call void @llvm.masked.scatter.v4i16.v4p0(<4 x i16> %v, <4 x ptr> %at, i32 2, <4 x i1> %mask)
  ret void
}
define void @expand(ptr %out, ptr %in, ptr %bits) {
  %m = load <4 x i8>, ptr %bits
  %mask = trunc <4 x i8> %m to <4 x i1>
  %v = call <4 x i32> @llvm.masked.expandload.v4i32.p0(ptr %in, <4 x i1> %mask, <4 x i32> <i32 1, i32 2, i32 3, i32 4>)
  store <4 x i32> %v, ptr %out
  ret void
}
define void @compress(ptr %out, ptr %in, ptr %bits) {
  %m = load <4 x i8>, ptr %bits
  %mask = trunc <4 x i8> %m to <4 x i1>
  %v = load <4 x i32>, ptr %in, align 4
  call void @llvm.masked.compressstore.v4i32.p0(<4 x i32> %v, ptr %out, <4 x i1> %mask)
  ret void
}
define void @step(ptr %out, ptr %in, ptr %bits) {
  %v = call <4 x i32> @llvm.stepvector.v4i32()
  %m = call <8 x i1> @llvm.get.active.lane.mask.v8i1.i32(i32 2, i32 7)
  %z = zext <8 x i1> %m to <8 x i8>
  store <4 x i32> %v, ptr %out
  %p = getelementptr i8, ptr %out, i64 16
  store <8 x i8> %z, ptr %p
  ret void
}
define void @first(ptr %out, ptr %in, ptr %bits) {
  %m = load <4 x i8>, ptr %bits
  %mask = trunc <4 x i8> %m to <4 x i1>
  %v = call i32 @llvm.experimental.cttz.elts.i32.v4i1(<4 x i1> %mask, i1 false)
  store i32 %v, ptr %out
  ret void
}
define void @words(ptr %out, ptr %in, ptr %bits) {
  %mask = load i64, ptr %bits
  %p = call ptr @llvm.ptrmask.p0.i64(ptr %in, i64 -4)
  %d = ptrtoint ptr %p to i64
  %e = ptrtoint ptr %in to i64
  %f = sub i64 %e, %d
  store i64 %f, ptr %out
  %h = load i16, ptr %in
  %x = call float @llvm.convert.from.fp16.f32(i16 %h)
  %y = fdiv float %x, 3.0
  %z = call i16 @llvm.convert.to.fp16.f32(float %y)
  %o = getelementptr i8, ptr %out, i64 8
  store i16 %z, ptr %o
  %size = call i64 @llvm.objectsize.i64.p0(ptr %in, i1 true, i1 false, i1 false)
  %q = getelementptr i8, ptr %out, i64 16
  store i64 %size, ptr %q
  ret void
}
; What the machine says.
define i1 @machine(ptr %from, ptr %to) {
  call void @llvm.clear_cache(ptr %from, ptr %to)
  %thread = call ptr @llvm.thread.pointer.p0()
  %self = load ptr, ptr %thread
  %same = icmp eq ptr %self, %thread
  %before = call i64 @llvm.readcyclecounter()
  %after = call i64 @llvm.readcyclecounter()
  %later = icmp ugt i64 %after, %before
  %both = and i1 %same, %later
  ret i1 %both
}
define i32 @rounding() {
  %r = call i32 @llvm.get.rounding()
  ret i32 %r
}
define void @stop(i32 %how) {
  switch i32 %how, label %a [ i32 1, label %b
                              i32 2, label %c ]
a:
  call void @llvm.trap()
  unreachable
b:
  call void @llvm.ubsantrap(i8 5)
  unreachable
c:
  call void @llvm.debugtrap()
  ret void
}
define i1 @checked() {
  %a = call i1 @llvm.allow.runtime.check(metadata !"x")
  %b = call i1 @llvm.allow.ubsan.check(i8 1)
  %c = call i1 @llvm.experimental.widenable.condition()
  %d = and i1 %a, %b
  %e = and i1 %c, %d
  ret i1 %e
}
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, i32, <4 x i1>)
declare <4 x i16> @llvm.masked.gather.v4i16.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i16>)
declare void @llvm.masked.scatter.v4i16.v4p0(<4 x i16>, <4 x ptr>, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.expandload.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare void @llvm.masked.compressstore.v4i32.p0(<4 x i32>, ptr, <4 x i1>)
declare <4 x i32> @llvm.stepvector.v4i32()
declare <8 x i1> @llvm.get.active.lane.mask.v8i1.i32(i32, i32)
declare i32 @llvm.experimental.cttz.elts.i32.v4i1(<4 x i1>, i1)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare float @llvm.convert.from.fp16.f32(i16)
declare i16 @llvm.convert.to.fp16.f32(float)
declare i64 @llvm.objectsize.i64.p0(ptr, i1 immarg, i1 immarg, i1 immarg)
declare void @llvm.clear_cache(ptr, ptr)
declare ptr @llvm.thread.pointer.p0()
declare i64 @llvm.readcyclecounter()
declare i32 @llvm.get.rounding()
declare void @llvm.trap()
declare void @llvm.ubsantrap(i8 immarg)
declare void @llvm.debugtrap()
declare i1 @llvm.allow.runtime.check(metadata)
declare i1 @llvm.allow.ubsan.check(i8 immarg)
declare i1 @llvm.experimental.widenable.condition()
