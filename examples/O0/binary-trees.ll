; ModuleID = 'binary-trees.c'
source_filename = "binary-trees.c"
target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"

%struct.wasi_slice = type { ptr, i32 }
%struct.node = type { ptr, ptr }

@_start.arguments = internal global [16 x ptr] zeroinitializer, align 16
@_start.text = internal global [4096 x i8] zeroinitializer, align 16
@.str = private unnamed_addr constant [29 x i8] c"the arguments cannot be read\00", align 1
@output_length = internal global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@.str.1 = private unnamed_addr constant [23 x i8] c"stretch tree of depth \00", align 1
@.str.2 = private unnamed_addr constant [18 x i8] c"\09 trees of depth \00", align 1
@.str.3 = private unnamed_addr constant [26 x i8] c"long lived tree of depth \00", align 1
@.str.4 = private unnamed_addr constant [63 x i8] c"the argument must be a number, neither too small nor too large\00", align 1
@.str.5 = private unnamed_addr constant [10 x i8] c"\09 check: \00", align 1
@free_nodes = internal global ptr null, align 4
@.str.6 = private unnamed_addr constant [34 x i8] c"a request for memory is too large\00", align 1
@free_bytes = internal global i32 0, align 4
@free_memory = internal global ptr null, align 4
@.str.7 = private unnamed_addr constant [14 x i8] c"out of memory\00", align 1
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
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 4
  store i32 4, ptr %5, align 4
  %12 = load i32, ptr %3, align 4
  %13 = load ptr, ptr %4, align 4
  %14 = call i32 @size_argument(i32 noundef %12, ptr noundef %13, i32 noundef 6, i32 noundef 20, i32 noundef 8)
  store i32 %14, ptr %6, align 4
  %15 = load i32, ptr %6, align 4
  %16 = add nsw i32 %15, 1
  %17 = load i32, ptr %6, align 4
  %18 = add nsw i32 %17, 1
  %19 = call i32 @nodes_of_depth(i32 noundef %18)
  call void @report(ptr noundef @.str.1, i32 noundef %16, i32 noundef %19)
  %20 = load i32, ptr %6, align 4
  %21 = call ptr @grow(i32 noundef %20)
  store ptr %21, ptr %7, align 4
  store i32 4, ptr %8, align 4
  br label %22

22:                                               ; preds = %49, %2
  %23 = load i32, ptr %8, align 4
  %24 = load i32, ptr %6, align 4
  %25 = icmp sle i32 %23, %24
  br i1 %25, label %26, label %52

26:                                               ; preds = %22
  %27 = load i32, ptr %6, align 4
  %28 = load i32, ptr %8, align 4
  %29 = sub nsw i32 %27, %28
  %30 = add nsw i32 %29, 4
  %31 = shl i32 1, %30
  store i32 %31, ptr %9, align 4
  store i32 0, ptr %10, align 4
  store i32 0, ptr %11, align 4
  br label %32

32:                                               ; preds = %41, %26
  %33 = load i32, ptr %11, align 4
  %34 = load i32, ptr %9, align 4
  %35 = icmp slt i32 %33, %34
  br i1 %35, label %36, label %44

36:                                               ; preds = %32
  %37 = load i32, ptr %8, align 4
  %38 = call i32 @nodes_of_depth(i32 noundef %37)
  %39 = load i32, ptr %10, align 4
  %40 = add nsw i32 %39, %38
  store i32 %40, ptr %10, align 4
  br label %41

41:                                               ; preds = %36
  %42 = load i32, ptr %11, align 4
  %43 = add nsw i32 %42, 1
  store i32 %43, ptr %11, align 4
  br label %32, !llvm.loop !1

44:                                               ; preds = %32
  %45 = load i32, ptr %9, align 4
  %46 = sext i32 %45 to i64
  call void @put_signed(i64 noundef %46)
  %47 = load i32, ptr %8, align 4
  %48 = load i32, ptr %10, align 4
  call void @report(ptr noundef @.str.2, i32 noundef %47, i32 noundef %48)
  br label %49

49:                                               ; preds = %44
  %50 = load i32, ptr %8, align 4
  %51 = add nsw i32 %50, 2
  store i32 %51, ptr %8, align 4
  br label %22, !llvm.loop !3

52:                                               ; preds = %22
  %53 = load i32, ptr %6, align 4
  %54 = load ptr, ptr %7, align 4
  %55 = call i32 @count_nodes(ptr noundef %54)
  call void @report(ptr noundef @.str.3, i32 noundef %53, i32 noundef %55)
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
define internal void @report(ptr noundef %0, i32 noundef %1, i32 noundef %2) #4 {
  %4 = alloca ptr, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 4
  store i32 %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 4
  call void @put_text(ptr noundef %7)
  %8 = load i32, ptr %5, align 4
  %9 = sext i32 %8 to i64
  call void @put_signed(i64 noundef %9)
  call void @put_text(ptr noundef @.str.5)
  %10 = load i32, ptr %6, align 4
  %11 = sext i32 %10 to i64
  call void @put_signed(i64 noundef %11)
  call void @put_char(i8 noundef signext 10)
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal i32 @nodes_of_depth(i32 noundef %0) #4 {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %5 = load i32, ptr %2, align 4
  %6 = call ptr @grow(i32 noundef %5)
  store ptr %6, ptr %3, align 4
  %7 = load ptr, ptr %3, align 4
  %8 = call i32 @count_nodes(ptr noundef %7)
  store i32 %8, ptr %4, align 4
  %9 = load ptr, ptr %3, align 4
  call void @take_down(ptr noundef %9)
  %10 = load i32, ptr %4, align 4
  ret i32 %10
}

; Function Attrs: noinline nounwind optnone
define internal ptr @grow(i32 noundef %0) #4 {
  %2 = alloca ptr, align 4
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 4
  store i32 %0, ptr %3, align 4
  %5 = load i32, ptr %3, align 4
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %9

7:                                                ; preds = %1
  %8 = call ptr @new_node(ptr noundef null, ptr noundef null)
  store ptr %8, ptr %2, align 4
  br label %18

9:                                                ; preds = %1
  %10 = load i32, ptr %3, align 4
  %11 = sub nsw i32 %10, 1
  %12 = call ptr @grow(i32 noundef %11)
  store ptr %12, ptr %4, align 4
  %13 = load ptr, ptr %4, align 4
  %14 = load i32, ptr %3, align 4
  %15 = sub nsw i32 %14, 1
  %16 = call ptr @grow(i32 noundef %15)
  %17 = call ptr @new_node(ptr noundef %13, ptr noundef %16)
  store ptr %17, ptr %2, align 4
  br label %18

18:                                               ; preds = %9, %7
  %19 = load ptr, ptr %2, align 4
  ret ptr %19
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
define internal i32 @count_nodes(ptr noundef %0) #4 {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 4
  store ptr %0, ptr %3, align 4
  %4 = load ptr, ptr %3, align 4
  %5 = getelementptr inbounds %struct.node, ptr %4, i32 0, i32 0
  %6 = load ptr, ptr %5, align 4
  %7 = icmp ne ptr %6, null
  br i1 %7, label %9, label %8

8:                                                ; preds = %1
  store i32 1, ptr %2, align 4
  br label %20

9:                                                ; preds = %1
  %10 = load ptr, ptr %3, align 4
  %11 = getelementptr inbounds %struct.node, ptr %10, i32 0, i32 0
  %12 = load ptr, ptr %11, align 4
  %13 = call i32 @count_nodes(ptr noundef %12)
  %14 = add nsw i32 1, %13
  %15 = load ptr, ptr %3, align 4
  %16 = getelementptr inbounds %struct.node, ptr %15, i32 0, i32 1
  %17 = load ptr, ptr %16, align 4
  %18 = call i32 @count_nodes(ptr noundef %17)
  %19 = add nsw i32 %14, %18
  store i32 %19, ptr %2, align 4
  br label %20

20:                                               ; preds = %9, %8
  %21 = load i32, ptr %2, align 4
  ret i32 %21
}

; Function Attrs: noinline nounwind optnone
define internal void @take_down(ptr noundef %0) #4 {
  %2 = alloca ptr, align 4
  store ptr %0, ptr %2, align 4
  %3 = load ptr, ptr %2, align 4
  %4 = getelementptr inbounds %struct.node, ptr %3, i32 0, i32 0
  %5 = load ptr, ptr %4, align 4
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %14

7:                                                ; preds = %1
  %8 = load ptr, ptr %2, align 4
  %9 = getelementptr inbounds %struct.node, ptr %8, i32 0, i32 0
  %10 = load ptr, ptr %9, align 4
  call void @take_down(ptr noundef %10)
  %11 = load ptr, ptr %2, align 4
  %12 = getelementptr inbounds %struct.node, ptr %11, i32 0, i32 1
  %13 = load ptr, ptr %12, align 4
  call void @take_down(ptr noundef %13)
  br label %14

14:                                               ; preds = %7, %1
  %15 = load ptr, ptr @free_nodes, align 4
  %16 = load ptr, ptr %2, align 4
  %17 = getelementptr inbounds %struct.node, ptr %16, i32 0, i32 0
  store ptr %15, ptr %17, align 4
  %18 = load ptr, ptr %2, align 4
  store ptr %18, ptr @free_nodes, align 4
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal ptr @new_node(ptr noundef %0, ptr noundef %1) #4 {
  %3 = alloca ptr, align 4
  %4 = alloca ptr, align 4
  %5 = alloca ptr, align 4
  %6 = alloca %struct.node, align 4
  store ptr %0, ptr %3, align 4
  store ptr %1, ptr %4, align 4
  %7 = load ptr, ptr @free_nodes, align 4
  store ptr %7, ptr %5, align 4
  %8 = load ptr, ptr %5, align 4
  %9 = icmp ne ptr %8, null
  br i1 %9, label %10, label %14

10:                                               ; preds = %2
  %11 = load ptr, ptr %5, align 4
  %12 = getelementptr inbounds %struct.node, ptr %11, i32 0, i32 0
  %13 = load ptr, ptr %12, align 4
  store ptr %13, ptr @free_nodes, align 4
  br label %16

14:                                               ; preds = %2
  %15 = call ptr @allocate(i32 noundef 8)
  store ptr %15, ptr %5, align 4
  br label %16

16:                                               ; preds = %14, %10
  %17 = load ptr, ptr %5, align 4
  %18 = getelementptr inbounds %struct.node, ptr %6, i32 0, i32 0
  %19 = load ptr, ptr %3, align 4
  store ptr %19, ptr %18, align 4
  %20 = getelementptr inbounds %struct.node, ptr %6, i32 0, i32 1
  %21 = load ptr, ptr %4, align 4
  store ptr %21, ptr %20, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %17, ptr align 4 %6, i32 8, i1 false)
  %22 = load ptr, ptr %5, align 4
  ret ptr %22
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
  call void @fail(ptr noundef @.str.6) #9
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
  call void @fail(ptr noundef @.str.7) #9
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
declare i32 @llvm.wasm.memory.grow.i32(i32, i32) #8

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
  br label %7, !llvm.loop !7

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
  br label %27, !llvm.loop !8

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
attributes #8 = { nocallback nofree nosync nounwind willreturn }
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
