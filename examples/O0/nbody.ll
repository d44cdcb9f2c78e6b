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
@output_length = internal global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@.str.1 = private unnamed_addr constant [63 x i8] c"the argument must be a number, neither too small nor too large\00", align 1
@bodies = internal global [5 x %struct.body] [%struct.body { %struct.vector zeroinitializer, %struct.vector zeroinitializer, double 0x4043BD3CC9BE45DE }, %struct.body { %struct.vector { double 0x40135DA0343CD92C, double 0xBFF290ABC01FDB7C, double 0xBFBA86F96C25EBF0 }, %struct.vector { double 0x3FE367069B93CCBC, double 0x40067EF2F57D949B, double 0xBF99D2D79A5A0715 }, double 0x3FA34C95D9AB33D8 }, %struct.body { %struct.vector { double 0x4020AFCDC332CA67, double 0x40107FCB31DE01B0, double 0xBFD9D353E1EB467C }, %struct.vector { double 0xBFF02C21B8877741, double 0x3FFD35E9BF1F8F13, double 0x3F813C485F1123B4 }, double 0x3F871D490D07C637 }, %struct.body { %struct.vector { double 0x4029C9EACEA7D9CF, double 0xC02E38E8D626667E, double 0xBFCC9557BE257DA0 }, %struct.vector { double 0x3FF1531CA9911BEF, double 0x3FEBCC7F3E54BBC5, double 0xBF862F6BFAF23E7C }, double 0x3F5C3DD29CF41EB3 }, %struct.body { %struct.vector { double 0x402EC267A905572A, double 0xC039EB5833C8A220, double 0x3FC6F1F393ABE540 }, %struct.vector { double 0x3FEF54B61659BC4A, double 0x3FE307C631C4FBA3, double 0xBFA1CB88587665F6 }, double 0x3F60A8F3531799AC }], align 16
@llvm.used = appending global [1 x ptr] [ptr @_start], section "llvm.metadata"

; Function Attrs: noinline nounwind optnone
define hidden void @_start() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 0, ptr %1, align 4
  store i32 0, ptr %2, align 4
  %5 = call zeroext i16 @wasi_args_sizes_get(ptr noundef %1, ptr noundef %2)
  %6 = zext i16 %5 to i32
  %7 = icmp ne i32 %6, 0
  br i1 %7, label %18, label %8

8:                                                ; preds = %0
  %9 = load i32, ptr %1, align 4
  %10 = icmp ugt i32 %9, 16
  br i1 %10, label %18, label %11

11:                                               ; preds = %8
  %12 = load i32, ptr %2, align 4
  %13 = icmp ugt i32 %12, 4096
  br i1 %13, label %18, label %14

14:                                               ; preds = %11
  %15 = call zeroext i16 @wasi_args_get(ptr noundef @_start.arguments, ptr noundef @_start.text)
  %16 = zext i16 %15 to i32
  %17 = icmp ne i32 %16, 0
  br i1 %17, label %18, label %19

18:                                               ; preds = %14, %11, %8, %0
  call void @fail(ptr noundef @.str) #10
  unreachable

19:                                               ; preds = %14
  %20 = load i32, ptr %1, align 4
  %21 = icmp ugt i32 %20, 0
  %22 = zext i1 %21 to i32
  store i32 %22, ptr %3, align 4
  %23 = load i32, ptr %1, align 4
  %24 = load i32, ptr %3, align 4
  %25 = sub nsw i32 %23, %24
  %26 = load i32, ptr %3, align 4
  %27 = getelementptr inbounds ptr, ptr @_start.arguments, i32 %26
  %28 = call i32 @program(i32 noundef %25, ptr noundef %27)
  store i32 %28, ptr %4, align 4
  call void @flush_to(i32 noundef 1)
  %29 = load i32, ptr %4, align 4
  %30 = icmp ne i32 %29, 0
  br i1 %30, label %31, label %33

31:                                               ; preds = %19
  %32 = load i32, ptr %4, align 4
  call void @host_exit(i32 noundef %32) #10
  unreachable

33:                                               ; preds = %19
  ret void
}

declare zeroext i16 @wasi_args_sizes_get(ptr noundef, ptr noundef) #1

declare zeroext i16 @wasi_args_get(ptr noundef, ptr noundef) #2

; Function Attrs: noinline noreturn nounwind optnone
define internal void @fail(ptr noundef %0) #3 {
  %2 = alloca ptr, align 4
  store ptr %0, ptr %2, align 4
  call void @flush_to(i32 noundef 1)
  %3 = load ptr, ptr %2, align 4
  call void @put_text(ptr noundef %3)
  call void @put_char(i8 noundef signext 10)
  call void @flush_to(i32 noundef 2)
  call void @host_exit(i32 noundef 1) #10
  unreachable
}

; Function Attrs: noinline nounwind optnone
define internal i32 @program(i32 noundef %0, ptr noundef %1) #4 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 4
  %7 = load i32, ptr %3, align 4
  %8 = load ptr, ptr %4, align 4
  %9 = call i32 @size_argument(i32 noundef %7, ptr noundef %8, i32 noundef 0, i32 noundef 100000000, i32 noundef 1000)
  store i32 %9, ptr %5, align 4
  call void @rest_center_of_mass()
  %10 = call double @energy()
  call void @put_double(double noundef %10)
  call void @put_char(i8 noundef signext 10)
  store i32 0, ptr %6, align 4
  br label %11

11:                                               ; preds = %16, %2
  %12 = load i32, ptr %6, align 4
  %13 = load i32, ptr %5, align 4
  %14 = icmp slt i32 %12, %13
  br i1 %14, label %15, label %19

15:                                               ; preds = %11
  call void @advance(double noundef 1.000000e-02)
  br label %16

16:                                               ; preds = %15
  %17 = load i32, ptr %6, align 4
  %18 = add nsw i32 %17, 1
  store i32 %18, ptr %6, align 4
  br label %11, !llvm.loop !1

19:                                               ; preds = %11
  %20 = call double @energy()
  call void @put_double(double noundef %20)
  call void @put_char(i8 noundef signext 10)
  ret i32 0
}

; Function Attrs: noinline nounwind optnone
define internal void @flush_to(i32 noundef %0) #4 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  store i32 0, ptr %3, align 4
  br label %5

5:                                                ; preds = %20, %1
  %6 = load i32, ptr %3, align 4
  %7 = load i32, ptr @output_length, align 4
  %8 = icmp ult i32 %6, %7
  br i1 %8, label %9, label %24

9:                                                ; preds = %5
  %10 = load i32, ptr %2, align 4
  %11 = load i32, ptr %3, align 4
  %12 = getelementptr inbounds i8, ptr @output, i32 %11
  %13 = load i32, ptr @output_length, align 4
  %14 = load i32, ptr %3, align 4
  %15 = sub i32 %13, %14
  %16 = call i32 @host_write(i32 noundef %10, ptr noundef %12, i32 noundef %15)
  store i32 %16, ptr %4, align 4
  %17 = load i32, ptr %4, align 4
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %20

19:                                               ; preds = %9
  call void @host_exit(i32 noundef 1) #10
  unreachable

20:                                               ; preds = %9
  %21 = load i32, ptr %4, align 4
  %22 = load i32, ptr %3, align 4
  %23 = add i32 %22, %21
  store i32 %23, ptr %3, align 4
  br label %5, !llvm.loop !3

24:                                               ; preds = %5
  store i32 0, ptr @output_length, align 4
  ret void
}

; Function Attrs: noinline noreturn nounwind optnone
define internal void @host_exit(i32 noundef %0) #3 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  call void @wasi_proc_exit(i32 noundef %3) #10
  unreachable
}

; Function Attrs: noinline nounwind optnone
define internal void @put_text(ptr noundef %0) #4 {
  %2 = alloca ptr, align 4
  store ptr %0, ptr %2, align 4
  br label %3

3:                                                ; preds = %7, %1
  %4 = load ptr, ptr %2, align 4
  %5 = load i8, ptr %4, align 1
  %6 = icmp ne i8 %5, 0
  br i1 %6, label %7, label %11

7:                                                ; preds = %3
  %8 = load ptr, ptr %2, align 4
  %9 = getelementptr inbounds i8, ptr %8, i32 1
  store ptr %9, ptr %2, align 4
  %10 = load i8, ptr %8, align 1
  call void @put_char(i8 noundef signext %10)
  br label %3, !llvm.loop !4

11:                                               ; preds = %3
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal void @put_char(i8 noundef signext %0) #4 {
  %2 = alloca i8, align 1
  store i8 %0, ptr %2, align 1
  %3 = load i32, ptr @output_length, align 4
  %4 = icmp eq i32 %3, 4096
  br i1 %4, label %5, label %6

5:                                                ; preds = %1
  call void @flush_to(i32 noundef 1)
  br label %6

6:                                                ; preds = %5, %1
  %7 = load i8, ptr %2, align 1
  %8 = load i32, ptr @output_length, align 4
  %9 = add i32 %8, 1
  store i32 %9, ptr @output_length, align 4
  %10 = getelementptr inbounds [4096 x i8], ptr @output, i32 0, i32 %8
  store i8 %7, ptr %10, align 1
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal i32 @host_write(i32 noundef %0, ptr noundef %1, i32 noundef %2) #4 {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 4
  %6 = alloca i32, align 4
  %7 = alloca %struct.wasi_slice, align 4
  %8 = alloca i32, align 4
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  %9 = getelementptr inbounds %struct.wasi_slice, ptr %7, i32 0, i32 0
  %10 = load ptr, ptr %5, align 4
  store ptr %10, ptr %9, align 4
  %11 = getelementptr inbounds %struct.wasi_slice, ptr %7, i32 0, i32 1
  %12 = load i32, ptr %6, align 4
  store i32 %12, ptr %11, align 4
  store i32 0, ptr %8, align 4
  %13 = load i32, ptr %4, align 4
  %14 = call zeroext i16 @wasi_fd_write(i32 noundef %13, ptr noundef %7, i32 noundef 1, ptr noundef %8)
  %15 = zext i16 %14 to i32
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %19

17:                                               ; preds = %3
  %18 = load i32, ptr %8, align 4
  br label %20

19:                                               ; preds = %3
  br label %20

20:                                               ; preds = %19, %17
  %21 = phi i32 [ %18, %17 ], [ 0, %19 ]
  ret i32 %21
}

declare zeroext i16 @wasi_fd_write(i32 noundef, ptr noundef, i32 noundef, ptr noundef) #5

; Function Attrs: noreturn
declare void @wasi_proc_exit(i32 noundef) #6

; Function Attrs: noinline nounwind optnone
define internal i32 @size_argument(i32 noundef %0, ptr noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4) #4 {
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca ptr, align 4
  store i32 %0, ptr %7, align 4
  store ptr %1, ptr %8, align 4
  store i32 %2, ptr %9, align 4
  store i32 %3, ptr %10, align 4
  store i32 %4, ptr %11, align 4
  %14 = load i32, ptr %7, align 4
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %18

16:                                               ; preds = %5
  %17 = load i32, ptr %11, align 4
  store i32 %17, ptr %6, align 4
  br label %73

18:                                               ; preds = %5
  store i32 0, ptr %12, align 4
  %19 = load ptr, ptr %8, align 4
  %20 = getelementptr inbounds ptr, ptr %19, i32 0
  %21 = load ptr, ptr %20, align 4
  store ptr %21, ptr %13, align 4
  br label %22

22:                                               ; preds = %52, %18
  %23 = load ptr, ptr %13, align 4
  %24 = load i8, ptr %23, align 1
  %25 = sext i8 %24 to i32
  %26 = icmp ne i32 %25, 0
  br i1 %26, label %27, label %31

27:                                               ; preds = %22
  %28 = load i32, ptr %12, align 4
  %29 = load i32, ptr %10, align 4
  %30 = icmp sle i32 %28, %29
  br label %31

31:                                               ; preds = %27, %22
  %32 = phi i1 [ false, %22 ], [ %30, %27 ]
  br i1 %32, label %33, label %55

33:                                               ; preds = %31
  %34 = load ptr, ptr %13, align 4
  %35 = load i8, ptr %34, align 1
  %36 = sext i8 %35 to i32
  %37 = icmp slt i32 %36, 48
  br i1 %37, label %43, label %38

38:                                               ; preds = %33
  %39 = load ptr, ptr %13, align 4
  %40 = load i8, ptr %39, align 1
  %41 = sext i8 %40 to i32
  %42 = icmp sgt i32 %41, 57
  br i1 %42, label %43, label %44

43:                                               ; preds = %38, %33
  store i32 -1, ptr %12, align 4
  br label %55

44:                                               ; preds = %38
  %45 = load i32, ptr %12, align 4
  %46 = mul nsw i32 %45, 10
  %47 = load ptr, ptr %13, align 4
  %48 = load i8, ptr %47, align 1
  %49 = sext i8 %48 to i32
  %50 = sub nsw i32 %49, 48
  %51 = add nsw i32 %46, %50
  store i32 %51, ptr %12, align 4
  br label %52

52:                                               ; preds = %44
  %53 = load ptr, ptr %13, align 4
  %54 = getelementptr inbounds i8, ptr %53, i32 1
  store ptr %54, ptr %13, align 4
  br label %22, !llvm.loop !5

55:                                               ; preds = %43, %31
  %56 = load ptr, ptr %8, align 4
  %57 = getelementptr inbounds ptr, ptr %56, i32 0
  %58 = load ptr, ptr %57, align 4
  %59 = load i8, ptr %58, align 1
  %60 = sext i8 %59 to i32
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %70, label %62

62:                                               ; preds = %55
  %63 = load i32, ptr %12, align 4
  %64 = load i32, ptr %9, align 4
  %65 = icmp slt i32 %63, %64
  br i1 %65, label %70, label %66

66:                                               ; preds = %62
  %67 = load i32, ptr %12, align 4
  %68 = load i32, ptr %10, align 4
  %69 = icmp sgt i32 %67, %68
  br i1 %69, label %70, label %71

70:                                               ; preds = %66, %62, %55
  call void @fail(ptr noundef @.str.1) #10
  unreachable

71:                                               ; preds = %66
  %72 = load i32, ptr %12, align 4
  store i32 %72, ptr %6, align 4
  br label %73

73:                                               ; preds = %71, %16
  %74 = load i32, ptr %6, align 4
  ret i32 %74
}

; Function Attrs: noinline nounwind optnone
define internal void @rest_center_of_mass() #4 {
  %1 = alloca %struct.vector, align 8
  %2 = alloca i32, align 4
  %3 = alloca %struct.vector, align 8
  %4 = alloca %struct.vector, align 8
  call void @llvm.memset.p0.i32(ptr align 8 %1, i8 0, i32 24, i1 false)
  store i32 0, ptr %2, align 4
  br label %5

5:                                                ; preds = %16, %0
  %6 = load i32, ptr %2, align 4
  %7 = icmp slt i32 %6, 5
  br i1 %7, label %8, label %19

8:                                                ; preds = %5
  %9 = load i32, ptr %2, align 4
  %10 = getelementptr inbounds [5 x %struct.body], ptr @bodies, i32 0, i32 %9
  %11 = getelementptr inbounds %struct.body, ptr %10, i32 0, i32 1
  %12 = load i32, ptr %2, align 4
  %13 = getelementptr inbounds [5 x %struct.body], ptr @bodies, i32 0, i32 %12
  %14 = getelementptr inbounds %struct.body, ptr %13, i32 0, i32 2
  %15 = load double, ptr %14, align 8
  call void @moved(ptr dead_on_unwind writable sret(%struct.vector) align 8 %3, ptr noundef byval(%struct.vector) align 8 %1, ptr noundef byval(%struct.vector) align 8 %11, double noundef %15)
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %1, ptr align 8 %3, i32 24, i1 false)
  br label %16

16:                                               ; preds = %8
  %17 = load i32, ptr %2, align 4
  %18 = add nsw i32 %17, 1
  store i32 %18, ptr %2, align 4
  br label %5, !llvm.loop !6

19:                                               ; preds = %5
  call void @moved(ptr dead_on_unwind writable sret(%struct.vector) align 8 %4, ptr noundef byval(%struct.vector) align 8 getelementptr inbounds (%struct.body, ptr @bodies, i32 0, i32 1), ptr noundef byval(%struct.vector) align 8 %1, double noundef 0xBF99F02F6222C720)
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 getelementptr inbounds (%struct.body, ptr @bodies, i32 0, i32 1), ptr align 8 %4, i32 24, i1 false)
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal void @put_double(double noundef %0) #4 {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  %4 = alloca i32, align 4
  %5 = alloca i64, align 8
  %6 = alloca double, align 8
  %7 = alloca [3 x i32], align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i64, align 8
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  %14 = alloca i32, align 4
  %15 = alloca i32, align 4
  store double %0, ptr %2, align 8
  store double 0x41F0000000000000, ptr %3, align 8
  store i32 1000000000, ptr %4, align 4
  %16 = load double, ptr %2, align 8
  %17 = bitcast double %16 to i64
  %18 = icmp slt i64 %17, 0
  br i1 %18, label %19, label %22

19:                                               ; preds = %1
  call void @put_char(i8 noundef signext 45)
  %20 = load double, ptr %2, align 8
  %21 = fneg double %20
  store double %21, ptr %2, align 8
  br label %22

22:                                               ; preds = %19, %1
  %23 = load double, ptr %2, align 8
  %24 = fptoui double %23 to i64
  store i64 %24, ptr %5, align 8
  %25 = load double, ptr %2, align 8
  %26 = load i64, ptr %5, align 8
  %27 = uitofp i64 %26 to double
  %28 = fsub double %25, %27
  store double %28, ptr %6, align 8
  store i32 0, ptr %8, align 4
  br label %29

29:                                               ; preds = %45, %22
  %30 = load i32, ptr %8, align 4
  %31 = icmp slt i32 %30, 3
  br i1 %31, label %32, label %48

32:                                               ; preds = %29
  %33 = load double, ptr %6, align 8
  %34 = fmul double %33, 0x41F0000000000000
  store double %34, ptr %6, align 8
  %35 = load double, ptr %6, align 8
  %36 = fptoui double %35 to i32
  %37 = load i32, ptr %8, align 4
  %38 = getelementptr inbounds [3 x i32], ptr %7, i32 0, i32 %37
  store i32 %36, ptr %38, align 4
  %39 = load i32, ptr %8, align 4
  %40 = getelementptr inbounds [3 x i32], ptr %7, i32 0, i32 %39
  %41 = load i32, ptr %40, align 4
  %42 = uitofp i32 %41 to double
  %43 = load double, ptr %6, align 8
  %44 = fsub double %43, %42
  store double %44, ptr %6, align 8
  br label %45

45:                                               ; preds = %32
  %46 = load i32, ptr %8, align 4
  %47 = add nsw i32 %46, 1
  store i32 %47, ptr %8, align 4
  br label %29, !llvm.loop !7

48:                                               ; preds = %29
  store i32 0, ptr %9, align 4
  store i32 0, ptr %10, align 4
  br label %49

49:                                               ; preds = %79, %48
  %50 = load i32, ptr %10, align 4
  %51 = icmp slt i32 %50, 9
  br i1 %51, label %52, label %82

52:                                               ; preds = %49
  store i64 0, ptr %11, align 8
  store i32 2, ptr %12, align 4
  br label %53

53:                                               ; preds = %70, %52
  %54 = load i32, ptr %12, align 4
  %55 = icmp sge i32 %54, 0
  br i1 %55, label %56, label %73

56:                                               ; preds = %53
  %57 = load i32, ptr %12, align 4
  %58 = getelementptr inbounds [3 x i32], ptr %7, i32 0, i32 %57
  %59 = load i32, ptr %58, align 4
  %60 = zext i32 %59 to i64
  %61 = mul i64 %60, 10
  %62 = load i64, ptr %11, align 8
  %63 = add i64 %62, %61
  store i64 %63, ptr %11, align 8
  %64 = load i64, ptr %11, align 8
  %65 = trunc i64 %64 to i32
  %66 = load i32, ptr %12, align 4
  %67 = getelementptr inbounds [3 x i32], ptr %7, i32 0, i32 %66
  store i32 %65, ptr %67, align 4
  %68 = load i64, ptr %11, align 8
  %69 = lshr i64 %68, 32
  store i64 %69, ptr %11, align 8
  br label %70

70:                                               ; preds = %56
  %71 = load i32, ptr %12, align 4
  %72 = add nsw i32 %71, -1
  store i32 %72, ptr %12, align 4
  br label %53, !llvm.loop !8

73:                                               ; preds = %53
  %74 = load i32, ptr %9, align 4
  %75 = mul i32 %74, 10
  %76 = load i64, ptr %11, align 8
  %77 = trunc i64 %76 to i32
  %78 = add i32 %75, %77
  store i32 %78, ptr %9, align 4
  br label %79

79:                                               ; preds = %73
  %80 = load i32, ptr %10, align 4
  %81 = add nsw i32 %80, 1
  store i32 %81, ptr %10, align 4
  br label %49, !llvm.loop !9

82:                                               ; preds = %49
  store i32 -2147483648, ptr %13, align 4
  %83 = getelementptr inbounds [3 x i32], ptr %7, i32 0, i32 0
  %84 = load i32, ptr %83, align 4
  %85 = icmp ugt i32 %84, -2147483648
  br i1 %85, label %99, label %86

86:                                               ; preds = %82
  %87 = getelementptr inbounds [3 x i32], ptr %7, i32 0, i32 0
  %88 = load i32, ptr %87, align 4
  %89 = icmp eq i32 %88, -2147483648
  br i1 %89, label %90, label %97

90:                                               ; preds = %86
  %91 = getelementptr inbounds [3 x i32], ptr %7, i32 0, i32 1
  %92 = load i32, ptr %91, align 4
  %93 = getelementptr inbounds [3 x i32], ptr %7, i32 0, i32 2
  %94 = load i32, ptr %93, align 4
  %95 = or i32 %92, %94
  %96 = icmp ne i32 %95, 0
  br label %97

97:                                               ; preds = %90, %86
  %98 = phi i1 [ false, %86 ], [ %96, %90 ]
  br label %99

99:                                               ; preds = %97, %82
  %100 = phi i1 [ true, %82 ], [ %98, %97 ]
  %101 = zext i1 %100 to i32
  store i32 %101, ptr %14, align 4
  %102 = getelementptr inbounds [3 x i32], ptr %7, i32 0, i32 0
  %103 = load i32, ptr %102, align 4
  %104 = icmp eq i32 %103, -2147483648
  br i1 %104, label %105, label %112

105:                                              ; preds = %99
  %106 = getelementptr inbounds [3 x i32], ptr %7, i32 0, i32 1
  %107 = load i32, ptr %106, align 4
  %108 = getelementptr inbounds [3 x i32], ptr %7, i32 0, i32 2
  %109 = load i32, ptr %108, align 4
  %110 = or i32 %107, %109
  %111 = icmp eq i32 %110, 0
  br label %112

112:                                              ; preds = %105, %99
  %113 = phi i1 [ false, %99 ], [ %111, %105 ]
  %114 = zext i1 %113 to i32
  store i32 %114, ptr %15, align 4
  %115 = load i32, ptr %14, align 4
  %116 = icmp ne i32 %115, 0
  br i1 %116, label %124, label %117

117:                                              ; preds = %112
  %118 = load i32, ptr %15, align 4
  %119 = icmp ne i32 %118, 0
  br i1 %119, label %120, label %127

120:                                              ; preds = %117
  %121 = load i32, ptr %9, align 4
  %122 = urem i32 %121, 2
  %123 = icmp eq i32 %122, 1
  br i1 %123, label %124, label %127

124:                                              ; preds = %120, %112
  %125 = load i32, ptr %9, align 4
  %126 = add i32 %125, 1
  store i32 %126, ptr %9, align 4
  br label %127

127:                                              ; preds = %124, %120, %117
  %128 = load i32, ptr %9, align 4
  %129 = icmp eq i32 %128, 1000000000
  br i1 %129, label %130, label %133

130:                                              ; preds = %127
  store i32 0, ptr %9, align 4
  %131 = load i64, ptr %5, align 8
  %132 = add i64 %131, 1
  store i64 %132, ptr %5, align 8
  br label %133

133:                                              ; preds = %130, %127
  %134 = load i64, ptr %5, align 8
  call void @put_unsigned(i64 noundef %134)
  call void @put_char(i8 noundef signext 46)
  %135 = load i32, ptr %9, align 4
  %136 = zext i32 %135 to i64
  call void @put_padded(i64 noundef %136, i32 noundef 9)
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal double @energy() #4 {
  %1 = alloca double, align 8
  %2 = alloca i32, align 4
  %3 = alloca %struct.body, align 8
  %4 = alloca i32, align 4
  %5 = alloca %struct.vector, align 8
  store double 0.000000e+00, ptr %1, align 8
  store i32 0, ptr %2, align 4
  br label %6

6:                                                ; preds = %46, %0
  %7 = load i32, ptr %2, align 4
  %8 = icmp slt i32 %7, 5
  br i1 %8, label %9, label %49

9:                                                ; preds = %6
  %10 = load i32, ptr %2, align 4
  %11 = getelementptr inbounds [5 x %struct.body], ptr @bodies, i32 0, i32 %10
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %3, ptr align 8 %11, i32 56, i1 false)
  %12 = getelementptr inbounds %struct.body, ptr %3, i32 0, i32 2
  %13 = load double, ptr %12, align 8
  %14 = fmul double 5.000000e-01, %13
  %15 = getelementptr inbounds %struct.body, ptr %3, i32 0, i32 1
  %16 = call double @square(ptr noundef byval(%struct.vector) align 8 %15)
  %17 = fmul double %14, %16
  %18 = load double, ptr %1, align 8
  %19 = fadd double %18, %17
  store double %19, ptr %1, align 8
  %20 = load i32, ptr %2, align 4
  %21 = add nsw i32 %20, 1
  store i32 %21, ptr %4, align 4
  br label %22

22:                                               ; preds = %42, %9
  %23 = load i32, ptr %4, align 4
  %24 = icmp slt i32 %23, 5
  br i1 %24, label %25, label %45

25:                                               ; preds = %22
  %26 = getelementptr inbounds %struct.body, ptr %3, i32 0, i32 0
  %27 = load i32, ptr %4, align 4
  %28 = getelementptr inbounds [5 x %struct.body], ptr @bodies, i32 0, i32 %27
  %29 = getelementptr inbounds %struct.body, ptr %28, i32 0, i32 0
  call void @difference(ptr dead_on_unwind writable sret(%struct.vector) align 8 %5, ptr noundef byval(%struct.vector) align 8 %26, ptr noundef byval(%struct.vector) align 8 %29)
  %30 = getelementptr inbounds %struct.body, ptr %3, i32 0, i32 2
  %31 = load double, ptr %30, align 8
  %32 = load i32, ptr %4, align 4
  %33 = getelementptr inbounds [5 x %struct.body], ptr @bodies, i32 0, i32 %32
  %34 = getelementptr inbounds %struct.body, ptr %33, i32 0, i32 2
  %35 = load double, ptr %34, align 8
  %36 = fmul double %31, %35
  %37 = call double @square(ptr noundef byval(%struct.vector) align 8 %5)
  %38 = call double @llvm.sqrt.f64(double %37)
  %39 = fdiv double %36, %38
  %40 = load double, ptr %1, align 8
  %41 = fsub double %40, %39
  store double %41, ptr %1, align 8
  br label %42

42:                                               ; preds = %25
  %43 = load i32, ptr %4, align 4
  %44 = add nsw i32 %43, 1
  store i32 %44, ptr %4, align 4
  br label %22, !llvm.loop !10

45:                                               ; preds = %22
  br label %46

46:                                               ; preds = %45
  %47 = load i32, ptr %2, align 4
  %48 = add nsw i32 %47, 1
  store i32 %48, ptr %2, align 4
  br label %6, !llvm.loop !11

49:                                               ; preds = %6
  %50 = load double, ptr %1, align 8
  ret double %50
}

; Function Attrs: noinline nounwind optnone
define internal void @advance(double noundef %0) #4 {
  %2 = alloca double, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca %struct.vector, align 8
  store double %0, ptr %2, align 8
  store i32 0, ptr %3, align 4
  br label %7

7:                                                ; preds = %26, %1
  %8 = load i32, ptr %3, align 4
  %9 = icmp slt i32 %8, 5
  br i1 %9, label %10, label %29

10:                                               ; preds = %7
  %11 = load i32, ptr %3, align 4
  %12 = add nsw i32 %11, 1
  store i32 %12, ptr %4, align 4
  br label %13

13:                                               ; preds = %22, %10
  %14 = load i32, ptr %4, align 4
  %15 = icmp slt i32 %14, 5
  br i1 %15, label %16, label %25

16:                                               ; preds = %13
  %17 = load i32, ptr %3, align 4
  %18 = getelementptr inbounds [5 x %struct.body], ptr @bodies, i32 0, i32 %17
  %19 = load i32, ptr %4, align 4
  %20 = getelementptr inbounds [5 x %struct.body], ptr @bodies, i32 0, i32 %19
  %21 = load double, ptr %2, align 8
  call void @attract(ptr noundef %18, ptr noundef %20, double noundef %21)
  br label %22

22:                                               ; preds = %16
  %23 = load i32, ptr %4, align 4
  %24 = add nsw i32 %23, 1
  store i32 %24, ptr %4, align 4
  br label %13, !llvm.loop !12

25:                                               ; preds = %13
  br label %26

26:                                               ; preds = %25
  %27 = load i32, ptr %3, align 4
  %28 = add nsw i32 %27, 1
  store i32 %28, ptr %3, align 4
  br label %7, !llvm.loop !13

29:                                               ; preds = %7
  store i32 0, ptr %5, align 4
  br label %30

30:                                               ; preds = %44, %29
  %31 = load i32, ptr %5, align 4
  %32 = icmp slt i32 %31, 5
  br i1 %32, label %33, label %47

33:                                               ; preds = %30
  %34 = load i32, ptr %5, align 4
  %35 = getelementptr inbounds [5 x %struct.body], ptr @bodies, i32 0, i32 %34
  %36 = getelementptr inbounds %struct.body, ptr %35, i32 0, i32 0
  %37 = load i32, ptr %5, align 4
  %38 = getelementptr inbounds [5 x %struct.body], ptr @bodies, i32 0, i32 %37
  %39 = getelementptr inbounds %struct.body, ptr %38, i32 0, i32 0
  %40 = load i32, ptr %5, align 4
  %41 = getelementptr inbounds [5 x %struct.body], ptr @bodies, i32 0, i32 %40
  %42 = getelementptr inbounds %struct.body, ptr %41, i32 0, i32 1
  %43 = load double, ptr %2, align 8
  call void @moved(ptr dead_on_unwind writable sret(%struct.vector) align 8 %6, ptr noundef byval(%struct.vector) align 8 %39, ptr noundef byval(%struct.vector) align 8 %42, double noundef %43)
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %36, ptr align 8 %6, i32 24, i1 false)
  br label %44

44:                                               ; preds = %33
  %45 = load i32, ptr %5, align 4
  %46 = add nsw i32 %45, 1
  store i32 %46, ptr %5, align 4
  br label %30, !llvm.loop !14

47:                                               ; preds = %30
  ret void
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i32(ptr nocapture writeonly, i8, i32, i1 immarg) #7

; Function Attrs: noinline nounwind optnone
define internal void @moved(ptr dead_on_unwind noalias writable sret(%struct.vector) align 8 %0, ptr noundef byval(%struct.vector) align 8 %1, ptr noundef byval(%struct.vector) align 8 %2, double noundef %3) #4 {
  %5 = alloca double, align 8
  store double %3, ptr %5, align 8
  %6 = getelementptr inbounds %struct.vector, ptr %0, i32 0, i32 0
  %7 = getelementptr inbounds %struct.vector, ptr %1, i32 0, i32 0
  %8 = load double, ptr %7, align 8
  %9 = getelementptr inbounds %struct.vector, ptr %2, i32 0, i32 0
  %10 = load double, ptr %9, align 8
  %11 = load double, ptr %5, align 8
  %12 = fmul double %10, %11
  %13 = fadd double %8, %12
  store double %13, ptr %6, align 8
  %14 = getelementptr inbounds %struct.vector, ptr %0, i32 0, i32 1
  %15 = getelementptr inbounds %struct.vector, ptr %1, i32 0, i32 1
  %16 = load double, ptr %15, align 8
  %17 = getelementptr inbounds %struct.vector, ptr %2, i32 0, i32 1
  %18 = load double, ptr %17, align 8
  %19 = load double, ptr %5, align 8
  %20 = fmul double %18, %19
  %21 = fadd double %16, %20
  store double %21, ptr %14, align 8
  %22 = getelementptr inbounds %struct.vector, ptr %0, i32 0, i32 2
  %23 = getelementptr inbounds %struct.vector, ptr %1, i32 0, i32 2
  %24 = load double, ptr %23, align 8
  %25 = getelementptr inbounds %struct.vector, ptr %2, i32 0, i32 2
  %26 = load double, ptr %25, align 8
  %27 = load double, ptr %5, align 8
  %28 = fmul double %26, %27
  %29 = fadd double %24, %28
  store double %29, ptr %22, align 8
  ret void
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i32, i1 immarg) #8

; Function Attrs: noinline nounwind optnone
define internal void @put_unsigned(i64 noundef %0) #4 {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  call void @put_padded(i64 noundef %3, i32 noundef 1)
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal void @put_padded(i64 noundef %0, i32 noundef %1) #4 {
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  %5 = alloca [20 x i8], align 16
  %6 = alloca i32, align 4
  store i64 %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  store i32 0, ptr %6, align 4
  br label %7

7:                                                ; preds = %16, %2
  %8 = load i64, ptr %3, align 8
  %9 = icmp ugt i64 %8, 0
  br i1 %9, label %14, label %10

10:                                               ; preds = %7
  %11 = load i32, ptr %6, align 4
  %12 = load i32, ptr %4, align 4
  %13 = icmp slt i32 %11, %12
  br label %14

14:                                               ; preds = %10, %7
  %15 = phi i1 [ true, %7 ], [ %13, %10 ]
  br i1 %15, label %16, label %26

16:                                               ; preds = %14
  %17 = load i64, ptr %3, align 8
  %18 = urem i64 %17, 10
  %19 = add i64 48, %18
  %20 = trunc i64 %19 to i8
  %21 = load i32, ptr %6, align 4
  %22 = add nsw i32 %21, 1
  store i32 %22, ptr %6, align 4
  %23 = getelementptr inbounds [20 x i8], ptr %5, i32 0, i32 %21
  store i8 %20, ptr %23, align 1
  %24 = load i64, ptr %3, align 8
  %25 = udiv i64 %24, 10
  store i64 %25, ptr %3, align 8
  br label %7, !llvm.loop !15

26:                                               ; preds = %14
  br label %27

27:                                               ; preds = %30, %26
  %28 = load i32, ptr %6, align 4
  %29 = icmp sgt i32 %28, 0
  br i1 %29, label %30, label %35

30:                                               ; preds = %27
  %31 = load i32, ptr %6, align 4
  %32 = add nsw i32 %31, -1
  store i32 %32, ptr %6, align 4
  %33 = getelementptr inbounds [20 x i8], ptr %5, i32 0, i32 %32
  %34 = load i8, ptr %33, align 1
  call void @put_char(i8 noundef signext %34)
  br label %27, !llvm.loop !16

35:                                               ; preds = %27
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal double @square(ptr noundef byval(%struct.vector) align 8 %0) #4 {
  %2 = getelementptr inbounds %struct.vector, ptr %0, i32 0, i32 0
  %3 = load double, ptr %2, align 8
  %4 = getelementptr inbounds %struct.vector, ptr %0, i32 0, i32 0
  %5 = load double, ptr %4, align 8
  %6 = fmul double %3, %5
  %7 = getelementptr inbounds %struct.vector, ptr %0, i32 0, i32 1
  %8 = load double, ptr %7, align 8
  %9 = getelementptr inbounds %struct.vector, ptr %0, i32 0, i32 1
  %10 = load double, ptr %9, align 8
  %11 = fmul double %8, %10
  %12 = fadd double %6, %11
  %13 = getelementptr inbounds %struct.vector, ptr %0, i32 0, i32 2
  %14 = load double, ptr %13, align 8
  %15 = getelementptr inbounds %struct.vector, ptr %0, i32 0, i32 2
  %16 = load double, ptr %15, align 8
  %17 = fmul double %14, %16
  %18 = fadd double %12, %17
  ret double %18
}

; Function Attrs: noinline nounwind optnone
define internal void @difference(ptr dead_on_unwind noalias writable sret(%struct.vector) align 8 %0, ptr noundef byval(%struct.vector) align 8 %1, ptr noundef byval(%struct.vector) align 8 %2) #4 {
  %4 = getelementptr inbounds %struct.vector, ptr %0, i32 0, i32 0
  %5 = getelementptr inbounds %struct.vector, ptr %1, i32 0, i32 0
  %6 = load double, ptr %5, align 8
  %7 = getelementptr inbounds %struct.vector, ptr %2, i32 0, i32 0
  %8 = load double, ptr %7, align 8
  %9 = fsub double %6, %8
  store double %9, ptr %4, align 8
  %10 = getelementptr inbounds %struct.vector, ptr %0, i32 0, i32 1
  %11 = getelementptr inbounds %struct.vector, ptr %1, i32 0, i32 1
  %12 = load double, ptr %11, align 8
  %13 = getelementptr inbounds %struct.vector, ptr %2, i32 0, i32 1
  %14 = load double, ptr %13, align 8
  %15 = fsub double %12, %14
  store double %15, ptr %10, align 8
  %16 = getelementptr inbounds %struct.vector, ptr %0, i32 0, i32 2
  %17 = getelementptr inbounds %struct.vector, ptr %1, i32 0, i32 2
  %18 = load double, ptr %17, align 8
  %19 = getelementptr inbounds %struct.vector, ptr %2, i32 0, i32 2
  %20 = load double, ptr %19, align 8
  %21 = fsub double %18, %20
  store double %21, ptr %16, align 8
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #9

; Function Attrs: noinline nounwind optnone
define internal void @attract(ptr noundef %0, ptr noundef %1, double noundef %2) #4 {
  %4 = alloca ptr, align 4
  %5 = alloca ptr, align 4
  %6 = alloca double, align 8
  %7 = alloca %struct.vector, align 8
  %8 = alloca double, align 8
  %9 = alloca double, align 8
  %10 = alloca %struct.vector, align 8
  %11 = alloca %struct.vector, align 8
  store ptr %0, ptr %4, align 4
  store ptr %1, ptr %5, align 4
  store double %2, ptr %6, align 8
  %12 = load ptr, ptr %4, align 4
  %13 = getelementptr inbounds %struct.body, ptr %12, i32 0, i32 0
  %14 = load ptr, ptr %5, align 4
  %15 = getelementptr inbounds %struct.body, ptr %14, i32 0, i32 0
  call void @difference(ptr dead_on_unwind writable sret(%struct.vector) align 8 %7, ptr noundef byval(%struct.vector) align 8 %13, ptr noundef byval(%struct.vector) align 8 %15)
  %16 = call double @square(ptr noundef byval(%struct.vector) align 8 %7)
  store double %16, ptr %8, align 8
  %17 = load double, ptr %6, align 8
  %18 = load double, ptr %8, align 8
  %19 = load double, ptr %8, align 8
  %20 = call double @llvm.sqrt.f64(double %19)
  %21 = fmul double %18, %20
  %22 = fdiv double %17, %21
  store double %22, ptr %9, align 8
  %23 = load ptr, ptr %4, align 4
  %24 = getelementptr inbounds %struct.body, ptr %23, i32 0, i32 1
  %25 = load ptr, ptr %4, align 4
  %26 = getelementptr inbounds %struct.body, ptr %25, i32 0, i32 1
  %27 = load ptr, ptr %5, align 4
  %28 = getelementptr inbounds %struct.body, ptr %27, i32 0, i32 2
  %29 = load double, ptr %28, align 8
  %30 = fneg double %29
  %31 = load double, ptr %9, align 8
  %32 = fmul double %30, %31
  call void @moved(ptr dead_on_unwind writable sret(%struct.vector) align 8 %10, ptr noundef byval(%struct.vector) align 8 %26, ptr noundef byval(%struct.vector) align 8 %7, double noundef %32)
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %24, ptr align 8 %10, i32 24, i1 false)
  %33 = load ptr, ptr %5, align 4
  %34 = getelementptr inbounds %struct.body, ptr %33, i32 0, i32 1
  %35 = load ptr, ptr %5, align 4
  %36 = getelementptr inbounds %struct.body, ptr %35, i32 0, i32 1
  %37 = load ptr, ptr %4, align 4
  %38 = getelementptr inbounds %struct.body, ptr %37, i32 0, i32 2
  %39 = load double, ptr %38, align 8
  %40 = load double, ptr %9, align 8
  %41 = fmul double %39, %40
  call void @moved(ptr dead_on_unwind writable sret(%struct.vector) align 8 %11, ptr noundef byval(%struct.vector) align 8 %36, ptr noundef byval(%struct.vector) align 8 %7, double noundef %41)
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %34, ptr align 8 %11, i32 24, i1 false)
  ret void
}

attributes #0 = { noinline nounwind optnone "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-export-name"="_start" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_sizes_get" }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_get" }
attributes #3 = { noinline noreturn nounwind optnone "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #4 = { noinline nounwind optnone "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #5 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="fd_write" }
attributes #6 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="proc_exit" }
attributes #7 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #8 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #9 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { noreturn }

!llvm.module.flags = !{!0}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.mustprogress"}
!3 = distinct !{!3, !2}
!4 = distinct !{!4, !2}
!5 = distinct !{!5, !2}
!6 = distinct !{!6, !2}
!7 = distinct !{!7, !2}
!8 = distinct !{!8, !2}
!9 = distinct !{!9, !2}
!10 = distinct !{!10, !2}
!11 = distinct !{!11, !2}
!12 = distinct !{!12, !2}
!13 = distinct !{!13, !2}
!14 = distinct !{!14, !2}
!15 = distinct !{!15, !2}
!16 = distinct !{!16, !2}
