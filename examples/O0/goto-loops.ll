; ModuleID = 'goto-loops.c'
source_filename = "goto-loops.c"
target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"

%struct.decoder = type { i32, i8, i8, i8, i8, i8, i16, i32, i32, [5 x i32] }
%struct.wasi_slice = type { ptr, i32 }

@_start.arguments = internal global [16 x ptr] zeroinitializer, align 16
@_start.text = internal global [4096 x i8] zeroinitializer, align 16
@.str = private unnamed_addr constant [29 x i8] c"the arguments cannot be read\00", align 1
@output_length = internal global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@.str.1 = private unnamed_addr constant [14 x i8] c" differences\0A\00", align 1
@.str.2 = private unnamed_addr constant [19 x i8] c" wrong remainders\0A\00", align 1
@.str.3 = private unnamed_addr constant [8 x i8] c" turns\0A\00", align 1
@.str.4 = private unnamed_addr constant [63 x i8] c"the argument must be a number, neither too small nor too large\00", align 1
@.str.5 = private unnamed_addr constant [34 x i8] c"a request for memory is too large\00", align 1
@free_bytes = internal global i32 0, align 4
@free_memory = internal global ptr null, align 4
@.str.6 = private unnamed_addr constant [14 x i8] c"out of memory\00", align 1
@random_state = internal global i32 12345, align 4
@.str.7 = private unnamed_addr constant [11 x i8] c"pieces of \00", align 1
@.str.8 = private unnamed_addr constant [3 x i8] c": \00", align 1
@.str.9 = private unnamed_addr constant [15 x i8] c" rows, digest \00", align 1
@.str.10 = private unnamed_addr constant [8 x i8] c", waits\00", align 1
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
  call void @fail(ptr noundef @.str) #9
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
  call void @host_exit(i32 noundef %32) #9
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
  call void @host_exit(i32 noundef 1) #9
  unreachable
}

; Function Attrs: noinline nounwind optnone
define internal i32 @program(i32 noundef %0, ptr noundef %1) #4 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 4
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 4
  %7 = alloca i32, align 4
  %8 = alloca [7 x i32], align 16
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca %struct.decoder, align 4
  %13 = alloca i32, align 4
  %14 = alloca i32, align 4
  %15 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 4
  %16 = load i32, ptr %3, align 4
  %17 = load ptr, ptr %4, align 4
  %18 = call i32 @size_argument(i32 noundef %16, ptr noundef %17, i32 noundef 1, i32 noundef 1000000, i32 noundef 3000)
  store i32 %18, ptr %5, align 4
  %19 = load i32, ptr %5, align 4
  %20 = call ptr @allocate(i32 noundef %19)
  store ptr %20, ptr %6, align 4
  %21 = load ptr, ptr %6, align 4
  %22 = load i32, ptr %5, align 4
  %23 = call i32 @draw(ptr noundef %21, i32 noundef %22)
  store i32 %23, ptr %7, align 4
  store i32 1, ptr %8, align 4
  %24 = getelementptr inbounds i32, ptr %8, i32 1
  store i32 2, ptr %24, align 4
  %25 = getelementptr inbounds i32, ptr %8, i32 2
  store i32 3, ptr %25, align 4
  %26 = getelementptr inbounds i32, ptr %8, i32 3
  store i32 5, ptr %26, align 4
  %27 = getelementptr inbounds i32, ptr %8, i32 4
  store i32 7, ptr %27, align 4
  %28 = getelementptr inbounds i32, ptr %8, i32 5
  store i32 64, ptr %28, align 4
  %29 = getelementptr inbounds i32, ptr %8, i32 6
  %30 = load i32, ptr %7, align 4
  %31 = icmp sgt i32 %30, 0
  br i1 %31, label %32, label %34

32:                                               ; preds = %2
  %33 = load i32, ptr %7, align 4
  br label %35

34:                                               ; preds = %2
  br label %35

35:                                               ; preds = %34, %32
  %36 = phi i32 [ %33, %32 ], [ 1, %34 ]
  store i32 %36, ptr %29, align 4
  store i32 0, ptr %9, align 4
  store i32 0, ptr %10, align 4
  store i32 0, ptr %11, align 4
  br label %37

37:                                               ; preds = %62, %35
  %38 = load i32, ptr %11, align 4
  %39 = icmp ult i32 %38, 7
  br i1 %39, label %40, label %65

40:                                               ; preds = %37
  %41 = load ptr, ptr %6, align 4
  %42 = load i32, ptr %7, align 4
  %43 = load i32, ptr %11, align 4
  %44 = getelementptr inbounds [7 x i32], ptr %8, i32 0, i32 %43
  %45 = load i32, ptr %44, align 4
  call void @decode_in_pieces(ptr dead_on_unwind writable sret(%struct.decoder) align 4 %12, ptr noundef %41, i32 noundef %42, i32 noundef %45)
  %46 = load i32, ptr %11, align 4
  %47 = getelementptr inbounds [7 x i32], ptr %8, i32 0, i32 %46
  %48 = load i32, ptr %47, align 4
  call void @put_decoder(ptr noundef %12, i32 noundef %48)
  %49 = load i32, ptr %11, align 4
  %50 = icmp eq i32 %49, 0
  br i1 %50, label %51, label %54

51:                                               ; preds = %40
  %52 = getelementptr inbounds %struct.decoder, ptr %12, i32 0, i32 8
  %53 = load i32, ptr %52, align 4
  store i32 %53, ptr %10, align 4
  br label %54

54:                                               ; preds = %51, %40
  %55 = getelementptr inbounds %struct.decoder, ptr %12, i32 0, i32 8
  %56 = load i32, ptr %55, align 4
  %57 = load i32, ptr %10, align 4
  %58 = icmp ne i32 %56, %57
  %59 = zext i1 %58 to i32
  %60 = load i32, ptr %9, align 4
  %61 = add nsw i32 %60, %59
  store i32 %61, ptr %9, align 4
  br label %62

62:                                               ; preds = %54
  %63 = load i32, ptr %11, align 4
  %64 = add i32 %63, 1
  store i32 %64, ptr %11, align 4
  br label %37, !llvm.loop !1

65:                                               ; preds = %37
  %66 = load i32, ptr %9, align 4
  %67 = sext i32 %66 to i64
  call void @put_signed(i64 noundef %67)
  call void @put_text(ptr noundef @.str.1)
  %68 = load i32, ptr %5, align 4
  %69 = call i32 @count_wrong_remainders(i32 noundef %68)
  store i32 %69, ptr %13, align 4
  %70 = load i32, ptr %13, align 4
  %71 = sext i32 %70 to i64
  call void @put_signed(i64 noundef %71)
  call void @put_text(ptr noundef @.str.2)
  store i32 0, ptr %14, align 4
  store i32 0, ptr %15, align 4
  br label %72

72:                                               ; preds = %88, %65
  %73 = load i32, ptr %15, align 4
  %74 = icmp ult i32 %73, 64
  br i1 %74, label %75, label %91

75:                                               ; preds = %72
  %76 = load i32, ptr %15, align 4
  %77 = load i32, ptr %15, align 4
  %78 = mul i32 %77, 3
  %79 = urem i32 %78, 64
  %80 = sub i32 63, %79
  %81 = load i32, ptr %15, align 4
  %82 = urem i32 %81, 3
  %83 = icmp eq i32 %82, 0
  %84 = zext i1 %83 to i32
  %85 = call i32 @meet(i32 noundef %76, i32 noundef %80, i32 noundef %84)
  %86 = load i32, ptr %14, align 4
  %87 = add nsw i32 %86, %85
  store i32 %87, ptr %14, align 4
  br label %88

88:                                               ; preds = %75
  %89 = load i32, ptr %15, align 4
  %90 = add i32 %89, 1
  store i32 %90, ptr %15, align 4
  br label %72, !llvm.loop !3

91:                                               ; preds = %72
  %92 = load i32, ptr %14, align 4
  %93 = sext i32 %92 to i64
  call void @put_signed(i64 noundef %93)
  call void @put_text(ptr noundef @.str.3)
  %94 = load i32, ptr %9, align 4
  %95 = load i32, ptr %13, align 4
  %96 = add nsw i32 %94, %95
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
  call void @host_exit(i32 noundef 1) #9
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
  call void @wasi_proc_exit(i32 noundef %3) #9
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
  call void @fail(ptr noundef @.str.4) #9
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
  call void @fail(ptr noundef @.str.5) #9
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
  call void @fail(ptr noundef @.str.6) #9
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

; Function Attrs: noinline nounwind optnone
define internal i32 @draw(ptr noundef %0, i32 noundef %1) #4 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i8, align 1
  %8 = alloca i8, align 1
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  %14 = alloca i32, align 4
  store ptr %0, ptr %4, align 4
  store i32 %1, ptr %5, align 4
  store i32 0, ptr %6, align 4
  br label %15

15:                                               ; preds = %114, %2
  %16 = load i32, ptr %6, align 4
  %17 = add nsw i32 %16, 2
  %18 = load i32, ptr %5, align 4
  %19 = icmp slt i32 %17, %18
  br i1 %19, label %20, label %115

20:                                               ; preds = %15
  %21 = call zeroext i8 @next_random()
  %22 = zext i8 %21 to i32
  %23 = srem i32 %22, 8
  %24 = trunc i32 %23 to i8
  store i8 %24, ptr %7, align 1
  %25 = call zeroext i8 @next_random()
  %26 = zext i8 %25 to i32
  %27 = srem i32 %26, 32
  %28 = trunc i32 %27 to i8
  store i8 %28, ptr %8, align 1
  %29 = load i8, ptr %7, align 1
  %30 = load ptr, ptr %4, align 4
  %31 = load i32, ptr %6, align 4
  %32 = add nsw i32 %31, 1
  store i32 %32, ptr %6, align 4
  %33 = getelementptr inbounds i8, ptr %30, i32 %31
  store i8 %29, ptr %33, align 1
  %34 = load i8, ptr %8, align 1
  %35 = load ptr, ptr %4, align 4
  %36 = load i32, ptr %6, align 4
  %37 = add nsw i32 %36, 1
  store i32 %37, ptr %6, align 4
  %38 = getelementptr inbounds i8, ptr %35, i32 %36
  store i8 %34, ptr %38, align 1
  store i32 0, ptr %9, align 4
  br label %39

39:                                               ; preds = %111, %20
  %40 = load i32, ptr %9, align 4
  %41 = load i8, ptr %7, align 1
  %42 = zext i8 %41 to i32
  %43 = icmp slt i32 %40, %42
  br i1 %43, label %44, label %114

44:                                               ; preds = %39
  store i32 0, ptr %10, align 4
  br label %45

45:                                               ; preds = %106, %44
  %46 = load i32, ptr %10, align 4
  %47 = load i8, ptr %8, align 1
  %48 = zext i8 %47 to i32
  %49 = icmp slt i32 %46, %48
  br i1 %49, label %50, label %110

50:                                               ; preds = %45
  %51 = call zeroext i8 @next_random()
  %52 = zext i8 %51 to i32
  %53 = load i8, ptr %8, align 1
  %54 = zext i8 %53 to i32
  %55 = load i32, ptr %10, align 4
  %56 = sub nsw i32 %54, %55
  %57 = srem i32 %52, %56
  %58 = add nsw i32 1, %57
  store i32 %58, ptr %11, align 4
  %59 = call zeroext i8 @next_random()
  %60 = zext i8 %59 to i32
  %61 = srem i32 %60, 2
  store i32 %61, ptr %12, align 4
  %62 = load i32, ptr %12, align 4
  %63 = icmp ne i32 %62, 0
  br i1 %63, label %64, label %67

64:                                               ; preds = %50
  %65 = load i32, ptr %11, align 4
  %66 = add nsw i32 %65, 1
  br label %68

67:                                               ; preds = %50
  br label %68

68:                                               ; preds = %67, %64
  %69 = phi i32 [ %66, %64 ], [ 2, %67 ]
  store i32 %69, ptr %13, align 4
  %70 = load i32, ptr %6, align 4
  %71 = load i32, ptr %13, align 4
  %72 = add nsw i32 %70, %71
  %73 = load i32, ptr %5, align 4
  %74 = icmp sgt i32 %72, %73
  br i1 %74, label %75, label %77

75:                                               ; preds = %68
  %76 = load i32, ptr %6, align 4
  store i32 %76, ptr %3, align 4
  br label %117

77:                                               ; preds = %68
  %78 = load i32, ptr %12, align 4
  %79 = icmp ne i32 %78, 0
  br i1 %79, label %80, label %83

80:                                               ; preds = %77
  %81 = load i32, ptr %11, align 4
  %82 = sub nsw i32 %81, 1
  br label %86

83:                                               ; preds = %77
  %84 = load i32, ptr %11, align 4
  %85 = add nsw i32 %84, 127
  br label %86

86:                                               ; preds = %83, %80
  %87 = phi i32 [ %82, %80 ], [ %85, %83 ]
  %88 = trunc i32 %87 to i8
  %89 = load ptr, ptr %4, align 4
  %90 = load i32, ptr %6, align 4
  %91 = add nsw i32 %90, 1
  store i32 %91, ptr %6, align 4
  %92 = getelementptr inbounds i8, ptr %89, i32 %90
  store i8 %88, ptr %92, align 1
  store i32 1, ptr %14, align 4
  br label %93

93:                                               ; preds = %103, %86
  %94 = load i32, ptr %14, align 4
  %95 = load i32, ptr %13, align 4
  %96 = icmp slt i32 %94, %95
  br i1 %96, label %97, label %106

97:                                               ; preds = %93
  %98 = call zeroext i8 @next_random()
  %99 = load ptr, ptr %4, align 4
  %100 = load i32, ptr %6, align 4
  %101 = add nsw i32 %100, 1
  store i32 %101, ptr %6, align 4
  %102 = getelementptr inbounds i8, ptr %99, i32 %100
  store i8 %98, ptr %102, align 1
  br label %103

103:                                              ; preds = %97
  %104 = load i32, ptr %14, align 4
  %105 = add nsw i32 %104, 1
  store i32 %105, ptr %14, align 4
  br label %93, !llvm.loop !7

106:                                              ; preds = %93
  %107 = load i32, ptr %11, align 4
  %108 = load i32, ptr %10, align 4
  %109 = add nsw i32 %108, %107
  store i32 %109, ptr %10, align 4
  br label %45, !llvm.loop !8

110:                                              ; preds = %45
  br label %111

111:                                              ; preds = %110
  %112 = load i32, ptr %9, align 4
  %113 = add nsw i32 %112, 1
  store i32 %113, ptr %9, align 4
  br label %39, !llvm.loop !9

114:                                              ; preds = %39
  br label %15, !llvm.loop !10

115:                                              ; preds = %15
  %116 = load i32, ptr %6, align 4
  store i32 %116, ptr %3, align 4
  br label %117

117:                                              ; preds = %115, %75
  %118 = load i32, ptr %3, align 4
  ret i32 %118
}

; Function Attrs: noinline nounwind optnone
define internal void @decode_in_pieces(ptr dead_on_unwind noalias writable sret(%struct.decoder) align 4 %0, ptr noundef %1, i32 noundef %2, i32 noundef %3) #4 {
  %5 = alloca ptr, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  store ptr %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  store i32 %3, ptr %7, align 4
  call void @llvm.memset.p0.i32(ptr align 4 %0, i8 0, i32 40, i1 false)
  store i32 0, ptr %8, align 4
  br label %10

10:                                               ; preds = %34, %4
  %11 = load i32, ptr %8, align 4
  %12 = load i32, ptr %6, align 4
  %13 = icmp slt i32 %11, %12
  br i1 %13, label %14, label %38

14:                                               ; preds = %10
  %15 = load i32, ptr %6, align 4
  %16 = load i32, ptr %8, align 4
  %17 = sub nsw i32 %15, %16
  %18 = load i32, ptr %7, align 4
  %19 = icmp slt i32 %17, %18
  br i1 %19, label %20, label %22

20:                                               ; preds = %14
  %21 = load i32, ptr %6, align 4
  br label %26

22:                                               ; preds = %14
  %23 = load i32, ptr %8, align 4
  %24 = load i32, ptr %7, align 4
  %25 = add nsw i32 %23, %24
  br label %26

26:                                               ; preds = %22, %20
  %27 = phi i32 [ %21, %20 ], [ %25, %22 ]
  store i32 %27, ptr %9, align 4
  %28 = load ptr, ptr %5, align 4
  %29 = load i32, ptr %8, align 4
  %30 = getelementptr inbounds i8, ptr %28, i32 %29
  %31 = load ptr, ptr %5, align 4
  %32 = load i32, ptr %9, align 4
  %33 = getelementptr inbounds i8, ptr %31, i32 %32
  call void @decode(ptr noundef %0, ptr noundef %30, ptr noundef %33)
  br label %34

34:                                               ; preds = %26
  %35 = load i32, ptr %7, align 4
  %36 = load i32, ptr %8, align 4
  %37 = add nsw i32 %36, %35
  store i32 %37, ptr %8, align 4
  br label %10, !llvm.loop !11

38:                                               ; preds = %10
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal void @put_decoder(ptr noundef %0, i32 noundef %1) #4 {
  %3 = alloca ptr, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store ptr %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  call void @put_text(ptr noundef @.str.7)
  %6 = load i32, ptr %4, align 4
  %7 = sext i32 %6 to i64
  call void @put_signed(i64 noundef %7)
  call void @put_text(ptr noundef @.str.8)
  %8 = load ptr, ptr %3, align 4
  %9 = getelementptr inbounds %struct.decoder, ptr %8, i32 0, i32 7
  %10 = load i32, ptr %9, align 4
  %11 = zext i32 %10 to i64
  call void @put_unsigned(i64 noundef %11)
  call void @put_text(ptr noundef @.str.9)
  %12 = load ptr, ptr %3, align 4
  %13 = getelementptr inbounds %struct.decoder, ptr %12, i32 0, i32 8
  %14 = load i32, ptr %13, align 4
  %15 = zext i32 %14 to i64
  call void @put_unsigned(i64 noundef %15)
  call void @put_text(ptr noundef @.str.10)
  store i32 0, ptr %5, align 4
  br label %16

16:                                               ; preds = %26, %2
  %17 = load i32, ptr %5, align 4
  %18 = icmp slt i32 %17, 5
  br i1 %18, label %19, label %29

19:                                               ; preds = %16
  call void @put_char(i8 noundef signext 32)
  %20 = load ptr, ptr %3, align 4
  %21 = getelementptr inbounds %struct.decoder, ptr %20, i32 0, i32 9
  %22 = load i32, ptr %5, align 4
  %23 = getelementptr inbounds [5 x i32], ptr %21, i32 0, i32 %22
  %24 = load i32, ptr %23, align 4
  %25 = sext i32 %24 to i64
  call void @put_signed(i64 noundef %25)
  br label %26

26:                                               ; preds = %19
  %27 = load i32, ptr %5, align 4
  %28 = add nsw i32 %27, 1
  store i32 %28, ptr %5, align 4
  br label %16, !llvm.loop !12

29:                                               ; preds = %16
  call void @put_char(i8 noundef signext 10)
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
define internal i32 @count_wrong_remainders(i32 noundef %0) #4 {
  %2 = alloca i32, align 4
  %3 = alloca [33 x i8], align 16
  %4 = alloca [33 x i8], align 16
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i64, align 8
  store i32 %0, ptr %2, align 4
  store i32 0, ptr %5, align 4
  store i32 0, ptr %6, align 4
  br label %11

11:                                               ; preds = %52, %1
  %12 = load i32, ptr %6, align 4
  %13 = load i32, ptr %2, align 4
  %14 = icmp ult i32 %12, %13
  br i1 %14, label %15, label %55

15:                                               ; preds = %11
  %16 = load i32, ptr %6, align 4
  %17 = mul i32 %16, 40503
  store i32 %17, ptr %7, align 4
  %18 = load i32, ptr %6, align 4
  %19 = xor i32 %18, 23130
  store i32 %19, ptr %8, align 4
  %20 = load i32, ptr %7, align 4
  %21 = getelementptr inbounds [33 x i8], ptr %3, i32 0, i32 0
  call void @to_bits(i32 noundef %20, ptr noundef %21)
  %22 = load i32, ptr %8, align 4
  %23 = getelementptr inbounds [33 x i8], ptr %4, i32 0, i32 0
  call void @to_bits(i32 noundef %22, ptr noundef %23)
  store i32 0, ptr %9, align 4
  br label %24

24:                                               ; preds = %29, %15
  %25 = load i32, ptr %9, align 4
  %26 = getelementptr inbounds [33 x i8], ptr %4, i32 0, i32 %25
  %27 = load i8, ptr %26, align 1
  %28 = icmp ne i8 %27, 0
  br i1 %28, label %29, label %32

29:                                               ; preds = %24
  %30 = load i32, ptr %9, align 4
  %31 = add nsw i32 %30, 1
  store i32 %31, ptr %9, align 4
  br label %24, !llvm.loop !13

32:                                               ; preds = %24
  %33 = load i32, ptr %7, align 4
  %34 = zext i32 %33 to i64
  %35 = load i32, ptr %9, align 4
  %36 = zext i32 %35 to i64
  %37 = shl i64 %34, %36
  %38 = load i32, ptr %8, align 4
  %39 = zext i32 %38 to i64
  %40 = or i64 %37, %39
  store i64 %40, ptr %10, align 8
  %41 = getelementptr inbounds [33 x i8], ptr %3, i32 0, i32 0
  %42 = call i32 @remainder_by_five(i32 noundef 0, ptr noundef %41)
  %43 = getelementptr inbounds [33 x i8], ptr %4, i32 0, i32 0
  %44 = call i32 @remainder_by_five(i32 noundef %42, ptr noundef %43)
  %45 = load i64, ptr %10, align 8
  %46 = urem i64 %45, 5
  %47 = trunc i64 %46 to i32
  %48 = icmp ne i32 %44, %47
  %49 = zext i1 %48 to i32
  %50 = load i32, ptr %5, align 4
  %51 = add nsw i32 %50, %49
  store i32 %51, ptr %5, align 4
  br label %52

52:                                               ; preds = %32
  %53 = load i32, ptr %6, align 4
  %54 = add i32 %53, 1
  store i32 %54, ptr %6, align 4
  br label %11, !llvm.loop !14

55:                                               ; preds = %11
  %56 = load i32, ptr %5, align 4
  ret i32 %56
}

; Function Attrs: noinline nounwind optnone
define internal i32 @meet(i32 noundef %0, i32 noundef %1, i32 noundef %2) #4 {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store i32 %0, ptr %5, align 4
  store i32 %1, ptr %6, align 4
  store i32 %2, ptr %7, align 4
  store i32 0, ptr %8, align 4
  %9 = load i32, ptr %7, align 4
  %10 = icmp ne i32 %9, 0
  br i1 %10, label %11, label %12

11:                                               ; preds = %3
  br label %26

12:                                               ; preds = %3
  br label %13

13:                                               ; preds = %42, %12
  %14 = load i32, ptr %8, align 4
  %15 = add nsw i32 %14, 1
  store i32 %15, ptr %8, align 4
  %16 = load i32, ptr %5, align 4
  %17 = mul i32 %16, 5
  %18 = add i32 %17, 3
  %19 = urem i32 %18, 64
  store i32 %19, ptr %5, align 4
  %20 = load i32, ptr %5, align 4
  %21 = load i32, ptr %6, align 4
  %22 = icmp eq i32 %20, %21
  br i1 %22, label %23, label %25

23:                                               ; preds = %13
  %24 = load i32, ptr %8, align 4
  store i32 %24, ptr %4, align 4
  br label %43

25:                                               ; preds = %13
  br label %26

26:                                               ; preds = %25, %11
  %27 = load i32, ptr %8, align 4
  %28 = add nsw i32 %27, 1
  store i32 %28, ptr %8, align 4
  %29 = load i32, ptr %6, align 4
  %30 = mul i32 %29, 13
  %31 = add i32 %30, 7
  %32 = urem i32 %31, 64
  store i32 %32, ptr %6, align 4
  %33 = load i32, ptr %5, align 4
  %34 = load i32, ptr %6, align 4
  %35 = icmp eq i32 %33, %34
  br i1 %35, label %39, label %36

36:                                               ; preds = %26
  %37 = load i32, ptr %8, align 4
  %38 = icmp sgt i32 %37, 500
  br i1 %38, label %39, label %42

39:                                               ; preds = %36, %26
  %40 = load i32, ptr %8, align 4
  %41 = sub nsw i32 0, %40
  store i32 %41, ptr %4, align 4
  br label %43

42:                                               ; preds = %36
  br label %13

43:                                               ; preds = %39, %23
  %44 = load i32, ptr %4, align 4
  ret i32 %44
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
declare i32 @llvm.wasm.memory.grow.i32(i32, i32) #7

; Function Attrs: noinline nounwind optnone
define internal zeroext i8 @next_random() #4 {
  %1 = load i32, ptr @random_state, align 4
  %2 = mul i32 %1, 1664525
  %3 = add i32 %2, 1013904223
  store i32 %3, ptr @random_state, align 4
  %4 = load i32, ptr @random_state, align 4
  %5 = lshr i32 %4, 24
  %6 = trunc i32 %5 to i8
  ret i8 %6
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i32(ptr nocapture writeonly, i8, i32, i1 immarg) #8

; Function Attrs: noinline nounwind optnone
define internal void @decode(ptr noundef %0, ptr noundef %1, ptr noundef %2) #4 {
  %4 = alloca ptr, align 4
  %5 = alloca ptr, align 4
  %6 = alloca ptr, align 4
  %7 = alloca i8, align 1
  store ptr %0, ptr %4, align 4
  store ptr %1, ptr %5, align 4
  store ptr %2, ptr %6, align 4
  %8 = load ptr, ptr %4, align 4
  %9 = getelementptr inbounds %struct.decoder, ptr %8, i32 0, i32 0
  %10 = load i32, ptr %9, align 4
  switch i32 %10, label %17 [
    i32 0, label %11
    i32 1, label %12
    i32 2, label %13
    i32 3, label %14
    i32 4, label %15
    i32 5, label %16
  ]

11:                                               ; preds = %3
  br label %19

12:                                               ; preds = %3
  br label %32

13:                                               ; preds = %3
  br label %73

14:                                               ; preds = %3
  br label %103

15:                                               ; preds = %3
  br label %139

16:                                               ; preds = %3
  br label %17

17:                                               ; preds = %3, %16
  br label %18

18:                                               ; preds = %185, %17
  br label %19

19:                                               ; preds = %18, %11
  %20 = load ptr, ptr %5, align 4
  %21 = load ptr, ptr %6, align 4
  %22 = icmp eq ptr %20, %21
  br i1 %22, label %23, label %26

23:                                               ; preds = %19
  %24 = load ptr, ptr %4, align 4
  %25 = getelementptr inbounds %struct.decoder, ptr %24, i32 0, i32 0
  store i32 0, ptr %25, align 4
  br label %186

26:                                               ; preds = %19
  %27 = load ptr, ptr %5, align 4
  %28 = getelementptr inbounds i8, ptr %27, i32 1
  store ptr %28, ptr %5, align 4
  %29 = load i8, ptr %27, align 1
  %30 = load ptr, ptr %4, align 4
  %31 = getelementptr inbounds %struct.decoder, ptr %30, i32 0, i32 1
  store i8 %29, ptr %31, align 4
  br label %32

32:                                               ; preds = %26, %12
  %33 = load ptr, ptr %5, align 4
  %34 = load ptr, ptr %6, align 4
  %35 = icmp eq ptr %33, %34
  br i1 %35, label %36, label %39

36:                                               ; preds = %32
  %37 = load ptr, ptr %4, align 4
  %38 = getelementptr inbounds %struct.decoder, ptr %37, i32 0, i32 0
  store i32 1, ptr %38, align 4
  br label %186

39:                                               ; preds = %32
  %40 = load ptr, ptr %5, align 4
  %41 = getelementptr inbounds i8, ptr %40, i32 1
  store ptr %41, ptr %5, align 4
  %42 = load i8, ptr %40, align 1
  %43 = load ptr, ptr %4, align 4
  %44 = getelementptr inbounds %struct.decoder, ptr %43, i32 0, i32 2
  store i8 %42, ptr %44, align 1
  %45 = load ptr, ptr %4, align 4
  %46 = getelementptr inbounds %struct.decoder, ptr %45, i32 0, i32 3
  store i8 0, ptr %46, align 2
  br label %47

47:                                               ; preds = %180, %39
  %48 = load ptr, ptr %4, align 4
  %49 = getelementptr inbounds %struct.decoder, ptr %48, i32 0, i32 3
  %50 = load i8, ptr %49, align 2
  %51 = zext i8 %50 to i32
  %52 = load ptr, ptr %4, align 4
  %53 = getelementptr inbounds %struct.decoder, ptr %52, i32 0, i32 1
  %54 = load i8, ptr %53, align 4
  %55 = zext i8 %54 to i32
  %56 = icmp slt i32 %51, %55
  br i1 %56, label %57, label %185

57:                                               ; preds = %47
  %58 = load ptr, ptr %4, align 4
  %59 = getelementptr inbounds %struct.decoder, ptr %58, i32 0, i32 4
  store i8 0, ptr %59, align 1
  %60 = load ptr, ptr %4, align 4
  %61 = getelementptr inbounds %struct.decoder, ptr %60, i32 0, i32 6
  store i16 0, ptr %61, align 2
  br label %62

62:                                               ; preds = %177, %57
  %63 = load ptr, ptr %4, align 4
  %64 = getelementptr inbounds %struct.decoder, ptr %63, i32 0, i32 4
  %65 = load i8, ptr %64, align 1
  %66 = zext i8 %65 to i32
  %67 = load ptr, ptr %4, align 4
  %68 = getelementptr inbounds %struct.decoder, ptr %67, i32 0, i32 2
  %69 = load i8, ptr %68, align 1
  %70 = zext i8 %69 to i32
  %71 = icmp slt i32 %66, %70
  br i1 %71, label %72, label %178

72:                                               ; preds = %62
  br label %73

73:                                               ; preds = %72, %13
  %74 = load ptr, ptr %5, align 4
  %75 = load ptr, ptr %6, align 4
  %76 = icmp eq ptr %74, %75
  br i1 %76, label %77, label %80

77:                                               ; preds = %73
  %78 = load ptr, ptr %4, align 4
  %79 = getelementptr inbounds %struct.decoder, ptr %78, i32 0, i32 0
  store i32 2, ptr %79, align 4
  br label %186

80:                                               ; preds = %73
  %81 = load ptr, ptr %5, align 4
  %82 = getelementptr inbounds i8, ptr %81, i32 1
  store ptr %82, ptr %5, align 4
  %83 = load i8, ptr %81, align 1
  %84 = load ptr, ptr %4, align 4
  %85 = getelementptr inbounds %struct.decoder, ptr %84, i32 0, i32 5
  store i8 %83, ptr %85, align 4
  %86 = load ptr, ptr %4, align 4
  %87 = getelementptr inbounds %struct.decoder, ptr %86, i32 0, i32 5
  %88 = load i8, ptr %87, align 4
  %89 = zext i8 %88 to i32
  %90 = icmp slt i32 %89, 128
  br i1 %90, label %91, label %132

91:                                               ; preds = %80
  %92 = load ptr, ptr %4, align 4
  %93 = getelementptr inbounds %struct.decoder, ptr %92, i32 0, i32 5
  %94 = load i8, ptr %93, align 4
  %95 = add i8 %94, 1
  store i8 %95, ptr %93, align 4
  br label %96

96:                                               ; preds = %126, %91
  %97 = load ptr, ptr %4, align 4
  %98 = getelementptr inbounds %struct.decoder, ptr %97, i32 0, i32 5
  %99 = load i8, ptr %98, align 4
  %100 = zext i8 %99 to i32
  %101 = icmp sgt i32 %100, 0
  br i1 %101, label %102, label %131

102:                                              ; preds = %96
  br label %103

103:                                              ; preds = %102, %14
  %104 = load ptr, ptr %5, align 4
  %105 = load ptr, ptr %6, align 4
  %106 = icmp eq ptr %104, %105
  br i1 %106, label %107, label %110

107:                                              ; preds = %103
  %108 = load ptr, ptr %4, align 4
  %109 = getelementptr inbounds %struct.decoder, ptr %108, i32 0, i32 0
  store i32 3, ptr %109, align 4
  br label %186

110:                                              ; preds = %103
  %111 = load ptr, ptr %4, align 4
  %112 = getelementptr inbounds %struct.decoder, ptr %111, i32 0, i32 4
  %113 = load i8, ptr %112, align 1
  %114 = zext i8 %113 to i32
  %115 = load ptr, ptr %4, align 4
  %116 = getelementptr inbounds %struct.decoder, ptr %115, i32 0, i32 2
  %117 = load i8, ptr %116, align 1
  %118 = zext i8 %117 to i32
  %119 = icmp eq i32 %114, %118
  br i1 %119, label %120, label %121

120:                                              ; preds = %110
  br label %131

121:                                              ; preds = %110
  %122 = load ptr, ptr %4, align 4
  %123 = load ptr, ptr %5, align 4
  %124 = getelementptr inbounds i8, ptr %123, i32 1
  store ptr %124, ptr %5, align 4
  %125 = load i8, ptr %123, align 1
  call void @put_pixel(ptr noundef %122, i8 noundef zeroext %125)
  br label %126

126:                                              ; preds = %121
  %127 = load ptr, ptr %4, align 4
  %128 = getelementptr inbounds %struct.decoder, ptr %127, i32 0, i32 5
  %129 = load i8, ptr %128, align 4
  %130 = add i8 %129, -1
  store i8 %130, ptr %128, align 4
  br label %96, !llvm.loop !15

131:                                              ; preds = %120, %96
  br label %177

132:                                              ; preds = %80
  %133 = load ptr, ptr %4, align 4
  %134 = getelementptr inbounds %struct.decoder, ptr %133, i32 0, i32 5
  %135 = load i8, ptr %134, align 4
  %136 = zext i8 %135 to i32
  %137 = sub nsw i32 %136, 127
  %138 = trunc i32 %137 to i8
  store i8 %138, ptr %134, align 4
  br label %139

139:                                              ; preds = %132, %15
  %140 = load ptr, ptr %5, align 4
  %141 = load ptr, ptr %6, align 4
  %142 = icmp eq ptr %140, %141
  br i1 %142, label %143, label %146

143:                                              ; preds = %139
  %144 = load ptr, ptr %4, align 4
  %145 = getelementptr inbounds %struct.decoder, ptr %144, i32 0, i32 0
  store i32 4, ptr %145, align 4
  br label %186

146:                                              ; preds = %139
  %147 = load ptr, ptr %5, align 4
  %148 = getelementptr inbounds i8, ptr %147, i32 1
  store ptr %148, ptr %5, align 4
  %149 = load i8, ptr %147, align 1
  store i8 %149, ptr %7, align 1
  br label %150

150:                                              ; preds = %171, %146
  %151 = load ptr, ptr %4, align 4
  %152 = getelementptr inbounds %struct.decoder, ptr %151, i32 0, i32 5
  %153 = load i8, ptr %152, align 4
  %154 = zext i8 %153 to i32
  %155 = icmp sgt i32 %154, 0
  br i1 %155, label %156, label %166

156:                                              ; preds = %150
  %157 = load ptr, ptr %4, align 4
  %158 = getelementptr inbounds %struct.decoder, ptr %157, i32 0, i32 4
  %159 = load i8, ptr %158, align 1
  %160 = zext i8 %159 to i32
  %161 = load ptr, ptr %4, align 4
  %162 = getelementptr inbounds %struct.decoder, ptr %161, i32 0, i32 2
  %163 = load i8, ptr %162, align 1
  %164 = zext i8 %163 to i32
  %165 = icmp slt i32 %160, %164
  br label %166

166:                                              ; preds = %156, %150
  %167 = phi i1 [ false, %150 ], [ %165, %156 ]
  br i1 %167, label %168, label %176

168:                                              ; preds = %166
  %169 = load ptr, ptr %4, align 4
  %170 = load i8, ptr %7, align 1
  call void @put_pixel(ptr noundef %169, i8 noundef zeroext %170)
  br label %171

171:                                              ; preds = %168
  %172 = load ptr, ptr %4, align 4
  %173 = getelementptr inbounds %struct.decoder, ptr %172, i32 0, i32 5
  %174 = load i8, ptr %173, align 4
  %175 = add i8 %174, -1
  store i8 %175, ptr %173, align 4
  br label %150, !llvm.loop !16

176:                                              ; preds = %166
  br label %177

177:                                              ; preds = %176, %131
  br label %62, !llvm.loop !17

178:                                              ; preds = %62
  %179 = load ptr, ptr %4, align 4
  call void @end_row(ptr noundef %179)
  br label %180

180:                                              ; preds = %178
  %181 = load ptr, ptr %4, align 4
  %182 = getelementptr inbounds %struct.decoder, ptr %181, i32 0, i32 3
  %183 = load i8, ptr %182, align 2
  %184 = add i8 %183, 1
  store i8 %184, ptr %182, align 2
  br label %47, !llvm.loop !18

185:                                              ; preds = %47
  br label %18

186:                                              ; preds = %143, %107, %77, %36, %23
  %187 = load ptr, ptr %4, align 4
  %188 = getelementptr inbounds %struct.decoder, ptr %187, i32 0, i32 9
  %189 = load ptr, ptr %4, align 4
  %190 = getelementptr inbounds %struct.decoder, ptr %189, i32 0, i32 0
  %191 = load i32, ptr %190, align 4
  %192 = getelementptr inbounds [5 x i32], ptr %188, i32 0, i32 %191
  %193 = load i32, ptr %192, align 4
  %194 = add nsw i32 %193, 1
  store i32 %194, ptr %192, align 4
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal void @put_pixel(ptr noundef %0, i8 noundef zeroext %1) #4 {
  %3 = alloca ptr, align 4
  %4 = alloca i8, align 1
  store ptr %0, ptr %3, align 4
  store i8 %1, ptr %4, align 1
  %5 = load ptr, ptr %3, align 4
  %6 = getelementptr inbounds %struct.decoder, ptr %5, i32 0, i32 4
  %7 = load i8, ptr %6, align 1
  %8 = add i8 %7, 1
  store i8 %8, ptr %6, align 1
  %9 = load ptr, ptr %3, align 4
  %10 = getelementptr inbounds %struct.decoder, ptr %9, i32 0, i32 6
  %11 = load i16, ptr %10, align 2
  %12 = zext i16 %11 to i32
  %13 = load i8, ptr %4, align 1
  %14 = zext i8 %13 to i32
  %15 = load ptr, ptr %3, align 4
  %16 = getelementptr inbounds %struct.decoder, ptr %15, i32 0, i32 4
  %17 = load i8, ptr %16, align 1
  %18 = zext i8 %17 to i32
  %19 = mul nsw i32 %14, %18
  %20 = add nsw i32 %12, %19
  %21 = trunc i32 %20 to i16
  %22 = load ptr, ptr %3, align 4
  %23 = getelementptr inbounds %struct.decoder, ptr %22, i32 0, i32 6
  store i16 %21, ptr %23, align 2
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal void @end_row(ptr noundef %0) #4 {
  %2 = alloca ptr, align 4
  store ptr %0, ptr %2, align 4
  %3 = load ptr, ptr %2, align 4
  %4 = getelementptr inbounds %struct.decoder, ptr %3, i32 0, i32 7
  %5 = load i32, ptr %4, align 4
  %6 = add i32 %5, 1
  store i32 %6, ptr %4, align 4
  %7 = load ptr, ptr %2, align 4
  %8 = getelementptr inbounds %struct.decoder, ptr %7, i32 0, i32 8
  %9 = load i32, ptr %8, align 4
  %10 = shl i32 %9, 5
  %11 = load ptr, ptr %2, align 4
  %12 = getelementptr inbounds %struct.decoder, ptr %11, i32 0, i32 8
  %13 = load i32, ptr %12, align 4
  %14 = lshr i32 %13, 27
  %15 = or i32 %10, %14
  %16 = load ptr, ptr %2, align 4
  %17 = getelementptr inbounds %struct.decoder, ptr %16, i32 0, i32 6
  %18 = load i16, ptr %17, align 2
  %19 = zext i16 %18 to i32
  %20 = xor i32 %15, %19
  %21 = load ptr, ptr %2, align 4
  %22 = getelementptr inbounds %struct.decoder, ptr %21, i32 0, i32 8
  store i32 %20, ptr %22, align 4
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
  br label %7, !llvm.loop !19

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
  br label %27, !llvm.loop !20

35:                                               ; preds = %27
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal void @to_bits(i32 noundef %0, ptr noundef %1) #4 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 4
  store i32 1, ptr %5, align 4
  br label %7

7:                                                ; preds = %17, %2
  %8 = load i32, ptr %5, align 4
  %9 = icmp slt i32 %8, 32
  br i1 %9, label %10, label %15

10:                                               ; preds = %7
  %11 = load i32, ptr %3, align 4
  %12 = load i32, ptr %5, align 4
  %13 = lshr i32 %11, %12
  %14 = icmp ne i32 %13, 0
  br label %15

15:                                               ; preds = %10, %7
  %16 = phi i1 [ false, %7 ], [ %14, %10 ]
  br i1 %16, label %17, label %20

17:                                               ; preds = %15
  %18 = load i32, ptr %5, align 4
  %19 = add nsw i32 %18, 1
  store i32 %19, ptr %5, align 4
  br label %7, !llvm.loop !21

20:                                               ; preds = %15
  store i32 0, ptr %6, align 4
  br label %21

21:                                               ; preds = %38, %20
  %22 = load i32, ptr %6, align 4
  %23 = load i32, ptr %5, align 4
  %24 = icmp slt i32 %22, %23
  br i1 %24, label %25, label %41

25:                                               ; preds = %21
  %26 = load i32, ptr %3, align 4
  %27 = load i32, ptr %5, align 4
  %28 = sub nsw i32 %27, 1
  %29 = load i32, ptr %6, align 4
  %30 = sub nsw i32 %28, %29
  %31 = lshr i32 %26, %30
  %32 = and i32 %31, 1
  %33 = add i32 48, %32
  %34 = trunc i32 %33 to i8
  %35 = load ptr, ptr %4, align 4
  %36 = load i32, ptr %6, align 4
  %37 = getelementptr inbounds i8, ptr %35, i32 %36
  store i8 %34, ptr %37, align 1
  br label %38

38:                                               ; preds = %25
  %39 = load i32, ptr %6, align 4
  %40 = add nsw i32 %39, 1
  store i32 %40, ptr %6, align 4
  br label %21, !llvm.loop !22

41:                                               ; preds = %21
  %42 = load ptr, ptr %4, align 4
  %43 = load i32, ptr %5, align 4
  %44 = getelementptr inbounds i8, ptr %42, i32 %43
  store i8 0, ptr %44, align 1
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal i32 @remainder_by_five(i32 noundef %0, ptr noundef %1) #4 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 4
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 4
  %6 = load i32, ptr %4, align 4
  switch i32 %6, label %12 [
    i32 0, label %7
    i32 1, label %8
    i32 2, label %9
    i32 3, label %10
    i32 4, label %11
  ]

7:                                                ; preds = %2
  br label %13

8:                                                ; preds = %2
  br label %21

9:                                                ; preds = %2
  br label %29

10:                                               ; preds = %2
  br label %37

11:                                               ; preds = %2
  br label %45

12:                                               ; preds = %2
  store i32 -1, ptr %3, align 4
  br label %53

13:                                               ; preds = %35, %18, %7
  %14 = load ptr, ptr %5, align 4
  %15 = getelementptr inbounds i8, ptr %14, i32 1
  store ptr %15, ptr %5, align 4
  %16 = load i8, ptr %14, align 1
  %17 = sext i8 %16 to i32
  switch i32 %17, label %20 [
    i32 48, label %18
    i32 49, label %19
  ]

18:                                               ; preds = %13
  br label %13

19:                                               ; preds = %13
  br label %21

20:                                               ; preds = %13
  store i32 0, ptr %3, align 4
  br label %53

21:                                               ; preds = %42, %19, %8
  %22 = load ptr, ptr %5, align 4
  %23 = getelementptr inbounds i8, ptr %22, i32 1
  store ptr %23, ptr %5, align 4
  %24 = load i8, ptr %22, align 1
  %25 = sext i8 %24 to i32
  switch i32 %25, label %28 [
    i32 48, label %26
    i32 49, label %27
  ]

26:                                               ; preds = %21
  br label %29

27:                                               ; preds = %21
  br label %37

28:                                               ; preds = %21
  store i32 1, ptr %3, align 4
  br label %53

29:                                               ; preds = %43, %26, %9
  %30 = load ptr, ptr %5, align 4
  %31 = getelementptr inbounds i8, ptr %30, i32 1
  store ptr %31, ptr %5, align 4
  %32 = load i8, ptr %30, align 1
  %33 = sext i8 %32 to i32
  switch i32 %33, label %36 [
    i32 48, label %34
    i32 49, label %35
  ]

34:                                               ; preds = %29
  br label %45

35:                                               ; preds = %29
  br label %13

36:                                               ; preds = %29
  store i32 2, ptr %3, align 4
  br label %53

37:                                               ; preds = %50, %27, %10
  %38 = load ptr, ptr %5, align 4
  %39 = getelementptr inbounds i8, ptr %38, i32 1
  store ptr %39, ptr %5, align 4
  %40 = load i8, ptr %38, align 1
  %41 = sext i8 %40 to i32
  switch i32 %41, label %44 [
    i32 48, label %42
    i32 49, label %43
  ]

42:                                               ; preds = %37
  br label %21

43:                                               ; preds = %37
  br label %29

44:                                               ; preds = %37
  store i32 3, ptr %3, align 4
  br label %53

45:                                               ; preds = %51, %34, %11
  %46 = load ptr, ptr %5, align 4
  %47 = getelementptr inbounds i8, ptr %46, i32 1
  store ptr %47, ptr %5, align 4
  %48 = load i8, ptr %46, align 1
  %49 = sext i8 %48 to i32
  switch i32 %49, label %52 [
    i32 48, label %50
    i32 49, label %51
  ]

50:                                               ; preds = %45
  br label %37

51:                                               ; preds = %45
  br label %45

52:                                               ; preds = %45
  store i32 4, ptr %3, align 4
  br label %53

53:                                               ; preds = %52, %44, %36, %28, %20, %12
  %54 = load i32, ptr %3, align 4
  ret i32 %54
}

attributes #0 = { noinline nounwind optnone "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-export-name"="_start" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_sizes_get" }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_get" }
attributes #3 = { noinline noreturn nounwind optnone "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #4 = { noinline nounwind optnone "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #5 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="fd_write" }
attributes #6 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="proc_exit" }
attributes #7 = { nocallback nofree nosync nounwind willreturn }
attributes #8 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #9 = { noreturn }

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
!17 = distinct !{!17, !2}
!18 = distinct !{!18, !2}
!19 = distinct !{!19, !2}
!20 = distinct !{!20, !2}
!21 = distinct !{!21, !2}
!22 = distinct !{!22, !2}
