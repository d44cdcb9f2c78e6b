; ModuleID = 'nbody.c'
source_filename = "nbody.c"
target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"

%struct.body = type { %struct.vector, %struct.vector, double }
%struct.vector = type { double, double, double }
%struct.wasi_slice = type { ptr, i32 }

@_start.arguments = internal global [16 x ptr] zeroinitializer, align 16
@_start.text = internal global [4096 x i8] zeroinitializer, align 16
@.str = private unnamed_addr constant [29 x i8] c"the arguments cannot be read\00", align 1
@output_length = internal unnamed_addr global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@.str.1 = private unnamed_addr constant [63 x i8] c"the argument must be a number, neither too small nor too large\00", align 1
@bodies = internal unnamed_addr global [5 x %struct.body] [%struct.body { %struct.vector zeroinitializer, %struct.vector zeroinitializer, double 0x4043BD3CC9BE45DE }, %struct.body { %struct.vector { double 0x40135DA0343CD92C, double 0xBFF290ABC01FDB7C, double 0xBFBA86F96C25EBF0 }, %struct.vector { double 0x3FE367069B93CCBC, double 0x40067EF2F57D949B, double 0xBF99D2D79A5A0715 }, double 0x3FA34C95D9AB33D8 }, %struct.body { %struct.vector { double 0x4020AFCDC332CA67, double 0x40107FCB31DE01B0, double 0xBFD9D353E1EB467C }, %struct.vector { double 0xBFF02C21B8877741, double 0x3FFD35E9BF1F8F13, double 0x3F813C485F1123B4 }, double 0x3F871D490D07C637 }, %struct.body { %struct.vector { double 0x4029C9EACEA7D9CF, double 0xC02E38E8D626667E, double 0xBFCC9557BE257DA0 }, %struct.vector { double 0x3FF1531CA9911BEF, double 0x3FEBCC7F3E54BBC5, double 0xBF862F6BFAF23E7C }, double 0x3F5C3DD29CF41EB3 }, %struct.body { %struct.vector { double 0x402EC267A905572A, double 0xC039EB5833C8A220, double 0x3FC6F1F393ABE540 }, %struct.vector { double 0x3FEF54B61659BC4A, double 0x3FE307C631C4FBA3, double 0xBFA1CB88587665F6 }, double 0x3F60A8F3531799AC }], align 16
@llvm.used = appending global [1 x ptr] [ptr @_start], section "llvm.metadata"

; Function Attrs: nounwind
define hidden void @_start() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %1) #12
  store i32 0, ptr %1, align 4, !tbaa !1
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %2) #12
  store i32 0, ptr %2, align 4, !tbaa !1
  %3 = call zeroext i16 @wasi_args_sizes_get(ptr noundef nonnull %1, ptr noundef nonnull %2) #12
  %4 = icmp ne i16 %3, 0
  %5 = load i32, ptr %1, align 4
  %6 = icmp ugt i32 %5, 16
  %7 = select i1 %4, i1 true, i1 %6
  %8 = load i32, ptr %2, align 4
  %9 = icmp ugt i32 %8, 4096
  %10 = select i1 %7, i1 true, i1 %9
  br i1 %10, label %14, label %11

11:                                               ; preds = %0
  %12 = call zeroext i16 @wasi_args_get(ptr noundef nonnull @_start.arguments, ptr noundef nonnull @_start.text) #12
  %13 = icmp eq i16 %12, 0
  br i1 %13, label %15, label %14

14:                                               ; preds = %11, %0
  call fastcc void @fail(ptr noundef nonnull @.str) #13
  unreachable

15:                                               ; preds = %11
  %16 = load i32, ptr %1, align 4, !tbaa !1
  %17 = icmp ne i32 %16, 0
  %18 = zext i1 %17 to i32
  %19 = sub nsw i32 %16, %18
  %20 = getelementptr inbounds ptr, ptr @_start.arguments, i32 %18
  call fastcc void @program(i32 noundef %19, ptr noundef nonnull %20)
  call fastcc void @flush_to(i32 noundef 1)
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %2) #12
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %1) #12
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
  tail call fastcc void @host_exit() #13
  unreachable
}

; Function Attrs: noinline nounwind
define internal fastcc void @program(i32 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #5 {
  %3 = tail call fastcc i32 @size_argument(i32 noundef %0, ptr noundef %1)
  br label %4

4:                                                ; preds = %4, %2
  %5 = phi i32 [ 0, %2 ], [ %24, %4 ]
  %6 = phi double [ 0.000000e+00, %2 ], [ %19, %4 ]
  %7 = phi double [ 0.000000e+00, %2 ], [ %21, %4 ]
  %8 = phi double [ 0.000000e+00, %2 ], [ %23, %4 ]
  %9 = getelementptr inbounds [5 x %struct.body], ptr @bodies, i32 0, i32 %5
  %10 = getelementptr inbounds i8, ptr %9, i32 24
  %11 = getelementptr inbounds i8, ptr %9, i32 48
  %12 = load double, ptr %11, align 8, !tbaa !5
  %13 = load double, ptr %10, align 8
  %14 = getelementptr inbounds i8, ptr %9, i32 32
  %15 = load double, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %9, i32 40
  %17 = load double, ptr %16, align 8
  %18 = fmul double %12, %13
  %19 = fadd double %6, %18
  %20 = fmul double %12, %15
  %21 = fadd double %7, %20
  %22 = fmul double %12, %17
  %23 = fadd double %8, %22
  %24 = add nuw nsw i32 %5, 1
  %25 = icmp eq i32 %24, 5
  br i1 %25, label %26, label %4, !llvm.loop !9

26:                                               ; preds = %4
  %27 = load double, ptr getelementptr inbounds (i8, ptr @bodies, i32 24), align 8
  %28 = load double, ptr getelementptr inbounds (i8, ptr @bodies, i32 32), align 16
  %29 = load double, ptr getelementptr inbounds (i8, ptr @bodies, i32 40), align 8
  %30 = fmul double %19, 0x3F99F02F6222C720
  %31 = fsub double %27, %30
  %32 = fmul double %21, 0x3F99F02F6222C720
  %33 = fsub double %28, %32
  %34 = fmul double %23, 0x3F99F02F6222C720
  %35 = fsub double %29, %34
  store double %31, ptr getelementptr inbounds (i8, ptr @bodies, i32 24), align 8, !tbaa !12
  store double %33, ptr getelementptr inbounds (i8, ptr @bodies, i32 32), align 16, !tbaa !12
  store double %35, ptr getelementptr inbounds (i8, ptr @bodies, i32 40), align 8, !tbaa !12
  %36 = tail call fastcc double @energy()
  tail call fastcc void @put_double(double noundef %36)
  tail call fastcc void @put_char(i8 noundef signext 10)
  %37 = icmp eq i32 %3, 0
  br i1 %37, label %38, label %40

38:                                               ; preds = %40, %26
  %39 = tail call fastcc double @energy()
  tail call fastcc void @put_double(double noundef %39)
  tail call fastcc void @put_char(i8 noundef signext 10)
  ret void

40:                                               ; preds = %26, %40
  %41 = phi i32 [ %42, %40 ], [ 0, %26 ]
  tail call fastcc void @advance()
  %42 = add nuw nsw i32 %41, 1
  %43 = icmp eq i32 %42, %3
  br i1 %43, label %38, label %40, !llvm.loop !13
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
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #12
  store ptr %16, ptr %2, align 4, !tbaa !15
  store i32 %17, ptr %7, align 4, !tbaa !18
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %3) #12
  store i32 0, ptr %3, align 4, !tbaa !1
  %18 = call zeroext i16 @wasi_fd_write(i32 noundef %0, ptr noundef nonnull %2, i32 noundef 1, ptr noundef nonnull %3) #12
  %19 = icmp ne i16 %18, 0
  %20 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %3) #12
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #12
  %21 = icmp eq i32 %20, 0
  %22 = select i1 %19, i1 true, i1 %21
  br i1 %22, label %23, label %8

23:                                               ; preds = %13
  call fastcc void @host_exit() #13
  unreachable
}

; Function Attrs: noreturn nounwind
define internal fastcc void @host_exit() unnamed_addr #6 {
  tail call void @wasi_proc_exit(i32 noundef 1) #14
  unreachable
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: noinline nounwind
define internal fastcc void @put_text(ptr nocapture noundef readonly %0) unnamed_addr #5 {
  %2 = load i8, ptr %0, align 1, !tbaa !19
  %3 = icmp eq i8 %2, 0
  br i1 %3, label %10, label %4

4:                                                ; preds = %1, %4
  %5 = phi i8 [ %8, %4 ], [ %2, %1 ]
  %6 = phi ptr [ %7, %4 ], [ %0, %1 ]
  %7 = getelementptr inbounds i8, ptr %6, i32 1
  tail call fastcc void @put_char(i8 noundef signext %5)
  %8 = load i8, ptr %7, align 1, !tbaa !19
  %9 = icmp eq i8 %8, 0
  br i1 %9, label %10, label %4, !llvm.loop !20

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
  store i8 %0, ptr %9, align 1, !tbaa !19
  ret void
}

declare zeroext i16 @wasi_fd_write(i32 noundef, ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #7

; Function Attrs: noreturn
declare void @wasi_proc_exit(i32 noundef) local_unnamed_addr #8

; Function Attrs: noinline nounwind
define internal fastcc range(i32 0, 100000001) i32 @size_argument(i32 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #5 {
  %3 = icmp eq i32 %0, 0
  br i1 %3, label %28, label %4

4:                                                ; preds = %2
  %5 = load ptr, ptr %1, align 4, !tbaa !21
  %6 = load i8, ptr %5, align 1, !tbaa !19
  %7 = icmp eq i8 %6, 0
  br i1 %7, label %27, label %8

8:                                                ; preds = %4, %14
  %9 = phi i8 [ %20, %14 ], [ %6, %4 ]
  %10 = phi ptr [ %19, %14 ], [ %5, %4 ]
  %11 = phi i32 [ %18, %14 ], [ 0, %4 ]
  %12 = add i8 %9, -58
  %13 = icmp ult i8 %12, -10
  br i1 %13, label %27, label %14

14:                                               ; preds = %8
  %15 = mul nsw i32 %11, 10
  %16 = add nsw i8 %9, -48
  %17 = zext nneg i8 %16 to i32
  %18 = add nsw i32 %15, %17
  %19 = getelementptr inbounds i8, ptr %10, i32 1
  %20 = load i8, ptr %19, align 1, !tbaa !19
  %21 = icmp ne i8 %20, 0
  %22 = icmp slt i32 %18, 100000001
  %23 = select i1 %21, i1 %22, i1 false
  br i1 %23, label %8, label %24, !llvm.loop !22

24:                                               ; preds = %14
  %25 = icmp ugt i32 %18, 100000000
  %26 = select i1 %7, i1 true, i1 %25
  br i1 %26, label %27, label %28

27:                                               ; preds = %8, %4, %24
  tail call fastcc void @fail(ptr noundef nonnull @.str.1) #13
  unreachable

28:                                               ; preds = %24, %2
  %29 = phi i32 [ 1000, %2 ], [ %18, %24 ]
  ret i32 %29
}

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
  call void @llvm.lifetime.start.p0(i64 12, ptr nonnull %2) #12
  br label %12

12:                                               ; preds = %7, %12
  %13 = phi double [ %11, %7 ], [ %19, %12 ]
  %14 = phi i32 [ 0, %7 ], [ %20, %12 ]
  %15 = fmul double %13, 0x41F0000000000000
  %16 = fptoui double %15 to i32
  %17 = getelementptr inbounds [3 x i32], ptr %2, i32 0, i32 %14
  store i32 %16, ptr %17, align 4, !tbaa !23
  %18 = uitofp i32 %16 to double
  %19 = fsub double %15, %18
  %20 = add nuw nsw i32 %14, 1
  %21 = icmp eq i32 %20, 3
  br i1 %21, label %22, label %12, !llvm.loop !25

22:                                               ; preds = %12, %28
  %23 = phi i32 [ %32, %28 ], [ 0, %12 ]
  %24 = phi i32 [ %31, %28 ], [ 0, %12 ]
  br label %34

25:                                               ; preds = %28
  %26 = load i32, ptr %2, align 4, !tbaa !23
  %27 = icmp ugt i32 %26, -2147483648
  br i1 %27, label %61, label %46

28:                                               ; preds = %34
  %29 = mul i32 %24, 10
  %30 = trunc nuw nsw i64 %43 to i32
  %31 = add i32 %29, %30
  %32 = add nuw nsw i32 %23, 1
  %33 = icmp eq i32 %32, 9
  br i1 %33, label %25, label %22, !llvm.loop !26

34:                                               ; preds = %22, %34
  %35 = phi i32 [ 2, %22 ], [ %44, %34 ]
  %36 = phi i64 [ 0, %22 ], [ %43, %34 ]
  %37 = getelementptr inbounds [3 x i32], ptr %2, i32 0, i32 %35
  %38 = load i32, ptr %37, align 4, !tbaa !23
  %39 = zext i32 %38 to i64
  %40 = mul nuw nsw i64 %39, 10
  %41 = add nuw nsw i64 %40, %36
  %42 = trunc i64 %41 to i32
  store i32 %42, ptr %37, align 4, !tbaa !23
  %43 = lshr i64 %41, 32
  %44 = add nsw i32 %35, -1
  %45 = icmp eq i32 %35, 0
  br i1 %45, label %28, label %34, !llvm.loop !27

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
  call void @llvm.lifetime.end.p0(i64 12, ptr nonnull %2) #12
  ret void
}

; Function Attrs: nofree noinline norecurse nosync nounwind memory(read, argmem: none, inaccessiblemem: none)
define internal fastcc double @energy() unnamed_addr #9 {
  br label %5

1:                                                ; preds = %32, %5
  %2 = phi double [ %29, %5 ], [ %54, %32 ]
  %3 = icmp eq i32 %30, 5
  br i1 %3, label %4, label %5, !llvm.loop !28

4:                                                ; preds = %1
  ret double %2

5:                                                ; preds = %0, %1
  %6 = phi i32 [ 0, %0 ], [ %30, %1 ]
  %7 = phi double [ 0.000000e+00, %0 ], [ %2, %1 ]
  %8 = getelementptr inbounds [5 x %struct.body], ptr @bodies, i32 0, i32 %6
  %9 = load double, ptr %8, align 8, !tbaa !12
  %10 = getelementptr inbounds i8, ptr %8, i32 8
  %11 = load double, ptr %10, align 8, !tbaa !12
  %12 = getelementptr inbounds i8, ptr %8, i32 16
  %13 = load double, ptr %12, align 8, !tbaa !12
  %14 = getelementptr inbounds i8, ptr %8, i32 24
  %15 = load double, ptr %14, align 8, !tbaa !12
  %16 = getelementptr inbounds i8, ptr %8, i32 32
  %17 = load double, ptr %16, align 8, !tbaa !12
  %18 = getelementptr inbounds i8, ptr %8, i32 40
  %19 = load double, ptr %18, align 8, !tbaa !12
  %20 = getelementptr inbounds i8, ptr %8, i32 48
  %21 = load double, ptr %20, align 8, !tbaa !12
  %22 = fmul double %21, 5.000000e-01
  %23 = fmul double %15, %15
  %24 = fmul double %17, %17
  %25 = fadd double %23, %24
  %26 = fmul double %19, %19
  %27 = fadd double %25, %26
  %28 = fmul double %22, %27
  %29 = fadd double %7, %28
  %30 = add nuw nsw i32 %6, 1
  %31 = icmp ult i32 %6, 4
  br i1 %31, label %32, label %1

32:                                               ; preds = %5, %32
  %33 = phi i32 [ %55, %32 ], [ %30, %5 ]
  %34 = phi double [ %54, %32 ], [ %29, %5 ]
  %35 = getelementptr inbounds [5 x %struct.body], ptr @bodies, i32 0, i32 %33
  %36 = load double, ptr %35, align 8
  %37 = getelementptr inbounds i8, ptr %35, i32 8
  %38 = load double, ptr %37, align 8
  %39 = getelementptr inbounds i8, ptr %35, i32 16
  %40 = load double, ptr %39, align 8
  %41 = fsub double %9, %36
  %42 = fsub double %11, %38
  %43 = fsub double %13, %40
  %44 = getelementptr inbounds i8, ptr %35, i32 48
  %45 = load double, ptr %44, align 8, !tbaa !5
  %46 = fmul double %21, %45
  %47 = fmul double %41, %41
  %48 = fmul double %42, %42
  %49 = fadd double %47, %48
  %50 = fmul double %43, %43
  %51 = fadd double %49, %50
  %52 = tail call double @llvm.sqrt.f64(double %51)
  %53 = fdiv double %46, %52
  %54 = fsub double %34, %53
  %55 = add nuw nsw i32 %33, 1
  %56 = icmp eq i32 %55, 5
  br i1 %56, label %1, label %32, !llvm.loop !29
}

; Function Attrs: nofree noinline norecurse nosync nounwind memory(readwrite, argmem: none, inaccessiblemem: none)
define internal fastcc void @advance() unnamed_addr #10 {
  br label %3

1:                                                ; preds = %19, %3
  %2 = icmp eq i32 %5, 5
  br i1 %2, label %67, label %3, !llvm.loop !30

3:                                                ; preds = %0, %1
  %4 = phi i32 [ 0, %0 ], [ %5, %1 ]
  %5 = add nuw nsw i32 %4, 1
  %6 = icmp ult i32 %4, 4
  br i1 %6, label %7, label %1

7:                                                ; preds = %3
  %8 = getelementptr inbounds [5 x %struct.body], ptr @bodies, i32 0, i32 %4
  %9 = getelementptr inbounds i8, ptr %8, i32 8
  %10 = getelementptr inbounds i8, ptr %8, i32 16
  %11 = getelementptr inbounds i8, ptr %8, i32 24
  %12 = getelementptr inbounds i8, ptr %8, i32 32
  %13 = getelementptr inbounds i8, ptr %8, i32 40
  %14 = getelementptr inbounds i8, ptr %8, i32 48
  %15 = load double, ptr %8, align 8
  %16 = load double, ptr %9, align 8
  %17 = load double, ptr %10, align 8
  %18 = load double, ptr %14, align 8, !tbaa !5
  br label %19

19:                                               ; preds = %7, %19
  %20 = phi i32 [ %5, %7 ], [ %64, %19 ]
  %21 = getelementptr inbounds [5 x %struct.body], ptr @bodies, i32 0, i32 %20
  %22 = load double, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %21, i32 8
  %24 = load double, ptr %23, align 8
  %25 = getelementptr inbounds i8, ptr %21, i32 16
  %26 = load double, ptr %25, align 8
  %27 = fsub double %15, %22
  %28 = fsub double %16, %24
  %29 = fsub double %17, %26
  %30 = fmul double %27, %27
  %31 = fmul double %28, %28
  %32 = fadd double %30, %31
  %33 = fmul double %29, %29
  %34 = fadd double %32, %33
  %35 = tail call double @llvm.sqrt.f64(double %34)
  %36 = fmul double %34, %35
  %37 = fdiv double 1.000000e-02, %36
  %38 = getelementptr inbounds i8, ptr %21, i32 48
  %39 = load double, ptr %38, align 8, !tbaa !5
  %40 = fneg double %39
  %41 = fmul double %37, %40
  %42 = load double, ptr %11, align 8
  %43 = load double, ptr %12, align 8
  %44 = load double, ptr %13, align 8
  %45 = fmul double %27, %41
  %46 = fadd double %42, %45
  %47 = fmul double %28, %41
  %48 = fadd double %43, %47
  %49 = fmul double %29, %41
  %50 = fadd double %44, %49
  store double %46, ptr %11, align 8, !tbaa !12
  store double %48, ptr %12, align 8, !tbaa !12
  store double %50, ptr %13, align 8, !tbaa !12
  %51 = getelementptr inbounds i8, ptr %21, i32 24
  %52 = fmul double %37, %18
  %53 = load double, ptr %51, align 8
  %54 = getelementptr inbounds i8, ptr %21, i32 32
  %55 = load double, ptr %54, align 8
  %56 = getelementptr inbounds i8, ptr %21, i32 40
  %57 = load double, ptr %56, align 8
  %58 = fmul double %27, %52
  %59 = fadd double %53, %58
  %60 = fmul double %28, %52
  %61 = fadd double %55, %60
  %62 = fmul double %29, %52
  %63 = fadd double %62, %57
  store double %59, ptr %51, align 8, !tbaa !12
  store double %61, ptr %54, align 8, !tbaa !12
  store double %63, ptr %56, align 8, !tbaa !12
  %64 = add nuw nsw i32 %20, 1
  %65 = icmp eq i32 %64, 5
  br i1 %65, label %1, label %19, !llvm.loop !31

66:                                               ; preds = %67
  ret void

67:                                               ; preds = %1, %67
  %68 = phi i32 [ %87, %67 ], [ 0, %1 ]
  %69 = getelementptr inbounds [5 x %struct.body], ptr @bodies, i32 0, i32 %68
  %70 = getelementptr inbounds i8, ptr %69, i32 24
  %71 = load double, ptr %70, align 8
  %72 = getelementptr inbounds i8, ptr %69, i32 32
  %73 = load double, ptr %72, align 8
  %74 = getelementptr inbounds i8, ptr %69, i32 40
  %75 = load double, ptr %74, align 8
  %76 = load double, ptr %69, align 8
  %77 = getelementptr inbounds i8, ptr %69, i32 8
  %78 = load double, ptr %77, align 8
  %79 = getelementptr inbounds i8, ptr %69, i32 16
  %80 = load double, ptr %79, align 8
  %81 = fmul double %71, 1.000000e-02
  %82 = fadd double %81, %76
  %83 = fmul double %73, 1.000000e-02
  %84 = fadd double %83, %78
  %85 = fmul double %75, 1.000000e-02
  %86 = fadd double %85, %80
  store double %82, ptr %69, align 8, !tbaa !12
  store double %84, ptr %77, align 8, !tbaa !12
  store double %86, ptr %79, align 8, !tbaa !12
  %87 = add nuw nsw i32 %68, 1
  %88 = icmp eq i32 %87, 5
  br i1 %88, label %66, label %67, !llvm.loop !32
}

; Function Attrs: noinline nounwind
define internal fastcc void @put_padded(i64 noundef %0, i32 noundef %1) unnamed_addr #5 {
  %3 = alloca [20 x i8], align 16
  call void @llvm.lifetime.start.p0(i64 20, ptr nonnull %3) #12
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
  store i8 %15, ptr %17, align 1, !tbaa !19
  %18 = icmp ugt i64 %9, 9
  %19 = icmp slt i32 %16, %1
  %20 = select i1 %18, i1 true, i1 %19
  br i1 %20, label %7, label %21, !llvm.loop !33

21:                                               ; preds = %7, %21
  %22 = phi i32 [ %23, %21 ], [ %16, %7 ]
  %23 = add nsw i32 %22, -1
  %24 = getelementptr inbounds [20 x i8], ptr %3, i32 0, i32 %23
  %25 = load i8, ptr %24, align 1, !tbaa !19
  tail call fastcc void @put_char(i8 noundef signext %25)
  %26 = icmp sgt i32 %22, 1
  br i1 %26, label %21, label %27, !llvm.loop !34

27:                                               ; preds = %21, %2
  call void @llvm.lifetime.end.p0(i64 20, ptr nonnull %3) #12
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #11

attributes #0 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-export-name"="_start" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_sizes_get" }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_get" }
attributes #4 = { noinline noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #5 = { noinline nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #6 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #7 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="fd_write" }
attributes #8 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="proc_exit" }
attributes #9 = { nofree noinline norecurse nosync nounwind memory(read, argmem: none, inaccessiblemem: none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #10 = { nofree noinline norecurse nosync nounwind memory(readwrite, argmem: none, inaccessiblemem: none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #11 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #12 = { nounwind }
attributes #13 = { noreturn }
attributes #14 = { noreturn nounwind }

!llvm.module.flags = !{!0}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{!2, !2, i64 0}
!2 = !{!"long", !3, i64 0}
!3 = !{!"omnipotent char", !4, i64 0}
!4 = !{!"Simple C/C++ TBAA"}
!5 = !{!6, !8, i64 48}
!6 = !{!"body", !7, i64 0, !7, i64 24, !8, i64 48}
!7 = !{!"vector", !8, i64 0, !8, i64 8, !8, i64 16}
!8 = !{!"double", !3, i64 0}
!9 = distinct !{!9, !10, !11}
!10 = !{!"llvm.loop.mustprogress"}
!11 = !{!"llvm.loop.unroll.disable"}
!12 = !{!8, !8, i64 0}
!13 = distinct !{!13, !10, !11}
!14 = distinct !{!14, !10, !11}
!15 = !{!16, !17, i64 0}
!16 = !{!"wasi_slice", !17, i64 0, !2, i64 4}
!17 = !{!"any pointer", !3, i64 0}
!18 = !{!16, !2, i64 4}
!19 = !{!3, !3, i64 0}
!20 = distinct !{!20, !10, !11}
!21 = !{!17, !17, i64 0}
!22 = distinct !{!22, !10, !11}
!23 = !{!24, !24, i64 0}
!24 = !{!"int", !3, i64 0}
!25 = distinct !{!25, !10, !11}
!26 = distinct !{!26, !10, !11}
!27 = distinct !{!27, !10, !11}
!28 = distinct !{!28, !10, !11}
!29 = distinct !{!29, !10, !11}
!30 = distinct !{!30, !10, !11}
!31 = distinct !{!31, !10, !11}
!32 = distinct !{!32, !10, !11}
!33 = distinct !{!33, !10, !11}
!34 = distinct !{!34, !10, !11}
