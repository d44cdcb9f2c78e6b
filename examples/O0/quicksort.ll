; ModuleID = 'quicksort.c'
source_filename = "quicksort.c"
target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"

%struct.anon = type { ptr, ptr }
%struct.record = type { i16, i8, float, i64 }
%struct.wasi_slice = type { ptr, i32 }
%struct.anon.0 = type { ptr, ptr }

@_start.arguments = internal global [16 x ptr] zeroinitializer, align 16
@_start.text = internal global [4096 x i8] zeroinitializer, align 16
@.str = private unnamed_addr constant [29 x i8] c"the arguments cannot be read\00", align 1
@output_length = internal global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@orders = internal constant [4 x %struct.anon] [%struct.anon { ptr @.str.7, ptr @by_key }, %struct.anon { ptr @.str.8, ptr @by_tag_downward }, %struct.anon { ptr @.str.9, ptr @by_weight }, %struct.anon { ptr @.str.10, ptr @by_id }], align 16
@.str.1 = private unnamed_addr constant [4 x i8] c"by \00", align 1
@.str.2 = private unnamed_addr constant [10 x i8] c": sorted\0A\00", align 1
@.str.3 = private unnamed_addr constant [14 x i8] c": NOT SORTED\0A\00", align 1
@.str.4 = private unnamed_addr constant [63 x i8] c"the argument must be a number, neither too small nor too large\00", align 1
@.str.5 = private unnamed_addr constant [34 x i8] c"a request for memory is too large\00", align 1
@free_bytes = internal global i32 0, align 4
@free_memory = internal global ptr null, align 4
@.str.6 = private unnamed_addr constant [14 x i8] c"out of memory\00", align 1
@random_state = internal global i64 0, align 8
@.str.7 = private unnamed_addr constant [4 x i8] c"key\00", align 1
@.str.8 = private unnamed_addr constant [14 x i8] c"tag, downward\00", align 1
@.str.9 = private unnamed_addr constant [7 x i8] c"weight\00", align 1
@.str.10 = private unnamed_addr constant [3 x i8] c"id\00", align 1
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
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 4
  %10 = load i32, ptr %3, align 4
  %11 = load ptr, ptr %4, align 4
  %12 = call i32 @size_argument(i32 noundef %10, ptr noundef %11, i32 noundef 1, i32 noundef 1000000, i32 noundef 2000)
  store i32 %12, ptr %5, align 4
  %13 = load i32, ptr %5, align 4
  %14 = mul i32 %13, 16
  %15 = call ptr @allocate(i32 noundef %14)
  store ptr %15, ptr %6, align 4
  store i32 0, ptr %7, align 4
  store i32 0, ptr %8, align 4
  br label %16

16:                                               ; preds = %59, %2
  %17 = load i32, ptr %8, align 4
  %18 = icmp ult i32 %17, 4
  br i1 %18, label %19, label %62

19:                                               ; preds = %16
  %20 = load ptr, ptr %6, align 4
  %21 = load i32, ptr %5, align 4
  call void @fill(ptr noundef %20, i32 noundef %21)
  %22 = load ptr, ptr %6, align 4
  %23 = load i32, ptr %5, align 4
  %24 = load i32, ptr %8, align 4
  %25 = getelementptr inbounds [4 x %struct.anon], ptr @orders, i32 0, i32 %24
  %26 = getelementptr inbounds %struct.anon, ptr %25, i32 0, i32 1
  %27 = load ptr, ptr %26, align 4
  call void @sort(ptr noundef %22, i32 noundef %23, ptr noundef %27)
  %28 = load ptr, ptr %6, align 4
  %29 = load i32, ptr %5, align 4
  %30 = load i32, ptr %8, align 4
  %31 = getelementptr inbounds [4 x %struct.anon], ptr @orders, i32 0, i32 %30
  %32 = getelementptr inbounds %struct.anon, ptr %31, i32 0, i32 1
  %33 = load ptr, ptr %32, align 4
  %34 = call i32 @is_sorted(ptr noundef %28, i32 noundef %29, ptr noundef %33)
  store i32 %34, ptr %9, align 4
  %35 = load i32, ptr %9, align 4
  %36 = icmp ne i32 %35, 0
  %37 = xor i1 %36, true
  %38 = zext i1 %37 to i32
  %39 = load i32, ptr %7, align 4
  %40 = add nsw i32 %39, %38
  store i32 %40, ptr %7, align 4
  call void @put_text(ptr noundef @.str.1)
  %41 = load i32, ptr %8, align 4
  %42 = getelementptr inbounds [4 x %struct.anon], ptr @orders, i32 0, i32 %41
  %43 = getelementptr inbounds %struct.anon, ptr %42, i32 0, i32 0
  %44 = load ptr, ptr %43, align 8
  call void @put_text(ptr noundef %44)
  %45 = load i32, ptr %9, align 4
  %46 = icmp ne i32 %45, 0
  %47 = zext i1 %46 to i64
  %48 = select i1 %46, ptr @.str.2, ptr @.str.3
  call void @put_text(ptr noundef %48)
  %49 = load ptr, ptr %6, align 4
  %50 = getelementptr inbounds %struct.record, ptr %49, i32 0
  call void @put_record(ptr noundef %50)
  %51 = load ptr, ptr %6, align 4
  %52 = load i32, ptr %5, align 4
  %53 = sdiv i32 %52, 2
  %54 = getelementptr inbounds %struct.record, ptr %51, i32 %53
  call void @put_record(ptr noundef %54)
  %55 = load ptr, ptr %6, align 4
  %56 = load i32, ptr %5, align 4
  %57 = sub nsw i32 %56, 1
  %58 = getelementptr inbounds %struct.record, ptr %55, i32 %57
  call void @put_record(ptr noundef %58)
  br label %59

59:                                               ; preds = %19
  %60 = load i32, ptr %8, align 4
  %61 = add i32 %60, 1
  store i32 %61, ptr %8, align 4
  br label %16, !llvm.loop !1

62:                                               ; preds = %16
  %63 = load i32, ptr %7, align 4
  ret i32 %63
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
define internal void @fill(ptr noundef %0, i32 noundef %1) #4 {
  %3 = alloca ptr, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store ptr %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  store i64 2024, ptr @random_state, align 8
  store i32 0, ptr %5, align 4
  br label %6

6:                                                ; preds = %49, %2
  %7 = load i32, ptr %5, align 4
  %8 = load i32, ptr %4, align 4
  %9 = icmp slt i32 %7, %8
  br i1 %9, label %10, label %52

10:                                               ; preds = %6
  %11 = call i32 @next_random()
  %12 = trunc i32 %11 to i16
  %13 = load ptr, ptr %3, align 4
  %14 = load i32, ptr %5, align 4
  %15 = getelementptr inbounds %struct.record, ptr %13, i32 %14
  %16 = getelementptr inbounds %struct.record, ptr %15, i32 0, i32 0
  store i16 %12, ptr %16, align 8
  %17 = call i32 @next_random()
  %18 = trunc i32 %17 to i8
  %19 = load ptr, ptr %3, align 4
  %20 = load i32, ptr %5, align 4
  %21 = getelementptr inbounds %struct.record, ptr %19, i32 %20
  %22 = getelementptr inbounds %struct.record, ptr %21, i32 0, i32 1
  store i8 %18, ptr %22, align 2
  %23 = call i32 @next_random()
  %24 = sitofp i32 %23 to float
  %25 = fdiv float %24, 6.553600e+04
  %26 = load ptr, ptr %3, align 4
  %27 = load i32, ptr %5, align 4
  %28 = getelementptr inbounds %struct.record, ptr %26, i32 %27
  %29 = getelementptr inbounds %struct.record, ptr %28, i32 0, i32 2
  store float %25, ptr %29, align 4
  %30 = call i32 @next_random()
  %31 = zext i32 %30 to i64
  %32 = load ptr, ptr %3, align 4
  %33 = load i32, ptr %5, align 4
  %34 = getelementptr inbounds %struct.record, ptr %32, i32 %33
  %35 = getelementptr inbounds %struct.record, ptr %34, i32 0, i32 3
  store i64 %31, ptr %35, align 8
  %36 = load ptr, ptr %3, align 4
  %37 = load i32, ptr %5, align 4
  %38 = getelementptr inbounds %struct.record, ptr %36, i32 %37
  %39 = getelementptr inbounds %struct.record, ptr %38, i32 0, i32 3
  %40 = load i64, ptr %39, align 8
  %41 = shl i64 %40, 32
  %42 = call i32 @next_random()
  %43 = zext i32 %42 to i64
  %44 = or i64 %41, %43
  %45 = load ptr, ptr %3, align 4
  %46 = load i32, ptr %5, align 4
  %47 = getelementptr inbounds %struct.record, ptr %45, i32 %46
  %48 = getelementptr inbounds %struct.record, ptr %47, i32 0, i32 3
  store i64 %44, ptr %48, align 8
  br label %49

49:                                               ; preds = %10
  %50 = load i32, ptr %5, align 4
  %51 = add nsw i32 %50, 1
  store i32 %51, ptr %5, align 4
  br label %6, !llvm.loop !6

52:                                               ; preds = %6
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal void @sort(ptr noundef %0, i32 noundef %1, ptr noundef %2) #4 {
  %4 = alloca ptr, align 4
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 4
  %7 = alloca [32 x %struct.anon.0], align 16
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 4
  %10 = alloca ptr, align 4
  %11 = alloca ptr, align 4
  %12 = alloca i32, align 4
  store ptr %0, ptr %4, align 4
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 4
  store i32 0, ptr %8, align 4
  %13 = load ptr, ptr %4, align 4
  store ptr %13, ptr %9, align 4
  %14 = load ptr, ptr %4, align 4
  %15 = load i32, ptr %5, align 4
  %16 = getelementptr inbounds %struct.record, ptr %14, i32 %15
  %17 = getelementptr inbounds %struct.record, ptr %16, i32 -1
  store ptr %17, ptr %10, align 4
  br label %18

18:                                               ; preds = %96, %33, %3
  %19 = load ptr, ptr %10, align 4
  %20 = load ptr, ptr %9, align 4
  %21 = ptrtoint ptr %19 to i32
  %22 = ptrtoint ptr %20 to i32
  %23 = sub i32 %21, %22
  %24 = sdiv exact i32 %23, 16
  %25 = icmp slt i32 %24, 12
  br i1 %25, label %26, label %44

26:                                               ; preds = %18
  %27 = load ptr, ptr %9, align 4
  %28 = load ptr, ptr %10, align 4
  %29 = load ptr, ptr %6, align 4
  call void @insertion_sort(ptr noundef %27, ptr noundef %28, ptr noundef %29)
  %30 = load i32, ptr %8, align 4
  %31 = icmp eq i32 %30, 0
  br i1 %31, label %32, label %33

32:                                               ; preds = %26
  ret void

33:                                               ; preds = %26
  %34 = load i32, ptr %8, align 4
  %35 = add nsw i32 %34, -1
  store i32 %35, ptr %8, align 4
  %36 = load i32, ptr %8, align 4
  %37 = getelementptr inbounds [32 x %struct.anon.0], ptr %7, i32 0, i32 %36
  %38 = getelementptr inbounds %struct.anon.0, ptr %37, i32 0, i32 0
  %39 = load ptr, ptr %38, align 8
  store ptr %39, ptr %9, align 4
  %40 = load i32, ptr %8, align 4
  %41 = getelementptr inbounds [32 x %struct.anon.0], ptr %7, i32 0, i32 %40
  %42 = getelementptr inbounds %struct.anon.0, ptr %41, i32 0, i32 1
  %43 = load ptr, ptr %42, align 4
  store ptr %43, ptr %10, align 4
  br label %18

44:                                               ; preds = %18
  %45 = load ptr, ptr %9, align 4
  %46 = load ptr, ptr %10, align 4
  %47 = load ptr, ptr %6, align 4
  %48 = call ptr @part(ptr noundef %45, ptr noundef %46, ptr noundef %47)
  store ptr %48, ptr %11, align 4
  %49 = load ptr, ptr %11, align 4
  %50 = load ptr, ptr %9, align 4
  %51 = ptrtoint ptr %49 to i32
  %52 = ptrtoint ptr %50 to i32
  %53 = sub i32 %51, %52
  %54 = sdiv exact i32 %53, 16
  %55 = load ptr, ptr %10, align 4
  %56 = getelementptr inbounds %struct.record, ptr %55, i32 1
  %57 = load ptr, ptr %11, align 4
  %58 = ptrtoint ptr %56 to i32
  %59 = ptrtoint ptr %57 to i32
  %60 = sub i32 %58, %59
  %61 = sdiv exact i32 %60, 16
  %62 = icmp sgt i32 %54, %61
  %63 = zext i1 %62 to i32
  store i32 %63, ptr %12, align 4
  %64 = load i32, ptr %12, align 4
  %65 = icmp ne i32 %64, 0
  br i1 %65, label %66, label %68

66:                                               ; preds = %44
  %67 = load ptr, ptr %9, align 4
  br label %70

68:                                               ; preds = %44
  %69 = load ptr, ptr %11, align 4
  br label %70

70:                                               ; preds = %68, %66
  %71 = phi ptr [ %67, %66 ], [ %69, %68 ]
  %72 = load i32, ptr %8, align 4
  %73 = getelementptr inbounds [32 x %struct.anon.0], ptr %7, i32 0, i32 %72
  %74 = getelementptr inbounds %struct.anon.0, ptr %73, i32 0, i32 0
  store ptr %71, ptr %74, align 8
  %75 = load i32, ptr %12, align 4
  %76 = icmp ne i32 %75, 0
  br i1 %76, label %77, label %80

77:                                               ; preds = %70
  %78 = load ptr, ptr %11, align 4
  %79 = getelementptr inbounds %struct.record, ptr %78, i32 -1
  br label %82

80:                                               ; preds = %70
  %81 = load ptr, ptr %10, align 4
  br label %82

82:                                               ; preds = %80, %77
  %83 = phi ptr [ %79, %77 ], [ %81, %80 ]
  %84 = load i32, ptr %8, align 4
  %85 = getelementptr inbounds [32 x %struct.anon.0], ptr %7, i32 0, i32 %84
  %86 = getelementptr inbounds %struct.anon.0, ptr %85, i32 0, i32 1
  store ptr %83, ptr %86, align 4
  %87 = load i32, ptr %8, align 4
  %88 = add nsw i32 %87, 1
  store i32 %88, ptr %8, align 4
  %89 = load i32, ptr %12, align 4
  %90 = icmp ne i32 %89, 0
  br i1 %90, label %91, label %93

91:                                               ; preds = %82
  %92 = load ptr, ptr %11, align 4
  store ptr %92, ptr %9, align 4
  br label %96

93:                                               ; preds = %82
  %94 = load ptr, ptr %11, align 4
  %95 = getelementptr inbounds %struct.record, ptr %94, i32 -1
  store ptr %95, ptr %10, align 4
  br label %96

96:                                               ; preds = %93, %91
  br label %18
}

; Function Attrs: noinline nounwind optnone
define internal i32 @is_sorted(ptr noundef %0, i32 noundef %1, ptr noundef %2) #4 {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 4
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 4
  %8 = alloca i32, align 4
  store ptr %0, ptr %5, align 4
  store i32 %1, ptr %6, align 4
  store ptr %2, ptr %7, align 4
  store i32 1, ptr %8, align 4
  br label %9

9:                                                ; preds = %26, %3
  %10 = load i32, ptr %8, align 4
  %11 = load i32, ptr %6, align 4
  %12 = icmp slt i32 %10, %11
  br i1 %12, label %13, label %29

13:                                               ; preds = %9
  %14 = load ptr, ptr %7, align 4
  %15 = load ptr, ptr %5, align 4
  %16 = load i32, ptr %8, align 4
  %17 = sub nsw i32 %16, 1
  %18 = getelementptr inbounds %struct.record, ptr %15, i32 %17
  %19 = load ptr, ptr %5, align 4
  %20 = load i32, ptr %8, align 4
  %21 = getelementptr inbounds %struct.record, ptr %19, i32 %20
  %22 = call i32 %14(ptr noundef %18, ptr noundef %21)
  %23 = icmp sgt i32 %22, 0
  br i1 %23, label %24, label %25

24:                                               ; preds = %13
  store i32 0, ptr %4, align 4
  br label %30

25:                                               ; preds = %13
  br label %26

26:                                               ; preds = %25
  %27 = load i32, ptr %8, align 4
  %28 = add nsw i32 %27, 1
  store i32 %28, ptr %8, align 4
  br label %9, !llvm.loop !7

29:                                               ; preds = %9
  store i32 1, ptr %4, align 4
  br label %30

30:                                               ; preds = %29, %24
  %31 = load i32, ptr %4, align 4
  ret i32 %31
}

; Function Attrs: noinline nounwind optnone
define internal void @put_record(ptr noundef %0) #4 {
  %2 = alloca ptr, align 4
  store ptr %0, ptr %2, align 4
  %3 = load ptr, ptr %2, align 4
  %4 = getelementptr inbounds %struct.record, ptr %3, i32 0, i32 0
  %5 = load i16, ptr %4, align 8
  %6 = sext i16 %5 to i64
  call void @put_signed(i64 noundef %6)
  call void @put_char(i8 noundef signext 32)
  %7 = load ptr, ptr %2, align 4
  %8 = getelementptr inbounds %struct.record, ptr %7, i32 0, i32 1
  %9 = load i8, ptr %8, align 2
  %10 = zext i8 %9 to i64
  call void @put_unsigned(i64 noundef %10)
  call void @put_char(i8 noundef signext 32)
  %11 = load ptr, ptr %2, align 4
  %12 = getelementptr inbounds %struct.record, ptr %11, i32 0, i32 2
  %13 = load float, ptr %12, align 4
  %14 = fpext float %13 to double
  call void @put_double(double noundef %14)
  call void @put_char(i8 noundef signext 32)
  %15 = load ptr, ptr %2, align 4
  %16 = getelementptr inbounds %struct.record, ptr %15, i32 0, i32 3
  %17 = load i64, ptr %16, align 8
  call void @put_unsigned(i64 noundef %17)
  call void @put_char(i8 noundef signext 10)
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
declare i32 @llvm.wasm.memory.grow.i32(i32, i32) #7

; Function Attrs: noinline nounwind optnone
define internal i32 @next_random() #4 {
  %1 = load i64, ptr @random_state, align 8
  %2 = mul i64 %1, 6364136223846793005
  %3 = add i64 %2, 1442695040888963407
  store i64 %3, ptr @random_state, align 8
  %4 = load i64, ptr @random_state, align 8
  %5 = lshr i64 %4, 32
  %6 = trunc i64 %5 to i32
  ret i32 %6
}

; Function Attrs: noinline nounwind optnone
define internal void @insertion_sort(ptr noundef %0, ptr noundef %1, ptr noundef %2) #4 {
  %4 = alloca ptr, align 4
  %5 = alloca ptr, align 4
  %6 = alloca ptr, align 4
  %7 = alloca ptr, align 4
  %8 = alloca %struct.record, align 8
  %9 = alloca ptr, align 4
  store ptr %0, ptr %4, align 4
  store ptr %1, ptr %5, align 4
  store ptr %2, ptr %6, align 4
  %10 = load ptr, ptr %4, align 4
  %11 = getelementptr inbounds %struct.record, ptr %10, i32 1
  store ptr %11, ptr %7, align 4
  br label %12

12:                                               ; preds = %40, %3
  %13 = load ptr, ptr %7, align 4
  %14 = load ptr, ptr %5, align 4
  %15 = icmp ule ptr %13, %14
  br i1 %15, label %16, label %43

16:                                               ; preds = %12
  %17 = load ptr, ptr %7, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %8, ptr align 8 %17, i32 16, i1 false)
  %18 = load ptr, ptr %7, align 4
  store ptr %18, ptr %9, align 4
  br label %19

19:                                               ; preds = %35, %16
  %20 = load ptr, ptr %9, align 4
  %21 = load ptr, ptr %4, align 4
  %22 = icmp ugt ptr %20, %21
  br i1 %22, label %23, label %29

23:                                               ; preds = %19
  %24 = load ptr, ptr %6, align 4
  %25 = load ptr, ptr %9, align 4
  %26 = getelementptr inbounds %struct.record, ptr %25, i32 -1
  %27 = call i32 %24(ptr noundef %8, ptr noundef %26)
  %28 = icmp slt i32 %27, 0
  br label %29

29:                                               ; preds = %23, %19
  %30 = phi i1 [ false, %19 ], [ %28, %23 ]
  br i1 %30, label %31, label %38

31:                                               ; preds = %29
  %32 = load ptr, ptr %9, align 4
  %33 = load ptr, ptr %9, align 4
  %34 = getelementptr inbounds %struct.record, ptr %33, i32 -1
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %32, ptr align 8 %34, i32 16, i1 false)
  br label %35

35:                                               ; preds = %31
  %36 = load ptr, ptr %9, align 4
  %37 = getelementptr inbounds %struct.record, ptr %36, i32 -1
  store ptr %37, ptr %9, align 4
  br label %19, !llvm.loop !8

38:                                               ; preds = %29
  %39 = load ptr, ptr %9, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %39, ptr align 8 %8, i32 16, i1 false)
  br label %40

40:                                               ; preds = %38
  %41 = load ptr, ptr %7, align 4
  %42 = getelementptr inbounds %struct.record, ptr %41, i32 1
  store ptr %42, ptr %7, align 4
  br label %12, !llvm.loop !9

43:                                               ; preds = %12
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal ptr @part(ptr noundef %0, ptr noundef %1, ptr noundef %2) #4 {
  %4 = alloca ptr, align 4
  %5 = alloca ptr, align 4
  %6 = alloca ptr, align 4
  %7 = alloca %struct.record, align 8
  %8 = alloca ptr, align 4
  %9 = alloca ptr, align 4
  store ptr %0, ptr %4, align 4
  store ptr %1, ptr %5, align 4
  store ptr %2, ptr %6, align 4
  %10 = load ptr, ptr %4, align 4
  %11 = load ptr, ptr %5, align 4
  %12 = load ptr, ptr %6, align 4
  call void @median(ptr dead_on_unwind writable sret(%struct.record) align 8 %7, ptr noundef %10, ptr noundef %11, ptr noundef %12)
  %13 = load ptr, ptr %4, align 4
  store ptr %13, ptr %8, align 4
  %14 = load ptr, ptr %5, align 4
  store ptr %14, ptr %9, align 4
  br label %15

15:                                               ; preds = %40, %3
  br label %16

16:                                               ; preds = %19, %15
  %17 = load ptr, ptr %8, align 4
  %18 = getelementptr inbounds %struct.record, ptr %17, i32 1
  store ptr %18, ptr %8, align 4
  br label %19

19:                                               ; preds = %16
  %20 = load ptr, ptr %6, align 4
  %21 = load ptr, ptr %8, align 4
  %22 = call i32 %20(ptr noundef %21, ptr noundef %7)
  %23 = icmp slt i32 %22, 0
  br i1 %23, label %16, label %24, !llvm.loop !10

24:                                               ; preds = %19
  br label %25

25:                                               ; preds = %28, %24
  %26 = load ptr, ptr %9, align 4
  %27 = getelementptr inbounds %struct.record, ptr %26, i32 -1
  store ptr %27, ptr %9, align 4
  br label %28

28:                                               ; preds = %25
  %29 = load ptr, ptr %6, align 4
  %30 = load ptr, ptr %9, align 4
  %31 = call i32 %29(ptr noundef %7, ptr noundef %30)
  %32 = icmp slt i32 %31, 0
  br i1 %32, label %25, label %33, !llvm.loop !11

33:                                               ; preds = %28
  %34 = load ptr, ptr %8, align 4
  %35 = load ptr, ptr %9, align 4
  %36 = icmp uge ptr %34, %35
  br i1 %36, label %37, label %40

37:                                               ; preds = %33
  %38 = load ptr, ptr %9, align 4
  %39 = getelementptr inbounds %struct.record, ptr %38, i32 1
  ret ptr %39

40:                                               ; preds = %33
  %41 = load ptr, ptr %8, align 4
  %42 = load ptr, ptr %9, align 4
  call void @swap(ptr noundef %41, ptr noundef %42)
  br label %15
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i32, i1 immarg) #8

; Function Attrs: noinline nounwind optnone
define internal void @median(ptr dead_on_unwind noalias writable sret(%struct.record) align 8 %0, ptr noundef %1, ptr noundef %2, ptr noundef %3) #4 {
  %5 = alloca ptr, align 4
  %6 = alloca ptr, align 4
  %7 = alloca ptr, align 4
  %8 = alloca ptr, align 4
  store ptr %1, ptr %5, align 4
  store ptr %2, ptr %6, align 4
  store ptr %3, ptr %7, align 4
  %9 = load ptr, ptr %5, align 4
  %10 = load ptr, ptr %6, align 4
  %11 = load ptr, ptr %5, align 4
  %12 = ptrtoint ptr %10 to i32
  %13 = ptrtoint ptr %11 to i32
  %14 = sub i32 %12, %13
  %15 = sdiv exact i32 %14, 16
  %16 = sdiv i32 %15, 2
  %17 = getelementptr inbounds %struct.record, ptr %9, i32 %16
  store ptr %17, ptr %8, align 4
  %18 = load ptr, ptr %7, align 4
  %19 = load ptr, ptr %8, align 4
  %20 = load ptr, ptr %5, align 4
  %21 = call i32 %18(ptr noundef %19, ptr noundef %20)
  %22 = icmp slt i32 %21, 0
  br i1 %22, label %23, label %26

23:                                               ; preds = %4
  %24 = load ptr, ptr %8, align 4
  %25 = load ptr, ptr %5, align 4
  call void @swap(ptr noundef %24, ptr noundef %25)
  br label %26

26:                                               ; preds = %23, %4
  %27 = load ptr, ptr %7, align 4
  %28 = load ptr, ptr %6, align 4
  %29 = load ptr, ptr %8, align 4
  %30 = call i32 %27(ptr noundef %28, ptr noundef %29)
  %31 = icmp slt i32 %30, 0
  br i1 %31, label %32, label %44

32:                                               ; preds = %26
  %33 = load ptr, ptr %6, align 4
  %34 = load ptr, ptr %8, align 4
  call void @swap(ptr noundef %33, ptr noundef %34)
  %35 = load ptr, ptr %7, align 4
  %36 = load ptr, ptr %8, align 4
  %37 = load ptr, ptr %5, align 4
  %38 = call i32 %35(ptr noundef %36, ptr noundef %37)
  %39 = icmp slt i32 %38, 0
  br i1 %39, label %40, label %43

40:                                               ; preds = %32
  %41 = load ptr, ptr %8, align 4
  %42 = load ptr, ptr %5, align 4
  call void @swap(ptr noundef %41, ptr noundef %42)
  br label %43

43:                                               ; preds = %40, %32
  br label %44

44:                                               ; preds = %43, %26
  %45 = load ptr, ptr %8, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %0, ptr align 8 %45, i32 16, i1 false)
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal void @swap(ptr noundef %0, ptr noundef %1) #4 {
  %3 = alloca ptr, align 4
  %4 = alloca ptr, align 4
  %5 = alloca %struct.record, align 8
  store ptr %0, ptr %3, align 4
  store ptr %1, ptr %4, align 4
  %6 = load ptr, ptr %3, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %5, ptr align 8 %6, i32 16, i1 false)
  %7 = load ptr, ptr %3, align 4
  %8 = load ptr, ptr %4, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %7, ptr align 8 %8, i32 16, i1 false)
  %9 = load ptr, ptr %4, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %9, ptr align 8 %5, i32 16, i1 false)
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal i32 @by_key(ptr noundef %0, ptr noundef %1) #4 {
  %3 = alloca ptr, align 4
  %4 = alloca ptr, align 4
  store ptr %0, ptr %3, align 4
  store ptr %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 4
  %6 = getelementptr inbounds %struct.record, ptr %5, i32 0, i32 0
  %7 = load i16, ptr %6, align 8
  %8 = sext i16 %7 to i32
  %9 = load ptr, ptr %4, align 4
  %10 = getelementptr inbounds %struct.record, ptr %9, i32 0, i32 0
  %11 = load i16, ptr %10, align 8
  %12 = sext i16 %11 to i32
  %13 = sub nsw i32 %8, %12
  ret i32 %13
}

; Function Attrs: noinline nounwind optnone
define internal i32 @by_tag_downward(ptr noundef %0, ptr noundef %1) #4 {
  %3 = alloca ptr, align 4
  %4 = alloca ptr, align 4
  store ptr %0, ptr %3, align 4
  store ptr %1, ptr %4, align 4
  %5 = load ptr, ptr %4, align 4
  %6 = getelementptr inbounds %struct.record, ptr %5, i32 0, i32 1
  %7 = load i8, ptr %6, align 2
  %8 = zext i8 %7 to i32
  %9 = load ptr, ptr %3, align 4
  %10 = getelementptr inbounds %struct.record, ptr %9, i32 0, i32 1
  %11 = load i8, ptr %10, align 2
  %12 = zext i8 %11 to i32
  %13 = sub nsw i32 %8, %12
  ret i32 %13
}

; Function Attrs: noinline nounwind optnone
define internal i32 @by_weight(ptr noundef %0, ptr noundef %1) #4 {
  %3 = alloca ptr, align 4
  %4 = alloca ptr, align 4
  store ptr %0, ptr %3, align 4
  store ptr %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 4
  %6 = getelementptr inbounds %struct.record, ptr %5, i32 0, i32 2
  %7 = load float, ptr %6, align 4
  %8 = load ptr, ptr %4, align 4
  %9 = getelementptr inbounds %struct.record, ptr %8, i32 0, i32 2
  %10 = load float, ptr %9, align 4
  %11 = fcmp ogt float %7, %10
  %12 = zext i1 %11 to i32
  %13 = load ptr, ptr %3, align 4
  %14 = getelementptr inbounds %struct.record, ptr %13, i32 0, i32 2
  %15 = load float, ptr %14, align 4
  %16 = load ptr, ptr %4, align 4
  %17 = getelementptr inbounds %struct.record, ptr %16, i32 0, i32 2
  %18 = load float, ptr %17, align 4
  %19 = fcmp olt float %15, %18
  %20 = zext i1 %19 to i32
  %21 = sub nsw i32 %12, %20
  ret i32 %21
}

; Function Attrs: noinline nounwind optnone
define internal i32 @by_id(ptr noundef %0, ptr noundef %1) #4 {
  %3 = alloca ptr, align 4
  %4 = alloca ptr, align 4
  store ptr %0, ptr %3, align 4
  store ptr %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 4
  %6 = getelementptr inbounds %struct.record, ptr %5, i32 0, i32 3
  %7 = load i64, ptr %6, align 8
  %8 = load ptr, ptr %4, align 4
  %9 = getelementptr inbounds %struct.record, ptr %8, i32 0, i32 3
  %10 = load i64, ptr %9, align 8
  %11 = icmp ult i64 %7, %10
  br i1 %11, label %12, label %13

12:                                               ; preds = %2
  br label %22

13:                                               ; preds = %2
  %14 = load ptr, ptr %3, align 4
  %15 = getelementptr inbounds %struct.record, ptr %14, i32 0, i32 3
  %16 = load i64, ptr %15, align 8
  %17 = load ptr, ptr %4, align 4
  %18 = getelementptr inbounds %struct.record, ptr %17, i32 0, i32 3
  %19 = load i64, ptr %18, align 8
  %20 = icmp ugt i64 %16, %19
  %21 = zext i1 %20 to i32
  br label %22

22:                                               ; preds = %13, %12
  %23 = phi i32 [ -1, %12 ], [ %21, %13 ]
  ret i32 %23
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
  br label %29, !llvm.loop !12

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
  br label %53, !llvm.loop !13

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
  br label %49, !llvm.loop !14

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

attributes #0 = { noinline nounwind optnone "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-export-name"="_start" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_sizes_get" }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_get" }
attributes #3 = { noinline noreturn nounwind optnone "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #4 = { noinline nounwind optnone "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #5 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="fd_write" }
attributes #6 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="proc_exit" }
attributes #7 = { nocallback nofree nosync nounwind willreturn }
attributes #8 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
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
