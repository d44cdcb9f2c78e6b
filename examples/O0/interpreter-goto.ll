; ModuleID = 'interpreter-goto.c'
source_filename = "interpreter-goto.c"
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
@execute.labels = internal constant [20 x ptr] [ptr blockaddress(@execute, %15), ptr blockaddress(@execute, %23), ptr blockaddress(@execute, %40), ptr blockaddress(@execute, %59), ptr blockaddress(@execute, %81), ptr blockaddress(@execute, %111), ptr blockaddress(@execute, %138), ptr blockaddress(@execute, %168), ptr blockaddress(@execute, %198), ptr blockaddress(@execute, %250), ptr blockaddress(@execute, %280), ptr blockaddress(@execute, %307), ptr blockaddress(@execute, %334), ptr blockaddress(@execute, %363), ptr blockaddress(@execute, %392), ptr blockaddress(@execute, %404), ptr blockaddress(@execute, %430), ptr blockaddress(@execute, %463), ptr blockaddress(@execute, %496), ptr blockaddress(@execute, %527)], align 16
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
  %9 = load ptr, ptr %5, align 4
  %10 = getelementptr inbounds %struct.instruction, ptr %9, i32 0, i32 0
  %11 = load i8, ptr %10, align 2
  %12 = zext i8 %11 to i32
  %13 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %12
  %14 = load ptr, ptr %13, align 4
  br label %552

15:                                               ; preds = %552
  %16 = load ptr, ptr %4, align 4
  %17 = load ptr, ptr %5, align 4
  %18 = getelementptr inbounds %struct.instruction, ptr %17, i32 0, i32 1
  %19 = load i8, ptr %18, align 1
  %20 = zext i8 %19 to i32
  %21 = getelementptr inbounds i32, ptr %16, i32 %20
  %22 = load i32, ptr %21, align 4
  store i32 %22, ptr %2, align 4
  br label %550

23:                                               ; preds = %552
  %24 = load ptr, ptr %4, align 4
  %25 = load ptr, ptr %5, align 4
  %26 = getelementptr inbounds %struct.instruction, ptr %25, i32 0, i32 1
  %27 = load i8, ptr %26, align 1
  %28 = zext i8 %27 to i32
  %29 = getelementptr inbounds i32, ptr %24, i32 %28
  %30 = load i32, ptr %29, align 4
  %31 = sext i32 %30 to i64
  call void @put_signed(i64 noundef %31)
  call void @put_char(i8 noundef signext 10)
  %32 = load ptr, ptr %5, align 4
  %33 = getelementptr inbounds %struct.instruction, ptr %32, i32 1
  store ptr %33, ptr %5, align 4
  %34 = load ptr, ptr %5, align 4
  %35 = getelementptr inbounds %struct.instruction, ptr %34, i32 0, i32 0
  %36 = load i8, ptr %35, align 2
  %37 = zext i8 %36 to i32
  %38 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %37
  %39 = load ptr, ptr %38, align 4
  br label %552

40:                                               ; preds = %552
  %41 = load ptr, ptr %5, align 4
  %42 = getelementptr inbounds %struct.instruction, ptr %41, i32 0, i32 2
  %43 = load i16, ptr %42, align 2
  %44 = sext i16 %43 to i32
  %45 = load ptr, ptr %4, align 4
  %46 = load ptr, ptr %5, align 4
  %47 = getelementptr inbounds %struct.instruction, ptr %46, i32 0, i32 1
  %48 = load i8, ptr %47, align 1
  %49 = zext i8 %48 to i32
  %50 = getelementptr inbounds i32, ptr %45, i32 %49
  store i32 %44, ptr %50, align 4
  %51 = load ptr, ptr %5, align 4
  %52 = getelementptr inbounds %struct.instruction, ptr %51, i32 1
  store ptr %52, ptr %5, align 4
  %53 = load ptr, ptr %5, align 4
  %54 = getelementptr inbounds %struct.instruction, ptr %53, i32 0, i32 0
  %55 = load i8, ptr %54, align 2
  %56 = zext i8 %55 to i32
  %57 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %56
  %58 = load ptr, ptr %57, align 4
  br label %552

59:                                               ; preds = %552
  %60 = load ptr, ptr %4, align 4
  %61 = load ptr, ptr %5, align 4
  %62 = getelementptr inbounds %struct.instruction, ptr %61, i32 0, i32 2
  %63 = load i16, ptr %62, align 2
  %64 = sext i16 %63 to i32
  %65 = getelementptr inbounds i32, ptr %60, i32 %64
  %66 = load i32, ptr %65, align 4
  %67 = load ptr, ptr %4, align 4
  %68 = load ptr, ptr %5, align 4
  %69 = getelementptr inbounds %struct.instruction, ptr %68, i32 0, i32 1
  %70 = load i8, ptr %69, align 1
  %71 = zext i8 %70 to i32
  %72 = getelementptr inbounds i32, ptr %67, i32 %71
  store i32 %66, ptr %72, align 4
  %73 = load ptr, ptr %5, align 4
  %74 = getelementptr inbounds %struct.instruction, ptr %73, i32 1
  store ptr %74, ptr %5, align 4
  %75 = load ptr, ptr %5, align 4
  %76 = getelementptr inbounds %struct.instruction, ptr %75, i32 0, i32 0
  %77 = load i8, ptr %76, align 2
  %78 = zext i8 %77 to i32
  %79 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %78
  %80 = load ptr, ptr %79, align 4
  br label %552

81:                                               ; preds = %552
  %82 = load ptr, ptr %4, align 4
  %83 = load ptr, ptr %5, align 4
  %84 = getelementptr inbounds %struct.instruction, ptr %83, i32 0, i32 2
  %85 = load i16, ptr %84, align 2
  %86 = sext i16 %85 to i32
  %87 = getelementptr inbounds i32, ptr %82, i32 %86
  %88 = load i32, ptr %87, align 4
  %89 = load ptr, ptr %4, align 4
  %90 = load ptr, ptr %5, align 4
  %91 = getelementptr inbounds %struct.instruction, ptr %90, i32 0, i32 3
  %92 = load i16, ptr %91, align 2
  %93 = sext i16 %92 to i32
  %94 = getelementptr inbounds i32, ptr %89, i32 %93
  %95 = load i32, ptr %94, align 4
  %96 = add i32 %88, %95
  %97 = load ptr, ptr %4, align 4
  %98 = load ptr, ptr %5, align 4
  %99 = getelementptr inbounds %struct.instruction, ptr %98, i32 0, i32 1
  %100 = load i8, ptr %99, align 1
  %101 = zext i8 %100 to i32
  %102 = getelementptr inbounds i32, ptr %97, i32 %101
  store i32 %96, ptr %102, align 4
  %103 = load ptr, ptr %5, align 4
  %104 = getelementptr inbounds %struct.instruction, ptr %103, i32 1
  store ptr %104, ptr %5, align 4
  %105 = load ptr, ptr %5, align 4
  %106 = getelementptr inbounds %struct.instruction, ptr %105, i32 0, i32 0
  %107 = load i8, ptr %106, align 2
  %108 = zext i8 %107 to i32
  %109 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %108
  %110 = load ptr, ptr %109, align 4
  br label %552

111:                                              ; preds = %552
  %112 = load ptr, ptr %4, align 4
  %113 = load ptr, ptr %5, align 4
  %114 = getelementptr inbounds %struct.instruction, ptr %113, i32 0, i32 2
  %115 = load i16, ptr %114, align 2
  %116 = sext i16 %115 to i32
  %117 = getelementptr inbounds i32, ptr %112, i32 %116
  %118 = load i32, ptr %117, align 4
  %119 = load ptr, ptr %5, align 4
  %120 = getelementptr inbounds %struct.instruction, ptr %119, i32 0, i32 3
  %121 = load i16, ptr %120, align 2
  %122 = sext i16 %121 to i32
  %123 = add i32 %118, %122
  %124 = load ptr, ptr %4, align 4
  %125 = load ptr, ptr %5, align 4
  %126 = getelementptr inbounds %struct.instruction, ptr %125, i32 0, i32 1
  %127 = load i8, ptr %126, align 1
  %128 = zext i8 %127 to i32
  %129 = getelementptr inbounds i32, ptr %124, i32 %128
  store i32 %123, ptr %129, align 4
  %130 = load ptr, ptr %5, align 4
  %131 = getelementptr inbounds %struct.instruction, ptr %130, i32 1
  store ptr %131, ptr %5, align 4
  %132 = load ptr, ptr %5, align 4
  %133 = getelementptr inbounds %struct.instruction, ptr %132, i32 0, i32 0
  %134 = load i8, ptr %133, align 2
  %135 = zext i8 %134 to i32
  %136 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %135
  %137 = load ptr, ptr %136, align 4
  br label %552

138:                                              ; preds = %552
  %139 = load ptr, ptr %4, align 4
  %140 = load ptr, ptr %5, align 4
  %141 = getelementptr inbounds %struct.instruction, ptr %140, i32 0, i32 2
  %142 = load i16, ptr %141, align 2
  %143 = sext i16 %142 to i32
  %144 = getelementptr inbounds i32, ptr %139, i32 %143
  %145 = load i32, ptr %144, align 4
  %146 = load ptr, ptr %4, align 4
  %147 = load ptr, ptr %5, align 4
  %148 = getelementptr inbounds %struct.instruction, ptr %147, i32 0, i32 3
  %149 = load i16, ptr %148, align 2
  %150 = sext i16 %149 to i32
  %151 = getelementptr inbounds i32, ptr %146, i32 %150
  %152 = load i32, ptr %151, align 4
  %153 = sub i32 %145, %152
  %154 = load ptr, ptr %4, align 4
  %155 = load ptr, ptr %5, align 4
  %156 = getelementptr inbounds %struct.instruction, ptr %155, i32 0, i32 1
  %157 = load i8, ptr %156, align 1
  %158 = zext i8 %157 to i32
  %159 = getelementptr inbounds i32, ptr %154, i32 %158
  store i32 %153, ptr %159, align 4
  %160 = load ptr, ptr %5, align 4
  %161 = getelementptr inbounds %struct.instruction, ptr %160, i32 1
  store ptr %161, ptr %5, align 4
  %162 = load ptr, ptr %5, align 4
  %163 = getelementptr inbounds %struct.instruction, ptr %162, i32 0, i32 0
  %164 = load i8, ptr %163, align 2
  %165 = zext i8 %164 to i32
  %166 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %165
  %167 = load ptr, ptr %166, align 4
  br label %552

168:                                              ; preds = %552
  %169 = load ptr, ptr %4, align 4
  %170 = load ptr, ptr %5, align 4
  %171 = getelementptr inbounds %struct.instruction, ptr %170, i32 0, i32 2
  %172 = load i16, ptr %171, align 2
  %173 = sext i16 %172 to i32
  %174 = getelementptr inbounds i32, ptr %169, i32 %173
  %175 = load i32, ptr %174, align 4
  %176 = load ptr, ptr %4, align 4
  %177 = load ptr, ptr %5, align 4
  %178 = getelementptr inbounds %struct.instruction, ptr %177, i32 0, i32 3
  %179 = load i16, ptr %178, align 2
  %180 = sext i16 %179 to i32
  %181 = getelementptr inbounds i32, ptr %176, i32 %180
  %182 = load i32, ptr %181, align 4
  %183 = mul i32 %175, %182
  %184 = load ptr, ptr %4, align 4
  %185 = load ptr, ptr %5, align 4
  %186 = getelementptr inbounds %struct.instruction, ptr %185, i32 0, i32 1
  %187 = load i8, ptr %186, align 1
  %188 = zext i8 %187 to i32
  %189 = getelementptr inbounds i32, ptr %184, i32 %188
  store i32 %183, ptr %189, align 4
  %190 = load ptr, ptr %5, align 4
  %191 = getelementptr inbounds %struct.instruction, ptr %190, i32 1
  store ptr %191, ptr %5, align 4
  %192 = load ptr, ptr %5, align 4
  %193 = getelementptr inbounds %struct.instruction, ptr %192, i32 0, i32 0
  %194 = load i8, ptr %193, align 2
  %195 = zext i8 %194 to i32
  %196 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %195
  %197 = load ptr, ptr %196, align 4
  br label %552

198:                                              ; preds = %552
  %199 = load ptr, ptr %4, align 4
  %200 = load ptr, ptr %5, align 4
  %201 = getelementptr inbounds %struct.instruction, ptr %200, i32 0, i32 3
  %202 = load i16, ptr %201, align 2
  %203 = sext i16 %202 to i32
  %204 = getelementptr inbounds i32, ptr %199, i32 %203
  %205 = load i32, ptr %204, align 4
  %206 = icmp eq i32 %205, 0
  br i1 %206, label %207, label %208

207:                                              ; preds = %198
  store i32 100, ptr %2, align 4
  br label %550

208:                                              ; preds = %198
  %209 = load ptr, ptr %4, align 4
  %210 = load ptr, ptr %5, align 4
  %211 = getelementptr inbounds %struct.instruction, ptr %210, i32 0, i32 3
  %212 = load i16, ptr %211, align 2
  %213 = sext i16 %212 to i32
  %214 = getelementptr inbounds i32, ptr %209, i32 %213
  %215 = load i32, ptr %214, align 4
  %216 = icmp eq i32 %215, -1
  br i1 %216, label %217, label %218

217:                                              ; preds = %208
  br label %234

218:                                              ; preds = %208
  %219 = load ptr, ptr %4, align 4
  %220 = load ptr, ptr %5, align 4
  %221 = getelementptr inbounds %struct.instruction, ptr %220, i32 0, i32 2
  %222 = load i16, ptr %221, align 2
  %223 = sext i16 %222 to i32
  %224 = getelementptr inbounds i32, ptr %219, i32 %223
  %225 = load i32, ptr %224, align 4
  %226 = load ptr, ptr %4, align 4
  %227 = load ptr, ptr %5, align 4
  %228 = getelementptr inbounds %struct.instruction, ptr %227, i32 0, i32 3
  %229 = load i16, ptr %228, align 2
  %230 = sext i16 %229 to i32
  %231 = getelementptr inbounds i32, ptr %226, i32 %230
  %232 = load i32, ptr %231, align 4
  %233 = srem i32 %225, %232
  br label %234

234:                                              ; preds = %218, %217
  %235 = phi i32 [ 0, %217 ], [ %233, %218 ]
  %236 = load ptr, ptr %4, align 4
  %237 = load ptr, ptr %5, align 4
  %238 = getelementptr inbounds %struct.instruction, ptr %237, i32 0, i32 1
  %239 = load i8, ptr %238, align 1
  %240 = zext i8 %239 to i32
  %241 = getelementptr inbounds i32, ptr %236, i32 %240
  store i32 %235, ptr %241, align 4
  %242 = load ptr, ptr %5, align 4
  %243 = getelementptr inbounds %struct.instruction, ptr %242, i32 1
  store ptr %243, ptr %5, align 4
  %244 = load ptr, ptr %5, align 4
  %245 = getelementptr inbounds %struct.instruction, ptr %244, i32 0, i32 0
  %246 = load i8, ptr %245, align 2
  %247 = zext i8 %246 to i32
  %248 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %247
  %249 = load ptr, ptr %248, align 4
  br label %552

250:                                              ; preds = %552
  %251 = load ptr, ptr %4, align 4
  %252 = load ptr, ptr %5, align 4
  %253 = getelementptr inbounds %struct.instruction, ptr %252, i32 0, i32 2
  %254 = load i16, ptr %253, align 2
  %255 = sext i16 %254 to i32
  %256 = getelementptr inbounds i32, ptr %251, i32 %255
  %257 = load i32, ptr %256, align 4
  %258 = load ptr, ptr %4, align 4
  %259 = load ptr, ptr %5, align 4
  %260 = getelementptr inbounds %struct.instruction, ptr %259, i32 0, i32 3
  %261 = load i16, ptr %260, align 2
  %262 = sext i16 %261 to i32
  %263 = getelementptr inbounds i32, ptr %258, i32 %262
  %264 = load i32, ptr %263, align 4
  %265 = xor i32 %257, %264
  %266 = load ptr, ptr %4, align 4
  %267 = load ptr, ptr %5, align 4
  %268 = getelementptr inbounds %struct.instruction, ptr %267, i32 0, i32 1
  %269 = load i8, ptr %268, align 1
  %270 = zext i8 %269 to i32
  %271 = getelementptr inbounds i32, ptr %266, i32 %270
  store i32 %265, ptr %271, align 4
  %272 = load ptr, ptr %5, align 4
  %273 = getelementptr inbounds %struct.instruction, ptr %272, i32 1
  store ptr %273, ptr %5, align 4
  %274 = load ptr, ptr %5, align 4
  %275 = getelementptr inbounds %struct.instruction, ptr %274, i32 0, i32 0
  %276 = load i8, ptr %275, align 2
  %277 = zext i8 %276 to i32
  %278 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %277
  %279 = load ptr, ptr %278, align 4
  br label %552

280:                                              ; preds = %552
  %281 = load ptr, ptr %4, align 4
  %282 = load ptr, ptr %5, align 4
  %283 = getelementptr inbounds %struct.instruction, ptr %282, i32 0, i32 2
  %284 = load i16, ptr %283, align 2
  %285 = sext i16 %284 to i32
  %286 = getelementptr inbounds i32, ptr %281, i32 %285
  %287 = load i32, ptr %286, align 4
  %288 = load ptr, ptr %5, align 4
  %289 = getelementptr inbounds %struct.instruction, ptr %288, i32 0, i32 3
  %290 = load i16, ptr %289, align 2
  %291 = sext i16 %290 to i32
  %292 = shl i32 %287, %291
  %293 = load ptr, ptr %4, align 4
  %294 = load ptr, ptr %5, align 4
  %295 = getelementptr inbounds %struct.instruction, ptr %294, i32 0, i32 1
  %296 = load i8, ptr %295, align 1
  %297 = zext i8 %296 to i32
  %298 = getelementptr inbounds i32, ptr %293, i32 %297
  store i32 %292, ptr %298, align 4
  %299 = load ptr, ptr %5, align 4
  %300 = getelementptr inbounds %struct.instruction, ptr %299, i32 1
  store ptr %300, ptr %5, align 4
  %301 = load ptr, ptr %5, align 4
  %302 = getelementptr inbounds %struct.instruction, ptr %301, i32 0, i32 0
  %303 = load i8, ptr %302, align 2
  %304 = zext i8 %303 to i32
  %305 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %304
  %306 = load ptr, ptr %305, align 4
  br label %552

307:                                              ; preds = %552
  %308 = load ptr, ptr %4, align 4
  %309 = load ptr, ptr %5, align 4
  %310 = getelementptr inbounds %struct.instruction, ptr %309, i32 0, i32 2
  %311 = load i16, ptr %310, align 2
  %312 = sext i16 %311 to i32
  %313 = getelementptr inbounds i32, ptr %308, i32 %312
  %314 = load i32, ptr %313, align 4
  %315 = load ptr, ptr %5, align 4
  %316 = getelementptr inbounds %struct.instruction, ptr %315, i32 0, i32 3
  %317 = load i16, ptr %316, align 2
  %318 = sext i16 %317 to i32
  %319 = ashr i32 %314, %318
  %320 = load ptr, ptr %4, align 4
  %321 = load ptr, ptr %5, align 4
  %322 = getelementptr inbounds %struct.instruction, ptr %321, i32 0, i32 1
  %323 = load i8, ptr %322, align 1
  %324 = zext i8 %323 to i32
  %325 = getelementptr inbounds i32, ptr %320, i32 %324
  store i32 %319, ptr %325, align 4
  %326 = load ptr, ptr %5, align 4
  %327 = getelementptr inbounds %struct.instruction, ptr %326, i32 1
  store ptr %327, ptr %5, align 4
  %328 = load ptr, ptr %5, align 4
  %329 = getelementptr inbounds %struct.instruction, ptr %328, i32 0, i32 0
  %330 = load i8, ptr %329, align 2
  %331 = zext i8 %330 to i32
  %332 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %331
  %333 = load ptr, ptr %332, align 4
  br label %552

334:                                              ; preds = %552
  %335 = load ptr, ptr %3, align 4
  %336 = getelementptr inbounds %struct.machine, ptr %335, i32 0, i32 1
  %337 = load ptr, ptr %4, align 4
  %338 = load ptr, ptr %5, align 4
  %339 = getelementptr inbounds %struct.instruction, ptr %338, i32 0, i32 2
  %340 = load i16, ptr %339, align 2
  %341 = sext i16 %340 to i32
  %342 = getelementptr inbounds i32, ptr %337, i32 %341
  %343 = load i32, ptr %342, align 4
  %344 = trunc i32 %343 to i16
  %345 = zext i16 %344 to i32
  %346 = getelementptr inbounds [65536 x i8], ptr %336, i32 0, i32 %345
  %347 = load i8, ptr %346, align 1
  %348 = sext i8 %347 to i32
  %349 = load ptr, ptr %4, align 4
  %350 = load ptr, ptr %5, align 4
  %351 = getelementptr inbounds %struct.instruction, ptr %350, i32 0, i32 1
  %352 = load i8, ptr %351, align 1
  %353 = zext i8 %352 to i32
  %354 = getelementptr inbounds i32, ptr %349, i32 %353
  store i32 %348, ptr %354, align 4
  %355 = load ptr, ptr %5, align 4
  %356 = getelementptr inbounds %struct.instruction, ptr %355, i32 1
  store ptr %356, ptr %5, align 4
  %357 = load ptr, ptr %5, align 4
  %358 = getelementptr inbounds %struct.instruction, ptr %357, i32 0, i32 0
  %359 = load i8, ptr %358, align 2
  %360 = zext i8 %359 to i32
  %361 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %360
  %362 = load ptr, ptr %361, align 4
  br label %552

363:                                              ; preds = %552
  %364 = load ptr, ptr %4, align 4
  %365 = load ptr, ptr %5, align 4
  %366 = getelementptr inbounds %struct.instruction, ptr %365, i32 0, i32 1
  %367 = load i8, ptr %366, align 1
  %368 = zext i8 %367 to i32
  %369 = getelementptr inbounds i32, ptr %364, i32 %368
  %370 = load i32, ptr %369, align 4
  %371 = trunc i32 %370 to i8
  %372 = load ptr, ptr %3, align 4
  %373 = getelementptr inbounds %struct.machine, ptr %372, i32 0, i32 1
  %374 = load ptr, ptr %4, align 4
  %375 = load ptr, ptr %5, align 4
  %376 = getelementptr inbounds %struct.instruction, ptr %375, i32 0, i32 2
  %377 = load i16, ptr %376, align 2
  %378 = sext i16 %377 to i32
  %379 = getelementptr inbounds i32, ptr %374, i32 %378
  %380 = load i32, ptr %379, align 4
  %381 = trunc i32 %380 to i16
  %382 = zext i16 %381 to i32
  %383 = getelementptr inbounds [65536 x i8], ptr %373, i32 0, i32 %382
  store i8 %371, ptr %383, align 1
  %384 = load ptr, ptr %5, align 4
  %385 = getelementptr inbounds %struct.instruction, ptr %384, i32 1
  store ptr %385, ptr %5, align 4
  %386 = load ptr, ptr %5, align 4
  %387 = getelementptr inbounds %struct.instruction, ptr %386, i32 0, i32 0
  %388 = load i8, ptr %387, align 2
  %389 = zext i8 %388 to i32
  %390 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %389
  %391 = load ptr, ptr %390, align 4
  br label %552

392:                                              ; preds = %552
  %393 = load ptr, ptr %5, align 4
  %394 = getelementptr inbounds %struct.instruction, ptr %393, i32 0, i32 2
  %395 = load i16, ptr %394, align 2
  %396 = sext i16 %395 to i32
  %397 = getelementptr inbounds %struct.instruction, ptr @code, i32 %396
  store ptr %397, ptr %5, align 4
  %398 = load ptr, ptr %5, align 4
  %399 = getelementptr inbounds %struct.instruction, ptr %398, i32 0, i32 0
  %400 = load i8, ptr %399, align 2
  %401 = zext i8 %400 to i32
  %402 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %401
  %403 = load ptr, ptr %402, align 4
  br label %552

404:                                              ; preds = %552
  %405 = load ptr, ptr %4, align 4
  %406 = load ptr, ptr %5, align 4
  %407 = getelementptr inbounds %struct.instruction, ptr %406, i32 0, i32 1
  %408 = load i8, ptr %407, align 1
  %409 = zext i8 %408 to i32
  %410 = getelementptr inbounds i32, ptr %405, i32 %409
  %411 = load i32, ptr %410, align 4
  %412 = icmp eq i32 %411, 0
  br i1 %412, label %413, label %419

413:                                              ; preds = %404
  %414 = load ptr, ptr %5, align 4
  %415 = getelementptr inbounds %struct.instruction, ptr %414, i32 0, i32 2
  %416 = load i16, ptr %415, align 2
  %417 = sext i16 %416 to i32
  %418 = getelementptr inbounds %struct.instruction, ptr @code, i32 %417
  br label %422

419:                                              ; preds = %404
  %420 = load ptr, ptr %5, align 4
  %421 = getelementptr inbounds %struct.instruction, ptr %420, i32 1
  br label %422

422:                                              ; preds = %419, %413
  %423 = phi ptr [ %418, %413 ], [ %421, %419 ]
  store ptr %423, ptr %5, align 4
  %424 = load ptr, ptr %5, align 4
  %425 = getelementptr inbounds %struct.instruction, ptr %424, i32 0, i32 0
  %426 = load i8, ptr %425, align 2
  %427 = zext i8 %426 to i32
  %428 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %427
  %429 = load ptr, ptr %428, align 4
  br label %552

430:                                              ; preds = %552
  %431 = load ptr, ptr %4, align 4
  %432 = load ptr, ptr %5, align 4
  %433 = getelementptr inbounds %struct.instruction, ptr %432, i32 0, i32 1
  %434 = load i8, ptr %433, align 1
  %435 = zext i8 %434 to i32
  %436 = getelementptr inbounds i32, ptr %431, i32 %435
  %437 = load i32, ptr %436, align 4
  %438 = load ptr, ptr %4, align 4
  %439 = load ptr, ptr %5, align 4
  %440 = getelementptr inbounds %struct.instruction, ptr %439, i32 0, i32 2
  %441 = load i16, ptr %440, align 2
  %442 = sext i16 %441 to i32
  %443 = getelementptr inbounds i32, ptr %438, i32 %442
  %444 = load i32, ptr %443, align 4
  %445 = icmp slt i32 %437, %444
  br i1 %445, label %446, label %452

446:                                              ; preds = %430
  %447 = load ptr, ptr %5, align 4
  %448 = getelementptr inbounds %struct.instruction, ptr %447, i32 0, i32 3
  %449 = load i16, ptr %448, align 2
  %450 = sext i16 %449 to i32
  %451 = getelementptr inbounds %struct.instruction, ptr @code, i32 %450
  br label %455

452:                                              ; preds = %430
  %453 = load ptr, ptr %5, align 4
  %454 = getelementptr inbounds %struct.instruction, ptr %453, i32 1
  br label %455

455:                                              ; preds = %452, %446
  %456 = phi ptr [ %451, %446 ], [ %454, %452 ]
  store ptr %456, ptr %5, align 4
  %457 = load ptr, ptr %5, align 4
  %458 = getelementptr inbounds %struct.instruction, ptr %457, i32 0, i32 0
  %459 = load i8, ptr %458, align 2
  %460 = zext i8 %459 to i32
  %461 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %460
  %462 = load ptr, ptr %461, align 4
  br label %552

463:                                              ; preds = %552
  %464 = load ptr, ptr %4, align 4
  %465 = load ptr, ptr %5, align 4
  %466 = getelementptr inbounds %struct.instruction, ptr %465, i32 0, i32 1
  %467 = load i8, ptr %466, align 1
  %468 = zext i8 %467 to i32
  %469 = getelementptr inbounds i32, ptr %464, i32 %468
  %470 = load i32, ptr %469, align 4
  %471 = load ptr, ptr %4, align 4
  %472 = load ptr, ptr %5, align 4
  %473 = getelementptr inbounds %struct.instruction, ptr %472, i32 0, i32 2
  %474 = load i16, ptr %473, align 2
  %475 = sext i16 %474 to i32
  %476 = getelementptr inbounds i32, ptr %471, i32 %475
  %477 = load i32, ptr %476, align 4
  %478 = icmp ult i32 %470, %477
  br i1 %478, label %479, label %485

479:                                              ; preds = %463
  %480 = load ptr, ptr %5, align 4
  %481 = getelementptr inbounds %struct.instruction, ptr %480, i32 0, i32 3
  %482 = load i16, ptr %481, align 2
  %483 = sext i16 %482 to i32
  %484 = getelementptr inbounds %struct.instruction, ptr @code, i32 %483
  br label %488

485:                                              ; preds = %463
  %486 = load ptr, ptr %5, align 4
  %487 = getelementptr inbounds %struct.instruction, ptr %486, i32 1
  br label %488

488:                                              ; preds = %485, %479
  %489 = phi ptr [ %484, %479 ], [ %487, %485 ]
  store ptr %489, ptr %5, align 4
  %490 = load ptr, ptr %5, align 4
  %491 = getelementptr inbounds %struct.instruction, ptr %490, i32 0, i32 0
  %492 = load i8, ptr %491, align 2
  %493 = zext i8 %492 to i32
  %494 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %493
  %495 = load ptr, ptr %494, align 4
  br label %552

496:                                              ; preds = %552
  %497 = load ptr, ptr %3, align 4
  %498 = getelementptr inbounds %struct.machine, ptr %497, i32 0, i32 3
  %499 = load i32, ptr %498, align 4
  %500 = icmp eq i32 %499, 64
  br i1 %500, label %501, label %502

501:                                              ; preds = %496
  store i32 100, ptr %2, align 4
  br label %550

502:                                              ; preds = %496
  %503 = load ptr, ptr %5, align 4
  %504 = getelementptr inbounds %struct.instruction, ptr %503, i32 1
  %505 = ptrtoint ptr %504 to i32
  %506 = sub i32 %505, ptrtoint (ptr @code to i32)
  %507 = sdiv exact i32 %506, 6
  %508 = trunc i32 %507 to i16
  %509 = load ptr, ptr %3, align 4
  %510 = getelementptr inbounds %struct.machine, ptr %509, i32 0, i32 2
  %511 = load ptr, ptr %3, align 4
  %512 = getelementptr inbounds %struct.machine, ptr %511, i32 0, i32 3
  %513 = load i32, ptr %512, align 4
  %514 = add nsw i32 %513, 1
  store i32 %514, ptr %512, align 4
  %515 = getelementptr inbounds [64 x i16], ptr %510, i32 0, i32 %513
  store i16 %508, ptr %515, align 2
  %516 = load ptr, ptr %5, align 4
  %517 = getelementptr inbounds %struct.instruction, ptr %516, i32 0, i32 2
  %518 = load i16, ptr %517, align 2
  %519 = sext i16 %518 to i32
  %520 = getelementptr inbounds %struct.instruction, ptr @code, i32 %519
  store ptr %520, ptr %5, align 4
  %521 = load ptr, ptr %5, align 4
  %522 = getelementptr inbounds %struct.instruction, ptr %521, i32 0, i32 0
  %523 = load i8, ptr %522, align 2
  %524 = zext i8 %523 to i32
  %525 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %524
  %526 = load ptr, ptr %525, align 4
  br label %552

527:                                              ; preds = %552
  %528 = load ptr, ptr %3, align 4
  %529 = getelementptr inbounds %struct.machine, ptr %528, i32 0, i32 3
  %530 = load i32, ptr %529, align 4
  %531 = icmp eq i32 %530, 0
  br i1 %531, label %532, label %533

532:                                              ; preds = %527
  store i32 100, ptr %2, align 4
  br label %550

533:                                              ; preds = %527
  %534 = load ptr, ptr %3, align 4
  %535 = getelementptr inbounds %struct.machine, ptr %534, i32 0, i32 2
  %536 = load ptr, ptr %3, align 4
  %537 = getelementptr inbounds %struct.machine, ptr %536, i32 0, i32 3
  %538 = load i32, ptr %537, align 4
  %539 = add nsw i32 %538, -1
  store i32 %539, ptr %537, align 4
  %540 = getelementptr inbounds [64 x i16], ptr %535, i32 0, i32 %539
  %541 = load i16, ptr %540, align 2
  %542 = zext i16 %541 to i32
  %543 = getelementptr inbounds %struct.instruction, ptr @code, i32 %542
  store ptr %543, ptr %5, align 4
  %544 = load ptr, ptr %5, align 4
  %545 = getelementptr inbounds %struct.instruction, ptr %544, i32 0, i32 0
  %546 = load i8, ptr %545, align 2
  %547 = zext i8 %546 to i32
  %548 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %547
  %549 = load ptr, ptr %548, align 4
  br label %552

550:                                              ; preds = %532, %501, %207, %15
  %551 = load i32, ptr %2, align 4
  ret i32 %551

552:                                              ; preds = %533, %502, %488, %455, %422, %392, %363, %334, %307, %280, %250, %234, %168, %138, %111, %81, %59, %40, %23, %1
  %553 = phi ptr [ %14, %1 ], [ %39, %23 ], [ %58, %40 ], [ %80, %59 ], [ %110, %81 ], [ %137, %111 ], [ %167, %138 ], [ %197, %168 ], [ %249, %234 ], [ %279, %250 ], [ %306, %280 ], [ %333, %307 ], [ %362, %334 ], [ %391, %363 ], [ %403, %392 ], [ %429, %422 ], [ %462, %455 ], [ %495, %488 ], [ %526, %502 ], [ %549, %533 ]
  indirectbr ptr %553, [label %15, label %23, label %40, label %59, label %81, label %111, label %138, label %168, label %198, label %250, label %280, label %307, label %334, label %363, label %392, label %404, label %430, label %463, label %496, label %527]
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
