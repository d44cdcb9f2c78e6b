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
@output_length = internal unnamed_addr global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@sample = internal constant [239 x i8] c"fn gcd(a, b) {\0A  while b != 0 { let t = a % b; a = b; b = t; }  # Euclid\0A  return a\0A}\0Alet mask = 0xFF00ff << 3, rate = 2.5e-3, big = 18446744073709551615;\0Aif gcd(mask, 12) >= 4 && !done { print \22four\\tor \\\22more\\\22\22 } else { print 'no\\n' }\0A\00", align 16
@.str.1 = private unnamed_addr constant [6 x i8] c"line \00", align 1
@.str.2 = private unnamed_addr constant [3 x i8] c": \00", align 1
@kind_names = internal unnamed_addr constant [7 x ptr] [ptr @.str.8, ptr @.str.9, ptr @.str.10, ptr @.str.11, ptr @.str.12, ptr @.str.13, ptr @.str.14], align 16
@scanners = internal unnamed_addr constant [4 x ptr] [ptr @scan_word, ptr @scan_number, ptr @scan_string, ptr @scan_sign], align 16
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

; Function Attrs: nounwind
define hidden void @_start() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %1) #16
  store i32 0, ptr %1, align 4, !tbaa !1
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %2) #16
  store i32 0, ptr %2, align 4, !tbaa !1
  %3 = call zeroext i16 @wasi_args_sizes_get(ptr noundef nonnull %1, ptr noundef nonnull %2) #16
  %4 = icmp ne i16 %3, 0
  %5 = load i32, ptr %1, align 4
  %6 = icmp ugt i32 %5, 16
  %7 = select i1 %4, i1 true, i1 %6
  %8 = load i32, ptr %2, align 4
  %9 = icmp ugt i32 %8, 4096
  %10 = select i1 %7, i1 true, i1 %9
  br i1 %10, label %14, label %11

11:                                               ; preds = %0
  %12 = call zeroext i16 @wasi_args_get(ptr noundef nonnull @_start.arguments, ptr noundef nonnull @_start.text) #16
  %13 = icmp eq i16 %12, 0
  br i1 %13, label %15, label %14

14:                                               ; preds = %11, %0
  call fastcc void @fail() #17
  unreachable

15:                                               ; preds = %11
  %16 = load i32, ptr %1, align 4, !tbaa !1
  %17 = icmp ne i32 %16, 0
  %18 = zext i1 %17 to i32
  %19 = sub nsw i32 %16, %18
  %20 = getelementptr inbounds ptr, ptr @_start.arguments, i32 %18
  %21 = call fastcc i32 @program(i32 noundef %19, ptr noundef nonnull %20)
  call fastcc void @flush_to(i32 noundef 1)
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %24, label %23

23:                                               ; preds = %15
  call fastcc void @host_exit(i32 noundef %21) #17
  unreachable

24:                                               ; preds = %15
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %2) #16
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %1) #16
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare zeroext i16 @wasi_args_sizes_get(ptr noundef, ptr noundef) local_unnamed_addr #2

declare zeroext i16 @wasi_args_get(ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: noinline noreturn nounwind
define internal fastcc void @fail() unnamed_addr #4 {
  tail call fastcc void @flush_to(i32 noundef 1)
  tail call fastcc void @put_text(ptr noundef nonnull @.str)
  tail call fastcc void @put_char(i8 noundef signext 10)
  tail call fastcc void @flush_to(i32 noundef 2)
  tail call fastcc void @host_exit(i32 noundef 1) #17
  unreachable
}

; Function Attrs: noinline nounwind
define internal fastcc range(i32 0, 4) i32 @program(i32 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #5 {
  %3 = alloca %struct.source, align 4
  %4 = alloca [7 x i16], align 2
  %5 = alloca %struct.token, align 8
  call void @llvm.lifetime.start.p0(i64 12, ptr nonnull %3) #16
  %6 = icmp sgt i32 %0, 0
  br i1 %6, label %7, label %9

7:                                                ; preds = %2
  %8 = load ptr, ptr %1, align 4, !tbaa !5
  br label %9

9:                                                ; preds = %2, %7
  %10 = phi ptr [ %8, %7 ], [ @sample, %2 ]
  store ptr %10, ptr %3, align 4, !tbaa !7
  %11 = getelementptr inbounds i8, ptr %3, i32 4
  store i32 1, ptr %11, align 4, !tbaa !10
  %12 = getelementptr inbounds i8, ptr %3, i32 8
  store ptr null, ptr %12, align 4, !tbaa !11
  call void @llvm.lifetime.start.p0(i64 14, ptr nonnull %4) #16
  call void @llvm.memset.p0.i32(ptr noundef nonnull align 2 dereferenceable(14) %4, i8 0, i32 14, i1 false)
  %13 = getelementptr inbounds i8, ptr %5, i32 4
  %14 = getelementptr inbounds i8, ptr %5, i32 8
  %15 = getelementptr inbounds i8, ptr %5, i32 16
  br label %16

16:                                               ; preds = %73, %9
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %5) #16
  call void @llvm.experimental.noalias.scope.decl(metadata !12)
  call fastcc void @skip_blanks(ptr noundef nonnull %3), !noalias !12
  %17 = load ptr, ptr %3, align 4, !tbaa !7, !noalias !12
  %18 = load i8, ptr %17, align 1, !tbaa !15, !noalias !12
  %19 = icmp eq i8 %18, 0
  br i1 %19, label %20, label %21

20:                                               ; preds = %16
  store i32 0, ptr %5, align 8, !tbaa !16, !alias.scope !19
  store ptr %17, ptr %13, align 4, !tbaa !22, !alias.scope !19
  store i32 0, ptr %14, align 8, !tbaa !23, !alias.scope !19
  store i64 0, ptr %15, align 8, !tbaa !24, !alias.scope !19
  br label %39

21:                                               ; preds = %16
  %22 = or i8 %18, 32
  %23 = add i8 %22, -123
  %24 = icmp ult i8 %23, -26
  %25 = icmp ne i8 %18, 95
  %26 = and i1 %25, %24
  br i1 %26, label %27, label %35

27:                                               ; preds = %21
  %28 = add i8 %18, -58
  %29 = icmp ult i8 %28, -10
  br i1 %29, label %30, label %35

30:                                               ; preds = %27
  %31 = icmp eq i8 %18, 34
  %32 = icmp eq i8 %18, 39
  %33 = or i1 %31, %32
  %34 = select i1 %33, i32 2, i32 3
  br label %35

35:                                               ; preds = %30, %27, %21
  %36 = phi i32 [ %34, %30 ], [ 0, %21 ], [ 1, %27 ]
  %37 = getelementptr inbounds [4 x ptr], ptr @scanners, i32 0, i32 %36
  %38 = load ptr, ptr %37, align 4, !tbaa !5, !noalias !12
  call void %38(ptr dead_on_unwind nonnull writable sret(%struct.token) align 8 %5, ptr noundef nonnull %3) #16
  br label %39

39:                                               ; preds = %20, %35
  %40 = load ptr, ptr %12, align 4, !tbaa !11
  %41 = icmp eq ptr %40, null
  br i1 %41, label %42, label %75

42:                                               ; preds = %39
  %43 = load i32, ptr %5, align 8, !tbaa !16
  %44 = getelementptr inbounds [7 x i16], ptr %4, i32 0, i32 %43
  %45 = load i16, ptr %44, align 2, !tbaa !25
  %46 = add i16 %45, 1
  store i16 %46, ptr %44, align 2, !tbaa !25
  %47 = icmp eq i32 %43, 0
  br i1 %47, label %74, label %48

48:                                               ; preds = %42
  %49 = load i32, ptr %11, align 4, !tbaa !10
  %50 = icmp slt i32 %49, 0
  br i1 %50, label %51, label %52

51:                                               ; preds = %48
  call fastcc void @put_char(i8 noundef signext 45)
  br label %52

52:                                               ; preds = %51, %48
  %53 = call i32 @llvm.abs.i32(i32 %49, i1 false)
  %54 = zext i32 %53 to i64
  call fastcc void @put_padded(i64 noundef %54)
  call fastcc void @put_char(i8 noundef signext 9)
  %55 = load i32, ptr %5, align 8, !tbaa !16
  %56 = getelementptr inbounds [7 x ptr], ptr @kind_names, i32 0, i32 %55
  %57 = load ptr, ptr %56, align 4, !tbaa !5
  call fastcc void @put_text(ptr noundef %57)
  call fastcc void @put_char(i8 noundef signext 9)
  %58 = load i32, ptr %14, align 8, !tbaa !23
  %59 = icmp sgt i32 %58, 0
  br i1 %59, label %63, label %60

60:                                               ; preds = %63, %52
  %61 = load i64, ptr %15, align 8, !tbaa !24
  %62 = icmp eq i64 %61, 0
  br i1 %62, label %73, label %71

63:                                               ; preds = %52, %63
  %64 = phi i32 [ %68, %63 ], [ 0, %52 ]
  %65 = load ptr, ptr %13, align 4, !tbaa !22
  %66 = getelementptr inbounds i8, ptr %65, i32 %64
  %67 = load i8, ptr %66, align 1, !tbaa !15
  call fastcc void @put_char(i8 noundef signext %67)
  %68 = add nuw nsw i32 %64, 1
  %69 = load i32, ptr %14, align 8, !tbaa !23
  %70 = icmp slt i32 %68, %69
  br i1 %70, label %63, label %60, !llvm.loop !27

71:                                               ; preds = %60
  call fastcc void @put_char(i8 noundef signext 9)
  %72 = load i64, ptr %15, align 8, !tbaa !24
  call fastcc void @put_padded(i64 noundef %72)
  br label %73

73:                                               ; preds = %71, %60
  call fastcc void @put_char(i8 noundef signext 10)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %5) #16
  br label %16

74:                                               ; preds = %42
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %5) #16
  br label %83

75:                                               ; preds = %39
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %5) #16
  call fastcc void @put_text(ptr noundef nonnull @.str.1)
  %76 = load i32, ptr %11, align 4, !tbaa !10
  %77 = icmp slt i32 %76, 0
  br i1 %77, label %78, label %79

78:                                               ; preds = %75
  call fastcc void @put_char(i8 noundef signext 45)
  br label %79

79:                                               ; preds = %75, %78
  %80 = call i32 @llvm.abs.i32(i32 %76, i1 false)
  %81 = zext i32 %80 to i64
  call fastcc void @put_padded(i64 noundef %81)
  call fastcc void @put_text(ptr noundef nonnull @.str.2)
  %82 = load ptr, ptr %12, align 4, !tbaa !11
  call fastcc void @put_text(ptr noundef %82)
  call fastcc void @put_char(i8 noundef signext 10)
  br label %94

83:                                               ; preds = %74, %83
  %84 = phi i32 [ %90, %83 ], [ 1, %74 ]
  %85 = getelementptr inbounds [7 x ptr], ptr @kind_names, i32 0, i32 %84
  %86 = load ptr, ptr %85, align 4, !tbaa !5
  call fastcc void @put_text(ptr noundef %86)
  call fastcc void @put_char(i8 noundef signext 32)
  %87 = getelementptr inbounds [7 x i16], ptr %4, i32 0, i32 %84
  %88 = load i16, ptr %87, align 2, !tbaa !25
  %89 = zext i16 %88 to i64
  call fastcc void @put_padded(i64 noundef %89)
  %90 = add nuw nsw i32 %84, 1
  %91 = icmp eq i32 %84, 6
  %92 = select i1 %91, i8 10, i8 32
  call fastcc void @put_char(i8 noundef signext %92)
  %93 = icmp eq i32 %90, 7
  br i1 %93, label %94, label %83, !llvm.loop !30

94:                                               ; preds = %83, %79
  %95 = phi i32 [ 3, %79 ], [ 0, %83 ]
  call void @llvm.lifetime.end.p0(i64 14, ptr nonnull %4) #16
  call void @llvm.lifetime.end.p0(i64 12, ptr nonnull %3) #16
  ret i32 %95
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
  br i1 %11, label %13, label %12, !llvm.loop !31

12:                                               ; preds = %8, %1
  store i32 0, ptr @output_length, align 4, !tbaa !1
  ret void

13:                                               ; preds = %6, %8
  %14 = phi i32 [ %4, %6 ], [ %10, %8 ]
  %15 = phi i32 [ 0, %6 ], [ %9, %8 ]
  %16 = getelementptr inbounds i8, ptr @output, i32 %15
  %17 = sub i32 %14, %15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #16
  store ptr %16, ptr %2, align 4, !tbaa !32
  store i32 %17, ptr %7, align 4, !tbaa !34
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %3) #16
  store i32 0, ptr %3, align 4, !tbaa !1
  %18 = call zeroext i16 @wasi_fd_write(i32 noundef %0, ptr noundef nonnull %2, i32 noundef 1, ptr noundef nonnull %3) #16
  %19 = icmp ne i16 %18, 0
  %20 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %3) #16
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #16
  %21 = icmp eq i32 %20, 0
  %22 = select i1 %19, i1 true, i1 %21
  br i1 %22, label %23, label %8

23:                                               ; preds = %13
  call fastcc void @host_exit(i32 noundef 1) #17
  unreachable
}

; Function Attrs: noreturn nounwind
define internal fastcc void @host_exit(i32 noundef %0) unnamed_addr #6 {
  tail call void @wasi_proc_exit(i32 noundef %0) #18
  unreachable
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: noinline nounwind
define internal fastcc void @put_text(ptr nocapture noundef readonly %0) unnamed_addr #5 {
  %2 = load i8, ptr %0, align 1, !tbaa !15
  %3 = icmp eq i8 %2, 0
  br i1 %3, label %10, label %4

4:                                                ; preds = %1, %4
  %5 = phi i8 [ %8, %4 ], [ %2, %1 ]
  %6 = phi ptr [ %7, %4 ], [ %0, %1 ]
  %7 = getelementptr inbounds i8, ptr %6, i32 1
  tail call fastcc void @put_char(i8 noundef signext %5)
  %8 = load i8, ptr %7, align 1, !tbaa !15
  %9 = icmp eq i8 %8, 0
  br i1 %9, label %10, label %4, !llvm.loop !35

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
  store i8 %0, ptr %9, align 1, !tbaa !15
  ret void
}

declare zeroext i16 @wasi_fd_write(i32 noundef, ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #7

; Function Attrs: noreturn
declare void @wasi_proc_exit(i32 noundef) local_unnamed_addr #8

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i32(ptr nocapture writeonly, i8, i32, i1 immarg) #9

; Function Attrs: nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define internal fastcc void @skip_blanks(ptr nocapture noundef %0) unnamed_addr #10 {
  %2 = load ptr, ptr %0, align 4, !tbaa !7
  %3 = getelementptr inbounds i8, ptr %0, i32 4
  br label %4

4:                                                ; preds = %16, %1
  %5 = phi ptr [ %18, %16 ], [ %2, %1 ]
  %6 = load i8, ptr %5, align 1, !tbaa !15
  switch i8 %6, label %15 [
    i8 35, label %7
    i8 10, label %12
    i8 32, label %16
    i8 9, label %16
  ]

7:                                                ; preds = %4, %11
  %8 = phi ptr [ %9, %11 ], [ %5, %4 ]
  %9 = getelementptr inbounds i8, ptr %8, i32 1
  %10 = load i8, ptr %9, align 1, !tbaa !15
  switch i8 %10, label %11 [
    i8 10, label %16
    i8 0, label %16
  ]

11:                                               ; preds = %7
  store ptr %9, ptr %0, align 4, !tbaa !7
  br label %7, !llvm.loop !36

12:                                               ; preds = %4
  %13 = load i32, ptr %3, align 4, !tbaa !10
  %14 = add nsw i32 %13, 1
  store i32 %14, ptr %3, align 4, !tbaa !10
  br label %16

15:                                               ; preds = %4
  ret void

16:                                               ; preds = %7, %7, %4, %4, %12
  %17 = phi ptr [ %5, %4 ], [ %5, %4 ], [ %5, %12 ], [ %8, %7 ], [ %8, %7 ]
  %18 = getelementptr inbounds i8, ptr %17, i32 1
  store ptr %18, ptr %0, align 4, !tbaa !7
  br label %4, !llvm.loop !37
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define internal void @scan_word(ptr dead_on_unwind noalias nocapture writable writeonly sret(%struct.token) align 8 %0, ptr nocapture noundef %1) #11 {
  %3 = load ptr, ptr %1, align 4, !tbaa !7
  %4 = load i8, ptr %3, align 1, !tbaa !15
  %5 = or i8 %4, 32
  %6 = add i8 %5, -123
  %7 = icmp ult i8 %6, -26
  %8 = icmp ne i8 %4, 95
  %9 = and i1 %8, %7
  %10 = add i8 %4, -58
  %11 = icmp ult i8 %10, -10
  %12 = and i1 %11, %9
  br i1 %12, label %25, label %13

13:                                               ; preds = %2, %13
  %14 = phi ptr [ %15, %13 ], [ %3, %2 ]
  %15 = getelementptr inbounds i8, ptr %14, i32 1
  store ptr %15, ptr %1, align 4, !tbaa !7
  %16 = load i8, ptr %15, align 1, !tbaa !15
  %17 = or i8 %16, 32
  %18 = add i8 %17, -123
  %19 = icmp ult i8 %18, -26
  %20 = icmp ne i8 %16, 95
  %21 = and i1 %20, %19
  %22 = add i8 %16, -58
  %23 = icmp ult i8 %22, -10
  %24 = and i1 %23, %21
  br i1 %24, label %25, label %13, !llvm.loop !38

25:                                               ; preds = %13, %2
  %26 = phi ptr [ %3, %2 ], [ %15, %13 ]
  %27 = ptrtoint ptr %26 to i32
  %28 = ptrtoint ptr %3 to i32
  %29 = sub i32 %27, %28
  %30 = tail call fastcc i32 @keyword(ptr noundef nonnull %3, i32 noundef %29)
  %31 = icmp eq i32 %30, 0
  %32 = select i1 %31, i32 1, i32 2
  %33 = sext i32 %30 to i64
  store i32 %32, ptr %0, align 8, !tbaa !16, !alias.scope !39
  %34 = getelementptr inbounds i8, ptr %0, i32 4
  store ptr %3, ptr %34, align 4, !tbaa !22, !alias.scope !39
  %35 = getelementptr inbounds i8, ptr %0, i32 8
  store i32 %29, ptr %35, align 8, !tbaa !23, !alias.scope !39
  %36 = getelementptr inbounds i8, ptr %0, i32 16
  store i64 %33, ptr %36, align 8, !tbaa !24, !alias.scope !39
  ret void
}

; Function Attrs: nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define internal void @scan_number(ptr dead_on_unwind noalias nocapture writable writeonly sret(%struct.token) align 8 %0, ptr nocapture noundef %1) #10 {
  %3 = load ptr, ptr %1, align 4, !tbaa !7
  %4 = load i8, ptr %3, align 1, !tbaa !15
  %5 = icmp eq i8 %4, 48
  br i1 %5, label %6, label %45

6:                                                ; preds = %2
  %7 = getelementptr inbounds i8, ptr %3, i32 1
  %8 = load i8, ptr %7, align 1, !tbaa !15
  %9 = and i8 %8, -33
  %10 = icmp eq i8 %9, 88
  br i1 %10, label %11, label %48

11:                                               ; preds = %6
  %12 = getelementptr inbounds i8, ptr %3, i32 2
  %13 = load i8, ptr %12, align 1, !tbaa !15
  %14 = add i8 %13, -58
  %15 = icmp ult i8 %14, -10
  br i1 %15, label %16, label %20

16:                                               ; preds = %11
  %17 = or i8 %13, 32
  %18 = add i8 %17, -103
  %19 = icmp ult i8 %18, -6
  br i1 %19, label %109, label %20

20:                                               ; preds = %16, %11
  br label %21

21:                                               ; preds = %20, %39
  %22 = phi i8 [ %44, %39 ], [ %13, %20 ]
  %23 = phi i64 [ %42, %39 ], [ 0, %20 ]
  %24 = phi ptr [ %43, %39 ], [ %12, %20 ]
  %25 = add i8 %22, -58
  %26 = icmp ult i8 %25, -10
  br i1 %26, label %30, label %27

27:                                               ; preds = %21
  %28 = zext nneg i8 %22 to i64
  %29 = add nuw nsw i64 %28, 4294967248
  br label %36

30:                                               ; preds = %21
  %31 = or i8 %22, 32
  %32 = zext nneg i8 %31 to i64
  %33 = add nuw nsw i64 %32, 4294967209
  %34 = add i8 %31, -97
  %35 = icmp ult i8 %34, 6
  br i1 %35, label %36, label %114

36:                                               ; preds = %30, %27
  %37 = phi i64 [ %29, %27 ], [ %33, %30 ]
  %38 = icmp ult i64 %23, 1152921504606846976
  br i1 %38, label %39, label %105

39:                                               ; preds = %36
  %40 = shl nuw i64 %23, 4
  %41 = and i64 %37, 4294967295
  %42 = or i64 %41, %40
  %43 = getelementptr inbounds i8, ptr %24, i32 1
  %44 = load i8, ptr %43, align 1, !tbaa !15
  br label %21, !llvm.loop !42

45:                                               ; preds = %2
  %46 = add i8 %4, -58
  %47 = icmp ult i8 %46, -10
  br i1 %47, label %65, label %48

48:                                               ; preds = %6, %45
  br label %49

49:                                               ; preds = %48, %57
  %50 = phi i8 [ %62, %57 ], [ %4, %48 ]
  %51 = phi ptr [ %61, %57 ], [ %3, %48 ]
  %52 = phi i64 [ %60, %57 ], [ 0, %48 ]
  %53 = zext nneg i8 %50 to i64
  %54 = sub nsw i64 47, %53
  %55 = udiv i64 %54, 10
  %56 = icmp ugt i64 %52, %55
  br i1 %56, label %105, label %57

57:                                               ; preds = %49
  %58 = mul nuw i64 %52, 10
  %59 = add i64 %58, -48
  %60 = add i64 %59, %53
  %61 = getelementptr inbounds i8, ptr %51, i32 1
  %62 = load i8, ptr %61, align 1, !tbaa !15
  %63 = add i8 %62, -58
  %64 = icmp ult i8 %63, -10
  br i1 %64, label %65, label %49, !llvm.loop !43

65:                                               ; preds = %57, %45
  %66 = phi i64 [ 0, %45 ], [ %60, %57 ]
  %67 = phi ptr [ %3, %45 ], [ %61, %57 ]
  %68 = phi i8 [ %4, %45 ], [ %62, %57 ]
  %69 = icmp eq i8 %68, 46
  br i1 %69, label %70, label %81

70:                                               ; preds = %65
  %71 = getelementptr inbounds i8, ptr %67, i32 1
  %72 = load i8, ptr %71, align 1, !tbaa !15
  %73 = add i8 %72, -58
  %74 = icmp ult i8 %73, -10
  br i1 %74, label %109, label %75

75:                                               ; preds = %70, %75
  %76 = phi ptr [ %80, %75 ], [ %71, %70 ]
  %77 = load i8, ptr %76, align 1, !tbaa !15
  %78 = add i8 %77, -58
  %79 = icmp ult i8 %78, -10
  %80 = getelementptr inbounds i8, ptr %76, i32 1
  br i1 %79, label %81, label %75, !llvm.loop !44

81:                                               ; preds = %75, %65
  %82 = phi i8 [ %68, %65 ], [ %77, %75 ]
  %83 = phi i32 [ 3, %65 ], [ 4, %75 ]
  %84 = phi ptr [ %67, %65 ], [ %76, %75 ]
  %85 = and i8 %82, -33
  %86 = icmp eq i8 %85, 69
  br i1 %86, label %87, label %117

87:                                               ; preds = %81
  %88 = getelementptr inbounds i8, ptr %84, i32 1
  %89 = load i8, ptr %88, align 1, !tbaa !15
  switch i8 %89, label %93 [
    i8 43, label %90
    i8 45, label %90
  ]

90:                                               ; preds = %87, %87
  %91 = getelementptr inbounds i8, ptr %84, i32 2
  %92 = load i8, ptr %91, align 1, !tbaa !15
  br label %93

93:                                               ; preds = %87, %90
  %94 = phi i8 [ %92, %90 ], [ %89, %87 ]
  %95 = phi ptr [ %91, %90 ], [ %88, %87 ]
  %96 = add i8 %94, -58
  %97 = icmp ult i8 %96, -10
  br i1 %97, label %109, label %98

98:                                               ; preds = %93, %98
  %99 = phi ptr [ %103, %98 ], [ %95, %93 ]
  %100 = load i8, ptr %99, align 1, !tbaa !15
  %101 = add i8 %100, -58
  %102 = icmp ult i8 %101, -10
  %103 = getelementptr inbounds i8, ptr %99, i32 1
  br i1 %102, label %104, label %98, !llvm.loop !45

104:                                              ; preds = %98
  store ptr %99, ptr %1, align 4, !tbaa !7
  br label %124

105:                                              ; preds = %49, %36
  %106 = phi i64 [ %23, %36 ], [ %52, %49 ]
  %107 = phi ptr [ %24, %36 ], [ %51, %49 ]
  %108 = getelementptr inbounds i8, ptr %1, i32 8
  store ptr @.str.3, ptr %108, align 4, !tbaa !11
  br label %114

109:                                              ; preds = %16, %93, %70
  %110 = phi i64 [ %66, %93 ], [ %66, %70 ], [ 0, %16 ]
  %111 = phi i32 [ 4, %93 ], [ 4, %70 ], [ 3, %16 ]
  %112 = phi ptr [ %95, %93 ], [ %71, %70 ], [ %12, %16 ]
  %113 = getelementptr inbounds i8, ptr %1, i32 8
  store ptr @.str.4, ptr %113, align 4, !tbaa !11
  br label %117

114:                                              ; preds = %30, %105
  %115 = phi i64 [ %106, %105 ], [ %23, %30 ]
  %116 = phi ptr [ %107, %105 ], [ %24, %30 ]
  store ptr %116, ptr %1, align 4, !tbaa !7
  br label %124

117:                                              ; preds = %81, %109
  %118 = phi i64 [ %110, %109 ], [ %66, %81 ]
  %119 = phi i32 [ %111, %109 ], [ %83, %81 ]
  %120 = phi ptr [ %112, %109 ], [ %84, %81 ]
  store ptr %120, ptr %1, align 4, !tbaa !7
  %121 = icmp eq i32 %119, 3
  %122 = select i1 %121, i32 3, i32 4
  %123 = select i1 %121, i64 %118, i64 0
  br label %124

124:                                              ; preds = %117, %104, %114
  %125 = phi ptr [ %99, %104 ], [ %116, %114 ], [ %120, %117 ]
  %126 = phi i32 [ 4, %104 ], [ 3, %114 ], [ %122, %117 ]
  %127 = phi i64 [ 0, %104 ], [ %115, %114 ], [ %123, %117 ]
  store i32 %126, ptr %0, align 8, !tbaa !16, !alias.scope !46
  %128 = getelementptr inbounds i8, ptr %0, i32 4
  store ptr %3, ptr %128, align 4, !tbaa !22, !alias.scope !46
  %129 = getelementptr inbounds i8, ptr %0, i32 8
  %130 = ptrtoint ptr %125 to i32
  %131 = ptrtoint ptr %3 to i32
  %132 = sub i32 %130, %131
  store i32 %132, ptr %129, align 8, !tbaa !23, !alias.scope !46
  %133 = getelementptr inbounds i8, ptr %0, i32 16
  store i64 %127, ptr %133, align 8, !tbaa !24, !alias.scope !46
  ret void
}

; Function Attrs: nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define internal void @scan_string(ptr dead_on_unwind noalias nocapture writable writeonly sret(%struct.token) align 8 %0, ptr nocapture noundef %1) #10 {
  %3 = load ptr, ptr %1, align 4, !tbaa !7
  %4 = getelementptr inbounds i8, ptr %3, i32 1
  store ptr %4, ptr %1, align 4, !tbaa !7
  %5 = load i8, ptr %3, align 1, !tbaa !15
  %6 = load i8, ptr %4, align 1, !tbaa !15
  %7 = icmp eq i8 %6, %5
  br i1 %7, label %29, label %8

8:                                                ; preds = %2, %22
  %9 = phi i64 [ %26, %22 ], [ 0, %2 ]
  %10 = phi ptr [ %23, %22 ], [ %4, %2 ]
  %11 = getelementptr inbounds i8, ptr %10, i32 1
  store ptr %11, ptr %1, align 4, !tbaa !7
  %12 = load i8, ptr %10, align 1, !tbaa !15
  switch i8 %12, label %22 [
    i8 10, label %13
    i8 0, label %13
    i8 92, label %15
  ]

13:                                               ; preds = %8, %8
  %14 = getelementptr inbounds i8, ptr %1, i32 8
  store ptr @.str.5, ptr %14, align 4, !tbaa !11
  br label %33

15:                                               ; preds = %8
  %16 = getelementptr inbounds i8, ptr %10, i32 2
  store ptr %16, ptr %1, align 4, !tbaa !7
  %17 = load i8, ptr %11, align 1, !tbaa !15
  switch i8 %17, label %20 [
    i8 110, label %18
    i8 116, label %19
    i8 92, label %22
    i8 34, label %22
    i8 39, label %22
  ]

18:                                               ; preds = %15
  br label %22

19:                                               ; preds = %15
  br label %22

20:                                               ; preds = %15
  %21 = getelementptr inbounds i8, ptr %1, i32 8
  store ptr @.str.6, ptr %21, align 4, !tbaa !11
  br label %33

22:                                               ; preds = %15, %15, %15, %19, %18, %8
  %23 = phi ptr [ %16, %15 ], [ %16, %15 ], [ %16, %15 ], [ %16, %19 ], [ %16, %18 ], [ %11, %8 ]
  %24 = phi i8 [ %17, %15 ], [ %17, %15 ], [ %17, %15 ], [ 9, %19 ], [ 10, %18 ], [ %12, %8 ]
  %25 = zext i8 %24 to i64
  %26 = add i64 %9, %25
  %27 = load i8, ptr %23, align 1, !tbaa !15
  %28 = icmp eq i8 %27, %5
  br i1 %28, label %29, label %8

29:                                               ; preds = %22, %2
  %30 = phi i64 [ 0, %2 ], [ %26, %22 ]
  %31 = phi ptr [ %4, %2 ], [ %23, %22 ]
  %32 = getelementptr inbounds i8, ptr %31, i32 1
  store ptr %32, ptr %1, align 4, !tbaa !7
  br label %33

33:                                               ; preds = %20, %13, %29
  %34 = phi ptr [ %16, %20 ], [ %11, %13 ], [ %32, %29 ]
  %35 = phi i64 [ %9, %20 ], [ %9, %13 ], [ %30, %29 ]
  store i32 5, ptr %0, align 8, !tbaa !16, !alias.scope !49
  %36 = getelementptr inbounds i8, ptr %0, i32 4
  store ptr %3, ptr %36, align 4, !tbaa !22, !alias.scope !49
  %37 = getelementptr inbounds i8, ptr %0, i32 8
  %38 = ptrtoint ptr %34 to i32
  %39 = ptrtoint ptr %3 to i32
  %40 = sub i32 %38, %39
  store i32 %40, ptr %37, align 8, !tbaa !23, !alias.scope !49
  %41 = getelementptr inbounds i8, ptr %0, i32 16
  store i64 %35, ptr %41, align 8, !tbaa !24, !alias.scope !49
  ret void
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(read, argmem: readwrite, inaccessiblemem: none)
define internal void @scan_sign(ptr dead_on_unwind noalias nocapture writable writeonly sret(%struct.token) align 8 %0, ptr nocapture noundef %1) #12 {
  %3 = load ptr, ptr %1, align 4, !tbaa !7
  %4 = getelementptr inbounds i8, ptr %3, i32 1
  store ptr %4, ptr %1, align 4, !tbaa !7
  %5 = load i8, ptr %3, align 1, !tbaa !15
  switch i8 %5, label %23 [
    i8 60, label %6
    i8 62, label %6
    i8 61, label %11
    i8 33, label %11
    i8 38, label %18
    i8 124, label %18
    i8 43, label %25
    i8 45, label %25
    i8 42, label %25
    i8 47, label %25
    i8 37, label %25
    i8 40, label %25
    i8 41, label %25
    i8 123, label %25
    i8 125, label %25
    i8 44, label %25
    i8 59, label %25
  ]

6:                                                ; preds = %2, %2
  %7 = load i8, ptr %4, align 1, !tbaa !15
  %8 = icmp eq i8 %7, %5
  br i1 %8, label %9, label %13

9:                                                ; preds = %6
  %10 = getelementptr inbounds i8, ptr %3, i32 2
  store ptr %10, ptr %1, align 4, !tbaa !7
  br label %25

11:                                               ; preds = %2, %2
  %12 = load i8, ptr %4, align 1, !tbaa !15
  br label %13

13:                                               ; preds = %11, %6
  %14 = phi i8 [ %12, %11 ], [ %7, %6 ]
  %15 = icmp eq i8 %14, 61
  br i1 %15, label %16, label %25

16:                                               ; preds = %13
  %17 = getelementptr inbounds i8, ptr %3, i32 2
  store ptr %17, ptr %1, align 4, !tbaa !7
  br label %25

18:                                               ; preds = %2, %2
  %19 = load i8, ptr %4, align 1, !tbaa !15
  %20 = icmp eq i8 %19, %5
  br i1 %20, label %21, label %25

21:                                               ; preds = %18
  %22 = getelementptr inbounds i8, ptr %3, i32 2
  store ptr %22, ptr %1, align 4, !tbaa !7
  br label %25

23:                                               ; preds = %2
  %24 = getelementptr inbounds i8, ptr %1, i32 8
  store ptr @.str.7, ptr %24, align 4, !tbaa !11
  br label %25

25:                                               ; preds = %2, %2, %2, %2, %2, %2, %2, %2, %2, %2, %2, %18, %21, %13, %16, %23, %9
  %26 = phi ptr [ %4, %2 ], [ %4, %2 ], [ %4, %2 ], [ %4, %2 ], [ %4, %2 ], [ %4, %2 ], [ %4, %2 ], [ %4, %2 ], [ %4, %2 ], [ %4, %2 ], [ %4, %2 ], [ %4, %18 ], [ %22, %21 ], [ %4, %13 ], [ %17, %16 ], [ %4, %23 ], [ %10, %9 ]
  store i32 6, ptr %0, align 8, !tbaa !16, !alias.scope !52
  %27 = getelementptr inbounds i8, ptr %0, i32 4
  store ptr %3, ptr %27, align 4, !tbaa !22, !alias.scope !52
  %28 = getelementptr inbounds i8, ptr %0, i32 8
  %29 = ptrtoint ptr %26 to i32
  %30 = ptrtoint ptr %3 to i32
  %31 = sub i32 %29, %30
  store i32 %31, ptr %28, align 8, !tbaa !23, !alias.scope !52
  %32 = getelementptr inbounds i8, ptr %0, i32 16
  store i64 0, ptr %32, align 8, !tbaa !24, !alias.scope !52
  ret void
}

; Function Attrs: nofree noinline norecurse nosync nounwind memory(argmem: read)
define internal fastcc noundef i32 @keyword(ptr nocapture noundef readonly %0, i32 noundef %1) unnamed_addr #13 {
  %3 = icmp sgt i32 %1, 8
  br i1 %3, label %24, label %4

4:                                                ; preds = %2
  %5 = icmp sgt i32 %1, 0
  br i1 %5, label %7, label %23

6:                                                ; preds = %7
  switch i64 %14, label %23 [
    i64 26222, label %24
    i64 26982, label %17
    i64 7103860, label %18
    i64 1701606245, label %19
    i64 512852847717, label %20
    i64 482955849332, label %21
    i64 125780071117422, label %22
  ]

7:                                                ; preds = %4, %7
  %8 = phi i32 [ %15, %7 ], [ 0, %4 ]
  %9 = phi i64 [ %14, %7 ], [ 0, %4 ]
  %10 = shl i64 %9, 8
  %11 = getelementptr inbounds i8, ptr %0, i32 %8
  %12 = load i8, ptr %11, align 1, !tbaa !15
  %13 = zext i8 %12 to i64
  %14 = or disjoint i64 %10, %13
  %15 = add nuw nsw i32 %8, 1
  %16 = icmp eq i32 %15, %1
  br i1 %16, label %6, label %7, !llvm.loop !55

17:                                               ; preds = %6
  br label %24

18:                                               ; preds = %6
  br label %24

19:                                               ; preds = %6
  br label %24

20:                                               ; preds = %6
  br label %24

21:                                               ; preds = %6
  br label %24

22:                                               ; preds = %6
  br label %24

23:                                               ; preds = %4, %6
  br label %24

24:                                               ; preds = %17, %18, %19, %20, %21, %22, %23, %6, %2
  %25 = phi i32 [ 0, %2 ], [ 0, %23 ], [ 7, %22 ], [ 6, %21 ], [ 5, %20 ], [ 4, %19 ], [ 3, %18 ], [ 2, %17 ], [ 1, %6 ]
  ret i32 %25
}

; Function Attrs: noinline nounwind
define internal fastcc void @put_padded(i64 noundef %0) unnamed_addr #5 {
  %2 = alloca [20 x i8], align 16
  call void @llvm.lifetime.start.p0(i64 20, ptr nonnull %2) #16
  br label %3

3:                                                ; preds = %1, %3
  %4 = phi i32 [ 0, %1 ], [ %12, %3 ]
  %5 = phi i64 [ %0, %1 ], [ %7, %3 ]
  %6 = freeze i64 %5
  %7 = udiv i64 %6, 10
  %8 = mul i64 %7, 10
  %9 = sub i64 %6, %8
  %10 = trunc nuw nsw i64 %9 to i8
  %11 = or disjoint i8 %10, 48
  %12 = add nuw nsw i32 %4, 1
  %13 = getelementptr inbounds [20 x i8], ptr %2, i32 0, i32 %4
  store i8 %11, ptr %13, align 1, !tbaa !15
  %14 = icmp ugt i64 %5, 9
  br i1 %14, label %3, label %15, !llvm.loop !56

15:                                               ; preds = %3, %15
  %16 = phi i32 [ %17, %15 ], [ %12, %3 ]
  %17 = add nsw i32 %16, -1
  %18 = getelementptr inbounds [20 x i8], ptr %2, i32 0, i32 %17
  %19 = load i8, ptr %18, align 1, !tbaa !15
  tail call fastcc void @put_char(i8 noundef signext %19)
  %20 = icmp sgt i32 %16, 1
  br i1 %20, label %15, label %21, !llvm.loop !57

21:                                               ; preds = %15
  call void @llvm.lifetime.end.p0(i64 20, ptr nonnull %2) #16
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.abs.i32(i32, i1 immarg) #15

attributes #0 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-export-name"="_start" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_sizes_get" }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_get" }
attributes #4 = { noinline noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #5 = { noinline nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #6 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #7 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="fd_write" }
attributes #8 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="proc_exit" }
attributes #9 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #10 = { nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #11 = { nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #12 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(read, argmem: readwrite, inaccessiblemem: none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #13 = { nofree noinline norecurse nosync nounwind memory(argmem: read) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #14 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #15 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #16 = { nounwind }
attributes #17 = { noreturn }
attributes #18 = { noreturn nounwind }

!llvm.module.flags = !{!0}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{!2, !2, i64 0}
!2 = !{!"long", !3, i64 0}
!3 = !{!"omnipotent char", !4, i64 0}
!4 = !{!"Simple C/C++ TBAA"}
!5 = !{!6, !6, i64 0}
!6 = !{!"any pointer", !3, i64 0}
!7 = !{!8, !6, i64 0}
!8 = !{!"source", !6, i64 0, !9, i64 4, !6, i64 8}
!9 = !{!"int", !3, i64 0}
!10 = !{!8, !9, i64 4}
!11 = !{!8, !6, i64 8}
!12 = !{!13}
!13 = distinct !{!13, !14, !"next_token: argument 0"}
!14 = distinct !{!14, !"next_token"}
!15 = !{!3, !3, i64 0}
!16 = !{!17, !9, i64 0}
!17 = !{!"token", !9, i64 0, !6, i64 4, !9, i64 8, !18, i64 16}
!18 = !{!"long long", !3, i64 0}
!19 = !{!20, !13}
!20 = distinct !{!20, !21, !"token_from: argument 0"}
!21 = distinct !{!21, !"token_from"}
!22 = !{!17, !6, i64 4}
!23 = !{!17, !9, i64 8}
!24 = !{!17, !18, i64 16}
!25 = !{!26, !26, i64 0}
!26 = !{!"short", !3, i64 0}
!27 = distinct !{!27, !28, !29}
!28 = !{!"llvm.loop.mustprogress"}
!29 = !{!"llvm.loop.unroll.disable"}
!30 = distinct !{!30, !28, !29}
!31 = distinct !{!31, !28, !29}
!32 = !{!33, !6, i64 0}
!33 = !{!"wasi_slice", !6, i64 0, !2, i64 4}
!34 = !{!33, !2, i64 4}
!35 = distinct !{!35, !28, !29}
!36 = distinct !{!36, !28, !29}
!37 = distinct !{!37, !29}
!38 = distinct !{!38, !28, !29}
!39 = !{!40}
!40 = distinct !{!40, !41, !"token_from: argument 0"}
!41 = distinct !{!41, !"token_from"}
!42 = distinct !{!42, !28, !29}
!43 = distinct !{!43, !28, !29}
!44 = distinct !{!44, !28, !29}
!45 = distinct !{!45, !28, !29}
!46 = !{!47}
!47 = distinct !{!47, !48, !"token_from: argument 0"}
!48 = distinct !{!48, !"token_from"}
!49 = !{!50}
!50 = distinct !{!50, !51, !"token_from: argument 0"}
!51 = distinct !{!51, !"token_from"}
!52 = !{!53}
!53 = distinct !{!53, !54, !"token_from: argument 0"}
!54 = distinct !{!54, !"token_from"}
!55 = distinct !{!55, !28, !29}
!56 = distinct !{!56, !28, !29}
!57 = distinct !{!57, !28, !29}
