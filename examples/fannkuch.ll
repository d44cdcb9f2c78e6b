; ModuleID = 'fannkuch.c'
source_filename = "fannkuch.c"
target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"

%struct.result = type { i32, i32 }
%struct.wasi_slice = type { ptr, i32 }

@_start.arguments = internal global [16 x ptr] zeroinitializer, align 16
@_start.text = internal global [4096 x i8] zeroinitializer, align 16
@.str = private unnamed_addr constant [29 x i8] c"the arguments cannot be read\00", align 1
@output_length = internal unnamed_addr global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@.str.1 = private unnamed_addr constant [14 x i8] c"\0APfannkuchen(\00", align 1
@.str.2 = private unnamed_addr constant [5 x i8] c") = \00", align 1
@.str.3 = private unnamed_addr constant [63 x i8] c"the argument must be a number, neither too small nor too large\00", align 1
@llvm.used = appending global [1 x ptr] [ptr @_start], section "llvm.metadata"

; Function Attrs: nounwind
define hidden void @_start() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %1) #13
  store i32 0, ptr %1, align 4, !tbaa !1
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %2) #13
  store i32 0, ptr %2, align 4, !tbaa !1
  %3 = call zeroext i16 @wasi_args_sizes_get(ptr noundef nonnull %1, ptr noundef nonnull %2) #13
  %4 = icmp ne i16 %3, 0
  %5 = load i32, ptr %1, align 4
  %6 = icmp ugt i32 %5, 16
  %7 = select i1 %4, i1 true, i1 %6
  %8 = load i32, ptr %2, align 4
  %9 = icmp ugt i32 %8, 4096
  %10 = select i1 %7, i1 true, i1 %9
  br i1 %10, label %14, label %11

11:                                               ; preds = %0
  %12 = call zeroext i16 @wasi_args_get(ptr noundef nonnull @_start.arguments, ptr noundef nonnull @_start.text) #13
  %13 = icmp eq i16 %12, 0
  br i1 %13, label %15, label %14

14:                                               ; preds = %11, %0
  call fastcc void @fail(ptr noundef nonnull @.str) #14
  unreachable

15:                                               ; preds = %11
  %16 = load i32, ptr %1, align 4, !tbaa !1
  %17 = icmp ne i32 %16, 0
  %18 = zext i1 %17 to i32
  %19 = sub nsw i32 %16, %18
  %20 = getelementptr inbounds ptr, ptr @_start.arguments, i32 %18
  call fastcc void @program(i32 noundef %19, ptr noundef nonnull %20)
  call fastcc void @flush_to(i32 noundef 1)
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %2) #13
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %1) #13
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
  tail call fastcc void @host_exit() #14
  unreachable
}

; Function Attrs: noinline nounwind
define internal fastcc void @program(i32 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #5 {
  %3 = alloca %struct.result, align 4
  %4 = tail call fastcc i32 @size_argument(i32 noundef %0, ptr noundef %1)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #13
  call fastcc void @fannkuch(ptr dead_on_unwind nonnull writable sret(%struct.result) align 4 %3, i32 noundef %4)
  %5 = load i32, ptr %3, align 4, !tbaa !5
  %6 = icmp slt i32 %5, 0
  br i1 %6, label %7, label %8

7:                                                ; preds = %2
  tail call fastcc void @put_char(i8 noundef signext 45)
  br label %8

8:                                                ; preds = %2, %7
  %9 = tail call i32 @llvm.abs.i32(i32 %5, i1 false)
  %10 = zext i32 %9 to i64
  tail call fastcc void @put_padded(i64 noundef %10)
  tail call fastcc void @put_text(ptr noundef nonnull @.str.1)
  %11 = zext nneg i32 %4 to i64
  tail call fastcc void @put_padded(i64 noundef %11)
  tail call fastcc void @put_text(ptr noundef nonnull @.str.2)
  %12 = getelementptr inbounds i8, ptr %3, i32 4
  %13 = load i32, ptr %12, align 4, !tbaa !8
  %14 = icmp slt i32 %13, 0
  br i1 %14, label %15, label %16

15:                                               ; preds = %8
  tail call fastcc void @put_char(i8 noundef signext 45)
  br label %16

16:                                               ; preds = %8, %15
  %17 = tail call i32 @llvm.abs.i32(i32 %13, i1 false)
  %18 = zext i32 %17 to i64
  tail call fastcc void @put_padded(i64 noundef %18)
  tail call fastcc void @put_char(i8 noundef signext 10)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #13
  ret void
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
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #13
  store ptr %16, ptr %2, align 4, !tbaa !12
  store i32 %17, ptr %7, align 4, !tbaa !15
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %3) #13
  store i32 0, ptr %3, align 4, !tbaa !1
  %18 = call zeroext i16 @wasi_fd_write(i32 noundef %0, ptr noundef nonnull %2, i32 noundef 1, ptr noundef nonnull %3) #13
  %19 = icmp ne i16 %18, 0
  %20 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %3) #13
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #13
  %21 = icmp eq i32 %20, 0
  %22 = select i1 %19, i1 true, i1 %21
  br i1 %22, label %23, label %8

23:                                               ; preds = %13
  call fastcc void @host_exit() #14
  unreachable
}

; Function Attrs: noreturn nounwind
define internal fastcc void @host_exit() unnamed_addr #6 {
  tail call void @wasi_proc_exit(i32 noundef 1) #15
  unreachable
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: noinline nounwind
define internal fastcc void @put_text(ptr nocapture noundef readonly %0) unnamed_addr #5 {
  %2 = load i8, ptr %0, align 1, !tbaa !16
  %3 = icmp eq i8 %2, 0
  br i1 %3, label %10, label %4

4:                                                ; preds = %1, %4
  %5 = phi i8 [ %8, %4 ], [ %2, %1 ]
  %6 = phi ptr [ %7, %4 ], [ %0, %1 ]
  %7 = getelementptr inbounds i8, ptr %6, i32 1
  tail call fastcc void @put_char(i8 noundef signext %5)
  %8 = load i8, ptr %7, align 1, !tbaa !16
  %9 = icmp eq i8 %8, 0
  br i1 %9, label %10, label %4, !llvm.loop !17

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
  store i8 %0, ptr %9, align 1, !tbaa !16
  ret void
}

declare zeroext i16 @wasi_fd_write(i32 noundef, ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #7

; Function Attrs: noreturn
declare void @wasi_proc_exit(i32 noundef) local_unnamed_addr #8

; Function Attrs: noinline nounwind
define internal fastcc range(i32 1, 13) i32 @size_argument(i32 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #5 {
  %3 = icmp eq i32 %0, 0
  br i1 %3, label %29, label %4

4:                                                ; preds = %2
  %5 = load ptr, ptr %1, align 4, !tbaa !18
  %6 = load i8, ptr %5, align 1, !tbaa !16
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
  %20 = load i8, ptr %19, align 1, !tbaa !16
  %21 = icmp ne i8 %20, 0
  %22 = icmp slt i32 %18, 13
  %23 = select i1 %21, i1 %22, i1 false
  br i1 %23, label %8, label %24, !llvm.loop !19

24:                                               ; preds = %14
  %25 = add i32 %18, -13
  %26 = icmp ult i32 %25, -12
  %27 = select i1 %7, i1 true, i1 %26
  br i1 %27, label %28, label %29

28:                                               ; preds = %8, %4, %24
  tail call fastcc void @fail(ptr noundef nonnull @.str.3) #14
  unreachable

29:                                               ; preds = %24, %2
  %30 = phi i32 [ 7, %2 ], [ %18, %24 ]
  ret i32 %30
}

; Function Attrs: nofree noinline norecurse nosync nounwind memory(argmem: write)
define internal fastcc void @fannkuch(ptr dead_on_unwind noalias nocapture writable writeonly sret(%struct.result) align 4 %0, i32 noundef %1) unnamed_addr #9 {
  %3 = alloca [12 x i32], align 16
  %4 = alloca [12 x i32], align 16
  %5 = alloca [12 x i32], align 16
  store i64 0, ptr %0, align 4
  call void @llvm.lifetime.start.p0(i64 48, ptr nonnull %4) #13
  call void @llvm.lifetime.start.p0(i64 48, ptr nonnull %5) #13
  %6 = icmp sgt i32 %1, 0
  br i1 %6, label %10, label %7

7:                                                ; preds = %10, %2
  %8 = shl i32 %1, 2
  %9 = getelementptr inbounds i8, ptr %4, i32 4
  br label %15

10:                                               ; preds = %2, %10
  %11 = phi i32 [ %13, %10 ], [ 0, %2 ]
  %12 = getelementptr inbounds [12 x i32], ptr %4, i32 0, i32 %11
  store i32 %11, ptr %12, align 4, !tbaa !20
  %13 = add nuw nsw i32 %11, 1
  %14 = icmp eq i32 %13, %1
  br i1 %14, label %7, label %10, !llvm.loop !21

15:                                               ; preds = %7, %74
  %16 = phi i32 [ %57, %74 ], [ 0, %7 ]
  %17 = phi i32 [ %52, %74 ], [ 0, %7 ]
  %18 = phi i32 [ %60, %74 ], [ %1, %7 ]
  %19 = phi i32 [ %75, %74 ], [ 0, %7 ]
  %20 = icmp sgt i32 %18, 1
  br i1 %20, label %21, label %26

21:                                               ; preds = %15, %21
  %22 = phi i32 [ %23, %21 ], [ %18, %15 ]
  %23 = add nsw i32 %22, -1
  %24 = getelementptr inbounds [12 x i32], ptr %5, i32 0, i32 %23
  store i32 %22, ptr %24, align 4, !tbaa !20
  %25 = icmp ugt i32 %22, 2
  br i1 %25, label %21, label %26, !llvm.loop !22

26:                                               ; preds = %21, %15
  %27 = phi i32 [ %18, %15 ], [ 1, %21 ]
  call void @llvm.lifetime.start.p0(i64 48, ptr nonnull %3) #13
  call void @llvm.memcpy.p0.p0.i32(ptr nonnull align 16 %3, ptr nonnull readonly align 16 %4, i32 %8, i1 false)
  %28 = load i32, ptr %3, align 16, !tbaa !20
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %50, label %30

30:                                               ; preds = %26, %46
  %31 = phi i32 [ %47, %46 ], [ %28, %26 ]
  %32 = phi i32 [ %48, %46 ], [ 0, %26 ]
  %33 = icmp sgt i32 %31, 0
  br i1 %33, label %34, label %46

34:                                               ; preds = %30, %34
  %35 = phi i32 [ %42, %34 ], [ %31, %30 ]
  %36 = phi i32 [ %41, %34 ], [ 0, %30 ]
  %37 = getelementptr inbounds i32, ptr %3, i32 %36
  %38 = load i32, ptr %37, align 4, !tbaa !20
  %39 = getelementptr inbounds i32, ptr %3, i32 %35
  %40 = load i32, ptr %39, align 4, !tbaa !20
  store i32 %40, ptr %37, align 4, !tbaa !20
  store i32 %38, ptr %39, align 4, !tbaa !20
  %41 = add nuw nsw i32 %36, 1
  %42 = add nsw i32 %35, -1
  %43 = icmp slt i32 %41, %42
  br i1 %43, label %34, label %44, !llvm.loop !23

44:                                               ; preds = %34
  %45 = load i32, ptr %3, align 16, !tbaa !20
  br label %46

46:                                               ; preds = %44, %30
  %47 = phi i32 [ %45, %44 ], [ %31, %30 ]
  %48 = add nuw nsw i32 %32, 1
  %49 = icmp eq i32 %47, 0
  br i1 %49, label %50, label %30, !llvm.loop !24

50:                                               ; preds = %46, %26
  %51 = phi i32 [ 0, %26 ], [ %48, %46 ]
  call void @llvm.lifetime.end.p0(i64 48, ptr nonnull %3) #13
  %52 = tail call i32 @llvm.smax.i32(i32 %51, i32 %17)
  %53 = and i32 %19, 1
  %54 = icmp eq i32 %53, 0
  %55 = sub nsw i32 0, %51
  %56 = select i1 %54, i32 %51, i32 %55
  %57 = add nsw i32 %16, %56
  %58 = icmp eq i32 %27, %1
  br i1 %58, label %76, label %59

59:                                               ; preds = %50, %71
  %60 = phi i32 [ %72, %71 ], [ %27, %50 ]
  %61 = load i32, ptr %4, align 16, !tbaa !20
  %62 = icmp sgt i32 %60, 0
  br i1 %62, label %63, label %65

63:                                               ; preds = %59
  %64 = shl nuw i32 %60, 2
  call void @llvm.memmove.p0.p0.i32(ptr nonnull align 16 %4, ptr nonnull align 4 %9, i32 %64, i1 false), !tbaa !20
  br label %65

65:                                               ; preds = %59, %63
  %66 = getelementptr inbounds i32, ptr %4, i32 %60
  store i32 %61, ptr %66, align 4, !tbaa !20
  %67 = getelementptr inbounds [12 x i32], ptr %5, i32 0, i32 %60
  %68 = load i32, ptr %67, align 4, !tbaa !20
  %69 = add nsw i32 %68, -1
  store i32 %69, ptr %67, align 4, !tbaa !20
  %70 = icmp sgt i32 %68, 1
  br i1 %70, label %74, label %71

71:                                               ; preds = %65
  %72 = add nsw i32 %60, 1
  %73 = icmp eq i32 %72, %1
  br i1 %73, label %76, label %59, !llvm.loop !25

74:                                               ; preds = %65
  %75 = add nuw nsw i32 %19, 1
  br label %15, !llvm.loop !26

76:                                               ; preds = %50, %71
  %77 = getelementptr inbounds i8, ptr %0, i32 4
  store i32 %52, ptr %77, align 4, !tbaa !8
  store i32 %57, ptr %0, align 4, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 48, ptr nonnull %5) #13
  call void @llvm.lifetime.end.p0(i64 48, ptr nonnull %4) #13
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i32, i1 immarg) #10

; Function Attrs: noinline nounwind
define internal fastcc void @put_padded(i64 noundef %0) unnamed_addr #5 {
  %2 = alloca [20 x i8], align 16
  call void @llvm.lifetime.start.p0(i64 20, ptr nonnull %2) #13
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
  store i8 %11, ptr %13, align 1, !tbaa !16
  %14 = icmp ugt i64 %5, 9
  br i1 %14, label %3, label %15, !llvm.loop !27

15:                                               ; preds = %3, %15
  %16 = phi i32 [ %17, %15 ], [ %12, %3 ]
  %17 = add nsw i32 %16, -1
  %18 = getelementptr inbounds [20 x i8], ptr %2, i32 0, i32 %17
  %19 = load i8, ptr %18, align 1, !tbaa !16
  tail call fastcc void @put_char(i8 noundef signext %19)
  %20 = icmp sgt i32 %16, 1
  br i1 %20, label %15, label %21, !llvm.loop !28

21:                                               ; preds = %15
  call void @llvm.lifetime.end.p0(i64 20, ptr nonnull %2) #13
  ret void
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p0.p0.i32(ptr nocapture writeonly, ptr nocapture readonly, i32, i1 immarg) #11

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #12

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.abs.i32(i32, i1 immarg) #12

attributes #0 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-export-name"="_start" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_sizes_get" }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_get" }
attributes #4 = { noinline noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #5 = { noinline nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #6 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #7 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="fd_write" }
attributes #8 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="proc_exit" }
attributes #9 = { nofree noinline norecurse nosync nounwind memory(argmem: write) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #10 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #11 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #12 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #13 = { nounwind }
attributes #14 = { noreturn }
attributes #15 = { noreturn nounwind }

!llvm.module.flags = !{!0}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{!2, !2, i64 0}
!2 = !{!"long", !3, i64 0}
!3 = !{!"omnipotent char", !4, i64 0}
!4 = !{!"Simple C/C++ TBAA"}
!5 = !{!6, !7, i64 0}
!6 = !{!"result", !7, i64 0, !7, i64 4}
!7 = !{!"int", !3, i64 0}
!8 = !{!6, !7, i64 4}
!9 = distinct !{!9, !10, !11}
!10 = !{!"llvm.loop.mustprogress"}
!11 = !{!"llvm.loop.unroll.disable"}
!12 = !{!13, !14, i64 0}
!13 = !{!"wasi_slice", !14, i64 0, !2, i64 4}
!14 = !{!"any pointer", !3, i64 0}
!15 = !{!13, !2, i64 4}
!16 = !{!3, !3, i64 0}
!17 = distinct !{!17, !10, !11}
!18 = !{!14, !14, i64 0}
!19 = distinct !{!19, !10, !11}
!20 = !{!7, !7, i64 0}
!21 = distinct !{!21, !10, !11}
!22 = distinct !{!22, !10, !11}
!23 = distinct !{!23, !10, !11}
!24 = distinct !{!24, !10, !11}
!25 = distinct !{!25, !11}
!26 = distinct !{!26, !11}
!27 = distinct !{!27, !10, !11}
!28 = distinct !{!28, !10, !11}
