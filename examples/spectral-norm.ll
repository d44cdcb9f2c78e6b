; ModuleID = 'spectral-norm.c'
source_filename = "spectral-norm.c"
target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"

%struct.wasi_slice = type { ptr, i32 }

@_start.arguments = internal global [16 x ptr] zeroinitializer, align 16
@_start.text = internal global [4096 x i8] zeroinitializer, align 16
@.str = private unnamed_addr constant [29 x i8] c"the arguments cannot be read\00", align 1
@output_length = internal unnamed_addr global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@free_bytes = internal unnamed_addr global i32 0, align 4
@free_memory = internal unnamed_addr global ptr null, align 4
@.str.2 = private unnamed_addr constant [14 x i8] c"out of memory\00", align 1
@products = internal constant [2 x ptr] [ptr @of_matrix, ptr @of_transpose], align 4
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
  %3 = tail call fastcc i32 @size_argument(i32 noundef %0, ptr noundef %1)
  %4 = shl nuw nsw i32 %3, 3
  %5 = tail call fastcc ptr @allocate(i32 noundef %4)
  %6 = tail call fastcc ptr @allocate(i32 noundef %4)
  %7 = tail call fastcc ptr @allocate(i32 noundef %4)
  br label %8

8:                                                ; preds = %2, %8
  %9 = phi i32 [ %11, %8 ], [ 0, %2 ]
  %10 = getelementptr inbounds double, ptr %5, i32 %9
  store double 1.000000e+00, ptr %10, align 8, !tbaa !5
  %11 = add nuw nsw i32 %9, 1
  %12 = icmp eq i32 %11, %3
  br i1 %12, label %33, label %8, !llvm.loop !7

13:                                               ; preds = %33, %13
  %14 = phi i32 [ %22, %13 ], [ 0, %33 ]
  %15 = phi double [ %21, %13 ], [ 0.000000e+00, %33 ]
  %16 = getelementptr inbounds double, ptr %5, i32 %14
  %17 = load double, ptr %16, align 8, !tbaa !5
  %18 = getelementptr inbounds double, ptr %6, i32 %14
  %19 = load double, ptr %18, align 8, !tbaa !5
  %20 = fmul double %17, %19
  %21 = fadd double %15, %20
  %22 = add nuw nsw i32 %14, 1
  %23 = icmp eq i32 %22, %3
  br i1 %23, label %24, label %13, !llvm.loop !10

24:                                               ; preds = %13, %24
  %25 = phi i32 [ %31, %24 ], [ 0, %13 ]
  %26 = phi double [ %30, %24 ], [ 0.000000e+00, %13 ]
  %27 = getelementptr inbounds double, ptr %6, i32 %25
  %28 = load double, ptr %27, align 8, !tbaa !5
  %29 = fmul double %28, %28
  %30 = fadd double %26, %29
  %31 = add nuw nsw i32 %25, 1
  %32 = icmp eq i32 %31, %3
  br i1 %32, label %41, label %24, !llvm.loop !10

33:                                               ; preds = %8, %33
  %34 = phi i32 [ %39, %33 ], [ 0, %8 ]
  %35 = load volatile ptr, ptr @products, align 4, !tbaa !11
  tail call fastcc void @multiply(ptr noundef %35, i32 noundef %3, ptr noundef readonly %5, ptr noundef %7)
  %36 = load volatile ptr, ptr getelementptr inbounds (i8, ptr @products, i32 4), align 4, !tbaa !11
  tail call fastcc void @multiply(ptr noundef %36, i32 noundef %3, ptr noundef %7, ptr noundef %6)
  %37 = load volatile ptr, ptr @products, align 4, !tbaa !11
  tail call fastcc void @multiply(ptr noundef %37, i32 noundef %3, ptr noundef readonly %6, ptr noundef %7)
  %38 = load volatile ptr, ptr getelementptr inbounds (i8, ptr @products, i32 4), align 4, !tbaa !11
  tail call fastcc void @multiply(ptr noundef %38, i32 noundef %3, ptr noundef %7, ptr noundef %5)
  %39 = add nuw nsw i32 %34, 1
  %40 = icmp eq i32 %39, 10
  br i1 %40, label %13, label %33, !llvm.loop !13

41:                                               ; preds = %24
  %42 = fdiv double %21, %30
  %43 = tail call double @llvm.sqrt.f64(double %42)
  tail call fastcc void @put_double(double noundef %43)
  tail call fastcc void @put_char(i8 noundef signext 10)
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
  br i1 %11, label %13, label %12, !llvm.loop !14

12:                                               ; preds = %8, %1
  store i32 0, ptr @output_length, align 4, !tbaa !1
  ret void

13:                                               ; preds = %6, %8
  %14 = phi i32 [ %4, %6 ], [ %10, %8 ]
  %15 = phi i32 [ 0, %6 ], [ %9, %8 ]
  %16 = getelementptr inbounds i8, ptr @output, i32 %15
  %17 = sub i32 %14, %15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #13
  store ptr %16, ptr %2, align 4, !tbaa !15
  store i32 %17, ptr %7, align 4, !tbaa !17
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
  %2 = load i8, ptr %0, align 1, !tbaa !18
  %3 = icmp eq i8 %2, 0
  br i1 %3, label %10, label %4

4:                                                ; preds = %1, %4
  %5 = phi i8 [ %8, %4 ], [ %2, %1 ]
  %6 = phi ptr [ %7, %4 ], [ %0, %1 ]
  %7 = getelementptr inbounds i8, ptr %6, i32 1
  tail call fastcc void @put_char(i8 noundef signext %5)
  %8 = load i8, ptr %7, align 1, !tbaa !18
  %9 = icmp eq i8 %8, 0
  br i1 %9, label %10, label %4, !llvm.loop !19

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
  store i8 %0, ptr %9, align 1, !tbaa !18
  ret void
}

declare zeroext i16 @wasi_fd_write(i32 noundef, ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #7

; Function Attrs: noreturn
declare void @wasi_proc_exit(i32 noundef) local_unnamed_addr #8

; Function Attrs: noinline nounwind
define internal fastcc void @put_double(double noundef %0) unnamed_addr #5 {
  %2 = alloca [3 x i32], align 4
  %3 = bitcast double %0 to i64
  %4 = icmp slt i64 %3, 0
  br i1 %4, label %5, label %7

5:                                                ; preds = %1
  tail call fastcc void @put_char(i8 noundef signext 45)
  %6 = fneg double %0
  br label %7

7:                                                ; preds = %5, %1
  %8 = phi double [ %6, %5 ], [ %0, %1 ]
  %9 = fptoui double %8 to i64
  %10 = uitofp i64 %9 to double
  %11 = fsub double %8, %10
  call void @llvm.lifetime.start.p0(i64 12, ptr nonnull %2) #13
  br label %12

12:                                               ; preds = %7, %12
  %13 = phi double [ %11, %7 ], [ %19, %12 ]
  %14 = phi i32 [ 0, %7 ], [ %20, %12 ]
  %15 = fmul double %13, 0x41F0000000000000
  %16 = fptoui double %15 to i32
  %17 = getelementptr inbounds [3 x i32], ptr %2, i32 0, i32 %14
  store i32 %16, ptr %17, align 4, !tbaa !20
  %18 = uitofp i32 %16 to double
  %19 = fsub double %15, %18
  %20 = add nuw nsw i32 %14, 1
  %21 = icmp eq i32 %20, 3
  br i1 %21, label %22, label %12, !llvm.loop !22

22:                                               ; preds = %12, %28
  %23 = phi i32 [ %32, %28 ], [ 0, %12 ]
  %24 = phi i32 [ %31, %28 ], [ 0, %12 ]
  br label %34

25:                                               ; preds = %28
  %26 = load i32, ptr %2, align 4, !tbaa !20
  %27 = icmp ugt i32 %26, -2147483648
  br i1 %27, label %61, label %46

28:                                               ; preds = %34
  %29 = mul i32 %24, 10
  %30 = trunc nuw nsw i64 %43 to i32
  %31 = add i32 %29, %30
  %32 = add nuw nsw i32 %23, 1
  %33 = icmp eq i32 %32, 9
  br i1 %33, label %25, label %22, !llvm.loop !23

34:                                               ; preds = %22, %34
  %35 = phi i32 [ 2, %22 ], [ %44, %34 ]
  %36 = phi i64 [ 0, %22 ], [ %43, %34 ]
  %37 = getelementptr inbounds [3 x i32], ptr %2, i32 0, i32 %35
  %38 = load i32, ptr %37, align 4, !tbaa !20
  %39 = zext i32 %38 to i64
  %40 = mul nuw nsw i64 %39, 10
  %41 = add nuw nsw i64 %40, %36
  %42 = trunc i64 %41 to i32
  store i32 %42, ptr %37, align 4, !tbaa !20
  %43 = lshr i64 %41, 32
  %44 = add nsw i32 %35, -1
  %45 = icmp eq i32 %35, 0
  br i1 %45, label %28, label %34, !llvm.loop !24

46:                                               ; preds = %25
  %47 = icmp eq i32 %26, -2147483648
  %48 = getelementptr inbounds i8, ptr %2, i32 4
  %49 = load i32, ptr %48, align 4
  %50 = getelementptr inbounds i8, ptr %2, i32 8
  %51 = load i32, ptr %50, align 4
  %52 = or i32 %51, %49
  %53 = icmp ne i32 %52, 0
  %54 = select i1 %47, i1 %53, i1 false
  br i1 %54, label %61, label %55

55:                                               ; preds = %46
  %56 = xor i1 %47, true
  %57 = select i1 %56, i1 true, i1 %53
  %58 = and i32 %30, 1
  %59 = icmp eq i32 %58, 0
  %60 = select i1 %57, i1 true, i1 %59
  br i1 %60, label %63, label %61

61:                                               ; preds = %25, %55, %46
  %62 = add i32 %31, 1
  br label %63

63:                                               ; preds = %61, %55
  %64 = phi i32 [ %62, %61 ], [ %31, %55 ]
  %65 = icmp eq i32 %64, 1000000000
  %66 = select i1 %65, i32 0, i32 %64
  %67 = zext i1 %65 to i64
  %68 = add i64 %67, %9
  tail call fastcc void @put_padded(i64 noundef %68, i32 noundef 1)
  tail call fastcc void @put_char(i8 noundef signext 46)
  %69 = zext i32 %66 to i64
  tail call fastcc void @put_padded(i64 noundef %69, i32 noundef 9)
  call void @llvm.lifetime.end.p0(i64 12, ptr nonnull %2) #13
  ret void
}

; Function Attrs: noinline nounwind
define internal fastcc range(i32 1, 20001) i32 @size_argument(i32 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #5 {
  %3 = icmp eq i32 %0, 0
  br i1 %3, label %29, label %4

4:                                                ; preds = %2
  %5 = load ptr, ptr %1, align 4, !tbaa !11
  %6 = load i8, ptr %5, align 1, !tbaa !18
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
  %20 = load i8, ptr %19, align 1, !tbaa !18
  %21 = icmp ne i8 %20, 0
  %22 = icmp slt i32 %18, 20001
  %23 = select i1 %21, i1 %22, i1 false
  br i1 %23, label %8, label %24, !llvm.loop !25

24:                                               ; preds = %14
  %25 = add i32 %18, -20001
  %26 = icmp ult i32 %25, -20000
  %27 = select i1 %7, i1 true, i1 %26
  br i1 %27, label %28, label %29

28:                                               ; preds = %8, %4, %24
  tail call fastcc void @fail(ptr noundef nonnull @.str.3) #14
  unreachable

29:                                               ; preds = %24, %2
  %30 = phi i32 [ 100, %2 ], [ %18, %24 ]
  ret i32 %30
}

; Function Attrs: noinline nounwind
define internal fastcc void @put_padded(i64 noundef %0, i32 noundef %1) unnamed_addr #5 {
  %3 = alloca [20 x i8], align 16
  call void @llvm.lifetime.start.p0(i64 20, ptr nonnull %3) #13
  %4 = icmp ne i64 %0, 0
  %5 = icmp sgt i32 %1, 0
  %6 = or i1 %4, %5
  br i1 %6, label %7, label %27

7:                                                ; preds = %2, %7
  %8 = phi i32 [ %16, %7 ], [ 0, %2 ]
  %9 = phi i64 [ %11, %7 ], [ %0, %2 ]
  %10 = freeze i64 %9
  %11 = udiv i64 %10, 10
  %12 = mul i64 %11, 10
  %13 = sub i64 %10, %12
  %14 = trunc nuw nsw i64 %13 to i8
  %15 = or disjoint i8 %14, 48
  %16 = add nuw nsw i32 %8, 1
  %17 = getelementptr inbounds [20 x i8], ptr %3, i32 0, i32 %8
  store i8 %15, ptr %17, align 1, !tbaa !18
  %18 = icmp ugt i64 %9, 9
  %19 = icmp slt i32 %16, %1
  %20 = select i1 %18, i1 true, i1 %19
  br i1 %20, label %7, label %21, !llvm.loop !26

21:                                               ; preds = %7, %21
  %22 = phi i32 [ %23, %21 ], [ %16, %7 ]
  %23 = add nsw i32 %22, -1
  %24 = getelementptr inbounds [20 x i8], ptr %3, i32 0, i32 %23
  %25 = load i8, ptr %24, align 1, !tbaa !18
  tail call fastcc void @put_char(i8 noundef signext %25)
  %26 = icmp sgt i32 %22, 1
  br i1 %26, label %21, label %27, !llvm.loop !27

27:                                               ; preds = %21, %2
  call void @llvm.lifetime.end.p0(i64 20, ptr nonnull %3) #13
  ret void
}

; Function Attrs: noinline nounwind
define internal fastcc ptr @allocate(i32 noundef %0) unnamed_addr #5 {
  %2 = add i32 %0, 15
  %3 = and i32 %2, -16
  %4 = load i32, ptr @free_bytes, align 4, !tbaa !1
  %5 = icmp ugt i32 %3, %4
  br i1 %5, label %8, label %6

6:                                                ; preds = %1
  %7 = load ptr, ptr @free_memory, align 4, !tbaa !11
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
  store ptr %16, ptr @free_memory, align 4, !tbaa !11
  %17 = icmp eq ptr %16, null
  br i1 %17, label %20, label %18

18:                                               ; preds = %8
  %19 = load i32, ptr @free_bytes, align 4, !tbaa !1
  br label %21

20:                                               ; preds = %8
  tail call fastcc void @fail(ptr noundef nonnull @.str.2) #14
  unreachable

21:                                               ; preds = %18, %6
  %22 = phi i32 [ %4, %6 ], [ %19, %18 ]
  %23 = phi ptr [ %7, %6 ], [ %15, %18 ]
  %24 = getelementptr inbounds i8, ptr %23, i32 %3
  store ptr %24, ptr @free_memory, align 4, !tbaa !11
  %25 = sub i32 %22, %3
  store i32 %25, ptr @free_bytes, align 4, !tbaa !1
  ret ptr %23
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #9

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare i32 @llvm.wasm.memory.grow.i32(i32, i32) #10

; Function Attrs: noinline nounwind
define internal fastcc void @multiply(ptr nocapture noundef readonly %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3) unnamed_addr #5 {
  %5 = icmp sgt i32 %1, 0
  br i1 %5, label %6, label %8

6:                                                ; preds = %4, %9
  %7 = phi i32 [ %11, %9 ], [ 0, %4 ]
  br label %13

8:                                                ; preds = %9, %4
  ret void

9:                                                ; preds = %13
  %10 = getelementptr inbounds double, ptr %3, i32 %7
  store double %20, ptr %10, align 8, !tbaa !5
  %11 = add nuw nsw i32 %7, 1
  %12 = icmp eq i32 %11, %1
  br i1 %12, label %8, label %6, !llvm.loop !28

13:                                               ; preds = %6, %13
  %14 = phi i32 [ %21, %13 ], [ 0, %6 ]
  %15 = phi double [ %20, %13 ], [ 0.000000e+00, %6 ]
  %16 = tail call double %0(i32 noundef %7, i32 noundef %14) #13
  %17 = getelementptr inbounds double, ptr %2, i32 %14
  %18 = load double, ptr %17, align 8, !tbaa !5
  %19 = fmul double %16, %18
  %20 = fadd double %15, %19
  %21 = add nuw nsw i32 %14, 1
  %22 = icmp eq i32 %21, %1
  br i1 %22, label %9, label %13, !llvm.loop !29
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none)
define internal double @of_matrix(i32 noundef %0, i32 noundef %1) #11 {
  %3 = add nsw i32 %1, %0
  %4 = add nsw i32 %3, 1
  %5 = mul nsw i32 %4, %3
  %6 = sdiv i32 %5, 2
  %7 = add i32 %0, 1
  %8 = add i32 %7, %6
  %9 = sitofp i32 %8 to double
  %10 = fdiv double 1.000000e+00, %9
  ret double %10
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none)
define internal double @of_transpose(i32 noundef %0, i32 noundef %1) #11 {
  %3 = add nsw i32 %1, %0
  %4 = add nsw i32 %3, 1
  %5 = mul nsw i32 %4, %3
  %6 = sdiv i32 %5, 2
  %7 = add i32 %1, 1
  %8 = add i32 %7, %6
  %9 = sitofp i32 %8 to double
  %10 = fdiv double 1.000000e+00, %9
  ret double %10
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #12

attributes #0 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-export-name"="_start" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_sizes_get" }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_get" }
attributes #4 = { noinline noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #5 = { noinline nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #6 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #7 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="fd_write" }
attributes #8 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="proc_exit" }
attributes #9 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #11 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
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
!5 = !{!6, !6, i64 0}
!6 = !{!"double", !3, i64 0}
!7 = distinct !{!7, !8, !9}
!8 = !{!"llvm.loop.mustprogress"}
!9 = !{!"llvm.loop.unroll.disable"}
!10 = distinct !{!10, !8, !9}
!11 = !{!12, !12, i64 0}
!12 = !{!"any pointer", !3, i64 0}
!13 = distinct !{!13, !8, !9}
!14 = distinct !{!14, !8, !9}
!15 = !{!16, !12, i64 0}
!16 = !{!"wasi_slice", !12, i64 0, !2, i64 4}
!17 = !{!16, !2, i64 4}
!18 = !{!3, !3, i64 0}
!19 = distinct !{!19, !8, !9}
!20 = !{!21, !21, i64 0}
!21 = !{!"int", !3, i64 0}
!22 = distinct !{!22, !8, !9}
!23 = distinct !{!23, !8, !9}
!24 = distinct !{!24, !8, !9}
!25 = distinct !{!25, !8, !9}
!26 = distinct !{!26, !8, !9}
!27 = distinct !{!27, !8, !9}
!28 = distinct !{!28, !8, !9}
!29 = distinct !{!29, !8, !9}
