; ModuleID = 'binary-trees.c'
source_filename = "binary-trees.c"
target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"

%struct.wasi_slice = type { ptr, i32 }

@_start.arguments = internal global [16 x ptr] zeroinitializer, align 16
@_start.text = internal global [4096 x i8] zeroinitializer, align 16
@.str = private unnamed_addr constant [29 x i8] c"the arguments cannot be read\00", align 1
@output_length = internal unnamed_addr global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@.str.1 = private unnamed_addr constant [23 x i8] c"stretch tree of depth \00", align 1
@.str.2 = private unnamed_addr constant [18 x i8] c"\09 trees of depth \00", align 1
@.str.3 = private unnamed_addr constant [26 x i8] c"long lived tree of depth \00", align 1
@.str.4 = private unnamed_addr constant [63 x i8] c"the argument must be a number, neither too small nor too large\00", align 1
@.str.5 = private unnamed_addr constant [10 x i8] c"\09 check: \00", align 1
@free_nodes = internal unnamed_addr global ptr null, align 4
@free_bytes = internal unnamed_addr global i32 0, align 4
@free_memory = internal unnamed_addr global ptr null, align 4
@.str.7 = private unnamed_addr constant [14 x i8] c"out of memory\00", align 1
@llvm.used = appending global [1 x ptr] [ptr @_start], section "llvm.metadata"

; Function Attrs: nounwind
define hidden void @_start() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %1) #14
  store i32 0, ptr %1, align 4, !tbaa !1
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %2) #14
  store i32 0, ptr %2, align 4, !tbaa !1
  %3 = call zeroext i16 @wasi_args_sizes_get(ptr noundef nonnull %1, ptr noundef nonnull %2) #14
  %4 = icmp ne i16 %3, 0
  %5 = load i32, ptr %1, align 4
  %6 = icmp ugt i32 %5, 16
  %7 = select i1 %4, i1 true, i1 %6
  %8 = load i32, ptr %2, align 4
  %9 = icmp ugt i32 %8, 4096
  %10 = select i1 %7, i1 true, i1 %9
  br i1 %10, label %14, label %11

11:                                               ; preds = %0
  %12 = call zeroext i16 @wasi_args_get(ptr noundef nonnull @_start.arguments, ptr noundef nonnull @_start.text) #14
  %13 = icmp eq i16 %12, 0
  br i1 %13, label %15, label %14

14:                                               ; preds = %11, %0
  call fastcc void @fail(ptr noundef nonnull @.str) #15
  unreachable

15:                                               ; preds = %11
  %16 = load i32, ptr %1, align 4, !tbaa !1
  %17 = icmp ne i32 %16, 0
  %18 = zext i1 %17 to i32
  %19 = sub nsw i32 %16, %18
  %20 = getelementptr inbounds ptr, ptr @_start.arguments, i32 %18
  call fastcc void @program(i32 noundef %19, ptr noundef nonnull %20)
  call fastcc void @flush_to(i32 noundef 1)
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %2) #14
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %1) #14
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare zeroext i16 @wasi_args_sizes_get(ptr noundef, ptr noundef) local_unnamed_addr #2

declare zeroext i16 @wasi_args_get(ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: noinline noreturn nounwind
define internal fastcc void @fail(ptr nocapture noundef readonly %0) unnamed_addr #4 {
  tail call fastcc void @flush_to(i32 noundef 1)
  tail call fastcc void @put_text(ptr noundef %0)
  tail call fastcc void @put_char(i8 noundef signext 10)
  tail call fastcc void @flush_to(i32 noundef 2)
  tail call fastcc void @host_exit() #15
  unreachable
}

; Function Attrs: noinline nounwind
define internal fastcc void @program(i32 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #5 {
  %3 = tail call fastcc i32 @size_argument(i32 noundef %0, ptr noundef %1)
  %4 = add nuw nsw i32 %3, 1
  %5 = tail call fastcc ptr @grow(i32 noundef %4)
  %6 = tail call fastcc i32 @count_nodes(ptr noundef %5)
  tail call fastcc void @take_down(ptr noundef %5)
  tail call fastcc void @report(ptr noundef nonnull @.str.1, i32 noundef %4, i32 noundef %6)
  %7 = tail call fastcc ptr @grow(i32 noundef %3)
  br label %10

8:                                                ; preds = %16
  %9 = tail call fastcc i32 @count_nodes(ptr noundef %7)
  tail call fastcc void @report(ptr noundef nonnull @.str.3, i32 noundef %3, i32 noundef %9)
  ret void

10:                                               ; preds = %16, %2
  %11 = phi i32 [ 4, %2 ], [ %19, %16 ]
  %12 = sub nsw i32 %3, %11
  %13 = add nsw i32 %12, 4
  %14 = shl nuw i32 1, %13
  %15 = tail call i32 @llvm.smax.i32(i32 %14, i32 1)
  br label %21

16:                                               ; preds = %21
  %17 = tail call i32 @llvm.abs.i32(i32 %14, i1 false)
  %18 = zext i32 %17 to i64
  tail call fastcc void @put_padded(i64 noundef %18)
  tail call fastcc void @report(ptr noundef nonnull @.str.2, i32 noundef %11, i32 noundef %26)
  %19 = add nuw nsw i32 %11, 2
  %20 = icmp ugt i32 %19, %3
  br i1 %20, label %8, label %10, !llvm.loop !5

21:                                               ; preds = %10, %21
  %22 = phi i32 [ %27, %21 ], [ 0, %10 ]
  %23 = phi i32 [ %26, %21 ], [ 0, %10 ]
  %24 = tail call fastcc ptr @grow(i32 noundef %11)
  %25 = tail call fastcc i32 @count_nodes(ptr noundef %24)
  tail call fastcc void @take_down(ptr noundef %24)
  %26 = add nsw i32 %25, %23
  %27 = add nuw nsw i32 %22, 1
  %28 = icmp eq i32 %27, %15
  br i1 %28, label %16, label %21, !llvm.loop !8
}

; Function Attrs: noinline nounwind
define internal fastcc void @flush_to(i32 noundef %0) unnamed_addr #5 {
  %2 = alloca %struct.wasi_slice, align 4
  %3 = alloca i32, align 4
  %4 = load i32, ptr @output_length, align 4, !tbaa !1
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %12, label %6

6:                                                ; preds = %1
  %7 = getelementptr inbounds i8, ptr %2, i32 4
  br label %13

8:                                                ; preds = %13
  %9 = add i32 %20, %15
  %10 = load i32, ptr @output_length, align 4, !tbaa !1
  %11 = icmp ult i32 %9, %10
  br i1 %11, label %13, label %12, !llvm.loop !9

12:                                               ; preds = %8, %1
  store i32 0, ptr @output_length, align 4, !tbaa !1
  ret void

13:                                               ; preds = %6, %8
  %14 = phi i32 [ %4, %6 ], [ %10, %8 ]
  %15 = phi i32 [ 0, %6 ], [ %9, %8 ]
  %16 = getelementptr inbounds i8, ptr @output, i32 %15
  %17 = sub i32 %14, %15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #14
  store ptr %16, ptr %2, align 4, !tbaa !10
  store i32 %17, ptr %7, align 4, !tbaa !13
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %3) #14
  store i32 0, ptr %3, align 4, !tbaa !1
  %18 = call zeroext i16 @wasi_fd_write(i32 noundef %0, ptr noundef nonnull %2, i32 noundef 1, ptr noundef nonnull %3) #14
  %19 = icmp ne i16 %18, 0
  %20 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %3) #14
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #14
  %21 = icmp eq i32 %20, 0
  %22 = select i1 %19, i1 true, i1 %21
  br i1 %22, label %23, label %8

23:                                               ; preds = %13
  call fastcc void @host_exit() #15
  unreachable
}

; Function Attrs: noreturn nounwind
define internal fastcc void @host_exit() unnamed_addr #6 {
  tail call void @wasi_proc_exit(i32 noundef 1) #16
  unreachable
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: noinline nounwind
define internal fastcc void @put_text(ptr nocapture noundef readonly %0) unnamed_addr #5 {
  %2 = load i8, ptr %0, align 1, !tbaa !14
  %3 = icmp eq i8 %2, 0
  br i1 %3, label %10, label %4

4:                                                ; preds = %1, %4
  %5 = phi i8 [ %8, %4 ], [ %2, %1 ]
  %6 = phi ptr [ %7, %4 ], [ %0, %1 ]
  %7 = getelementptr inbounds i8, ptr %6, i32 1
  tail call fastcc void @put_char(i8 noundef signext %5)
  %8 = load i8, ptr %7, align 1, !tbaa !14
  %9 = icmp eq i8 %8, 0
  br i1 %9, label %10, label %4, !llvm.loop !15

10:                                               ; preds = %4, %1
  ret void
}

; Function Attrs: noinline nounwind
define internal fastcc void @put_char(i8 noundef signext %0) unnamed_addr #5 {
  %2 = load i32, ptr @output_length, align 4, !tbaa !1
  %3 = icmp eq i32 %2, 4096
  br i1 %3, label %4, label %6

4:                                                ; preds = %1
  tail call fastcc void @flush_to(i32 noundef 1)
  %5 = load i32, ptr @output_length, align 4, !tbaa !1
  br label %6

6:                                                ; preds = %4, %1
  %7 = phi i32 [ %5, %4 ], [ %2, %1 ]
  %8 = add i32 %7, 1
  store i32 %8, ptr @output_length, align 4, !tbaa !1
  %9 = getelementptr inbounds [4096 x i8], ptr @output, i32 0, i32 %7
  store i8 %0, ptr %9, align 1, !tbaa !14
  ret void
}

declare zeroext i16 @wasi_fd_write(i32 noundef, ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #7

; Function Attrs: noreturn
declare void @wasi_proc_exit(i32 noundef) local_unnamed_addr #8

; Function Attrs: noinline nounwind
define internal fastcc range(i32 6, 21) i32 @size_argument(i32 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #5 {
  %3 = icmp eq i32 %0, 0
  br i1 %3, label %29, label %4

4:                                                ; preds = %2
  %5 = load ptr, ptr %1, align 4, !tbaa !16
  %6 = load i8, ptr %5, align 1, !tbaa !14
  %7 = icmp eq i8 %6, 0
  br i1 %7, label %28, label %8

8:                                                ; preds = %4, %14
  %9 = phi i8 [ %20, %14 ], [ %6, %4 ]
  %10 = phi ptr [ %19, %14 ], [ %5, %4 ]
  %11 = phi i32 [ %18, %14 ], [ 0, %4 ]
  %12 = add i8 %9, -58
  %13 = icmp ult i8 %12, -10
  br i1 %13, label %28, label %14

14:                                               ; preds = %8
  %15 = mul nsw i32 %11, 10
  %16 = add nsw i8 %9, -48
  %17 = zext nneg i8 %16 to i32
  %18 = add nsw i32 %15, %17
  %19 = getelementptr inbounds i8, ptr %10, i32 1
  %20 = load i8, ptr %19, align 1, !tbaa !14
  %21 = icmp ne i8 %20, 0
  %22 = icmp slt i32 %18, 21
  %23 = select i1 %21, i1 %22, i1 false
  br i1 %23, label %8, label %24, !llvm.loop !17

24:                                               ; preds = %14
  %25 = add i32 %18, -21
  %26 = icmp ult i32 %25, -15
  %27 = select i1 %7, i1 true, i1 %26
  br i1 %27, label %28, label %29

28:                                               ; preds = %8, %4, %24
  tail call fastcc void @fail(ptr noundef nonnull @.str.4) #15
  unreachable

29:                                               ; preds = %24, %2
  %30 = phi i32 [ 8, %2 ], [ %18, %24 ]
  ret i32 %30
}

; Function Attrs: nounwind
define internal fastcc void @report(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) unnamed_addr #9 {
  tail call fastcc void @put_text(ptr noundef %0)
  %4 = icmp slt i32 %1, 0
  br i1 %4, label %5, label %6

5:                                                ; preds = %3
  tail call fastcc void @put_char(i8 noundef signext 45)
  br label %6

6:                                                ; preds = %3, %5
  %7 = tail call i32 @llvm.abs.i32(i32 %1, i1 false)
  %8 = zext i32 %7 to i64
  tail call fastcc void @put_padded(i64 noundef %8)
  tail call fastcc void @put_text(ptr noundef nonnull @.str.5)
  %9 = icmp slt i32 %2, 0
  br i1 %9, label %10, label %11

10:                                               ; preds = %6
  tail call fastcc void @put_char(i8 noundef signext 45)
  br label %11

11:                                               ; preds = %6, %10
  %12 = tail call i32 @llvm.abs.i32(i32 %2, i1 false)
  %13 = zext i32 %12 to i64
  tail call fastcc void @put_padded(i64 noundef %13)
  tail call fastcc void @put_char(i8 noundef signext 10)
  ret void
}

; Function Attrs: noinline nounwind
define internal fastcc noundef ptr @grow(i32 noundef %0) unnamed_addr #5 {
  %2 = icmp eq i32 %0, 0
  br i1 %2, label %3, label %12

3:                                                ; preds = %1
  %4 = load ptr, ptr @free_nodes, align 4, !tbaa !16
  %5 = icmp eq ptr %4, null
  br i1 %5, label %8, label %6

6:                                                ; preds = %3
  %7 = load ptr, ptr %4, align 4, !tbaa !18
  store ptr %7, ptr @free_nodes, align 4, !tbaa !16
  br label %10

8:                                                ; preds = %3
  %9 = tail call fastcc ptr @allocate()
  br label %10

10:                                               ; preds = %6, %8
  %11 = phi ptr [ %4, %6 ], [ %9, %8 ]
  store ptr null, ptr %11, align 4, !tbaa !16
  br label %24

12:                                               ; preds = %1
  %13 = add nsw i32 %0, -1
  %14 = tail call fastcc ptr @grow(i32 noundef %13)
  %15 = tail call fastcc ptr @grow(i32 noundef %13)
  %16 = load ptr, ptr @free_nodes, align 4, !tbaa !16
  %17 = icmp eq ptr %16, null
  br i1 %17, label %20, label %18

18:                                               ; preds = %12
  %19 = load ptr, ptr %16, align 4, !tbaa !18
  store ptr %19, ptr @free_nodes, align 4, !tbaa !16
  br label %22

20:                                               ; preds = %12
  %21 = tail call fastcc ptr @allocate()
  br label %22

22:                                               ; preds = %18, %20
  %23 = phi ptr [ %16, %18 ], [ %21, %20 ]
  store ptr %14, ptr %23, align 4, !tbaa !16
  br label %24

24:                                               ; preds = %22, %10
  %25 = phi ptr [ %23, %22 ], [ %11, %10 ]
  %26 = phi ptr [ %15, %22 ], [ null, %10 ]
  %27 = getelementptr inbounds i8, ptr %25, i32 4
  store ptr %26, ptr %27, align 4, !tbaa !16
  ret ptr %25
}

; Function Attrs: nofree noinline nosync nounwind memory(read, inaccessiblemem: none)
define internal fastcc i32 @count_nodes(ptr nocapture noundef readonly %0) unnamed_addr #10 {
  %2 = load ptr, ptr %0, align 4, !tbaa !18
  %3 = icmp eq ptr %2, null
  br i1 %3, label %17, label %4

4:                                                ; preds = %1, %4
  %5 = phi ptr [ %13, %4 ], [ %2, %1 ]
  %6 = phi ptr [ %10, %4 ], [ %0, %1 ]
  %7 = phi i32 [ %12, %4 ], [ 0, %1 ]
  %8 = tail call fastcc i32 @count_nodes(ptr noundef nonnull %5)
  %9 = getelementptr inbounds i8, ptr %6, i32 4
  %10 = load ptr, ptr %9, align 4, !tbaa !20
  %11 = add i32 %7, 1
  %12 = add i32 %11, %8
  %13 = load ptr, ptr %10, align 4, !tbaa !18
  %14 = icmp eq ptr %13, null
  br i1 %14, label %15, label %4

15:                                               ; preds = %4
  %16 = add nsw i32 %12, 1
  br label %17

17:                                               ; preds = %15, %1
  %18 = phi i32 [ 1, %1 ], [ %16, %15 ]
  ret i32 %18
}

; Function Attrs: nofree noinline nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc void @take_down(ptr noundef %0) unnamed_addr #11 {
  %2 = load ptr, ptr %0, align 4, !tbaa !18
  %3 = icmp eq ptr %2, null
  br i1 %3, label %7, label %4

4:                                                ; preds = %1
  tail call fastcc void @take_down(ptr noundef nonnull %2)
  %5 = getelementptr inbounds i8, ptr %0, i32 4
  %6 = load ptr, ptr %5, align 4, !tbaa !20
  tail call fastcc void @take_down(ptr noundef %6)
  br label %7

7:                                                ; preds = %4, %1
  %8 = load ptr, ptr @free_nodes, align 4, !tbaa !16
  store ptr %8, ptr %0, align 4, !tbaa !18
  store ptr %0, ptr @free_nodes, align 4, !tbaa !16
  ret void
}

; Function Attrs: noinline nounwind
define internal fastcc ptr @allocate() unnamed_addr #5 {
  %1 = load i32, ptr @free_bytes, align 4, !tbaa !1
  %2 = icmp ult i32 %1, 16
  br i1 %2, label %5, label %3

3:                                                ; preds = %0
  %4 = load ptr, ptr @free_memory, align 4, !tbaa !16
  br label %15

5:                                                ; preds = %0
  store i32 262144, ptr @free_bytes, align 4, !tbaa !1
  %6 = tail call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 4)
  %7 = icmp eq i32 %6, -1
  %8 = shl i32 %6, 16
  %9 = inttoptr i32 %8 to ptr
  %10 = select i1 %7, ptr null, ptr %9
  store ptr %10, ptr @free_memory, align 4, !tbaa !16
  %11 = icmp eq ptr %10, null
  br i1 %11, label %14, label %12

12:                                               ; preds = %5
  %13 = load i32, ptr @free_bytes, align 4, !tbaa !1
  br label %15

14:                                               ; preds = %5
  tail call fastcc void @fail(ptr noundef nonnull @.str.7) #15
  unreachable

15:                                               ; preds = %12, %3
  %16 = phi i32 [ %1, %3 ], [ %13, %12 ]
  %17 = phi ptr [ %4, %3 ], [ %9, %12 ]
  %18 = getelementptr inbounds i8, ptr %17, i32 16
  store ptr %18, ptr @free_memory, align 4, !tbaa !16
  %19 = add i32 %16, -16
  store i32 %19, ptr @free_bytes, align 4, !tbaa !1
  ret ptr %17
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare i32 @llvm.wasm.memory.grow.i32(i32, i32) #12

; Function Attrs: noinline nounwind
define internal fastcc void @put_padded(i64 noundef %0) unnamed_addr #5 {
  %2 = alloca [20 x i8], align 16
  call void @llvm.lifetime.start.p0(i64 20, ptr nonnull %2) #14
  br label %3

3:                                                ; preds = %1, %3
  %4 = phi i32 [ 0, %1 ], [ %12, %3 ]
  %5 = phi i64 [ %0, %1 ], [ %7, %3 ]
  %6 = freeze i64 %5
  %7 = udiv i64 %6, 10
  %8 = mul i64 %7, 10
  %9 = sub i64 %6, %8
  %10 = trunc nuw nsw i64 %9 to i8
  %11 = or disjoint i8 %10, 48
  %12 = add nuw nsw i32 %4, 1
  %13 = getelementptr inbounds [20 x i8], ptr %2, i32 0, i32 %4
  store i8 %11, ptr %13, align 1, !tbaa !14
  %14 = icmp ugt i64 %5, 9
  br i1 %14, label %3, label %15, !llvm.loop !21

15:                                               ; preds = %3, %15
  %16 = phi i32 [ %17, %15 ], [ %12, %3 ]
  %17 = add nsw i32 %16, -1
  %18 = getelementptr inbounds [20 x i8], ptr %2, i32 0, i32 %17
  %19 = load i8, ptr %18, align 1, !tbaa !14
  tail call fastcc void @put_char(i8 noundef signext %19)
  %20 = icmp sgt i32 %16, 1
  br i1 %20, label %15, label %21, !llvm.loop !22

21:                                               ; preds = %15
  call void @llvm.lifetime.end.p0(i64 20, ptr nonnull %2) #14
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.abs.i32(i32, i1 immarg) #13

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #13

attributes #0 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-export-name"="_start" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_sizes_get" }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_get" }
attributes #4 = { noinline noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #5 = { noinline nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #6 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #7 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="fd_write" }
attributes #8 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="proc_exit" }
attributes #9 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #10 = { nofree noinline nosync nounwind memory(read, inaccessiblemem: none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #11 = { nofree noinline nosync nounwind memory(readwrite, inaccessiblemem: none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #12 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #13 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #14 = { nounwind }
attributes #15 = { noreturn }
attributes #16 = { noreturn nounwind }

!llvm.module.flags = !{!0}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{!2, !2, i64 0}
!2 = !{!"long", !3, i64 0}
!3 = !{!"omnipotent char", !4, i64 0}
!4 = !{!"Simple C/C++ TBAA"}
!5 = distinct !{!5, !6, !7}
!6 = !{!"llvm.loop.mustprogress"}
!7 = !{!"llvm.loop.unroll.disable"}
!8 = distinct !{!8, !6, !7}
!9 = distinct !{!9, !6, !7}
!10 = !{!11, !12, i64 0}
!11 = !{!"wasi_slice", !12, i64 0, !2, i64 4}
!12 = !{!"any pointer", !3, i64 0}
!13 = !{!11, !2, i64 4}
!14 = !{!3, !3, i64 0}
!15 = distinct !{!15, !6, !7}
!16 = !{!12, !12, i64 0}
!17 = distinct !{!17, !6, !7}
!18 = !{!19, !12, i64 0}
!19 = !{!"node", !12, i64 0, !12, i64 4}
!20 = !{!19, !12, i64 4}
!21 = distinct !{!21, !6, !7}
!22 = distinct !{!22, !6, !7}
