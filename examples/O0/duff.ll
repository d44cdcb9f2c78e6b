; ModuleID = 'duff.c'
source_filename = "duff.c"
target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"

%struct.output_register = type { i32, i32 }
%struct.wasi_slice = type { ptr, i32 }

@_start.arguments = internal global [16 x ptr] zeroinitializer, align 16
@_start.text = internal global [4096 x i8] zeroinitializer, align 16
@.str = private unnamed_addr constant [29 x i8] c"the arguments cannot be read\00", align 1
@output_length = internal global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@__const.program.port = private unnamed_addr constant %struct.output_register { i32 1, i32 0 }, align 4
@.str.1 = private unnamed_addr constant [15 x i8] c" wrong copies\0A\00", align 1
@.str.2 = private unnamed_addr constant [63 x i8] c"the argument must be a number, neither too small nor too large\00", align 1
@.str.3 = private unnamed_addr constant [34 x i8] c"a request for memory is too large\00", align 1
@free_bytes = internal global i32 0, align 4
@free_memory = internal global ptr null, align 4
@.str.4 = private unnamed_addr constant [14 x i8] c"out of memory\00", align 1
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
  %7 = alloca ptr, align 4
  %8 = alloca ptr, align 4
  %9 = alloca i32, align 4
  %10 = alloca %struct.output_register, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  %14 = alloca i8, align 1
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 4
  %15 = load i32, ptr %3, align 4
  %16 = load ptr, ptr %4, align 4
  %17 = call i32 @size_argument(i32 noundef %15, ptr noundef %16, i32 noundef 1, i32 noundef 10000, i32 noundef 200)
  store i32 %17, ptr %5, align 4
  %18 = load i32, ptr %5, align 4
  %19 = mul i32 %18, 2
  store i32 %19, ptr %6, align 4
  %20 = load i32, ptr %6, align 4
  %21 = call ptr @allocate(i32 noundef %20)
  store ptr %21, ptr %7, align 4
  %22 = load i32, ptr %6, align 4
  %23 = add i32 %22, 1
  %24 = call ptr @allocate(i32 noundef %23)
  store ptr %24, ptr %8, align 4
  store i32 0, ptr %9, align 4
  br label %25

25:                                               ; preds = %37, %2
  %26 = load i32, ptr %9, align 4
  %27 = load i32, ptr %5, align 4
  %28 = icmp slt i32 %26, %27
  br i1 %28, label %29, label %40

29:                                               ; preds = %25
  %30 = load i32, ptr %9, align 4
  %31 = mul nsw i32 %30, 31421
  %32 = add nsw i32 %31, 6927
  %33 = trunc i32 %32 to i16
  %34 = load ptr, ptr %7, align 4
  %35 = load i32, ptr %9, align 4
  %36 = getelementptr inbounds i16, ptr %34, i32 %35
  store i16 %33, ptr %36, align 2
  br label %37

37:                                               ; preds = %29
  %38 = load i32, ptr %9, align 4
  %39 = add nsw i32 %38, 1
  store i32 %39, ptr %9, align 4
  br label %25, !llvm.loop !1

40:                                               ; preds = %25
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %10, ptr align 4 @__const.program.port, i32 8, i1 false)
  store i32 0, ptr %11, align 4
  store i32 1, ptr %12, align 4
  br label %41

41:                                               ; preds = %82, %40
  %42 = load i32, ptr %12, align 4
  %43 = load i32, ptr %5, align 4
  %44 = icmp sle i32 %42, %43
  br i1 %44, label %45, label %85

45:                                               ; preds = %41
  %46 = load ptr, ptr %7, align 4
  %47 = load i32, ptr %12, align 4
  call void @send(ptr noundef %10, ptr noundef %46, i32 noundef %47)
  %48 = load i32, ptr %12, align 4
  %49 = mul nsw i32 %48, 2
  store i32 %49, ptr %13, align 4
  store i8 -91, ptr %14, align 1
  %50 = load ptr, ptr %8, align 4
  %51 = load i32, ptr %6, align 4
  %52 = add i32 %51, 1
  call void @llvm.memset.p0.i32(ptr align 1 %50, i8 -91, i32 %52, i1 false)
  %53 = load ptr, ptr %8, align 4
  %54 = load ptr, ptr %7, align 4
  %55 = load i32, ptr %13, align 4
  %56 = sub nsw i32 %55, 1
  %57 = load i32, ptr %12, align 4
  %58 = srem i32 %57, 2
  %59 = add nsw i32 %56, %58
  call void @copy(ptr noundef %53, ptr noundef %54, i32 noundef %59)
  %60 = load ptr, ptr %8, align 4
  %61 = load ptr, ptr %7, align 4
  %62 = load i32, ptr %13, align 4
  %63 = sub nsw i32 %62, 1
  %64 = load i32, ptr %12, align 4
  %65 = srem i32 %64, 2
  %66 = add nsw i32 %63, %65
  %67 = call i32 @same(ptr noundef %60, ptr noundef %61, i32 noundef %66)
  %68 = icmp ne i32 %67, 0
  %69 = xor i1 %68, true
  %70 = zext i1 %69 to i32
  %71 = load i32, ptr %11, align 4
  %72 = add nsw i32 %71, %70
  store i32 %72, ptr %11, align 4
  %73 = load ptr, ptr %8, align 4
  %74 = load i32, ptr %13, align 4
  %75 = getelementptr inbounds i8, ptr %73, i32 %74
  %76 = load i8, ptr %75, align 1
  %77 = zext i8 %76 to i32
  %78 = icmp ne i32 %77, 165
  %79 = zext i1 %78 to i32
  %80 = load i32, ptr %11, align 4
  %81 = add nsw i32 %80, %79
  store i32 %81, ptr %11, align 4
  br label %82

82:                                               ; preds = %45
  %83 = load i32, ptr %12, align 4
  %84 = add nsw i32 %83, 1
  store i32 %84, ptr %12, align 4
  br label %41, !llvm.loop !3

85:                                               ; preds = %41
  %86 = getelementptr inbounds %struct.output_register, ptr %10, i32 0, i32 1
  %87 = load i32, ptr %86, align 4
  %88 = zext i32 %87 to i64
  %89 = shl i64 %88, 16
  %90 = getelementptr inbounds %struct.output_register, ptr %10, i32 0, i32 0
  %91 = load i32, ptr %90, align 4
  %92 = zext i32 %91 to i64
  %93 = or i64 %89, %92
  call void @put_unsigned(i64 noundef %93)
  call void @put_char(i8 noundef signext 10)
  %94 = load i32, ptr %11, align 4
  %95 = sext i32 %94 to i64
  call void @put_signed(i64 noundef %95)
  call void @put_text(ptr noundef @.str.1)
  %96 = load i32, ptr %11, align 4
  %97 = icmp ne i32 %96, 0
  %98 = zext i1 %97 to i32
  ret i32 %98
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
  br label %5, !llvm.loop !4

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
  br label %3, !llvm.loop !5

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
  br label %22, !llvm.loop !6

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
  call void @fail(ptr noundef @.str.2) #10
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
define internal ptr @allocate(i32 noundef %0) #4 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 4
  store i32 %0, ptr %2, align 4
  store i32 16, ptr %3, align 4
  store i32 262144, ptr %4, align 4
  %6 = load i32, ptr %2, align 4
  %7 = icmp ugt i32 %6, 2147483647
  br i1 %7, label %8, label %9

8:                                                ; preds = %1
  call void @fail(ptr noundef @.str.3) #10
  unreachable

9:                                                ; preds = %1
  %10 = load i32, ptr %2, align 4
  %11 = add i32 %10, 16
  %12 = sub i32 %11, 1
  %13 = udiv i32 %12, 16
  %14 = mul i32 %13, 16
  store i32 %14, ptr %2, align 4
  %15 = load i32, ptr %2, align 4
  %16 = load i32, ptr @free_bytes, align 4
  %17 = icmp ugt i32 %15, %16
  br i1 %17, label %18, label %32

18:                                               ; preds = %9
  %19 = load i32, ptr %2, align 4
  %20 = icmp ugt i32 %19, 262144
  br i1 %20, label %21, label %23

21:                                               ; preds = %18
  %22 = load i32, ptr %2, align 4
  br label %24

23:                                               ; preds = %18
  br label %24

24:                                               ; preds = %23, %21
  %25 = phi i32 [ %22, %21 ], [ 262144, %23 ]
  store i32 %25, ptr @free_bytes, align 4
  %26 = load i32, ptr @free_bytes, align 4
  %27 = call ptr @host_memory(i32 noundef %26)
  store ptr %27, ptr @free_memory, align 4
  %28 = load ptr, ptr @free_memory, align 4
  %29 = icmp ne ptr %28, null
  br i1 %29, label %31, label %30

30:                                               ; preds = %24
  call void @fail(ptr noundef @.str.4) #10
  unreachable

31:                                               ; preds = %24
  br label %32

32:                                               ; preds = %31, %9
  %33 = load ptr, ptr @free_memory, align 4
  store ptr %33, ptr %5, align 4
  %34 = load i32, ptr %2, align 4
  %35 = load ptr, ptr @free_memory, align 4
  %36 = getelementptr inbounds i8, ptr %35, i32 %34
  store ptr %36, ptr @free_memory, align 4
  %37 = load i32, ptr %2, align 4
  %38 = load i32, ptr @free_bytes, align 4
  %39 = sub i32 %38, %37
  store i32 %39, ptr @free_bytes, align 4
  %40 = load ptr, ptr %5, align 4
  ret ptr %40
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i32, i1 immarg) #7

; Function Attrs: noinline nounwind optnone
define internal void @send(ptr noundef %0, ptr noundef %1, i32 noundef %2) #4 {
  %4 = alloca ptr, align 4
  %5 = alloca ptr, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store ptr %0, ptr %4, align 4
  store ptr %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  %8 = load i32, ptr %6, align 4
  %9 = add nsw i32 %8, 7
  %10 = sdiv i32 %9, 8
  store i32 %10, ptr %7, align 4
  %11 = load i32, ptr %6, align 4
  %12 = srem i32 %11, 8
  switch i32 %12, label %59 [
    i32 0, label %13
    i32 7, label %19
    i32 6, label %24
    i32 5, label %29
    i32 4, label %34
    i32 3, label %39
    i32 2, label %44
    i32 1, label %49
  ]

13:                                               ; preds = %3
  br label %14

14:                                               ; preds = %54, %13
  %15 = load ptr, ptr %4, align 4
  %16 = load ptr, ptr %5, align 4
  %17 = getelementptr inbounds i16, ptr %16, i32 1
  store ptr %17, ptr %5, align 4
  %18 = load i16, ptr %16, align 2
  call void @store(ptr noundef %15, i16 noundef signext %18)
  br label %19

19:                                               ; preds = %3, %14
  %20 = load ptr, ptr %4, align 4
  %21 = load ptr, ptr %5, align 4
  %22 = getelementptr inbounds i16, ptr %21, i32 1
  store ptr %22, ptr %5, align 4
  %23 = load i16, ptr %21, align 2
  call void @store(ptr noundef %20, i16 noundef signext %23)
  br label %24

24:                                               ; preds = %3, %19
  %25 = load ptr, ptr %4, align 4
  %26 = load ptr, ptr %5, align 4
  %27 = getelementptr inbounds i16, ptr %26, i32 1
  store ptr %27, ptr %5, align 4
  %28 = load i16, ptr %26, align 2
  call void @store(ptr noundef %25, i16 noundef signext %28)
  br label %29

29:                                               ; preds = %3, %24
  %30 = load ptr, ptr %4, align 4
  %31 = load ptr, ptr %5, align 4
  %32 = getelementptr inbounds i16, ptr %31, i32 1
  store ptr %32, ptr %5, align 4
  %33 = load i16, ptr %31, align 2
  call void @store(ptr noundef %30, i16 noundef signext %33)
  br label %34

34:                                               ; preds = %3, %29
  %35 = load ptr, ptr %4, align 4
  %36 = load ptr, ptr %5, align 4
  %37 = getelementptr inbounds i16, ptr %36, i32 1
  store ptr %37, ptr %5, align 4
  %38 = load i16, ptr %36, align 2
  call void @store(ptr noundef %35, i16 noundef signext %38)
  br label %39

39:                                               ; preds = %3, %34
  %40 = load ptr, ptr %4, align 4
  %41 = load ptr, ptr %5, align 4
  %42 = getelementptr inbounds i16, ptr %41, i32 1
  store ptr %42, ptr %5, align 4
  %43 = load i16, ptr %41, align 2
  call void @store(ptr noundef %40, i16 noundef signext %43)
  br label %44

44:                                               ; preds = %3, %39
  %45 = load ptr, ptr %4, align 4
  %46 = load ptr, ptr %5, align 4
  %47 = getelementptr inbounds i16, ptr %46, i32 1
  store ptr %47, ptr %5, align 4
  %48 = load i16, ptr %46, align 2
  call void @store(ptr noundef %45, i16 noundef signext %48)
  br label %49

49:                                               ; preds = %3, %44
  %50 = load ptr, ptr %4, align 4
  %51 = load ptr, ptr %5, align 4
  %52 = getelementptr inbounds i16, ptr %51, i32 1
  store ptr %52, ptr %5, align 4
  %53 = load i16, ptr %51, align 2
  call void @store(ptr noundef %50, i16 noundef signext %53)
  br label %54

54:                                               ; preds = %49
  %55 = load i32, ptr %7, align 4
  %56 = add nsw i32 %55, -1
  store i32 %56, ptr %7, align 4
  %57 = icmp sgt i32 %56, 0
  br i1 %57, label %14, label %58, !llvm.loop !7

58:                                               ; preds = %54
  br label %59

59:                                               ; preds = %58, %3
  ret void
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i32(ptr nocapture writeonly, i8, i32, i1 immarg) #8

; Function Attrs: noinline nounwind optnone
define internal void @copy(ptr noundef %0, ptr noundef %1, i32 noundef %2) #4 {
  %4 = alloca ptr, align 4
  %5 = alloca ptr, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store ptr %0, ptr %4, align 4
  store ptr %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  %8 = load i32, ptr %6, align 4
  %9 = add nsw i32 %8, 7
  %10 = sdiv i32 %9, 8
  store i32 %10, ptr %7, align 4
  %11 = load i32, ptr %6, align 4
  %12 = srem i32 %11, 8
  switch i32 %12, label %67 [
    i32 0, label %13
    i32 7, label %20
    i32 6, label %26
    i32 5, label %32
    i32 4, label %38
    i32 3, label %44
    i32 2, label %50
    i32 1, label %56
  ]

13:                                               ; preds = %3
  br label %14

14:                                               ; preds = %62, %13
  %15 = load ptr, ptr %5, align 4
  %16 = getelementptr inbounds i8, ptr %15, i32 1
  store ptr %16, ptr %5, align 4
  %17 = load i8, ptr %15, align 1
  %18 = load ptr, ptr %4, align 4
  %19 = getelementptr inbounds i8, ptr %18, i32 1
  store ptr %19, ptr %4, align 4
  store volatile i8 %17, ptr %18, align 1
  br label %20

20:                                               ; preds = %3, %14
  %21 = load ptr, ptr %5, align 4
  %22 = getelementptr inbounds i8, ptr %21, i32 1
  store ptr %22, ptr %5, align 4
  %23 = load i8, ptr %21, align 1
  %24 = load ptr, ptr %4, align 4
  %25 = getelementptr inbounds i8, ptr %24, i32 1
  store ptr %25, ptr %4, align 4
  store volatile i8 %23, ptr %24, align 1
  br label %26

26:                                               ; preds = %3, %20
  %27 = load ptr, ptr %5, align 4
  %28 = getelementptr inbounds i8, ptr %27, i32 1
  store ptr %28, ptr %5, align 4
  %29 = load i8, ptr %27, align 1
  %30 = load ptr, ptr %4, align 4
  %31 = getelementptr inbounds i8, ptr %30, i32 1
  store ptr %31, ptr %4, align 4
  store volatile i8 %29, ptr %30, align 1
  br label %32

32:                                               ; preds = %3, %26
  %33 = load ptr, ptr %5, align 4
  %34 = getelementptr inbounds i8, ptr %33, i32 1
  store ptr %34, ptr %5, align 4
  %35 = load i8, ptr %33, align 1
  %36 = load ptr, ptr %4, align 4
  %37 = getelementptr inbounds i8, ptr %36, i32 1
  store ptr %37, ptr %4, align 4
  store volatile i8 %35, ptr %36, align 1
  br label %38

38:                                               ; preds = %3, %32
  %39 = load ptr, ptr %5, align 4
  %40 = getelementptr inbounds i8, ptr %39, i32 1
  store ptr %40, ptr %5, align 4
  %41 = load i8, ptr %39, align 1
  %42 = load ptr, ptr %4, align 4
  %43 = getelementptr inbounds i8, ptr %42, i32 1
  store ptr %43, ptr %4, align 4
  store volatile i8 %41, ptr %42, align 1
  br label %44

44:                                               ; preds = %3, %38
  %45 = load ptr, ptr %5, align 4
  %46 = getelementptr inbounds i8, ptr %45, i32 1
  store ptr %46, ptr %5, align 4
  %47 = load i8, ptr %45, align 1
  %48 = load ptr, ptr %4, align 4
  %49 = getelementptr inbounds i8, ptr %48, i32 1
  store ptr %49, ptr %4, align 4
  store volatile i8 %47, ptr %48, align 1
  br label %50

50:                                               ; preds = %3, %44
  %51 = load ptr, ptr %5, align 4
  %52 = getelementptr inbounds i8, ptr %51, i32 1
  store ptr %52, ptr %5, align 4
  %53 = load i8, ptr %51, align 1
  %54 = load ptr, ptr %4, align 4
  %55 = getelementptr inbounds i8, ptr %54, i32 1
  store ptr %55, ptr %4, align 4
  store volatile i8 %53, ptr %54, align 1
  br label %56

56:                                               ; preds = %3, %50
  %57 = load ptr, ptr %5, align 4
  %58 = getelementptr inbounds i8, ptr %57, i32 1
  store ptr %58, ptr %5, align 4
  %59 = load i8, ptr %57, align 1
  %60 = load ptr, ptr %4, align 4
  %61 = getelementptr inbounds i8, ptr %60, i32 1
  store ptr %61, ptr %4, align 4
  store volatile i8 %59, ptr %60, align 1
  br label %62

62:                                               ; preds = %56
  %63 = load i32, ptr %7, align 4
  %64 = add nsw i32 %63, -1
  store i32 %64, ptr %7, align 4
  %65 = icmp sgt i32 %64, 0
  br i1 %65, label %14, label %66, !llvm.loop !8

66:                                               ; preds = %62
  br label %67

67:                                               ; preds = %66, %3
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal i32 @same(ptr noundef %0, ptr noundef %1, i32 noundef %2) #4 {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 4
  %6 = alloca ptr, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store ptr %0, ptr %5, align 4
  store ptr %1, ptr %6, align 4
  store i32 %2, ptr %7, align 4
  store i32 0, ptr %8, align 4
  br label %9

9:                                                ; preds = %27, %3
  %10 = load i32, ptr %8, align 4
  %11 = load i32, ptr %7, align 4
  %12 = icmp slt i32 %10, %11
  br i1 %12, label %13, label %30

13:                                               ; preds = %9
  %14 = load ptr, ptr %5, align 4
  %15 = load i32, ptr %8, align 4
  %16 = getelementptr inbounds i8, ptr %14, i32 %15
  %17 = load i8, ptr %16, align 1
  %18 = zext i8 %17 to i32
  %19 = load ptr, ptr %6, align 4
  %20 = load i32, ptr %8, align 4
  %21 = getelementptr inbounds i8, ptr %19, i32 %20
  %22 = load i8, ptr %21, align 1
  %23 = zext i8 %22 to i32
  %24 = icmp ne i32 %18, %23
  br i1 %24, label %25, label %26

25:                                               ; preds = %13
  store i32 0, ptr %4, align 4
  br label %31

26:                                               ; preds = %13
  br label %27

27:                                               ; preds = %26
  %28 = load i32, ptr %8, align 4
  %29 = add nsw i32 %28, 1
  store i32 %29, ptr %8, align 4
  br label %9, !llvm.loop !9

30:                                               ; preds = %9
  store i32 1, ptr %4, align 4
  br label %31

31:                                               ; preds = %30, %25
  %32 = load i32, ptr %4, align 4
  ret i32 %32
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
define internal ptr @host_memory(i32 noundef %0) #4 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  store i32 65536, ptr %3, align 4
  %5 = load i32, ptr %2, align 4
  %6 = add i32 %5, 65536
  %7 = sub i32 %6, 1
  %8 = udiv i32 %7, 65536
  %9 = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %8)
  store i32 %9, ptr %4, align 4
  %10 = load i32, ptr %4, align 4
  %11 = icmp eq i32 %10, -1
  br i1 %11, label %12, label %13

12:                                               ; preds = %1
  br label %17

13:                                               ; preds = %1
  %14 = load i32, ptr %4, align 4
  %15 = mul i32 %14, 65536
  %16 = inttoptr i32 %15 to ptr
  br label %17

17:                                               ; preds = %13, %12
  %18 = phi ptr [ null, %12 ], [ %16, %13 ]
  ret ptr %18
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare i32 @llvm.wasm.memory.grow.i32(i32, i32) #9

; Function Attrs: noinline nounwind optnone
define internal void @store(ptr noundef %0, i16 noundef signext %1) #4 {
  %3 = alloca ptr, align 4
  %4 = alloca i16, align 2
  store ptr %0, ptr %3, align 4
  store i16 %1, ptr %4, align 2
  %5 = load ptr, ptr %3, align 4
  %6 = getelementptr inbounds %struct.output_register, ptr %5, i32 0, i32 0
  %7 = load i32, ptr %6, align 4
  %8 = load i16, ptr %4, align 2
  %9 = zext i16 %8 to i32
  %10 = add i32 %7, %9
  %11 = urem i32 %10, 65521
  %12 = load ptr, ptr %3, align 4
  %13 = getelementptr inbounds %struct.output_register, ptr %12, i32 0, i32 0
  store i32 %11, ptr %13, align 4
  %14 = load ptr, ptr %3, align 4
  %15 = getelementptr inbounds %struct.output_register, ptr %14, i32 0, i32 1
  %16 = load i32, ptr %15, align 4
  %17 = load ptr, ptr %3, align 4
  %18 = getelementptr inbounds %struct.output_register, ptr %17, i32 0, i32 0
  %19 = load i32, ptr %18, align 4
  %20 = add i32 %16, %19
  %21 = urem i32 %20, 65521
  %22 = load ptr, ptr %3, align 4
  %23 = getelementptr inbounds %struct.output_register, ptr %22, i32 0, i32 1
  store i32 %21, ptr %23, align 4
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
  br label %7, !llvm.loop !10

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
  br label %27, !llvm.loop !11

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
attributes #7 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #8 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #9 = { nocallback nofree nosync nounwind willreturn }
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
