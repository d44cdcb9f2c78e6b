; ModuleID = 'duff.c'
source_filename = "duff.c"
target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"

%struct.output_register = type { i32, i32 }
%struct.wasi_slice = type { ptr, i32 }

@_start.arguments = internal global [16 x ptr] zeroinitializer, align 16
@_start.text = internal global [4096 x i8] zeroinitializer, align 16
@.str = private unnamed_addr constant [29 x i8] c"the arguments cannot be read\00", align 1
@output_length = internal unnamed_addr global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@.str.1 = private unnamed_addr constant [15 x i8] c" wrong copies\0A\00", align 1
@.str.2 = private unnamed_addr constant [63 x i8] c"the argument must be a number, neither too small nor too large\00", align 1
@free_bytes = internal unnamed_addr global i32 0, align 4
@free_memory = internal unnamed_addr global ptr null, align 4
@.str.4 = private unnamed_addr constant [14 x i8] c"out of memory\00", align 1
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
  %21 = call fastcc i32 @program(i32 noundef %19, ptr noundef nonnull %20)
  call fastcc void @flush_to(i32 noundef 1)
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %24, label %23

23:                                               ; preds = %15
  call fastcc void @host_exit(i32 noundef %21) #15
  unreachable

24:                                               ; preds = %15
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
  tail call fastcc void @host_exit(i32 noundef 1) #15
  unreachable
}

; Function Attrs: noinline nounwind
define internal fastcc range(i32 0, 2) i32 @program(i32 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #5 {
  %3 = alloca %struct.output_register, align 8
  %4 = tail call fastcc i32 @size_argument(i32 noundef %0, ptr noundef %1)
  %5 = shl nuw nsw i32 %4, 1
  %6 = tail call fastcc ptr @allocate(i32 noundef %5)
  %7 = or disjoint i32 %5, 1
  %8 = tail call fastcc ptr @allocate(i32 noundef %7)
  br label %10

9:                                                ; preds = %10
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #14
  store i64 1, ptr %3, align 8
  br label %33

10:                                               ; preds = %2, %10
  %11 = phi i32 [ 0, %2 ], [ %16, %10 ]
  %12 = trunc i32 %11 to i16
  %13 = mul i16 %12, 31421
  %14 = add i16 %13, 6927
  %15 = getelementptr inbounds i16, ptr %6, i32 %11
  store i16 %14, ptr %15, align 2, !tbaa !5
  %16 = add nuw nsw i32 %11, 1
  %17 = icmp eq i32 %16, %4
  br i1 %17, label %9, label %10, !llvm.loop !7

18:                                               ; preds = %60
  %19 = getelementptr inbounds i8, ptr %3, i32 4
  %20 = load i32, ptr %19, align 4, !tbaa !10
  %21 = zext i32 %20 to i64
  %22 = shl nuw nsw i64 %21, 16
  %23 = load i32, ptr %3, align 8, !tbaa !13
  %24 = zext i32 %23 to i64
  %25 = or i64 %22, %24
  tail call fastcc void @put_padded(i64 noundef %25)
  tail call fastcc void @put_char(i8 noundef signext 10)
  %26 = icmp slt i32 %68, 0
  br i1 %26, label %27, label %28

27:                                               ; preds = %18
  tail call fastcc void @put_char(i8 noundef signext 45)
  br label %28

28:                                               ; preds = %18, %27
  %29 = tail call i32 @llvm.abs.i32(i32 %68, i1 false)
  %30 = zext i32 %29 to i64
  tail call fastcc void @put_padded(i64 noundef %30)
  tail call fastcc void @put_text(ptr noundef nonnull @.str.1)
  %31 = icmp ne i32 %68, 0
  %32 = zext i1 %31 to i32
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #14
  ret i32 %32

33:                                               ; preds = %9, %60
  %34 = phi i32 [ 0, %9 ], [ %68, %60 ]
  %35 = phi i32 [ 1, %9 ], [ %69, %60 ]
  call fastcc void @send(ptr noundef nonnull %3, ptr noundef %6, i32 noundef %35)
  %36 = shl nuw nsw i32 %35, 1
  tail call void @llvm.memset.p0.i32(ptr noundef nonnull align 1 dereferenceable(1) %8, i8 -91, i32 %7, i1 false)
  %37 = add nsw i32 %36, -1
  %38 = and i32 %35, 1
  %39 = add nsw i32 %37, %38
  tail call fastcc void @copy(ptr noundef %8, ptr noundef %6, i32 noundef %39)
  %40 = icmp slt i32 %39, 1
  br i1 %40, label %60, label %41

41:                                               ; preds = %33
  %42 = load i8, ptr %8, align 1, !tbaa !14
  %43 = load i8, ptr %6, align 1, !tbaa !14
  %44 = icmp eq i8 %42, %43
  br i1 %44, label %45, label %57

45:                                               ; preds = %41, %49
  %46 = phi i32 [ %47, %49 ], [ 0, %41 ]
  %47 = add nuw nsw i32 %46, 1
  %48 = icmp eq i32 %47, %39
  br i1 %48, label %55, label %49, !llvm.loop !15

49:                                               ; preds = %45
  %50 = getelementptr inbounds i8, ptr %8, i32 %47
  %51 = load i8, ptr %50, align 1, !tbaa !14
  %52 = getelementptr inbounds i8, ptr %6, i32 %47
  %53 = load i8, ptr %52, align 1, !tbaa !14
  %54 = icmp eq i8 %51, %53
  br i1 %54, label %45, label %55, !llvm.loop !15

55:                                               ; preds = %49, %45
  %56 = icmp uge i32 %47, %39
  br label %57

57:                                               ; preds = %55, %41
  %58 = phi i1 [ false, %41 ], [ %56, %55 ]
  %59 = zext i1 %58 to i32
  br label %60

60:                                               ; preds = %33, %57
  %61 = phi i32 [ 1, %33 ], [ %59, %57 ]
  %62 = xor i32 %61, 1
  %63 = add nsw i32 %62, %34
  %64 = getelementptr inbounds i8, ptr %8, i32 %36
  %65 = load i8, ptr %64, align 1, !tbaa !14
  %66 = icmp ne i8 %65, -91
  %67 = zext i1 %66 to i32
  %68 = add nsw i32 %63, %67
  %69 = add nuw nsw i32 %35, 1
  %70 = icmp eq i32 %35, %4
  br i1 %70, label %18, label %33, !llvm.loop !16
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
  br i1 %11, label %13, label %12, !llvm.loop !17

12:                                               ; preds = %8, %1
  store i32 0, ptr @output_length, align 4, !tbaa !1
  ret void

13:                                               ; preds = %6, %8
  %14 = phi i32 [ %4, %6 ], [ %10, %8 ]
  %15 = phi i32 [ 0, %6 ], [ %9, %8 ]
  %16 = getelementptr inbounds i8, ptr @output, i32 %15
  %17 = sub i32 %14, %15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #14
  store ptr %16, ptr %2, align 4, !tbaa !18
  store i32 %17, ptr %7, align 4, !tbaa !21
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
  call fastcc void @host_exit(i32 noundef 1) #15
  unreachable
}

; Function Attrs: noreturn nounwind
define internal fastcc void @host_exit(i32 noundef %0) unnamed_addr #6 {
  tail call void @wasi_proc_exit(i32 noundef %0) #16
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
  br i1 %9, label %10, label %4, !llvm.loop !22

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
define internal fastcc range(i32 1, 10001) i32 @size_argument(i32 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #5 {
  %3 = icmp eq i32 %0, 0
  br i1 %3, label %29, label %4

4:                                                ; preds = %2
  %5 = load ptr, ptr %1, align 4, !tbaa !23
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
  %22 = icmp slt i32 %18, 10001
  %23 = select i1 %21, i1 %22, i1 false
  br i1 %23, label %8, label %24, !llvm.loop !24

24:                                               ; preds = %14
  %25 = add i32 %18, -10001
  %26 = icmp ult i32 %25, -10000
  %27 = select i1 %7, i1 true, i1 %26
  br i1 %27, label %28, label %29

28:                                               ; preds = %8, %4, %24
  tail call fastcc void @fail(ptr noundef nonnull @.str.2) #15
  unreachable

29:                                               ; preds = %24, %2
  %30 = phi i32 [ 200, %2 ], [ %18, %24 ]
  ret i32 %30
}

; Function Attrs: noinline nounwind
define internal fastcc ptr @allocate(i32 noundef %0) unnamed_addr #5 {
  %2 = add i32 %0, 15
  %3 = and i32 %2, -16
  %4 = load i32, ptr @free_bytes, align 4, !tbaa !1
  %5 = icmp ugt i32 %3, %4
  br i1 %5, label %8, label %6

6:                                                ; preds = %1
  %7 = load ptr, ptr @free_memory, align 4, !tbaa !23
  br label %21

8:                                                ; preds = %1
  %9 = tail call i32 @llvm.umax.i32(i32 %3, i32 262144)
  store i32 %9, ptr @free_bytes, align 4, !tbaa !1
  %10 = add i32 %9, 65535
  %11 = lshr i32 %10, 16
  %12 = tail call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %11)
  %13 = icmp eq i32 %12, -1
  %14 = shl i32 %12, 16
  %15 = inttoptr i32 %14 to ptr
  %16 = select i1 %13, ptr null, ptr %15
  store ptr %16, ptr @free_memory, align 4, !tbaa !23
  %17 = icmp eq ptr %16, null
  br i1 %17, label %20, label %18

18:                                               ; preds = %8
  %19 = load i32, ptr @free_bytes, align 4, !tbaa !1
  br label %21

20:                                               ; preds = %8
  tail call fastcc void @fail(ptr noundef nonnull @.str.4) #15
  unreachable

21:                                               ; preds = %18, %6
  %22 = phi i32 [ %4, %6 ], [ %19, %18 ]
  %23 = phi ptr [ %7, %6 ], [ %15, %18 ]
  %24 = getelementptr inbounds i8, ptr %23, i32 %3
  store ptr %24, ptr @free_memory, align 4, !tbaa !23
  %25 = sub i32 %22, %3
  store i32 %25, ptr @free_bytes, align 4, !tbaa !1
  ret ptr %23
}

; Function Attrs: nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define internal fastcc void @send(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i32 noundef %2) unnamed_addr #9 {
  %4 = add nsw i32 %2, 7
  %5 = sdiv i32 %4, 8
  %6 = srem i32 %2, 8
  switch i32 %6, label %138 [
    i32 0, label %35
    i32 7, label %31
    i32 6, label %27
    i32 5, label %23
    i32 4, label %19
    i32 3, label %15
    i32 2, label %11
    i32 1, label %7
  ]

7:                                                ; preds = %3
  %8 = load i32, ptr %0, align 4, !tbaa !13
  %9 = getelementptr inbounds i8, ptr %0, i32 4
  %10 = load i32, ptr %9, align 4, !tbaa !10
  br label %123

11:                                               ; preds = %3
  %12 = load i32, ptr %0, align 4, !tbaa !13
  %13 = getelementptr inbounds i8, ptr %0, i32 4
  %14 = load i32, ptr %13, align 4, !tbaa !10
  br label %111

15:                                               ; preds = %3
  %16 = load i32, ptr %0, align 4, !tbaa !13
  %17 = getelementptr inbounds i8, ptr %0, i32 4
  %18 = load i32, ptr %17, align 4, !tbaa !10
  br label %99

19:                                               ; preds = %3
  %20 = load i32, ptr %0, align 4, !tbaa !13
  %21 = getelementptr inbounds i8, ptr %0, i32 4
  %22 = load i32, ptr %21, align 4, !tbaa !10
  br label %87

23:                                               ; preds = %3
  %24 = load i32, ptr %0, align 4, !tbaa !13
  %25 = getelementptr inbounds i8, ptr %0, i32 4
  %26 = load i32, ptr %25, align 4, !tbaa !10
  br label %75

27:                                               ; preds = %3
  %28 = load i32, ptr %0, align 4, !tbaa !13
  %29 = getelementptr inbounds i8, ptr %0, i32 4
  %30 = load i32, ptr %29, align 4, !tbaa !10
  br label %63

31:                                               ; preds = %3
  %32 = load i32, ptr %0, align 4, !tbaa !13
  %33 = getelementptr inbounds i8, ptr %0, i32 4
  %34 = load i32, ptr %33, align 4, !tbaa !10
  br label %51

35:                                               ; preds = %3
  %36 = load i32, ptr %0, align 4, !tbaa !13
  %37 = getelementptr inbounds i8, ptr %0, i32 4
  %38 = load i32, ptr %37, align 4, !tbaa !10
  br label %39

39:                                               ; preds = %35, %123
  %40 = phi i32 [ %135, %123 ], [ %38, %35 ]
  %41 = phi i32 [ %132, %123 ], [ %36, %35 ]
  %42 = phi ptr [ %128, %123 ], [ %1, %35 ]
  %43 = phi i32 [ %136, %123 ], [ %5, %35 ]
  %44 = getelementptr inbounds i8, ptr %42, i32 2
  %45 = load i16, ptr %42, align 2, !tbaa !5
  %46 = zext i16 %45 to i32
  %47 = add i32 %41, %46
  %48 = urem i32 %47, 65521
  store i32 %48, ptr %0, align 4, !tbaa !13
  %49 = add i32 %40, %48
  %50 = urem i32 %49, 65521
  br label %51

51:                                               ; preds = %31, %39
  %52 = phi i32 [ %50, %39 ], [ %34, %31 ]
  %53 = phi i32 [ %48, %39 ], [ %32, %31 ]
  %54 = phi ptr [ %44, %39 ], [ %1, %31 ]
  %55 = phi i32 [ %43, %39 ], [ %5, %31 ]
  %56 = getelementptr inbounds i8, ptr %54, i32 2
  %57 = load i16, ptr %54, align 2, !tbaa !5
  %58 = zext i16 %57 to i32
  %59 = add i32 %53, %58
  %60 = urem i32 %59, 65521
  %61 = add i32 %52, %60
  %62 = urem i32 %61, 65521
  br label %63

63:                                               ; preds = %27, %51
  %64 = phi i32 [ %62, %51 ], [ %30, %27 ]
  %65 = phi i32 [ %60, %51 ], [ %28, %27 ]
  %66 = phi ptr [ %56, %51 ], [ %1, %27 ]
  %67 = phi i32 [ %55, %51 ], [ %5, %27 ]
  %68 = getelementptr inbounds i8, ptr %66, i32 2
  %69 = load i16, ptr %66, align 2, !tbaa !5
  %70 = zext i16 %69 to i32
  %71 = add i32 %65, %70
  %72 = urem i32 %71, 65521
  %73 = add i32 %64, %72
  %74 = urem i32 %73, 65521
  br label %75

75:                                               ; preds = %23, %63
  %76 = phi i32 [ %74, %63 ], [ %26, %23 ]
  %77 = phi i32 [ %72, %63 ], [ %24, %23 ]
  %78 = phi ptr [ %68, %63 ], [ %1, %23 ]
  %79 = phi i32 [ %67, %63 ], [ %5, %23 ]
  %80 = getelementptr inbounds i8, ptr %78, i32 2
  %81 = load i16, ptr %78, align 2, !tbaa !5
  %82 = zext i16 %81 to i32
  %83 = add i32 %77, %82
  %84 = urem i32 %83, 65521
  %85 = add i32 %76, %84
  %86 = urem i32 %85, 65521
  br label %87

87:                                               ; preds = %19, %75
  %88 = phi i32 [ %86, %75 ], [ %22, %19 ]
  %89 = phi i32 [ %84, %75 ], [ %20, %19 ]
  %90 = phi ptr [ %80, %75 ], [ %1, %19 ]
  %91 = phi i32 [ %79, %75 ], [ %5, %19 ]
  %92 = getelementptr inbounds i8, ptr %90, i32 2
  %93 = load i16, ptr %90, align 2, !tbaa !5
  %94 = zext i16 %93 to i32
  %95 = add i32 %89, %94
  %96 = urem i32 %95, 65521
  %97 = add i32 %88, %96
  %98 = urem i32 %97, 65521
  br label %99

99:                                               ; preds = %15, %87
  %100 = phi i32 [ %98, %87 ], [ %18, %15 ]
  %101 = phi i32 [ %96, %87 ], [ %16, %15 ]
  %102 = phi ptr [ %92, %87 ], [ %1, %15 ]
  %103 = phi i32 [ %91, %87 ], [ %5, %15 ]
  %104 = getelementptr inbounds i8, ptr %102, i32 2
  %105 = load i16, ptr %102, align 2, !tbaa !5
  %106 = zext i16 %105 to i32
  %107 = add i32 %101, %106
  %108 = urem i32 %107, 65521
  %109 = add i32 %100, %108
  %110 = urem i32 %109, 65521
  br label %111

111:                                              ; preds = %11, %99
  %112 = phi i32 [ %110, %99 ], [ %14, %11 ]
  %113 = phi i32 [ %108, %99 ], [ %12, %11 ]
  %114 = phi ptr [ %104, %99 ], [ %1, %11 ]
  %115 = phi i32 [ %103, %99 ], [ %5, %11 ]
  %116 = getelementptr inbounds i8, ptr %114, i32 2
  %117 = load i16, ptr %114, align 2, !tbaa !5
  %118 = zext i16 %117 to i32
  %119 = add i32 %113, %118
  %120 = urem i32 %119, 65521
  %121 = add i32 %112, %120
  %122 = urem i32 %121, 65521
  br label %123

123:                                              ; preds = %7, %111
  %124 = phi i32 [ %10, %7 ], [ %122, %111 ]
  %125 = phi i32 [ %8, %7 ], [ %120, %111 ]
  %126 = phi ptr [ %1, %7 ], [ %116, %111 ]
  %127 = phi i32 [ %5, %7 ], [ %115, %111 ]
  %128 = getelementptr inbounds i8, ptr %126, i32 2
  %129 = load i16, ptr %126, align 2, !tbaa !5
  %130 = zext i16 %129 to i32
  %131 = add i32 %125, %130
  %132 = urem i32 %131, 65521
  store i32 %132, ptr %0, align 4, !tbaa !13
  %133 = getelementptr inbounds i8, ptr %0, i32 4
  %134 = add i32 %124, %132
  %135 = urem i32 %134, 65521
  store i32 %135, ptr %133, align 4, !tbaa !10
  %136 = add nsw i32 %127, -1
  %137 = icmp sgt i32 %127, 1
  br i1 %137, label %39, label %138, !llvm.loop !25

138:                                              ; preds = %123, %3
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i32(ptr nocapture writeonly, i8, i32, i1 immarg) #10

; Function Attrs: nofree noinline norecurse nounwind
define internal fastcc void @copy(ptr noundef %0, ptr nocapture noundef readonly %1, i32 noundef %2) unnamed_addr #11 {
  %4 = add nsw i32 %2, 7
  %5 = sdiv i32 %4, 8
  %6 = srem i32 %2, 8
  switch i32 %6, label %65 [
    i32 0, label %7
    i32 7, label %14
    i32 6, label %21
    i32 5, label %28
    i32 4, label %35
    i32 3, label %42
    i32 2, label %49
    i32 1, label %56
  ]

7:                                                ; preds = %3, %56
  %8 = phi ptr [ %60, %56 ], [ %1, %3 ]
  %9 = phi ptr [ %62, %56 ], [ %0, %3 ]
  %10 = phi i32 [ %63, %56 ], [ %5, %3 ]
  %11 = getelementptr inbounds i8, ptr %8, i32 1
  %12 = load i8, ptr %8, align 1, !tbaa !14
  %13 = getelementptr inbounds i8, ptr %9, i32 1
  store volatile i8 %12, ptr %9, align 1, !tbaa !14
  br label %14

14:                                               ; preds = %3, %7
  %15 = phi ptr [ %11, %7 ], [ %1, %3 ]
  %16 = phi ptr [ %13, %7 ], [ %0, %3 ]
  %17 = phi i32 [ %10, %7 ], [ %5, %3 ]
  %18 = getelementptr inbounds i8, ptr %15, i32 1
  %19 = load i8, ptr %15, align 1, !tbaa !14
  %20 = getelementptr inbounds i8, ptr %16, i32 1
  store volatile i8 %19, ptr %16, align 1, !tbaa !14
  br label %21

21:                                               ; preds = %3, %14
  %22 = phi ptr [ %18, %14 ], [ %1, %3 ]
  %23 = phi ptr [ %20, %14 ], [ %0, %3 ]
  %24 = phi i32 [ %17, %14 ], [ %5, %3 ]
  %25 = getelementptr inbounds i8, ptr %22, i32 1
  %26 = load i8, ptr %22, align 1, !tbaa !14
  %27 = getelementptr inbounds i8, ptr %23, i32 1
  store volatile i8 %26, ptr %23, align 1, !tbaa !14
  br label %28

28:                                               ; preds = %3, %21
  %29 = phi ptr [ %25, %21 ], [ %1, %3 ]
  %30 = phi ptr [ %27, %21 ], [ %0, %3 ]
  %31 = phi i32 [ %24, %21 ], [ %5, %3 ]
  %32 = getelementptr inbounds i8, ptr %29, i32 1
  %33 = load i8, ptr %29, align 1, !tbaa !14
  %34 = getelementptr inbounds i8, ptr %30, i32 1
  store volatile i8 %33, ptr %30, align 1, !tbaa !14
  br label %35

35:                                               ; preds = %3, %28
  %36 = phi ptr [ %32, %28 ], [ %1, %3 ]
  %37 = phi ptr [ %34, %28 ], [ %0, %3 ]
  %38 = phi i32 [ %31, %28 ], [ %5, %3 ]
  %39 = getelementptr inbounds i8, ptr %36, i32 1
  %40 = load i8, ptr %36, align 1, !tbaa !14
  %41 = getelementptr inbounds i8, ptr %37, i32 1
  store volatile i8 %40, ptr %37, align 1, !tbaa !14
  br label %42

42:                                               ; preds = %3, %35
  %43 = phi ptr [ %39, %35 ], [ %1, %3 ]
  %44 = phi ptr [ %41, %35 ], [ %0, %3 ]
  %45 = phi i32 [ %38, %35 ], [ %5, %3 ]
  %46 = getelementptr inbounds i8, ptr %43, i32 1
  %47 = load i8, ptr %43, align 1, !tbaa !14
  %48 = getelementptr inbounds i8, ptr %44, i32 1
  store volatile i8 %47, ptr %44, align 1, !tbaa !14
  br label %49

49:                                               ; preds = %3, %42
  %50 = phi ptr [ %46, %42 ], [ %1, %3 ]
  %51 = phi ptr [ %48, %42 ], [ %0, %3 ]
  %52 = phi i32 [ %45, %42 ], [ %5, %3 ]
  %53 = getelementptr inbounds i8, ptr %50, i32 1
  %54 = load i8, ptr %50, align 1, !tbaa !14
  %55 = getelementptr inbounds i8, ptr %51, i32 1
  store volatile i8 %54, ptr %51, align 1, !tbaa !14
  br label %56

56:                                               ; preds = %3, %49
  %57 = phi ptr [ %1, %3 ], [ %53, %49 ]
  %58 = phi ptr [ %0, %3 ], [ %55, %49 ]
  %59 = phi i32 [ %5, %3 ], [ %52, %49 ]
  %60 = getelementptr inbounds i8, ptr %57, i32 1
  %61 = load i8, ptr %57, align 1, !tbaa !14
  %62 = getelementptr inbounds i8, ptr %58, i32 1
  store volatile i8 %61, ptr %58, align 1, !tbaa !14
  %63 = add nsw i32 %59, -1
  %64 = icmp sgt i32 %59, 1
  br i1 %64, label %7, label %65, !llvm.loop !26

65:                                               ; preds = %56, %3
  ret void
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
  br i1 %14, label %3, label %15, !llvm.loop !27

15:                                               ; preds = %3, %15
  %16 = phi i32 [ %17, %15 ], [ %12, %3 ]
  %17 = add nsw i32 %16, -1
  %18 = getelementptr inbounds [20 x i8], ptr %2, i32 0, i32 %17
  %19 = load i8, ptr %18, align 1, !tbaa !14
  tail call fastcc void @put_char(i8 noundef signext %19)
  %20 = icmp sgt i32 %16, 1
  br i1 %20, label %15, label %21, !llvm.loop !28

21:                                               ; preds = %15
  call void @llvm.lifetime.end.p0(i64 20, ptr nonnull %2) #14
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #13

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.abs.i32(i32, i1 immarg) #13

attributes #0 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-export-name"="_start" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_sizes_get" }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_get" }
attributes #4 = { noinline noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #5 = { noinline nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #6 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #7 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="fd_write" }
attributes #8 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="proc_exit" }
attributes #9 = { nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #10 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #11 = { nofree noinline norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
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
!5 = !{!6, !6, i64 0}
!6 = !{!"short", !3, i64 0}
!7 = distinct !{!7, !8, !9}
!8 = !{!"llvm.loop.mustprogress"}
!9 = !{!"llvm.loop.unroll.disable"}
!10 = !{!11, !12, i64 4}
!11 = !{!"output_register", !12, i64 0, !12, i64 4}
!12 = !{!"int", !3, i64 0}
!13 = !{!11, !12, i64 0}
!14 = !{!3, !3, i64 0}
!15 = distinct !{!15, !8, !9}
!16 = distinct !{!16, !8, !9}
!17 = distinct !{!17, !8, !9}
!18 = !{!19, !20, i64 0}
!19 = !{!"wasi_slice", !20, i64 0, !2, i64 4}
!20 = !{!"any pointer", !3, i64 0}
!21 = !{!19, !2, i64 4}
!22 = distinct !{!22, !8, !9}
!23 = !{!20, !20, i64 0}
!24 = distinct !{!24, !8, !9}
!25 = distinct !{!25, !8, !9}
!26 = distinct !{!26, !8, !9}
!27 = distinct !{!27, !8, !9}
!28 = distinct !{!28, !8, !9}
