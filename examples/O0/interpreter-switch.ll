; ModuleID = 'interpreter-switch.c'
source_filename = "interpreter-switch.c"
target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"

%struct.machine = type { [16 x i32], [65536 x i8], [64 x i16], i32 }
%struct.instruction = type { i8, i8, i16, i16 }
%struct.wasi_slice = type { ptr, i32 }

@_start.arguments = internal global [16 x ptr] zeroinitializer, align 16
@_start.text = internal global [4096 x i8] zeroinitializer, align 16
@.str = private unnamed_addr constant [29 x i8] c"the arguments cannot be read\00", align 1
@output_length = internal global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@program.machine = internal global %struct.machine zeroinitializer, align 4
@.str.1 = private unnamed_addr constant [7 x i8] c"fault\0A\00", align 1
@.str.2 = private unnamed_addr constant [63 x i8] c"the argument must be a number, neither too small nor too large\00", align 1
@code = internal constant [66 x %struct.instruction] [%struct.instruction { i8 2, i8 2, i16 2, i16 0 }, %struct.instruction { i8 2, i8 3, i16 0, i16 0 }, %struct.instruction { i8 12, i8 4, i16 2, i16 0 }, %struct.instruction { i8 5, i8 5, i16 4, i16 1 }, %struct.instruction { i8 15, i8 5, i16 11, i16 0 }, %struct.instruction { i8 5, i8 3, i16 3, i16 1 }, %struct.instruction { i8 3, i8 4, i16 2, i16 0 }, %struct.instruction { i8 2, i8 5, i16 -1, i16 0 }, %struct.instruction { i8 13, i8 5, i16 4, i16 0 }, %struct.instruction { i8 4, i8 4, i16 4, i16 2 }, %struct.instruction { i8 16, i8 4, i16 1, i16 8 }, %struct.instruction { i8 5, i8 2, i16 2, i16 1 }, %struct.instruction { i8 16, i8 2, i16 1, i16 2 }, %struct.instruction { i8 1, i8 3, i16 0, i16 0 }, %struct.instruction { i8 2, i8 2, i16 1, i16 0 }, %struct.instruction { i8 2, i8 6, i16 0, i16 0 }, %struct.instruction { i8 3, i8 3, i16 2, i16 0 }, %struct.instruction { i8 2, i8 4, i16 0, i16 0 }, %struct.instruction { i8 5, i8 5, i16 3, i16 -1 }, %struct.instruction { i8 15, i8 5, i16 29, i16 0 }, %struct.instruction { i8 5, i8 4, i16 4, i16 1 }, %struct.instruction { i8 10, i8 5, i16 3, i16 31 }, %struct.instruction { i8 15, i8 5, i16 27, i16 0 }, %struct.instruction { i8 2, i8 5, i16 3, i16 0 }, %struct.instruction { i8 7, i8 3, i16 3, i16 5 }, %struct.instruction { i8 5, i8 3, i16 3, i16 1 }, %struct.instruction { i8 14, i8 0, i16 18, i16 0 }, %struct.instruction { i8 11, i8 3, i16 3, i16 1 }, %struct.instruction { i8 14, i8 0, i16 18, i16 0 }, %struct.instruction { i8 16, i8 4, i16 6, i16 32 }, %struct.instruction { i8 3, i8 6, i16 4, i16 0 }, %struct.instruction { i8 3, i8 7, i16 2, i16 0 }, %struct.instruction { i8 5, i8 2, i16 2, i16 1 }, %struct.instruction { i8 17, i8 2, i16 1, i16 16 }, %struct.instruction { i8 1, i8 6, i16 0, i16 0 }, %struct.instruction { i8 1, i8 7, i16 0, i16 0 }, %struct.instruction { i8 2, i8 2, i16 1, i16 0 }, %struct.instruction { i8 2, i8 6, i16 0, i16 0 }, %struct.instruction { i8 3, i8 3, i16 2, i16 0 }, %struct.instruction { i8 3, i8 4, i16 1, i16 0 }, %struct.instruction { i8 18, i8 0, i16 60, i16 0 }, %struct.instruction { i8 4, i8 6, i16 6, i16 3 }, %struct.instruction { i8 5, i8 2, i16 2, i16 1 }, %struct.instruction { i8 16, i8 2, i16 1, i16 38 }, %struct.instruction { i8 1, i8 6, i16 0, i16 0 }, %struct.instruction { i8 2, i8 8, i16 1, i16 0 }, %struct.instruction { i8 3, i8 2, i16 1, i16 0 }, %struct.instruction { i8 12, i8 5, i16 2, i16 0 }, %struct.instruction { i8 9, i8 8, i16 8, i16 5 }, %struct.instruction { i8 10, i8 5, i16 8, i16 13 }, %struct.instruction { i8 9, i8 8, i16 8, i16 5 }, %struct.instruction { i8 11, i8 5, i16 8, i16 17 }, %struct.instruction { i8 9, i8 8, i16 8, i16 5 }, %struct.instruction { i8 2, i8 5, i16 1, i16 0 }, %struct.instruction { i8 6, i8 2, i16 2, i16 5 }, %struct.instruction { i8 16, i8 0, i16 2, i16 47 }, %struct.instruction { i8 1, i8 8, i16 0, i16 0 }, %struct.instruction { i8 8, i8 8, i16 8, i16 1 }, %struct.instruction { i8 1, i8 8, i16 0, i16 0 }, %struct.instruction zeroinitializer, %struct.instruction { i8 15, i8 4, i16 65, i16 0 }, %struct.instruction { i8 8, i8 5, i16 3, i16 4 }, %struct.instruction { i8 3, i8 3, i16 4, i16 0 }, %struct.instruction { i8 3, i8 4, i16 5, i16 0 }, %struct.instruction { i8 14, i8 0, i16 60, i16 0 }, %struct.instruction { i8 19, i8 0, i16 0, i16 0 }], align 16
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
  call void @fail(ptr noundef @.str) #7
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
  call void @host_exit(i32 noundef %32) #7
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
  call void @host_exit(i32 noundef 1) #7
  unreachable
}

; Function Attrs: noinline nounwind optnone
define internal i32 @program(i32 noundef %0, ptr noundef %1) #4 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 4
  %5 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 4
  %6 = load i32, ptr %3, align 4
  %7 = load ptr, ptr %4, align 4
  %8 = call i32 @size_argument(i32 noundef %6, ptr noundef %7, i32 noundef 0, i32 noundef 65536, i32 noundef 1000)
  store i32 %8, ptr getelementptr inbounds ([16 x i32], ptr @program.machine, i32 0, i32 1), align 4
  %9 = call i32 @execute(ptr noundef @program.machine)
  store i32 %9, ptr %5, align 4
  %10 = load i32, ptr %5, align 4
  %11 = icmp eq i32 %10, 100
  br i1 %11, label %12, label %13

12:                                               ; preds = %2
  call void @put_text(ptr noundef @.str.1)
  br label %13

13:                                               ; preds = %12, %2
  %14 = load i32, ptr %5, align 4
  ret i32 %14
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
  call void @host_exit(i32 noundef 1) #7
  unreachable

20:                                               ; preds = %9
  %21 = load i32, ptr %4, align 4
  %22 = load i32, ptr %3, align 4
  %23 = add i32 %22, %21
  store i32 %23, ptr %3, align 4
  br label %5, !llvm.loop !1

24:                                               ; preds = %5
  store i32 0, ptr @output_length, align 4
  ret void
}

; Function Attrs: noinline noreturn nounwind optnone
define internal void @host_exit(i32 noundef %0) #3 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  call void @wasi_proc_exit(i32 noundef %3) #7
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
  br label %3, !llvm.loop !3

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
  br label %22, !llvm.loop !4

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
  call void @fail(ptr noundef @.str.2) #7
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
define internal i32 @execute(ptr noundef %0) #4 {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 4
  %4 = alloca ptr, align 4
  %5 = alloca ptr, align 4
  store ptr %0, ptr %3, align 4
  %6 = load ptr, ptr %3, align 4
  %7 = getelementptr inbounds %struct.machine, ptr %6, i32 0, i32 0
  %8 = getelementptr inbounds [16 x i32], ptr %7, i32 0, i32 0
  store ptr %8, ptr %4, align 4
  store ptr @code, ptr %5, align 4
  br label %9

9:                                                ; preds = %435, %424, %399, %391, %364, %337, %313, %290, %267, %246, %225, %201, %191, %131, %107, %86, %62, %46, %33, %22, %1
  %10 = load ptr, ptr %5, align 4
  %11 = getelementptr inbounds %struct.instruction, ptr %10, i32 0, i32 0
  %12 = load i8, ptr %11, align 2
  %13 = zext i8 %12 to i32
  switch i32 %13, label %435 [
    i32 0, label %14
    i32 1, label %22
    i32 2, label %33
    i32 3, label %46
    i32 4, label %62
    i32 5, label %86
    i32 6, label %107
    i32 7, label %131
    i32 8, label %155
    i32 9, label %201
    i32 10, label %225
    i32 11, label %246
    i32 12, label %267
    i32 13, label %290
    i32 14, label %313
    i32 15, label %319
    i32 16, label %339
    i32 17, label %366
    i32 18, label %393
    i32 19, label %418
  ]

14:                                               ; preds = %9
  %15 = load ptr, ptr %4, align 4
  %16 = load ptr, ptr %5, align 4
  %17 = getelementptr inbounds %struct.instruction, ptr %16, i32 0, i32 1
  %18 = load i8, ptr %17, align 1
  %19 = zext i8 %18 to i32
  %20 = getelementptr inbounds i32, ptr %15, i32 %19
  %21 = load i32, ptr %20, align 4
  store i32 %21, ptr %2, align 4
  br label %436

22:                                               ; preds = %9
  %23 = load ptr, ptr %4, align 4
  %24 = load ptr, ptr %5, align 4
  %25 = getelementptr inbounds %struct.instruction, ptr %24, i32 0, i32 1
  %26 = load i8, ptr %25, align 1
  %27 = zext i8 %26 to i32
  %28 = getelementptr inbounds i32, ptr %23, i32 %27
  %29 = load i32, ptr %28, align 4
  %30 = sext i32 %29 to i64
  call void @put_signed(i64 noundef %30)
  call void @put_char(i8 noundef signext 10)
  %31 = load ptr, ptr %5, align 4
  %32 = getelementptr inbounds %struct.instruction, ptr %31, i32 1
  store ptr %32, ptr %5, align 4
  br label %9

33:                                               ; preds = %9
  %34 = load ptr, ptr %5, align 4
  %35 = getelementptr inbounds %struct.instruction, ptr %34, i32 0, i32 2
  %36 = load i16, ptr %35, align 2
  %37 = sext i16 %36 to i32
  %38 = load ptr, ptr %4, align 4
  %39 = load ptr, ptr %5, align 4
  %40 = getelementptr inbounds %struct.instruction, ptr %39, i32 0, i32 1
  %41 = load i8, ptr %40, align 1
  %42 = zext i8 %41 to i32
  %43 = getelementptr inbounds i32, ptr %38, i32 %42
  store i32 %37, ptr %43, align 4
  %44 = load ptr, ptr %5, align 4
  %45 = getelementptr inbounds %struct.instruction, ptr %44, i32 1
  store ptr %45, ptr %5, align 4
  br label %9

46:                                               ; preds = %9
  %47 = load ptr, ptr %4, align 4
  %48 = load ptr, ptr %5, align 4
  %49 = getelementptr inbounds %struct.instruction, ptr %48, i32 0, i32 2
  %50 = load i16, ptr %49, align 2
  %51 = sext i16 %50 to i32
  %52 = getelementptr inbounds i32, ptr %47, i32 %51
  %53 = load i32, ptr %52, align 4
  %54 = load ptr, ptr %4, align 4
  %55 = load ptr, ptr %5, align 4
  %56 = getelementptr inbounds %struct.instruction, ptr %55, i32 0, i32 1
  %57 = load i8, ptr %56, align 1
  %58 = zext i8 %57 to i32
  %59 = getelementptr inbounds i32, ptr %54, i32 %58
  store i32 %53, ptr %59, align 4
  %60 = load ptr, ptr %5, align 4
  %61 = getelementptr inbounds %struct.instruction, ptr %60, i32 1
  store ptr %61, ptr %5, align 4
  br label %9

62:                                               ; preds = %9
  %63 = load ptr, ptr %4, align 4
  %64 = load ptr, ptr %5, align 4
  %65 = getelementptr inbounds %struct.instruction, ptr %64, i32 0, i32 2
  %66 = load i16, ptr %65, align 2
  %67 = sext i16 %66 to i32
  %68 = getelementptr inbounds i32, ptr %63, i32 %67
  %69 = load i32, ptr %68, align 4
  %70 = load ptr, ptr %4, align 4
  %71 = load ptr, ptr %5, align 4
  %72 = getelementptr inbounds %struct.instruction, ptr %71, i32 0, i32 3
  %73 = load i16, ptr %72, align 2
  %74 = sext i16 %73 to i32
  %75 = getelementptr inbounds i32, ptr %70, i32 %74
  %76 = load i32, ptr %75, align 4
  %77 = add i32 %69, %76
  %78 = load ptr, ptr %4, align 4
  %79 = load ptr, ptr %5, align 4
  %80 = getelementptr inbounds %struct.instruction, ptr %79, i32 0, i32 1
  %81 = load i8, ptr %80, align 1
  %82 = zext i8 %81 to i32
  %83 = getelementptr inbounds i32, ptr %78, i32 %82
  store i32 %77, ptr %83, align 4
  %84 = load ptr, ptr %5, align 4
  %85 = getelementptr inbounds %struct.instruction, ptr %84, i32 1
  store ptr %85, ptr %5, align 4
  br label %9

86:                                               ; preds = %9
  %87 = load ptr, ptr %4, align 4
  %88 = load ptr, ptr %5, align 4
  %89 = getelementptr inbounds %struct.instruction, ptr %88, i32 0, i32 2
  %90 = load i16, ptr %89, align 2
  %91 = sext i16 %90 to i32
  %92 = getelementptr inbounds i32, ptr %87, i32 %91
  %93 = load i32, ptr %92, align 4
  %94 = load ptr, ptr %5, align 4
  %95 = getelementptr inbounds %struct.instruction, ptr %94, i32 0, i32 3
  %96 = load i16, ptr %95, align 2
  %97 = sext i16 %96 to i32
  %98 = add i32 %93, %97
  %99 = load ptr, ptr %4, align 4
  %100 = load ptr, ptr %5, align 4
  %101 = getelementptr inbounds %struct.instruction, ptr %100, i32 0, i32 1
  %102 = load i8, ptr %101, align 1
  %103 = zext i8 %102 to i32
  %104 = getelementptr inbounds i32, ptr %99, i32 %103
  store i32 %98, ptr %104, align 4
  %105 = load ptr, ptr %5, align 4
  %106 = getelementptr inbounds %struct.instruction, ptr %105, i32 1
  store ptr %106, ptr %5, align 4
  br label %9

107:                                              ; preds = %9
  %108 = load ptr, ptr %4, align 4
  %109 = load ptr, ptr %5, align 4
  %110 = getelementptr inbounds %struct.instruction, ptr %109, i32 0, i32 2
  %111 = load i16, ptr %110, align 2
  %112 = sext i16 %111 to i32
  %113 = getelementptr inbounds i32, ptr %108, i32 %112
  %114 = load i32, ptr %113, align 4
  %115 = load ptr, ptr %4, align 4
  %116 = load ptr, ptr %5, align 4
  %117 = getelementptr inbounds %struct.instruction, ptr %116, i32 0, i32 3
  %118 = load i16, ptr %117, align 2
  %119 = sext i16 %118 to i32
  %120 = getelementptr inbounds i32, ptr %115, i32 %119
  %121 = load i32, ptr %120, align 4
  %122 = sub i32 %114, %121
  %123 = load ptr, ptr %4, align 4
  %124 = load ptr, ptr %5, align 4
  %125 = getelementptr inbounds %struct.instruction, ptr %124, i32 0, i32 1
  %126 = load i8, ptr %125, align 1
  %127 = zext i8 %126 to i32
  %128 = getelementptr inbounds i32, ptr %123, i32 %127
  store i32 %122, ptr %128, align 4
  %129 = load ptr, ptr %5, align 4
  %130 = getelementptr inbounds %struct.instruction, ptr %129, i32 1
  store ptr %130, ptr %5, align 4
  br label %9

131:                                              ; preds = %9
  %132 = load ptr, ptr %4, align 4
  %133 = load ptr, ptr %5, align 4
  %134 = getelementptr inbounds %struct.instruction, ptr %133, i32 0, i32 2
  %135 = load i16, ptr %134, align 2
  %136 = sext i16 %135 to i32
  %137 = getelementptr inbounds i32, ptr %132, i32 %136
  %138 = load i32, ptr %137, align 4
  %139 = load ptr, ptr %4, align 4
  %140 = load ptr, ptr %5, align 4
  %141 = getelementptr inbounds %struct.instruction, ptr %140, i32 0, i32 3
  %142 = load i16, ptr %141, align 2
  %143 = sext i16 %142 to i32
  %144 = getelementptr inbounds i32, ptr %139, i32 %143
  %145 = load i32, ptr %144, align 4
  %146 = mul i32 %138, %145
  %147 = load ptr, ptr %4, align 4
  %148 = load ptr, ptr %5, align 4
  %149 = getelementptr inbounds %struct.instruction, ptr %148, i32 0, i32 1
  %150 = load i8, ptr %149, align 1
  %151 = zext i8 %150 to i32
  %152 = getelementptr inbounds i32, ptr %147, i32 %151
  store i32 %146, ptr %152, align 4
  %153 = load ptr, ptr %5, align 4
  %154 = getelementptr inbounds %struct.instruction, ptr %153, i32 1
  store ptr %154, ptr %5, align 4
  br label %9

155:                                              ; preds = %9
  %156 = load ptr, ptr %4, align 4
  %157 = load ptr, ptr %5, align 4
  %158 = getelementptr inbounds %struct.instruction, ptr %157, i32 0, i32 3
  %159 = load i16, ptr %158, align 2
  %160 = sext i16 %159 to i32
  %161 = getelementptr inbounds i32, ptr %156, i32 %160
  %162 = load i32, ptr %161, align 4
  %163 = icmp eq i32 %162, 0
  br i1 %163, label %164, label %165

164:                                              ; preds = %155
  store i32 100, ptr %2, align 4
  br label %436

165:                                              ; preds = %155
  %166 = load ptr, ptr %4, align 4
  %167 = load ptr, ptr %5, align 4
  %168 = getelementptr inbounds %struct.instruction, ptr %167, i32 0, i32 3
  %169 = load i16, ptr %168, align 2
  %170 = sext i16 %169 to i32
  %171 = getelementptr inbounds i32, ptr %166, i32 %170
  %172 = load i32, ptr %171, align 4
  %173 = icmp eq i32 %172, -1
  br i1 %173, label %174, label %175

174:                                              ; preds = %165
  br label %191

175:                                              ; preds = %165
  %176 = load ptr, ptr %4, align 4
  %177 = load ptr, ptr %5, align 4
  %178 = getelementptr inbounds %struct.instruction, ptr %177, i32 0, i32 2
  %179 = load i16, ptr %178, align 2
  %180 = sext i16 %179 to i32
  %181 = getelementptr inbounds i32, ptr %176, i32 %180
  %182 = load i32, ptr %181, align 4
  %183 = load ptr, ptr %4, align 4
  %184 = load ptr, ptr %5, align 4
  %185 = getelementptr inbounds %struct.instruction, ptr %184, i32 0, i32 3
  %186 = load i16, ptr %185, align 2
  %187 = sext i16 %186 to i32
  %188 = getelementptr inbounds i32, ptr %183, i32 %187
  %189 = load i32, ptr %188, align 4
  %190 = srem i32 %182, %189
  br label %191

191:                                              ; preds = %175, %174
  %192 = phi i32 [ 0, %174 ], [ %190, %175 ]
  %193 = load ptr, ptr %4, align 4
  %194 = load ptr, ptr %5, align 4
  %195 = getelementptr inbounds %struct.instruction, ptr %194, i32 0, i32 1
  %196 = load i8, ptr %195, align 1
  %197 = zext i8 %196 to i32
  %198 = getelementptr inbounds i32, ptr %193, i32 %197
  store i32 %192, ptr %198, align 4
  %199 = load ptr, ptr %5, align 4
  %200 = getelementptr inbounds %struct.instruction, ptr %199, i32 1
  store ptr %200, ptr %5, align 4
  br label %9

201:                                              ; preds = %9
  %202 = load ptr, ptr %4, align 4
  %203 = load ptr, ptr %5, align 4
  %204 = getelementptr inbounds %struct.instruction, ptr %203, i32 0, i32 2
  %205 = load i16, ptr %204, align 2
  %206 = sext i16 %205 to i32
  %207 = getelementptr inbounds i32, ptr %202, i32 %206
  %208 = load i32, ptr %207, align 4
  %209 = load ptr, ptr %4, align 4
  %210 = load ptr, ptr %5, align 4
  %211 = getelementptr inbounds %struct.instruction, ptr %210, i32 0, i32 3
  %212 = load i16, ptr %211, align 2
  %213 = sext i16 %212 to i32
  %214 = getelementptr inbounds i32, ptr %209, i32 %213
  %215 = load i32, ptr %214, align 4
  %216 = xor i32 %208, %215
  %217 = load ptr, ptr %4, align 4
  %218 = load ptr, ptr %5, align 4
  %219 = getelementptr inbounds %struct.instruction, ptr %218, i32 0, i32 1
  %220 = load i8, ptr %219, align 1
  %221 = zext i8 %220 to i32
  %222 = getelementptr inbounds i32, ptr %217, i32 %221
  store i32 %216, ptr %222, align 4
  %223 = load ptr, ptr %5, align 4
  %224 = getelementptr inbounds %struct.instruction, ptr %223, i32 1
  store ptr %224, ptr %5, align 4
  br label %9

225:                                              ; preds = %9
  %226 = load ptr, ptr %4, align 4
  %227 = load ptr, ptr %5, align 4
  %228 = getelementptr inbounds %struct.instruction, ptr %227, i32 0, i32 2
  %229 = load i16, ptr %228, align 2
  %230 = sext i16 %229 to i32
  %231 = getelementptr inbounds i32, ptr %226, i32 %230
  %232 = load i32, ptr %231, align 4
  %233 = load ptr, ptr %5, align 4
  %234 = getelementptr inbounds %struct.instruction, ptr %233, i32 0, i32 3
  %235 = load i16, ptr %234, align 2
  %236 = sext i16 %235 to i32
  %237 = shl i32 %232, %236
  %238 = load ptr, ptr %4, align 4
  %239 = load ptr, ptr %5, align 4
  %240 = getelementptr inbounds %struct.instruction, ptr %239, i32 0, i32 1
  %241 = load i8, ptr %240, align 1
  %242 = zext i8 %241 to i32
  %243 = getelementptr inbounds i32, ptr %238, i32 %242
  store i32 %237, ptr %243, align 4
  %244 = load ptr, ptr %5, align 4
  %245 = getelementptr inbounds %struct.instruction, ptr %244, i32 1
  store ptr %245, ptr %5, align 4
  br label %9

246:                                              ; preds = %9
  %247 = load ptr, ptr %4, align 4
  %248 = load ptr, ptr %5, align 4
  %249 = getelementptr inbounds %struct.instruction, ptr %248, i32 0, i32 2
  %250 = load i16, ptr %249, align 2
  %251 = sext i16 %250 to i32
  %252 = getelementptr inbounds i32, ptr %247, i32 %251
  %253 = load i32, ptr %252, align 4
  %254 = load ptr, ptr %5, align 4
  %255 = getelementptr inbounds %struct.instruction, ptr %254, i32 0, i32 3
  %256 = load i16, ptr %255, align 2
  %257 = sext i16 %256 to i32
  %258 = ashr i32 %253, %257
  %259 = load ptr, ptr %4, align 4
  %260 = load ptr, ptr %5, align 4
  %261 = getelementptr inbounds %struct.instruction, ptr %260, i32 0, i32 1
  %262 = load i8, ptr %261, align 1
  %263 = zext i8 %262 to i32
  %264 = getelementptr inbounds i32, ptr %259, i32 %263
  store i32 %258, ptr %264, align 4
  %265 = load ptr, ptr %5, align 4
  %266 = getelementptr inbounds %struct.instruction, ptr %265, i32 1
  store ptr %266, ptr %5, align 4
  br label %9

267:                                              ; preds = %9
  %268 = load ptr, ptr %3, align 4
  %269 = getelementptr inbounds %struct.machine, ptr %268, i32 0, i32 1
  %270 = load ptr, ptr %4, align 4
  %271 = load ptr, ptr %5, align 4
  %272 = getelementptr inbounds %struct.instruction, ptr %271, i32 0, i32 2
  %273 = load i16, ptr %272, align 2
  %274 = sext i16 %273 to i32
  %275 = getelementptr inbounds i32, ptr %270, i32 %274
  %276 = load i32, ptr %275, align 4
  %277 = trunc i32 %276 to i16
  %278 = zext i16 %277 to i32
  %279 = getelementptr inbounds [65536 x i8], ptr %269, i32 0, i32 %278
  %280 = load i8, ptr %279, align 1
  %281 = sext i8 %280 to i32
  %282 = load ptr, ptr %4, align 4
  %283 = load ptr, ptr %5, align 4
  %284 = getelementptr inbounds %struct.instruction, ptr %283, i32 0, i32 1
  %285 = load i8, ptr %284, align 1
  %286 = zext i8 %285 to i32
  %287 = getelementptr inbounds i32, ptr %282, i32 %286
  store i32 %281, ptr %287, align 4
  %288 = load ptr, ptr %5, align 4
  %289 = getelementptr inbounds %struct.instruction, ptr %288, i32 1
  store ptr %289, ptr %5, align 4
  br label %9

290:                                              ; preds = %9
  %291 = load ptr, ptr %4, align 4
  %292 = load ptr, ptr %5, align 4
  %293 = getelementptr inbounds %struct.instruction, ptr %292, i32 0, i32 1
  %294 = load i8, ptr %293, align 1
  %295 = zext i8 %294 to i32
  %296 = getelementptr inbounds i32, ptr %291, i32 %295
  %297 = load i32, ptr %296, align 4
  %298 = trunc i32 %297 to i8
  %299 = load ptr, ptr %3, align 4
  %300 = getelementptr inbounds %struct.machine, ptr %299, i32 0, i32 1
  %301 = load ptr, ptr %4, align 4
  %302 = load ptr, ptr %5, align 4
  %303 = getelementptr inbounds %struct.instruction, ptr %302, i32 0, i32 2
  %304 = load i16, ptr %303, align 2
  %305 = sext i16 %304 to i32
  %306 = getelementptr inbounds i32, ptr %301, i32 %305
  %307 = load i32, ptr %306, align 4
  %308 = trunc i32 %307 to i16
  %309 = zext i16 %308 to i32
  %310 = getelementptr inbounds [65536 x i8], ptr %300, i32 0, i32 %309
  store i8 %298, ptr %310, align 1
  %311 = load ptr, ptr %5, align 4
  %312 = getelementptr inbounds %struct.instruction, ptr %311, i32 1
  store ptr %312, ptr %5, align 4
  br label %9

313:                                              ; preds = %9
  %314 = load ptr, ptr %5, align 4
  %315 = getelementptr inbounds %struct.instruction, ptr %314, i32 0, i32 2
  %316 = load i16, ptr %315, align 2
  %317 = sext i16 %316 to i32
  %318 = getelementptr inbounds %struct.instruction, ptr @code, i32 %317
  store ptr %318, ptr %5, align 4
  br label %9

319:                                              ; preds = %9
  %320 = load ptr, ptr %4, align 4
  %321 = load ptr, ptr %5, align 4
  %322 = getelementptr inbounds %struct.instruction, ptr %321, i32 0, i32 1
  %323 = load i8, ptr %322, align 1
  %324 = zext i8 %323 to i32
  %325 = getelementptr inbounds i32, ptr %320, i32 %324
  %326 = load i32, ptr %325, align 4
  %327 = icmp eq i32 %326, 0
  br i1 %327, label %328, label %334

328:                                              ; preds = %319
  %329 = load ptr, ptr %5, align 4
  %330 = getelementptr inbounds %struct.instruction, ptr %329, i32 0, i32 2
  %331 = load i16, ptr %330, align 2
  %332 = sext i16 %331 to i32
  %333 = getelementptr inbounds %struct.instruction, ptr @code, i32 %332
  br label %337

334:                                              ; preds = %319
  %335 = load ptr, ptr %5, align 4
  %336 = getelementptr inbounds %struct.instruction, ptr %335, i32 1
  br label %337

337:                                              ; preds = %334, %328
  %338 = phi ptr [ %333, %328 ], [ %336, %334 ]
  store ptr %338, ptr %5, align 4
  br label %9

339:                                              ; preds = %9
  %340 = load ptr, ptr %4, align 4
  %341 = load ptr, ptr %5, align 4
  %342 = getelementptr inbounds %struct.instruction, ptr %341, i32 0, i32 1
  %343 = load i8, ptr %342, align 1
  %344 = zext i8 %343 to i32
  %345 = getelementptr inbounds i32, ptr %340, i32 %344
  %346 = load i32, ptr %345, align 4
  %347 = load ptr, ptr %4, align 4
  %348 = load ptr, ptr %5, align 4
  %349 = getelementptr inbounds %struct.instruction, ptr %348, i32 0, i32 2
  %350 = load i16, ptr %349, align 2
  %351 = sext i16 %350 to i32
  %352 = getelementptr inbounds i32, ptr %347, i32 %351
  %353 = load i32, ptr %352, align 4
  %354 = icmp slt i32 %346, %353
  br i1 %354, label %355, label %361

355:                                              ; preds = %339
  %356 = load ptr, ptr %5, align 4
  %357 = getelementptr inbounds %struct.instruction, ptr %356, i32 0, i32 3
  %358 = load i16, ptr %357, align 2
  %359 = sext i16 %358 to i32
  %360 = getelementptr inbounds %struct.instruction, ptr @code, i32 %359
  br label %364

361:                                              ; preds = %339
  %362 = load ptr, ptr %5, align 4
  %363 = getelementptr inbounds %struct.instruction, ptr %362, i32 1
  br label %364

364:                                              ; preds = %361, %355
  %365 = phi ptr [ %360, %355 ], [ %363, %361 ]
  store ptr %365, ptr %5, align 4
  br label %9

366:                                              ; preds = %9
  %367 = load ptr, ptr %4, align 4
  %368 = load ptr, ptr %5, align 4
  %369 = getelementptr inbounds %struct.instruction, ptr %368, i32 0, i32 1
  %370 = load i8, ptr %369, align 1
  %371 = zext i8 %370 to i32
  %372 = getelementptr inbounds i32, ptr %367, i32 %371
  %373 = load i32, ptr %372, align 4
  %374 = load ptr, ptr %4, align 4
  %375 = load ptr, ptr %5, align 4
  %376 = getelementptr inbounds %struct.instruction, ptr %375, i32 0, i32 2
  %377 = load i16, ptr %376, align 2
  %378 = sext i16 %377 to i32
  %379 = getelementptr inbounds i32, ptr %374, i32 %378
  %380 = load i32, ptr %379, align 4
  %381 = icmp ult i32 %373, %380
  br i1 %381, label %382, label %388

382:                                              ; preds = %366
  %383 = load ptr, ptr %5, align 4
  %384 = getelementptr inbounds %struct.instruction, ptr %383, i32 0, i32 3
  %385 = load i16, ptr %384, align 2
  %386 = sext i16 %385 to i32
  %387 = getelementptr inbounds %struct.instruction, ptr @code, i32 %386
  br label %391

388:                                              ; preds = %366
  %389 = load ptr, ptr %5, align 4
  %390 = getelementptr inbounds %struct.instruction, ptr %389, i32 1
  br label %391

391:                                              ; preds = %388, %382
  %392 = phi ptr [ %387, %382 ], [ %390, %388 ]
  store ptr %392, ptr %5, align 4
  br label %9

393:                                              ; preds = %9
  %394 = load ptr, ptr %3, align 4
  %395 = getelementptr inbounds %struct.machine, ptr %394, i32 0, i32 3
  %396 = load i32, ptr %395, align 4
  %397 = icmp eq i32 %396, 64
  br i1 %397, label %398, label %399

398:                                              ; preds = %393
  store i32 100, ptr %2, align 4
  br label %436

399:                                              ; preds = %393
  %400 = load ptr, ptr %5, align 4
  %401 = getelementptr inbounds %struct.instruction, ptr %400, i32 1
  %402 = ptrtoint ptr %401 to i32
  %403 = sub i32 %402, ptrtoint (ptr @code to i32)
  %404 = sdiv exact i32 %403, 6
  %405 = trunc i32 %404 to i16
  %406 = load ptr, ptr %3, align 4
  %407 = getelementptr inbounds %struct.machine, ptr %406, i32 0, i32 2
  %408 = load ptr, ptr %3, align 4
  %409 = getelementptr inbounds %struct.machine, ptr %408, i32 0, i32 3
  %410 = load i32, ptr %409, align 4
  %411 = add nsw i32 %410, 1
  store i32 %411, ptr %409, align 4
  %412 = getelementptr inbounds [64 x i16], ptr %407, i32 0, i32 %410
  store i16 %405, ptr %412, align 2
  %413 = load ptr, ptr %5, align 4
  %414 = getelementptr inbounds %struct.instruction, ptr %413, i32 0, i32 2
  %415 = load i16, ptr %414, align 2
  %416 = sext i16 %415 to i32
  %417 = getelementptr inbounds %struct.instruction, ptr @code, i32 %416
  store ptr %417, ptr %5, align 4
  br label %9

418:                                              ; preds = %9
  %419 = load ptr, ptr %3, align 4
  %420 = getelementptr inbounds %struct.machine, ptr %419, i32 0, i32 3
  %421 = load i32, ptr %420, align 4
  %422 = icmp eq i32 %421, 0
  br i1 %422, label %423, label %424

423:                                              ; preds = %418
  store i32 100, ptr %2, align 4
  br label %436

424:                                              ; preds = %418
  %425 = load ptr, ptr %3, align 4
  %426 = getelementptr inbounds %struct.machine, ptr %425, i32 0, i32 2
  %427 = load ptr, ptr %3, align 4
  %428 = getelementptr inbounds %struct.machine, ptr %427, i32 0, i32 3
  %429 = load i32, ptr %428, align 4
  %430 = add nsw i32 %429, -1
  store i32 %430, ptr %428, align 4
  %431 = getelementptr inbounds [64 x i16], ptr %426, i32 0, i32 %430
  %432 = load i16, ptr %431, align 2
  %433 = zext i16 %432 to i32
  %434 = getelementptr inbounds %struct.instruction, ptr @code, i32 %433
  store ptr %434, ptr %5, align 4
  br label %9

435:                                              ; preds = %9
  br label %9

436:                                              ; preds = %423, %398, %164, %14
  %437 = load i32, ptr %2, align 4
  ret i32 %437
}

; Function Attrs: noinline nounwind optnone
define internal void @put_signed(i64 noundef %0) #4 {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = icmp slt i64 %3, 0
  br i1 %4, label %5, label %6

5:                                                ; preds = %1
  call void @put_char(i8 noundef signext 45)
  br label %6

6:                                                ; preds = %5, %1
  %7 = load i64, ptr %2, align 8
  %8 = icmp slt i64 %7, 0
  br i1 %8, label %9, label %12

9:                                                ; preds = %6
  %10 = load i64, ptr %2, align 8
  %11 = sub i64 0, %10
  br label %14

12:                                               ; preds = %6
  %13 = load i64, ptr %2, align 8
  br label %14

14:                                               ; preds = %12, %9
  %15 = phi i64 [ %11, %9 ], [ %13, %12 ]
  call void @put_unsigned(i64 noundef %15)
  ret void
}

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
  br label %7, !llvm.loop !5

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
  br label %27, !llvm.loop !6

35:                                               ; preds = %27
  ret void
}

attributes #0 = { noinline nounwind optnone "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-export-name"="_start" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_sizes_get" }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_get" }
attributes #3 = { noinline noreturn nounwind optnone "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #4 = { noinline nounwind optnone "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #5 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="fd_write" }
attributes #6 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="proc_exit" }
attributes #7 = { noreturn }

!llvm.module.flags = !{!0}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.mustprogress"}
!3 = distinct !{!3, !2}
!4 = distinct !{!4, !2}
!5 = distinct !{!5, !2}
!6 = distinct !{!6, !2}
