; ModuleID = 'tokenizer.c'
source_filename = "tokenizer.c"
target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"

%struct.source = type { ptr, i32, ptr }
%struct.token = type { i32, ptr, i32, i64 }
%struct.wasi_slice = type { ptr, i32 }

@_start.arguments = internal global [16 x ptr] zeroinitializer, align 16
@_start.text = internal global [4096 x i8] zeroinitializer, align 16
@.str = private unnamed_addr constant [29 x i8] c"the arguments cannot be read\00", align 1
@output_length = internal global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@sample = internal constant [239 x i8] c"fn gcd(a, b) {\0A  while b != 0 { let t = a % b; a = b; b = t; }  # Euclid\0A  return a\0A}\0Alet mask = 0xFF00ff << 3, rate = 2.5e-3, big = 18446744073709551615;\0Aif gcd(mask, 12) >= 4 && !done { print \22four\\tor \\\22more\\\22\22 } else { print 'no\\n' }\0A\00", align 16
@.str.1 = private unnamed_addr constant [6 x i8] c"line \00", align 1
@.str.2 = private unnamed_addr constant [3 x i8] c": \00", align 1
@kind_names = internal constant [7 x ptr] [ptr @.str.8, ptr @.str.9, ptr @.str.10, ptr @.str.11, ptr @.str.12, ptr @.str.13, ptr @.str.14], align 16
@scanners = internal constant [4 x ptr] [ptr @scan_word, ptr @scan_number, ptr @scan_string, ptr @scan_sign], align 16
@.str.3 = private unnamed_addr constant [24 x i8] c"the number is too large\00", align 1
@.str.4 = private unnamed_addr constant [19 x i8] c"a digit is missing\00", align 1
@.str.5 = private unnamed_addr constant [22 x i8] c"the string has no end\00", align 1
@.str.6 = private unnamed_addr constant [15 x i8] c"no such escape\00", align 1
@.str.7 = private unnamed_addr constant [36 x i8] c"no token begins with this character\00", align 1
@.str.8 = private unnamed_addr constant [4 x i8] c"end\00", align 1
@.str.9 = private unnamed_addr constant [5 x i8] c"name\00", align 1
@.str.10 = private unnamed_addr constant [8 x i8] c"keyword\00", align 1
@.str.11 = private unnamed_addr constant [8 x i8] c"integer\00", align 1
@.str.12 = private unnamed_addr constant [8 x i8] c"decimal\00", align 1
@.str.13 = private unnamed_addr constant [7 x i8] c"string\00", align 1
@.str.14 = private unnamed_addr constant [5 x i8] c"sign\00", align 1
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
  call void @fail(ptr noundef @.str) #8
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
  call void @host_exit(i32 noundef %32) #8
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
  call void @host_exit(i32 noundef 1) #8
  unreachable
}

; Function Attrs: noinline nounwind optnone
define internal i32 @program(i32 noundef %0, ptr noundef %1) #4 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 4
  %6 = alloca %struct.source, align 4
  %7 = alloca [7 x i16], align 2
  %8 = alloca %struct.token, align 8
  %9 = alloca i32, align 4
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 4
  %10 = getelementptr inbounds %struct.source, ptr %6, i32 0, i32 0
  %11 = load i32, ptr %4, align 4
  %12 = icmp sgt i32 %11, 0
  br i1 %12, label %13, label %17

13:                                               ; preds = %2
  %14 = load ptr, ptr %5, align 4
  %15 = getelementptr inbounds ptr, ptr %14, i32 0
  %16 = load ptr, ptr %15, align 4
  br label %18

17:                                               ; preds = %2
  br label %18

18:                                               ; preds = %17, %13
  %19 = phi ptr [ %16, %13 ], [ @sample, %17 ]
  store ptr %19, ptr %10, align 4
  %20 = getelementptr inbounds %struct.source, ptr %6, i32 0, i32 1
  store i32 1, ptr %20, align 4
  %21 = getelementptr inbounds %struct.source, ptr %6, i32 0, i32 2
  store ptr null, ptr %21, align 4
  call void @llvm.memset.p0.i32(ptr align 2 %7, i8 0, i32 14, i1 false)
  br label %22

22:                                               ; preds = %37, %18
  call void @next_token(ptr dead_on_unwind writable sret(%struct.token) align 8 %8, ptr noundef %6)
  %23 = getelementptr inbounds %struct.source, ptr %6, i32 0, i32 2
  %24 = load ptr, ptr %23, align 4
  %25 = icmp ne ptr %24, null
  br i1 %25, label %26, label %27

26:                                               ; preds = %22
  br label %40

27:                                               ; preds = %22
  %28 = getelementptr inbounds %struct.token, ptr %8, i32 0, i32 0
  %29 = load i32, ptr %28, align 8
  %30 = getelementptr inbounds [7 x i16], ptr %7, i32 0, i32 %29
  %31 = load i16, ptr %30, align 2
  %32 = add i16 %31, 1
  store i16 %32, ptr %30, align 2
  %33 = getelementptr inbounds %struct.token, ptr %8, i32 0, i32 0
  %34 = load i32, ptr %33, align 8
  %35 = icmp eq i32 %34, 0
  br i1 %35, label %36, label %37

36:                                               ; preds = %27
  br label %40

37:                                               ; preds = %27
  %38 = getelementptr inbounds %struct.source, ptr %6, i32 0, i32 1
  %39 = load i32, ptr %38, align 4
  call void @put_token(ptr noundef %8, i32 noundef %39)
  br label %22

40:                                               ; preds = %36, %26
  %41 = getelementptr inbounds %struct.source, ptr %6, i32 0, i32 2
  %42 = load ptr, ptr %41, align 4
  %43 = icmp ne ptr %42, null
  br i1 %43, label %44, label %50

44:                                               ; preds = %40
  call void @put_text(ptr noundef @.str.1)
  %45 = getelementptr inbounds %struct.source, ptr %6, i32 0, i32 1
  %46 = load i32, ptr %45, align 4
  %47 = sext i32 %46 to i64
  call void @put_signed(i64 noundef %47)
  call void @put_text(ptr noundef @.str.2)
  %48 = getelementptr inbounds %struct.source, ptr %6, i32 0, i32 2
  %49 = load ptr, ptr %48, align 4
  call void @put_text(ptr noundef %49)
  call void @put_char(i8 noundef signext 10)
  store i32 3, ptr %3, align 4
  br label %72

50:                                               ; preds = %40
  store i32 1, ptr %9, align 4
  br label %51

51:                                               ; preds = %68, %50
  %52 = load i32, ptr %9, align 4
  %53 = icmp slt i32 %52, 7
  br i1 %53, label %54, label %71

54:                                               ; preds = %51
  %55 = load i32, ptr %9, align 4
  %56 = getelementptr inbounds [7 x ptr], ptr @kind_names, i32 0, i32 %55
  %57 = load ptr, ptr %56, align 4
  call void @put_text(ptr noundef %57)
  call void @put_char(i8 noundef signext 32)
  %58 = load i32, ptr %9, align 4
  %59 = getelementptr inbounds [7 x i16], ptr %7, i32 0, i32 %58
  %60 = load i16, ptr %59, align 2
  %61 = zext i16 %60 to i64
  call void @put_unsigned(i64 noundef %61)
  %62 = load i32, ptr %9, align 4
  %63 = add nsw i32 %62, 1
  %64 = icmp slt i32 %63, 7
  %65 = zext i1 %64 to i64
  %66 = select i1 %64, i32 32, i32 10
  %67 = trunc i32 %66 to i8
  call void @put_char(i8 noundef signext %67)
  br label %68

68:                                               ; preds = %54
  %69 = load i32, ptr %9, align 4
  %70 = add nsw i32 %69, 1
  store i32 %70, ptr %9, align 4
  br label %51, !llvm.loop !1

71:                                               ; preds = %51
  store i32 0, ptr %3, align 4
  br label %72

72:                                               ; preds = %71, %44
  %73 = load i32, ptr %3, align 4
  ret i32 %73
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
  call void @host_exit(i32 noundef 1) #8
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
  call void @wasi_proc_exit(i32 noundef %3) #8
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

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i32(ptr nocapture writeonly, i8, i32, i1 immarg) #7

; Function Attrs: noinline nounwind optnone
define internal void @next_token(ptr dead_on_unwind noalias writable sret(%struct.token) align 8 %0, ptr noundef %1) #4 {
  %3 = alloca ptr, align 4
  store ptr %1, ptr %3, align 4
  %4 = load ptr, ptr %3, align 4
  call void @skip_blanks(ptr noundef %4)
  %5 = load ptr, ptr %3, align 4
  %6 = getelementptr inbounds %struct.source, ptr %5, i32 0, i32 0
  %7 = load ptr, ptr %6, align 4
  %8 = load i8, ptr %7, align 1
  %9 = sext i8 %8 to i32
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %11, label %16

11:                                               ; preds = %2
  %12 = load ptr, ptr %3, align 4
  %13 = getelementptr inbounds %struct.source, ptr %12, i32 0, i32 0
  %14 = load ptr, ptr %13, align 4
  %15 = load ptr, ptr %3, align 4
  call void @token_from(ptr dead_on_unwind writable sret(%struct.token) align 8 %0, ptr noundef %14, ptr noundef %15, i32 noundef 0, i64 noundef 0)
  br label %25

16:                                               ; preds = %2
  %17 = load ptr, ptr %3, align 4
  %18 = getelementptr inbounds %struct.source, ptr %17, i32 0, i32 0
  %19 = load ptr, ptr %18, align 4
  %20 = load i8, ptr %19, align 1
  %21 = call i32 @class_of(i8 noundef signext %20)
  %22 = getelementptr inbounds [4 x ptr], ptr @scanners, i32 0, i32 %21
  %23 = load ptr, ptr %22, align 4
  %24 = load ptr, ptr %3, align 4
  call void %23(ptr dead_on_unwind writable sret(%struct.token) align 8 %0, ptr noundef %24)
  br label %25

25:                                               ; preds = %16, %11
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal void @put_token(ptr noundef %0, i32 noundef %1) #4 {
  %3 = alloca ptr, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store ptr %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %6 = load i32, ptr %4, align 4
  %7 = sext i32 %6 to i64
  call void @put_signed(i64 noundef %7)
  call void @put_char(i8 noundef signext 9)
  %8 = load ptr, ptr %3, align 4
  %9 = getelementptr inbounds %struct.token, ptr %8, i32 0, i32 0
  %10 = load i32, ptr %9, align 8
  %11 = getelementptr inbounds [7 x ptr], ptr @kind_names, i32 0, i32 %10
  %12 = load ptr, ptr %11, align 4
  call void @put_text(ptr noundef %12)
  call void @put_char(i8 noundef signext 9)
  store i32 0, ptr %5, align 4
  br label %13

13:                                               ; preds = %26, %2
  %14 = load i32, ptr %5, align 4
  %15 = load ptr, ptr %3, align 4
  %16 = getelementptr inbounds %struct.token, ptr %15, i32 0, i32 2
  %17 = load i32, ptr %16, align 8
  %18 = icmp slt i32 %14, %17
  br i1 %18, label %19, label %29

19:                                               ; preds = %13
  %20 = load ptr, ptr %3, align 4
  %21 = getelementptr inbounds %struct.token, ptr %20, i32 0, i32 1
  %22 = load ptr, ptr %21, align 4
  %23 = load i32, ptr %5, align 4
  %24 = getelementptr inbounds i8, ptr %22, i32 %23
  %25 = load i8, ptr %24, align 1
  call void @put_char(i8 noundef signext %25)
  br label %26

26:                                               ; preds = %19
  %27 = load i32, ptr %5, align 4
  %28 = add nsw i32 %27, 1
  store i32 %28, ptr %5, align 4
  br label %13, !llvm.loop !5

29:                                               ; preds = %13
  %30 = load ptr, ptr %3, align 4
  %31 = getelementptr inbounds %struct.token, ptr %30, i32 0, i32 3
  %32 = load i64, ptr %31, align 8
  %33 = icmp ne i64 %32, 0
  br i1 %33, label %34, label %38

34:                                               ; preds = %29
  call void @put_char(i8 noundef signext 9)
  %35 = load ptr, ptr %3, align 4
  %36 = getelementptr inbounds %struct.token, ptr %35, i32 0, i32 3
  %37 = load i64, ptr %36, align 8
  call void @put_unsigned(i64 noundef %37)
  br label %38

38:                                               ; preds = %34, %29
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
define internal void @put_unsigned(i64 noundef %0) #4 {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  call void @put_padded(i64 noundef %3, i32 noundef 1)
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal void @skip_blanks(ptr noundef %0) #4 {
  %2 = alloca ptr, align 4
  store ptr %0, ptr %2, align 4
  br label %3

3:                                                ; preds = %41, %1
  %4 = load ptr, ptr %2, align 4
  %5 = getelementptr inbounds %struct.source, ptr %4, i32 0, i32 0
  %6 = load ptr, ptr %5, align 4
  %7 = load i8, ptr %6, align 1
  %8 = sext i8 %7 to i32
  switch i32 %8, label %40 [
    i32 35, label %9
    i32 10, label %34
    i32 32, label %39
    i32 9, label %39
  ]

9:                                                ; preds = %3
  br label %10

10:                                               ; preds = %28, %9
  %11 = load ptr, ptr %2, align 4
  %12 = getelementptr inbounds %struct.source, ptr %11, i32 0, i32 0
  %13 = load ptr, ptr %12, align 4
  %14 = getelementptr inbounds i8, ptr %13, i32 1
  %15 = load i8, ptr %14, align 1
  %16 = sext i8 %15 to i32
  %17 = icmp ne i32 %16, 10
  br i1 %17, label %18, label %26

18:                                               ; preds = %10
  %19 = load ptr, ptr %2, align 4
  %20 = getelementptr inbounds %struct.source, ptr %19, i32 0, i32 0
  %21 = load ptr, ptr %20, align 4
  %22 = getelementptr inbounds i8, ptr %21, i32 1
  %23 = load i8, ptr %22, align 1
  %24 = sext i8 %23 to i32
  %25 = icmp ne i32 %24, 0
  br label %26

26:                                               ; preds = %18, %10
  %27 = phi i1 [ false, %10 ], [ %25, %18 ]
  br i1 %27, label %28, label %33

28:                                               ; preds = %26
  %29 = load ptr, ptr %2, align 4
  %30 = getelementptr inbounds %struct.source, ptr %29, i32 0, i32 0
  %31 = load ptr, ptr %30, align 4
  %32 = getelementptr inbounds i8, ptr %31, i32 1
  store ptr %32, ptr %30, align 4
  br label %10, !llvm.loop !6

33:                                               ; preds = %26
  br label %41

34:                                               ; preds = %3
  %35 = load ptr, ptr %2, align 4
  %36 = getelementptr inbounds %struct.source, ptr %35, i32 0, i32 1
  %37 = load i32, ptr %36, align 4
  %38 = add nsw i32 %37, 1
  store i32 %38, ptr %36, align 4
  br label %41

39:                                               ; preds = %3, %3
  br label %41

40:                                               ; preds = %3
  ret void

41:                                               ; preds = %39, %34, %33
  %42 = load ptr, ptr %2, align 4
  %43 = getelementptr inbounds %struct.source, ptr %42, i32 0, i32 0
  %44 = load ptr, ptr %43, align 4
  %45 = getelementptr inbounds i8, ptr %44, i32 1
  store ptr %45, ptr %43, align 4
  br label %3
}

; Function Attrs: noinline nounwind optnone
define internal void @token_from(ptr dead_on_unwind noalias writable sret(%struct.token) align 8 %0, ptr noundef %1, ptr noundef %2, i32 noundef %3, i64 noundef %4) #4 {
  %6 = alloca ptr, align 4
  %7 = alloca ptr, align 4
  %8 = alloca i32, align 4
  %9 = alloca i64, align 8
  store ptr %1, ptr %6, align 4
  store ptr %2, ptr %7, align 4
  store i32 %3, ptr %8, align 4
  store i64 %4, ptr %9, align 8
  %10 = getelementptr inbounds %struct.token, ptr %0, i32 0, i32 0
  %11 = load i32, ptr %8, align 4
  store i32 %11, ptr %10, align 8
  %12 = getelementptr inbounds %struct.token, ptr %0, i32 0, i32 1
  %13 = load ptr, ptr %6, align 4
  store ptr %13, ptr %12, align 4
  %14 = getelementptr inbounds %struct.token, ptr %0, i32 0, i32 2
  %15 = load ptr, ptr %7, align 4
  %16 = getelementptr inbounds %struct.source, ptr %15, i32 0, i32 0
  %17 = load ptr, ptr %16, align 4
  %18 = load ptr, ptr %6, align 4
  %19 = ptrtoint ptr %17 to i32
  %20 = ptrtoint ptr %18 to i32
  %21 = sub i32 %19, %20
  store i32 %21, ptr %14, align 8
  %22 = getelementptr inbounds %struct.token, ptr %0, i32 0, i32 3
  %23 = load i64, ptr %9, align 8
  store i64 %23, ptr %22, align 8
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal i32 @class_of(i8 noundef signext %0) #4 {
  %2 = alloca i32, align 4
  %3 = alloca i8, align 1
  store i8 %0, ptr %3, align 1
  %4 = load i8, ptr %3, align 1
  %5 = call i32 @is_letter(i8 noundef signext %4)
  %6 = icmp ne i32 %5, 0
  br i1 %6, label %7, label %8

7:                                                ; preds = %1
  store i32 0, ptr %2, align 4
  br label %25

8:                                                ; preds = %1
  %9 = load i8, ptr %3, align 1
  %10 = call i32 @is_digit(i8 noundef signext %9)
  %11 = icmp ne i32 %10, 0
  br i1 %11, label %12, label %13

12:                                               ; preds = %8
  store i32 1, ptr %2, align 4
  br label %25

13:                                               ; preds = %8
  %14 = load i8, ptr %3, align 1
  %15 = sext i8 %14 to i32
  %16 = icmp eq i32 %15, 34
  br i1 %16, label %21, label %17

17:                                               ; preds = %13
  %18 = load i8, ptr %3, align 1
  %19 = sext i8 %18 to i32
  %20 = icmp eq i32 %19, 39
  br label %21

21:                                               ; preds = %17, %13
  %22 = phi i1 [ true, %13 ], [ %20, %17 ]
  %23 = zext i1 %22 to i64
  %24 = select i1 %22, i32 2, i32 3
  store i32 %24, ptr %2, align 4
  br label %25

25:                                               ; preds = %21, %12, %7
  %26 = load i32, ptr %2, align 4
  ret i32 %26
}

; Function Attrs: noinline nounwind optnone
define internal void @scan_word(ptr dead_on_unwind noalias writable sret(%struct.token) align 8 %0, ptr noundef %1) #4 {
  %3 = alloca ptr, align 4
  %4 = alloca ptr, align 4
  %5 = alloca i32, align 4
  store ptr %1, ptr %3, align 4
  %6 = load ptr, ptr %3, align 4
  %7 = getelementptr inbounds %struct.source, ptr %6, i32 0, i32 0
  %8 = load ptr, ptr %7, align 4
  store ptr %8, ptr %4, align 4
  br label %9

9:                                                ; preds = %25, %2
  %10 = load ptr, ptr %3, align 4
  %11 = getelementptr inbounds %struct.source, ptr %10, i32 0, i32 0
  %12 = load ptr, ptr %11, align 4
  %13 = load i8, ptr %12, align 1
  %14 = call i32 @is_letter(i8 noundef signext %13)
  %15 = icmp ne i32 %14, 0
  br i1 %15, label %23, label %16

16:                                               ; preds = %9
  %17 = load ptr, ptr %3, align 4
  %18 = getelementptr inbounds %struct.source, ptr %17, i32 0, i32 0
  %19 = load ptr, ptr %18, align 4
  %20 = load i8, ptr %19, align 1
  %21 = call i32 @is_digit(i8 noundef signext %20)
  %22 = icmp ne i32 %21, 0
  br label %23

23:                                               ; preds = %16, %9
  %24 = phi i1 [ true, %9 ], [ %22, %16 ]
  br i1 %24, label %25, label %30

25:                                               ; preds = %23
  %26 = load ptr, ptr %3, align 4
  %27 = getelementptr inbounds %struct.source, ptr %26, i32 0, i32 0
  %28 = load ptr, ptr %27, align 4
  %29 = getelementptr inbounds i8, ptr %28, i32 1
  store ptr %29, ptr %27, align 4
  br label %9, !llvm.loop !7

30:                                               ; preds = %23
  %31 = load ptr, ptr %4, align 4
  %32 = load ptr, ptr %3, align 4
  %33 = getelementptr inbounds %struct.source, ptr %32, i32 0, i32 0
  %34 = load ptr, ptr %33, align 4
  %35 = load ptr, ptr %4, align 4
  %36 = ptrtoint ptr %34 to i32
  %37 = ptrtoint ptr %35 to i32
  %38 = sub i32 %36, %37
  %39 = call i32 @keyword(ptr noundef %31, i32 noundef %38)
  store i32 %39, ptr %5, align 4
  %40 = load ptr, ptr %4, align 4
  %41 = load ptr, ptr %3, align 4
  %42 = load i32, ptr %5, align 4
  %43 = icmp ne i32 %42, 0
  %44 = zext i1 %43 to i64
  %45 = select i1 %43, i32 2, i32 1
  %46 = load i32, ptr %5, align 4
  %47 = sext i32 %46 to i64
  call void @token_from(ptr dead_on_unwind writable sret(%struct.token) align 8 %0, ptr noundef %40, ptr noundef %41, i32 noundef %45, i64 noundef %47)
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal void @scan_number(ptr dead_on_unwind noalias writable sret(%struct.token) align 8 %0, ptr noundef %1) #4 {
  %3 = alloca ptr, align 4
  %4 = alloca ptr, align 4
  %5 = alloca ptr, align 4
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca i32, align 4
  %9 = alloca i64, align 8
  store ptr %1, ptr %3, align 4
  %10 = load ptr, ptr %3, align 4
  %11 = getelementptr inbounds %struct.source, ptr %10, i32 0, i32 0
  %12 = load ptr, ptr %11, align 4
  store ptr %12, ptr %4, align 4
  %13 = load ptr, ptr %4, align 4
  store ptr %13, ptr %5, align 4
  store i32 3, ptr %6, align 4
  store i64 0, ptr %7, align 8
  %14 = load ptr, ptr %5, align 4
  %15 = getelementptr inbounds i8, ptr %14, i32 0
  %16 = load i8, ptr %15, align 1
  %17 = sext i8 %16 to i32
  %18 = icmp eq i32 %17, 48
  br i1 %18, label %19, label %55

19:                                               ; preds = %2
  %20 = load ptr, ptr %5, align 4
  %21 = getelementptr inbounds i8, ptr %20, i32 1
  %22 = load i8, ptr %21, align 1
  %23 = sext i8 %22 to i32
  %24 = or i32 %23, 32
  %25 = icmp eq i32 %24, 120
  br i1 %25, label %26, label %55

26:                                               ; preds = %19
  %27 = load ptr, ptr %5, align 4
  %28 = getelementptr inbounds i8, ptr %27, i32 2
  store ptr %28, ptr %5, align 4
  %29 = load ptr, ptr %5, align 4
  %30 = load i8, ptr %29, align 1
  %31 = call i32 @hexadecimal(i8 noundef signext %30)
  %32 = icmp slt i32 %31, 0
  br i1 %32, label %33, label %34

33:                                               ; preds = %26
  br label %145

34:                                               ; preds = %26
  br label %35

35:                                               ; preds = %51, %34
  %36 = load ptr, ptr %5, align 4
  %37 = load i8, ptr %36, align 1
  %38 = call i32 @hexadecimal(i8 noundef signext %37)
  store i32 %38, ptr %8, align 4
  %39 = icmp sge i32 %38, 0
  br i1 %39, label %40, label %54

40:                                               ; preds = %35
  %41 = load i64, ptr %7, align 8
  %42 = lshr i64 %41, 60
  %43 = icmp ne i64 %42, 0
  br i1 %43, label %44, label %45

44:                                               ; preds = %40
  br label %142

45:                                               ; preds = %40
  %46 = load i64, ptr %7, align 8
  %47 = shl i64 %46, 4
  %48 = load i32, ptr %8, align 4
  %49 = sext i32 %48 to i64
  %50 = or i64 %47, %49
  store i64 %50, ptr %7, align 8
  br label %51

51:                                               ; preds = %45
  %52 = load ptr, ptr %5, align 4
  %53 = getelementptr inbounds i8, ptr %52, i32 1
  store ptr %53, ptr %5, align 4
  br label %35, !llvm.loop !8

54:                                               ; preds = %35
  br label %148

55:                                               ; preds = %19, %2
  br label %56

56:                                               ; preds = %78, %55
  %57 = load ptr, ptr %5, align 4
  %58 = load i8, ptr %57, align 1
  %59 = call i32 @is_digit(i8 noundef signext %58)
  %60 = icmp ne i32 %59, 0
  br i1 %60, label %61, label %81

61:                                               ; preds = %56
  %62 = load ptr, ptr %5, align 4
  %63 = load i8, ptr %62, align 1
  %64 = sext i8 %63 to i32
  %65 = sub nsw i32 %64, 48
  %66 = sext i32 %65 to i64
  store i64 %66, ptr %9, align 8
  %67 = load i64, ptr %7, align 8
  %68 = load i64, ptr %9, align 8
  %69 = sub i64 -1, %68
  %70 = udiv i64 %69, 10
  %71 = icmp ugt i64 %67, %70
  br i1 %71, label %72, label %73

72:                                               ; preds = %61
  br label %142

73:                                               ; preds = %61
  %74 = load i64, ptr %7, align 8
  %75 = mul i64 %74, 10
  %76 = load i64, ptr %9, align 8
  %77 = add i64 %75, %76
  store i64 %77, ptr %7, align 8
  br label %78

78:                                               ; preds = %73
  %79 = load ptr, ptr %5, align 4
  %80 = getelementptr inbounds i8, ptr %79, i32 1
  store ptr %80, ptr %5, align 4
  br label %56, !llvm.loop !9

81:                                               ; preds = %56
  %82 = load ptr, ptr %5, align 4
  %83 = load i8, ptr %82, align 1
  %84 = sext i8 %83 to i32
  %85 = icmp eq i32 %84, 46
  br i1 %85, label %86, label %104

86:                                               ; preds = %81
  store i32 4, ptr %6, align 4
  %87 = load ptr, ptr %5, align 4
  %88 = getelementptr inbounds i8, ptr %87, i32 1
  store ptr %88, ptr %5, align 4
  %89 = load ptr, ptr %5, align 4
  %90 = load i8, ptr %89, align 1
  %91 = call i32 @is_digit(i8 noundef signext %90)
  %92 = icmp ne i32 %91, 0
  br i1 %92, label %94, label %93

93:                                               ; preds = %86
  br label %145

94:                                               ; preds = %86
  br label %95

95:                                               ; preds = %100, %94
  %96 = load ptr, ptr %5, align 4
  %97 = load i8, ptr %96, align 1
  %98 = call i32 @is_digit(i8 noundef signext %97)
  %99 = icmp ne i32 %98, 0
  br i1 %99, label %100, label %103

100:                                              ; preds = %95
  %101 = load ptr, ptr %5, align 4
  %102 = getelementptr inbounds i8, ptr %101, i32 1
  store ptr %102, ptr %5, align 4
  br label %95, !llvm.loop !10

103:                                              ; preds = %95
  br label %104

104:                                              ; preds = %103, %81
  %105 = load ptr, ptr %5, align 4
  %106 = load i8, ptr %105, align 1
  %107 = sext i8 %106 to i32
  %108 = or i32 %107, 32
  %109 = icmp eq i32 %108, 101
  br i1 %109, label %110, label %141

110:                                              ; preds = %104
  store i32 4, ptr %6, align 4
  %111 = load ptr, ptr %5, align 4
  %112 = getelementptr inbounds i8, ptr %111, i32 1
  store ptr %112, ptr %5, align 4
  %113 = load ptr, ptr %5, align 4
  %114 = load i8, ptr %113, align 1
  %115 = sext i8 %114 to i32
  %116 = icmp eq i32 %115, 43
  br i1 %116, label %122, label %117

117:                                              ; preds = %110
  %118 = load ptr, ptr %5, align 4
  %119 = load i8, ptr %118, align 1
  %120 = sext i8 %119 to i32
  %121 = icmp eq i32 %120, 45
  br i1 %121, label %122, label %125

122:                                              ; preds = %117, %110
  %123 = load ptr, ptr %5, align 4
  %124 = getelementptr inbounds i8, ptr %123, i32 1
  store ptr %124, ptr %5, align 4
  br label %125

125:                                              ; preds = %122, %117
  %126 = load ptr, ptr %5, align 4
  %127 = load i8, ptr %126, align 1
  %128 = call i32 @is_digit(i8 noundef signext %127)
  %129 = icmp ne i32 %128, 0
  br i1 %129, label %131, label %130

130:                                              ; preds = %125
  br label %145

131:                                              ; preds = %125
  br label %132

132:                                              ; preds = %137, %131
  %133 = load ptr, ptr %5, align 4
  %134 = load i8, ptr %133, align 1
  %135 = call i32 @is_digit(i8 noundef signext %134)
  %136 = icmp ne i32 %135, 0
  br i1 %136, label %137, label %140

137:                                              ; preds = %132
  %138 = load ptr, ptr %5, align 4
  %139 = getelementptr inbounds i8, ptr %138, i32 1
  store ptr %139, ptr %5, align 4
  br label %132, !llvm.loop !11

140:                                              ; preds = %132
  br label %141

141:                                              ; preds = %140, %104
  br label %148

142:                                              ; preds = %72, %44
  %143 = load ptr, ptr %3, align 4
  %144 = getelementptr inbounds %struct.source, ptr %143, i32 0, i32 2
  store ptr @.str.3, ptr %144, align 4
  br label %148

145:                                              ; preds = %130, %93, %33
  %146 = load ptr, ptr %3, align 4
  %147 = getelementptr inbounds %struct.source, ptr %146, i32 0, i32 2
  store ptr @.str.4, ptr %147, align 4
  br label %148

148:                                              ; preds = %145, %142, %141, %54
  %149 = load ptr, ptr %5, align 4
  %150 = load ptr, ptr %3, align 4
  %151 = getelementptr inbounds %struct.source, ptr %150, i32 0, i32 0
  store ptr %149, ptr %151, align 4
  %152 = load ptr, ptr %4, align 4
  %153 = load ptr, ptr %3, align 4
  %154 = load i32, ptr %6, align 4
  %155 = load i32, ptr %6, align 4
  %156 = icmp eq i32 %155, 3
  br i1 %156, label %157, label %159

157:                                              ; preds = %148
  %158 = load i64, ptr %7, align 8
  br label %160

159:                                              ; preds = %148
  br label %160

160:                                              ; preds = %159, %157
  %161 = phi i64 [ %158, %157 ], [ 0, %159 ]
  call void @token_from(ptr dead_on_unwind writable sret(%struct.token) align 8 %0, ptr noundef %152, ptr noundef %153, i32 noundef %154, i64 noundef %161)
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal void @scan_string(ptr dead_on_unwind noalias writable sret(%struct.token) align 8 %0, ptr noundef %1) #4 {
  %3 = alloca ptr, align 4
  %4 = alloca ptr, align 4
  %5 = alloca i8, align 1
  %6 = alloca i64, align 8
  %7 = alloca i8, align 1
  store ptr %1, ptr %3, align 4
  %8 = load ptr, ptr %3, align 4
  %9 = getelementptr inbounds %struct.source, ptr %8, i32 0, i32 0
  %10 = load ptr, ptr %9, align 4
  store ptr %10, ptr %4, align 4
  %11 = load ptr, ptr %3, align 4
  %12 = getelementptr inbounds %struct.source, ptr %11, i32 0, i32 0
  %13 = load ptr, ptr %12, align 4
  %14 = getelementptr inbounds i8, ptr %13, i32 1
  store ptr %14, ptr %12, align 4
  %15 = load i8, ptr %13, align 1
  store i8 %15, ptr %5, align 1
  store i64 0, ptr %6, align 8
  br label %16

16:                                               ; preds = %60, %2
  %17 = load ptr, ptr %3, align 4
  %18 = getelementptr inbounds %struct.source, ptr %17, i32 0, i32 0
  %19 = load ptr, ptr %18, align 4
  %20 = load i8, ptr %19, align 1
  %21 = sext i8 %20 to i32
  %22 = load i8, ptr %5, align 1
  %23 = sext i8 %22 to i32
  %24 = icmp ne i32 %21, %23
  br i1 %24, label %25, label %65

25:                                               ; preds = %16
  %26 = load ptr, ptr %3, align 4
  %27 = getelementptr inbounds %struct.source, ptr %26, i32 0, i32 0
  %28 = load ptr, ptr %27, align 4
  %29 = getelementptr inbounds i8, ptr %28, i32 1
  store ptr %29, ptr %27, align 4
  %30 = load i8, ptr %28, align 1
  store i8 %30, ptr %7, align 1
  %31 = load i8, ptr %7, align 1
  %32 = sext i8 %31 to i32
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %38, label %34

34:                                               ; preds = %25
  %35 = load i8, ptr %7, align 1
  %36 = sext i8 %35 to i32
  %37 = icmp eq i32 %36, 10
  br i1 %37, label %38, label %41

38:                                               ; preds = %34, %25
  %39 = load ptr, ptr %3, align 4
  %40 = getelementptr inbounds %struct.source, ptr %39, i32 0, i32 2
  store ptr @.str.5, ptr %40, align 4
  br label %70

41:                                               ; preds = %34
  %42 = load i8, ptr %7, align 1
  %43 = sext i8 %42 to i32
  %44 = icmp eq i32 %43, 92
  br i1 %44, label %45, label %60

45:                                               ; preds = %41
  %46 = load ptr, ptr %3, align 4
  %47 = getelementptr inbounds %struct.source, ptr %46, i32 0, i32 0
  %48 = load ptr, ptr %47, align 4
  %49 = getelementptr inbounds i8, ptr %48, i32 1
  store ptr %49, ptr %47, align 4
  %50 = load i8, ptr %48, align 1
  store i8 %50, ptr %7, align 1
  %51 = load i8, ptr %7, align 1
  %52 = sext i8 %51 to i32
  switch i32 %52, label %56 [
    i32 110, label %53
    i32 116, label %54
    i32 92, label %55
    i32 34, label %55
    i32 39, label %55
  ]

53:                                               ; preds = %45
  store i8 10, ptr %7, align 1
  br label %59

54:                                               ; preds = %45
  store i8 9, ptr %7, align 1
  br label %59

55:                                               ; preds = %45, %45, %45
  br label %59

56:                                               ; preds = %45
  %57 = load ptr, ptr %3, align 4
  %58 = getelementptr inbounds %struct.source, ptr %57, i32 0, i32 2
  store ptr @.str.6, ptr %58, align 4
  br label %70

59:                                               ; preds = %55, %54, %53
  br label %60

60:                                               ; preds = %59, %41
  %61 = load i8, ptr %7, align 1
  %62 = zext i8 %61 to i64
  %63 = load i64, ptr %6, align 8
  %64 = add i64 %63, %62
  store i64 %64, ptr %6, align 8
  br label %16, !llvm.loop !12

65:                                               ; preds = %16
  %66 = load ptr, ptr %3, align 4
  %67 = getelementptr inbounds %struct.source, ptr %66, i32 0, i32 0
  %68 = load ptr, ptr %67, align 4
  %69 = getelementptr inbounds i8, ptr %68, i32 1
  store ptr %69, ptr %67, align 4
  br label %70

70:                                               ; preds = %65, %56, %38
  %71 = load ptr, ptr %4, align 4
  %72 = load ptr, ptr %3, align 4
  %73 = load i64, ptr %6, align 8
  call void @token_from(ptr dead_on_unwind writable sret(%struct.token) align 8 %0, ptr noundef %71, ptr noundef %72, i32 noundef 5, i64 noundef %73)
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal void @scan_sign(ptr dead_on_unwind noalias writable sret(%struct.token) align 8 %0, ptr noundef %1) #4 {
  %3 = alloca ptr, align 4
  %4 = alloca ptr, align 4
  %5 = alloca i8, align 1
  store ptr %1, ptr %3, align 4
  %6 = load ptr, ptr %3, align 4
  %7 = getelementptr inbounds %struct.source, ptr %6, i32 0, i32 0
  %8 = load ptr, ptr %7, align 4
  store ptr %8, ptr %4, align 4
  %9 = load ptr, ptr %3, align 4
  %10 = getelementptr inbounds %struct.source, ptr %9, i32 0, i32 0
  %11 = load ptr, ptr %10, align 4
  %12 = getelementptr inbounds i8, ptr %11, i32 1
  store ptr %12, ptr %10, align 4
  %13 = load i8, ptr %11, align 1
  store i8 %13, ptr %5, align 1
  %14 = load i8, ptr %5, align 1
  %15 = sext i8 %14 to i32
  switch i32 %15, label %60 [
    i32 60, label %16
    i32 62, label %16
    i32 61, label %31
    i32 33, label %31
    i32 38, label %44
    i32 124, label %44
    i32 43, label %59
    i32 45, label %59
    i32 42, label %59
    i32 47, label %59
    i32 37, label %59
    i32 40, label %59
    i32 41, label %59
    i32 123, label %59
    i32 125, label %59
    i32 44, label %59
    i32 59, label %59
  ]

16:                                               ; preds = %2, %2
  %17 = load ptr, ptr %3, align 4
  %18 = getelementptr inbounds %struct.source, ptr %17, i32 0, i32 0
  %19 = load ptr, ptr %18, align 4
  %20 = load i8, ptr %19, align 1
  %21 = sext i8 %20 to i32
  %22 = load i8, ptr %5, align 1
  %23 = sext i8 %22 to i32
  %24 = icmp eq i32 %21, %23
  br i1 %24, label %25, label %30

25:                                               ; preds = %16
  %26 = load ptr, ptr %3, align 4
  %27 = getelementptr inbounds %struct.source, ptr %26, i32 0, i32 0
  %28 = load ptr, ptr %27, align 4
  %29 = getelementptr inbounds i8, ptr %28, i32 1
  store ptr %29, ptr %27, align 4
  br label %63

30:                                               ; preds = %16
  br label %31

31:                                               ; preds = %2, %2, %30
  %32 = load ptr, ptr %3, align 4
  %33 = getelementptr inbounds %struct.source, ptr %32, i32 0, i32 0
  %34 = load ptr, ptr %33, align 4
  %35 = load i8, ptr %34, align 1
  %36 = sext i8 %35 to i32
  %37 = icmp eq i32 %36, 61
  br i1 %37, label %38, label %43

38:                                               ; preds = %31
  %39 = load ptr, ptr %3, align 4
  %40 = getelementptr inbounds %struct.source, ptr %39, i32 0, i32 0
  %41 = load ptr, ptr %40, align 4
  %42 = getelementptr inbounds i8, ptr %41, i32 1
  store ptr %42, ptr %40, align 4
  br label %43

43:                                               ; preds = %38, %31
  br label %63

44:                                               ; preds = %2, %2
  %45 = load ptr, ptr %3, align 4
  %46 = getelementptr inbounds %struct.source, ptr %45, i32 0, i32 0
  %47 = load ptr, ptr %46, align 4
  %48 = load i8, ptr %47, align 1
  %49 = sext i8 %48 to i32
  %50 = load i8, ptr %5, align 1
  %51 = sext i8 %50 to i32
  %52 = icmp eq i32 %49, %51
  br i1 %52, label %53, label %58

53:                                               ; preds = %44
  %54 = load ptr, ptr %3, align 4
  %55 = getelementptr inbounds %struct.source, ptr %54, i32 0, i32 0
  %56 = load ptr, ptr %55, align 4
  %57 = getelementptr inbounds i8, ptr %56, i32 1
  store ptr %57, ptr %55, align 4
  br label %58

58:                                               ; preds = %53, %44
  br label %63

59:                                               ; preds = %2, %2, %2, %2, %2, %2, %2, %2, %2, %2, %2
  br label %63

60:                                               ; preds = %2
  %61 = load ptr, ptr %3, align 4
  %62 = getelementptr inbounds %struct.source, ptr %61, i32 0, i32 2
  store ptr @.str.7, ptr %62, align 4
  br label %63

63:                                               ; preds = %60, %59, %58, %43, %25
  %64 = load ptr, ptr %4, align 4
  %65 = load ptr, ptr %3, align 4
  call void @token_from(ptr dead_on_unwind writable sret(%struct.token) align 8 %0, ptr noundef %64, ptr noundef %65, i32 noundef 6, i64 noundef 0)
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal i32 @is_letter(i8 noundef signext %0) #4 {
  %2 = alloca i8, align 1
  store i8 %0, ptr %2, align 1
  %3 = load i8, ptr %2, align 1
  %4 = sext i8 %3 to i32
  %5 = or i32 %4, 32
  %6 = sub nsw i32 %5, 97
  %7 = trunc i32 %6 to i8
  %8 = zext i8 %7 to i32
  %9 = icmp slt i32 %8, 26
  br i1 %9, label %14, label %10

10:                                               ; preds = %1
  %11 = load i8, ptr %2, align 1
  %12 = sext i8 %11 to i32
  %13 = icmp eq i32 %12, 95
  br label %14

14:                                               ; preds = %10, %1
  %15 = phi i1 [ true, %1 ], [ %13, %10 ]
  %16 = zext i1 %15 to i32
  ret i32 %16
}

; Function Attrs: noinline nounwind optnone
define internal i32 @is_digit(i8 noundef signext %0) #4 {
  %2 = alloca i8, align 1
  store i8 %0, ptr %2, align 1
  %3 = load i8, ptr %2, align 1
  %4 = sext i8 %3 to i32
  %5 = sub nsw i32 %4, 48
  %6 = trunc i32 %5 to i8
  %7 = zext i8 %6 to i32
  %8 = icmp slt i32 %7, 10
  %9 = zext i1 %8 to i32
  ret i32 %9
}

; Function Attrs: noinline nounwind optnone
define internal i32 @keyword(ptr noundef %0, i32 noundef %1) #4 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 4
  %5 = alloca i32, align 4
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  store ptr %0, ptr %4, align 4
  store i32 %1, ptr %5, align 4
  %8 = load i32, ptr %5, align 4
  %9 = icmp sgt i32 %8, 8
  br i1 %9, label %10, label %11

10:                                               ; preds = %2
  store i32 0, ptr %3, align 4
  br label %38

11:                                               ; preds = %2
  store i64 0, ptr %6, align 8
  store i32 0, ptr %7, align 4
  br label %12

12:                                               ; preds = %25, %11
  %13 = load i32, ptr %7, align 4
  %14 = load i32, ptr %5, align 4
  %15 = icmp slt i32 %13, %14
  br i1 %15, label %16, label %28

16:                                               ; preds = %12
  %17 = load i64, ptr %6, align 8
  %18 = shl i64 %17, 8
  %19 = load ptr, ptr %4, align 4
  %20 = load i32, ptr %7, align 4
  %21 = getelementptr inbounds i8, ptr %19, i32 %20
  %22 = load i8, ptr %21, align 1
  %23 = zext i8 %22 to i64
  %24 = or i64 %18, %23
  store i64 %24, ptr %6, align 8
  br label %25

25:                                               ; preds = %16
  %26 = load i32, ptr %7, align 4
  %27 = add nsw i32 %26, 1
  store i32 %27, ptr %7, align 4
  br label %12, !llvm.loop !13

28:                                               ; preds = %12
  %29 = load i64, ptr %6, align 8
  switch i64 %29, label %37 [
    i64 26222, label %30
    i64 26982, label %31
    i64 7103860, label %32
    i64 1701606245, label %33
    i64 512852847717, label %34
    i64 482955849332, label %35
    i64 125780071117422, label %36
  ]

30:                                               ; preds = %28
  store i32 1, ptr %3, align 4
  br label %38

31:                                               ; preds = %28
  store i32 2, ptr %3, align 4
  br label %38

32:                                               ; preds = %28
  store i32 3, ptr %3, align 4
  br label %38

33:                                               ; preds = %28
  store i32 4, ptr %3, align 4
  br label %38

34:                                               ; preds = %28
  store i32 5, ptr %3, align 4
  br label %38

35:                                               ; preds = %28
  store i32 6, ptr %3, align 4
  br label %38

36:                                               ; preds = %28
  store i32 7, ptr %3, align 4
  br label %38

37:                                               ; preds = %28
  store i32 0, ptr %3, align 4
  br label %38

38:                                               ; preds = %37, %36, %35, %34, %33, %32, %31, %30, %10
  %39 = load i32, ptr %3, align 4
  ret i32 %39
}

; Function Attrs: noinline nounwind optnone
define internal i32 @hexadecimal(i8 noundef signext %0) #4 {
  %2 = alloca i32, align 4
  %3 = alloca i8, align 1
  %4 = alloca i8, align 1
  store i8 %0, ptr %3, align 1
  %5 = load i8, ptr %3, align 1
  %6 = call i32 @is_digit(i8 noundef signext %5)
  %7 = icmp ne i32 %6, 0
  br i1 %7, label %8, label %12

8:                                                ; preds = %1
  %9 = load i8, ptr %3, align 1
  %10 = sext i8 %9 to i32
  %11 = sub nsw i32 %10, 48
  store i32 %11, ptr %2, align 4
  br label %32

12:                                               ; preds = %1
  %13 = load i8, ptr %3, align 1
  %14 = sext i8 %13 to i32
  %15 = or i32 %14, 32
  %16 = trunc i32 %15 to i8
  store i8 %16, ptr %4, align 1
  %17 = load i8, ptr %4, align 1
  %18 = sext i8 %17 to i32
  %19 = icmp sge i32 %18, 97
  br i1 %19, label %20, label %29

20:                                               ; preds = %12
  %21 = load i8, ptr %4, align 1
  %22 = sext i8 %21 to i32
  %23 = icmp sle i32 %22, 102
  br i1 %23, label %24, label %29

24:                                               ; preds = %20
  %25 = load i8, ptr %4, align 1
  %26 = sext i8 %25 to i32
  %27 = sub nsw i32 %26, 97
  %28 = add nsw i32 %27, 10
  br label %30

29:                                               ; preds = %20, %12
  br label %30

30:                                               ; preds = %29, %24
  %31 = phi i32 [ %28, %24 ], [ -1, %29 ]
  store i32 %31, ptr %2, align 4
  br label %32

32:                                               ; preds = %30, %8
  %33 = load i32, ptr %2, align 4
  ret i32 %33
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
  br label %7, !llvm.loop !14

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
  br label %27, !llvm.loop !15

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
attributes #7 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #8 = { noreturn }

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
