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
@output_length = internal unnamed_addr global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@program.machine = internal unnamed_addr global %struct.machine zeroinitializer, align 4
@.str.1 = private unnamed_addr constant [7 x i8] c"fault\0A\00", align 1
@.str.2 = private unnamed_addr constant [63 x i8] c"the argument must be a number, neither too small nor too large\00", align 1
@code = internal constant [66 x %struct.instruction] [%struct.instruction { i8 2, i8 2, i16 2, i16 0 }, %struct.instruction { i8 2, i8 3, i16 0, i16 0 }, %struct.instruction { i8 12, i8 4, i16 2, i16 0 }, %struct.instruction { i8 5, i8 5, i16 4, i16 1 }, %struct.instruction { i8 15, i8 5, i16 11, i16 0 }, %struct.instruction { i8 5, i8 3, i16 3, i16 1 }, %struct.instruction { i8 3, i8 4, i16 2, i16 0 }, %struct.instruction { i8 2, i8 5, i16 -1, i16 0 }, %struct.instruction { i8 13, i8 5, i16 4, i16 0 }, %struct.instruction { i8 4, i8 4, i16 4, i16 2 }, %struct.instruction { i8 16, i8 4, i16 1, i16 8 }, %struct.instruction { i8 5, i8 2, i16 2, i16 1 }, %struct.instruction { i8 16, i8 2, i16 1, i16 2 }, %struct.instruction { i8 1, i8 3, i16 0, i16 0 }, %struct.instruction { i8 2, i8 2, i16 1, i16 0 }, %struct.instruction { i8 2, i8 6, i16 0, i16 0 }, %struct.instruction { i8 3, i8 3, i16 2, i16 0 }, %struct.instruction { i8 2, i8 4, i16 0, i16 0 }, %struct.instruction { i8 5, i8 5, i16 3, i16 -1 }, %struct.instruction { i8 15, i8 5, i16 29, i16 0 }, %struct.instruction { i8 5, i8 4, i16 4, i16 1 }, %struct.instruction { i8 10, i8 5, i16 3, i16 31 }, %struct.instruction { i8 15, i8 5, i16 27, i16 0 }, %struct.instruction { i8 2, i8 5, i16 3, i16 0 }, %struct.instruction { i8 7, i8 3, i16 3, i16 5 }, %struct.instruction { i8 5, i8 3, i16 3, i16 1 }, %struct.instruction { i8 14, i8 0, i16 18, i16 0 }, %struct.instruction { i8 11, i8 3, i16 3, i16 1 }, %struct.instruction { i8 14, i8 0, i16 18, i16 0 }, %struct.instruction { i8 16, i8 4, i16 6, i16 32 }, %struct.instruction { i8 3, i8 6, i16 4, i16 0 }, %struct.instruction { i8 3, i8 7, i16 2, i16 0 }, %struct.instruction { i8 5, i8 2, i16 2, i16 1 }, %struct.instruction { i8 17, i8 2, i16 1, i16 16 }, %struct.instruction { i8 1, i8 6, i16 0, i16 0 }, %struct.instruction { i8 1, i8 7, i16 0, i16 0 }, %struct.instruction { i8 2, i8 2, i16 1, i16 0 }, %struct.instruction { i8 2, i8 6, i16 0, i16 0 }, %struct.instruction { i8 3, i8 3, i16 2, i16 0 }, %struct.instruction { i8 3, i8 4, i16 1, i16 0 }, %struct.instruction { i8 18, i8 0, i16 60, i16 0 }, %struct.instruction { i8 4, i8 6, i16 6, i16 3 }, %struct.instruction { i8 5, i8 2, i16 2, i16 1 }, %struct.instruction { i8 16, i8 2, i16 1, i16 38 }, %struct.instruction { i8 1, i8 6, i16 0, i16 0 }, %struct.instruction { i8 2, i8 8, i16 1, i16 0 }, %struct.instruction { i8 3, i8 2, i16 1, i16 0 }, %struct.instruction { i8 12, i8 5, i16 2, i16 0 }, %struct.instruction { i8 9, i8 8, i16 8, i16 5 }, %struct.instruction { i8 10, i8 5, i16 8, i16 13 }, %struct.instruction { i8 9, i8 8, i16 8, i16 5 }, %struct.instruction { i8 11, i8 5, i16 8, i16 17 }, %struct.instruction { i8 9, i8 8, i16 8, i16 5 }, %struct.instruction { i8 2, i8 5, i16 1, i16 0 }, %struct.instruction { i8 6, i8 2, i16 2, i16 5 }, %struct.instruction { i8 16, i8 0, i16 2, i16 47 }, %struct.instruction { i8 1, i8 8, i16 0, i16 0 }, %struct.instruction { i8 8, i8 8, i16 8, i16 1 }, %struct.instruction { i8 1, i8 8, i16 0, i16 0 }, %struct.instruction zeroinitializer, %struct.instruction { i8 15, i8 4, i16 65, i16 0 }, %struct.instruction { i8 8, i8 5, i16 3, i16 4 }, %struct.instruction { i8 3, i8 3, i16 4, i16 0 }, %struct.instruction { i8 3, i8 4, i16 5, i16 0 }, %struct.instruction { i8 14, i8 0, i16 60, i16 0 }, %struct.instruction { i8 19, i8 0, i16 0, i16 0 }], align 16
@llvm.used = appending global [1 x ptr] [ptr @_start], section "llvm.metadata"

; Function Attrs: nounwind
define hidden void @_start() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %1) #10
  store i32 0, ptr %1, align 4, !tbaa !1
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %2) #10
  store i32 0, ptr %2, align 4, !tbaa !1
  %3 = call zeroext i16 @wasi_args_sizes_get(ptr noundef nonnull %1, ptr noundef nonnull %2) #10
  %4 = icmp ne i16 %3, 0
  %5 = load i32, ptr %1, align 4
  %6 = icmp ugt i32 %5, 16
  %7 = select i1 %4, i1 true, i1 %6
  %8 = load i32, ptr %2, align 4
  %9 = icmp ugt i32 %8, 4096
  %10 = select i1 %7, i1 true, i1 %9
  br i1 %10, label %14, label %11

11:                                               ; preds = %0
  %12 = call zeroext i16 @wasi_args_get(ptr noundef nonnull @_start.arguments, ptr noundef nonnull @_start.text) #10
  %13 = icmp eq i16 %12, 0
  br i1 %13, label %15, label %14

14:                                               ; preds = %11, %0
  call fastcc void @fail(ptr noundef nonnull @.str) #11
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
  call fastcc void @host_exit(i32 noundef %21) #11
  unreachable

24:                                               ; preds = %15
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %2) #10
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %1) #10
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
  tail call fastcc void @host_exit(i32 noundef 1) #11
  unreachable
}

; Function Attrs: noinline nounwind
define internal fastcc i32 @program(i32 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #5 {
  %3 = tail call fastcc i32 @size_argument(i32 noundef %0, ptr noundef %1)
  store i32 %3, ptr getelementptr inbounds (i8, ptr @program.machine, i32 4), align 4, !tbaa !5
  %4 = tail call fastcc i32 @execute()
  %5 = icmp eq i32 %4, 100
  br i1 %5, label %6, label %7

6:                                                ; preds = %2
  tail call fastcc void @put_text(ptr noundef nonnull @.str.1)
  br label %7

7:                                                ; preds = %6, %2
  ret i32 %4
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
  br i1 %11, label %13, label %12, !llvm.loop !7

12:                                               ; preds = %8, %1
  store i32 0, ptr @output_length, align 4, !tbaa !1
  ret void

13:                                               ; preds = %6, %8
  %14 = phi i32 [ %4, %6 ], [ %10, %8 ]
  %15 = phi i32 [ 0, %6 ], [ %9, %8 ]
  %16 = getelementptr inbounds i8, ptr @output, i32 %15
  %17 = sub i32 %14, %15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #10
  store ptr %16, ptr %2, align 4, !tbaa !10
  store i32 %17, ptr %7, align 4, !tbaa !13
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %3) #10
  store i32 0, ptr %3, align 4, !tbaa !1
  %18 = call zeroext i16 @wasi_fd_write(i32 noundef %0, ptr noundef nonnull %2, i32 noundef 1, ptr noundef nonnull %3) #10
  %19 = icmp ne i16 %18, 0
  %20 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %3) #10
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #10
  %21 = icmp eq i32 %20, 0
  %22 = select i1 %19, i1 true, i1 %21
  br i1 %22, label %23, label %8

23:                                               ; preds = %13
  call fastcc void @host_exit(i32 noundef 1) #11
  unreachable
}

; Function Attrs: noreturn nounwind
define internal fastcc void @host_exit(i32 noundef %0) unnamed_addr #6 {
  tail call void @wasi_proc_exit(i32 noundef %0) #12
  unreachable
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: noinline nounwind
define internal fastcc void @put_text(ptr nocapture noundef readonly %0) unnamed_addr #5 {
  %2 = load i8, ptr %0, align 1, !tbaa !14
  %3 = icmp eq i8 %2, 0
  br i1 %3, label %10, label %4

4:                                                ; preds = %1, %4
  %5 = phi i8 [ %8, %4 ], [ %2, %1 ]
  %6 = phi ptr [ %7, %4 ], [ %0, %1 ]
  %7 = getelementptr inbounds i8, ptr %6, i32 1
  tail call fastcc void @put_char(i8 noundef signext %5)
  %8 = load i8, ptr %7, align 1, !tbaa !14
  %9 = icmp eq i8 %8, 0
  br i1 %9, label %10, label %4, !llvm.loop !15

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
  store i8 %0, ptr %9, align 1, !tbaa !14
  ret void
}

declare zeroext i16 @wasi_fd_write(i32 noundef, ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #7

; Function Attrs: noreturn
declare void @wasi_proc_exit(i32 noundef) local_unnamed_addr #8

; Function Attrs: noinline nounwind
define internal fastcc range(i32 0, 65537) i32 @size_argument(i32 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #5 {
  %3 = icmp eq i32 %0, 0
  br i1 %3, label %28, label %4

4:                                                ; preds = %2
  %5 = load ptr, ptr %1, align 4, !tbaa !16
  %6 = load i8, ptr %5, align 1, !tbaa !14
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
  %20 = load i8, ptr %19, align 1, !tbaa !14
  %21 = icmp ne i8 %20, 0
  %22 = icmp slt i32 %18, 65537
  %23 = select i1 %21, i1 %22, i1 false
  br i1 %23, label %8, label %24, !llvm.loop !17

24:                                               ; preds = %14
  %25 = icmp ugt i32 %18, 65536
  %26 = select i1 %7, i1 true, i1 %25
  br i1 %26, label %27, label %28

27:                                               ; preds = %8, %4, %24
  tail call fastcc void @fail(ptr noundef nonnull @.str.2) #11
  unreachable

28:                                               ; preds = %24, %2
  %29 = phi i32 [ 1000, %2 ], [ %18, %24 ]
  ret i32 %29
}

; Function Attrs: noinline nounwind
define internal fastcc i32 @execute() unnamed_addr #5 {
  br label %1

1:                                                ; preds = %287, %0
  %2 = phi ptr [ @code, %0 ], [ %288, %287 ]
  %3 = load i8, ptr %2, align 2, !tbaa !18
  switch i8 %3, label %4 [
    i8 0, label %5
    i8 1, label %11
    i8 2, label %23
    i8 3, label %32
    i8 4, label %43
    i8 5, label %60
    i8 6, label %75
    i8 7, label %92
    i8 8, label %109
    i8 9, label %129
    i8 10, label %146
    i8 11, label %161
    i8 12, label %176
    i8 13, label %191
    i8 14, label %206
    i8 15, label %211
    i8 16, label %225
    i8 17, label %244
    i8 18, label %263
    i8 19, label %278
  ]

4:                                                ; preds = %1, %4
  br label %4

5:                                                ; preds = %1
  %6 = getelementptr inbounds i8, ptr %2, i32 1
  %7 = load i8, ptr %6, align 1, !tbaa !21
  %8 = zext i8 %7 to i32
  %9 = getelementptr inbounds i32, ptr @program.machine, i32 %8
  %10 = load i32, ptr %9, align 4, !tbaa !5
  br label %289

11:                                               ; preds = %1
  %12 = getelementptr inbounds i8, ptr %2, i32 1
  %13 = load i8, ptr %12, align 1, !tbaa !21
  %14 = zext i8 %13 to i32
  %15 = getelementptr inbounds i32, ptr @program.machine, i32 %14
  %16 = load i32, ptr %15, align 4, !tbaa !5
  %17 = icmp slt i32 %16, 0
  br i1 %17, label %18, label %19

18:                                               ; preds = %11
  tail call fastcc void @put_char(i8 noundef signext 45)
  br label %19

19:                                               ; preds = %11, %18
  %20 = tail call i32 @llvm.abs.i32(i32 %16, i1 false)
  %21 = zext i32 %20 to i64
  tail call fastcc void @put_padded(i64 noundef %21)
  tail call fastcc void @put_char(i8 noundef signext 10)
  %22 = getelementptr inbounds i8, ptr %2, i32 6
  br label %287

23:                                               ; preds = %1
  %24 = getelementptr inbounds i8, ptr %2, i32 2
  %25 = load i16, ptr %24, align 2, !tbaa !22
  %26 = sext i16 %25 to i32
  %27 = getelementptr inbounds i8, ptr %2, i32 1
  %28 = load i8, ptr %27, align 1, !tbaa !21
  %29 = zext i8 %28 to i32
  %30 = getelementptr inbounds i32, ptr @program.machine, i32 %29
  store i32 %26, ptr %30, align 4, !tbaa !5
  %31 = getelementptr inbounds i8, ptr %2, i32 6
  br label %287

32:                                               ; preds = %1
  %33 = getelementptr inbounds i8, ptr %2, i32 2
  %34 = load i16, ptr %33, align 2, !tbaa !22
  %35 = sext i16 %34 to i32
  %36 = getelementptr inbounds i32, ptr @program.machine, i32 %35
  %37 = load i32, ptr %36, align 4, !tbaa !5
  %38 = getelementptr inbounds i8, ptr %2, i32 1
  %39 = load i8, ptr %38, align 1, !tbaa !21
  %40 = zext i8 %39 to i32
  %41 = getelementptr inbounds i32, ptr @program.machine, i32 %40
  store i32 %37, ptr %41, align 4, !tbaa !5
  %42 = getelementptr inbounds i8, ptr %2, i32 6
  br label %287

43:                                               ; preds = %1
  %44 = getelementptr inbounds i8, ptr %2, i32 2
  %45 = load i16, ptr %44, align 2, !tbaa !22
  %46 = sext i16 %45 to i32
  %47 = getelementptr inbounds i32, ptr @program.machine, i32 %46
  %48 = load i32, ptr %47, align 4, !tbaa !5
  %49 = getelementptr inbounds i8, ptr %2, i32 4
  %50 = load i16, ptr %49, align 2, !tbaa !23
  %51 = sext i16 %50 to i32
  %52 = getelementptr inbounds i32, ptr @program.machine, i32 %51
  %53 = load i32, ptr %52, align 4, !tbaa !5
  %54 = add i32 %53, %48
  %55 = getelementptr inbounds i8, ptr %2, i32 1
  %56 = load i8, ptr %55, align 1, !tbaa !21
  %57 = zext i8 %56 to i32
  %58 = getelementptr inbounds i32, ptr @program.machine, i32 %57
  store i32 %54, ptr %58, align 4, !tbaa !5
  %59 = getelementptr inbounds i8, ptr %2, i32 6
  br label %287

60:                                               ; preds = %1
  %61 = getelementptr inbounds i8, ptr %2, i32 2
  %62 = load i16, ptr %61, align 2, !tbaa !22
  %63 = sext i16 %62 to i32
  %64 = getelementptr inbounds i32, ptr @program.machine, i32 %63
  %65 = load i32, ptr %64, align 4, !tbaa !5
  %66 = getelementptr inbounds i8, ptr %2, i32 4
  %67 = load i16, ptr %66, align 2, !tbaa !23
  %68 = sext i16 %67 to i32
  %69 = add i32 %65, %68
  %70 = getelementptr inbounds i8, ptr %2, i32 1
  %71 = load i8, ptr %70, align 1, !tbaa !21
  %72 = zext i8 %71 to i32
  %73 = getelementptr inbounds i32, ptr @program.machine, i32 %72
  store i32 %69, ptr %73, align 4, !tbaa !5
  %74 = getelementptr inbounds i8, ptr %2, i32 6
  br label %287

75:                                               ; preds = %1
  %76 = getelementptr inbounds i8, ptr %2, i32 2
  %77 = load i16, ptr %76, align 2, !tbaa !22
  %78 = sext i16 %77 to i32
  %79 = getelementptr inbounds i32, ptr @program.machine, i32 %78
  %80 = load i32, ptr %79, align 4, !tbaa !5
  %81 = getelementptr inbounds i8, ptr %2, i32 4
  %82 = load i16, ptr %81, align 2, !tbaa !23
  %83 = sext i16 %82 to i32
  %84 = getelementptr inbounds i32, ptr @program.machine, i32 %83
  %85 = load i32, ptr %84, align 4, !tbaa !5
  %86 = sub i32 %80, %85
  %87 = getelementptr inbounds i8, ptr %2, i32 1
  %88 = load i8, ptr %87, align 1, !tbaa !21
  %89 = zext i8 %88 to i32
  %90 = getelementptr inbounds i32, ptr @program.machine, i32 %89
  store i32 %86, ptr %90, align 4, !tbaa !5
  %91 = getelementptr inbounds i8, ptr %2, i32 6
  br label %287

92:                                               ; preds = %1
  %93 = getelementptr inbounds i8, ptr %2, i32 2
  %94 = load i16, ptr %93, align 2, !tbaa !22
  %95 = sext i16 %94 to i32
  %96 = getelementptr inbounds i32, ptr @program.machine, i32 %95
  %97 = load i32, ptr %96, align 4, !tbaa !5
  %98 = getelementptr inbounds i8, ptr %2, i32 4
  %99 = load i16, ptr %98, align 2, !tbaa !23
  %100 = sext i16 %99 to i32
  %101 = getelementptr inbounds i32, ptr @program.machine, i32 %100
  %102 = load i32, ptr %101, align 4, !tbaa !5
  %103 = mul i32 %102, %97
  %104 = getelementptr inbounds i8, ptr %2, i32 1
  %105 = load i8, ptr %104, align 1, !tbaa !21
  %106 = zext i8 %105 to i32
  %107 = getelementptr inbounds i32, ptr @program.machine, i32 %106
  store i32 %103, ptr %107, align 4, !tbaa !5
  %108 = getelementptr inbounds i8, ptr %2, i32 6
  br label %287

109:                                              ; preds = %1
  %110 = getelementptr inbounds i8, ptr %2, i32 4
  %111 = load i16, ptr %110, align 2, !tbaa !23
  %112 = sext i16 %111 to i32
  %113 = getelementptr inbounds i32, ptr @program.machine, i32 %112
  %114 = load i32, ptr %113, align 4, !tbaa !5
  switch i32 %114, label %115 [
    i32 0, label %289
    i32 -1, label %122
  ]

115:                                              ; preds = %109
  %116 = getelementptr inbounds i8, ptr %2, i32 2
  %117 = load i16, ptr %116, align 2, !tbaa !22
  %118 = sext i16 %117 to i32
  %119 = getelementptr inbounds i32, ptr @program.machine, i32 %118
  %120 = load i32, ptr %119, align 4, !tbaa !5
  %121 = srem i32 %120, %114
  br label %122

122:                                              ; preds = %109, %115
  %123 = phi i32 [ %121, %115 ], [ 0, %109 ]
  %124 = getelementptr inbounds i8, ptr %2, i32 1
  %125 = load i8, ptr %124, align 1, !tbaa !21
  %126 = zext i8 %125 to i32
  %127 = getelementptr inbounds i32, ptr @program.machine, i32 %126
  store i32 %123, ptr %127, align 4, !tbaa !5
  %128 = getelementptr inbounds i8, ptr %2, i32 6
  br label %287

129:                                              ; preds = %1
  %130 = getelementptr inbounds i8, ptr %2, i32 2
  %131 = load i16, ptr %130, align 2, !tbaa !22
  %132 = sext i16 %131 to i32
  %133 = getelementptr inbounds i32, ptr @program.machine, i32 %132
  %134 = load i32, ptr %133, align 4, !tbaa !5
  %135 = getelementptr inbounds i8, ptr %2, i32 4
  %136 = load i16, ptr %135, align 2, !tbaa !23
  %137 = sext i16 %136 to i32
  %138 = getelementptr inbounds i32, ptr @program.machine, i32 %137
  %139 = load i32, ptr %138, align 4, !tbaa !5
  %140 = xor i32 %139, %134
  %141 = getelementptr inbounds i8, ptr %2, i32 1
  %142 = load i8, ptr %141, align 1, !tbaa !21
  %143 = zext i8 %142 to i32
  %144 = getelementptr inbounds i32, ptr @program.machine, i32 %143
  store i32 %140, ptr %144, align 4, !tbaa !5
  %145 = getelementptr inbounds i8, ptr %2, i32 6
  br label %287

146:                                              ; preds = %1
  %147 = getelementptr inbounds i8, ptr %2, i32 2
  %148 = load i16, ptr %147, align 2, !tbaa !22
  %149 = sext i16 %148 to i32
  %150 = getelementptr inbounds i32, ptr @program.machine, i32 %149
  %151 = load i32, ptr %150, align 4, !tbaa !5
  %152 = getelementptr inbounds i8, ptr %2, i32 4
  %153 = load i16, ptr %152, align 2, !tbaa !23
  %154 = zext nneg i16 %153 to i32
  %155 = shl i32 %151, %154
  %156 = getelementptr inbounds i8, ptr %2, i32 1
  %157 = load i8, ptr %156, align 1, !tbaa !21
  %158 = zext i8 %157 to i32
  %159 = getelementptr inbounds i32, ptr @program.machine, i32 %158
  store i32 %155, ptr %159, align 4, !tbaa !5
  %160 = getelementptr inbounds i8, ptr %2, i32 6
  br label %287

161:                                              ; preds = %1
  %162 = getelementptr inbounds i8, ptr %2, i32 2
  %163 = load i16, ptr %162, align 2, !tbaa !22
  %164 = sext i16 %163 to i32
  %165 = getelementptr inbounds i32, ptr @program.machine, i32 %164
  %166 = load i32, ptr %165, align 4, !tbaa !5
  %167 = getelementptr inbounds i8, ptr %2, i32 4
  %168 = load i16, ptr %167, align 2, !tbaa !23
  %169 = zext nneg i16 %168 to i32
  %170 = ashr i32 %166, %169
  %171 = getelementptr inbounds i8, ptr %2, i32 1
  %172 = load i8, ptr %171, align 1, !tbaa !21
  %173 = zext i8 %172 to i32
  %174 = getelementptr inbounds i32, ptr @program.machine, i32 %173
  store i32 %170, ptr %174, align 4, !tbaa !5
  %175 = getelementptr inbounds i8, ptr %2, i32 6
  br label %287

176:                                              ; preds = %1
  %177 = getelementptr inbounds i8, ptr %2, i32 2
  %178 = load i16, ptr %177, align 2, !tbaa !22
  %179 = sext i16 %178 to i32
  %180 = getelementptr inbounds i32, ptr @program.machine, i32 %179
  %181 = load i32, ptr %180, align 4, !tbaa !5
  %182 = and i32 %181, 65535
  %183 = getelementptr inbounds [65536 x i8], ptr getelementptr inbounds (i8, ptr @program.machine, i32 64), i32 0, i32 %182
  %184 = load i8, ptr %183, align 1, !tbaa !14
  %185 = sext i8 %184 to i32
  %186 = getelementptr inbounds i8, ptr %2, i32 1
  %187 = load i8, ptr %186, align 1, !tbaa !21
  %188 = zext i8 %187 to i32
  %189 = getelementptr inbounds i32, ptr @program.machine, i32 %188
  store i32 %185, ptr %189, align 4, !tbaa !5
  %190 = getelementptr inbounds i8, ptr %2, i32 6
  br label %287

191:                                              ; preds = %1
  %192 = getelementptr inbounds i8, ptr %2, i32 1
  %193 = load i8, ptr %192, align 1, !tbaa !21
  %194 = zext i8 %193 to i32
  %195 = getelementptr inbounds i32, ptr @program.machine, i32 %194
  %196 = load i32, ptr %195, align 4, !tbaa !5
  %197 = trunc i32 %196 to i8
  %198 = getelementptr inbounds i8, ptr %2, i32 2
  %199 = load i16, ptr %198, align 2, !tbaa !22
  %200 = sext i16 %199 to i32
  %201 = getelementptr inbounds i32, ptr @program.machine, i32 %200
  %202 = load i32, ptr %201, align 4, !tbaa !5
  %203 = and i32 %202, 65535
  %204 = getelementptr inbounds [65536 x i8], ptr getelementptr inbounds (i8, ptr @program.machine, i32 64), i32 0, i32 %203
  store i8 %197, ptr %204, align 1, !tbaa !14
  %205 = getelementptr inbounds i8, ptr %2, i32 6
  br label %287

206:                                              ; preds = %1
  %207 = getelementptr inbounds i8, ptr %2, i32 2
  %208 = load i16, ptr %207, align 2, !tbaa !22
  %209 = sext i16 %208 to i32
  %210 = getelementptr inbounds %struct.instruction, ptr @code, i32 %209
  br label %287

211:                                              ; preds = %1
  %212 = getelementptr inbounds i8, ptr %2, i32 1
  %213 = load i8, ptr %212, align 1, !tbaa !21
  %214 = zext i8 %213 to i32
  %215 = getelementptr inbounds i32, ptr @program.machine, i32 %214
  %216 = load i32, ptr %215, align 4, !tbaa !5
  %217 = icmp eq i32 %216, 0
  br i1 %217, label %218, label %223

218:                                              ; preds = %211
  %219 = getelementptr inbounds i8, ptr %2, i32 2
  %220 = load i16, ptr %219, align 2, !tbaa !22
  %221 = sext i16 %220 to i32
  %222 = getelementptr inbounds %struct.instruction, ptr @code, i32 %221
  br label %287

223:                                              ; preds = %211
  %224 = getelementptr inbounds i8, ptr %2, i32 6
  br label %287

225:                                              ; preds = %1
  %226 = getelementptr inbounds i8, ptr %2, i32 1
  %227 = load i8, ptr %226, align 1, !tbaa !21
  %228 = zext i8 %227 to i32
  %229 = getelementptr inbounds i32, ptr @program.machine, i32 %228
  %230 = load i32, ptr %229, align 4, !tbaa !5
  %231 = getelementptr inbounds i8, ptr %2, i32 2
  %232 = load i16, ptr %231, align 2, !tbaa !22
  %233 = sext i16 %232 to i32
  %234 = getelementptr inbounds i32, ptr @program.machine, i32 %233
  %235 = load i32, ptr %234, align 4, !tbaa !5
  %236 = icmp slt i32 %230, %235
  br i1 %236, label %237, label %242

237:                                              ; preds = %225
  %238 = getelementptr inbounds i8, ptr %2, i32 4
  %239 = load i16, ptr %238, align 2, !tbaa !23
  %240 = sext i16 %239 to i32
  %241 = getelementptr inbounds %struct.instruction, ptr @code, i32 %240
  br label %287

242:                                              ; preds = %225
  %243 = getelementptr inbounds i8, ptr %2, i32 6
  br label %287

244:                                              ; preds = %1
  %245 = getelementptr inbounds i8, ptr %2, i32 1
  %246 = load i8, ptr %245, align 1, !tbaa !21
  %247 = zext i8 %246 to i32
  %248 = getelementptr inbounds i32, ptr @program.machine, i32 %247
  %249 = load i32, ptr %248, align 4, !tbaa !5
  %250 = getelementptr inbounds i8, ptr %2, i32 2
  %251 = load i16, ptr %250, align 2, !tbaa !22
  %252 = sext i16 %251 to i32
  %253 = getelementptr inbounds i32, ptr @program.machine, i32 %252
  %254 = load i32, ptr %253, align 4, !tbaa !5
  %255 = icmp ult i32 %249, %254
  br i1 %255, label %256, label %261

256:                                              ; preds = %244
  %257 = getelementptr inbounds i8, ptr %2, i32 4
  %258 = load i16, ptr %257, align 2, !tbaa !23
  %259 = sext i16 %258 to i32
  %260 = getelementptr inbounds %struct.instruction, ptr @code, i32 %259
  br label %287

261:                                              ; preds = %244
  %262 = getelementptr inbounds i8, ptr %2, i32 6
  br label %287

263:                                              ; preds = %1
  %264 = load i32, ptr getelementptr inbounds (i8, ptr @program.machine, i32 65728), align 4, !tbaa !24
  %265 = icmp eq i32 %264, 64
  br i1 %265, label %289, label %266

266:                                              ; preds = %263
  %267 = getelementptr inbounds i8, ptr %2, i32 6
  %268 = ptrtoint ptr %267 to i32
  %269 = sub i32 %268, ptrtoint (ptr @code to i32)
  %270 = sdiv exact i32 %269, 6
  %271 = trunc i32 %270 to i16
  %272 = add nsw i32 %264, 1
  store i32 %272, ptr getelementptr inbounds (i8, ptr @program.machine, i32 65728), align 4, !tbaa !24
  %273 = getelementptr inbounds [64 x i16], ptr getelementptr inbounds (i8, ptr @program.machine, i32 65600), i32 0, i32 %264
  store i16 %271, ptr %273, align 2, !tbaa !26
  %274 = getelementptr inbounds i8, ptr %2, i32 2
  %275 = load i16, ptr %274, align 2, !tbaa !22
  %276 = sext i16 %275 to i32
  %277 = getelementptr inbounds %struct.instruction, ptr @code, i32 %276
  br label %287

278:                                              ; preds = %1
  %279 = load i32, ptr getelementptr inbounds (i8, ptr @program.machine, i32 65728), align 4, !tbaa !24
  %280 = icmp eq i32 %279, 0
  br i1 %280, label %289, label %281

281:                                              ; preds = %278
  %282 = add nsw i32 %279, -1
  store i32 %282, ptr getelementptr inbounds (i8, ptr @program.machine, i32 65728), align 4, !tbaa !24
  %283 = getelementptr inbounds [64 x i16], ptr getelementptr inbounds (i8, ptr @program.machine, i32 65600), i32 0, i32 %282
  %284 = load i16, ptr %283, align 2, !tbaa !26
  %285 = zext i16 %284 to i32
  %286 = getelementptr inbounds %struct.instruction, ptr @code, i32 %285
  br label %287

287:                                              ; preds = %281, %266, %206, %191, %176, %161, %146, %129, %122, %92, %75, %60, %43, %32, %23, %19, %223, %218, %242, %237, %261, %256
  %288 = phi ptr [ %22, %19 ], [ %31, %23 ], [ %42, %32 ], [ %59, %43 ], [ %74, %60 ], [ %91, %75 ], [ %108, %92 ], [ %128, %122 ], [ %145, %129 ], [ %160, %146 ], [ %175, %161 ], [ %190, %176 ], [ %205, %191 ], [ %210, %206 ], [ %277, %266 ], [ %286, %281 ], [ %222, %218 ], [ %224, %223 ], [ %241, %237 ], [ %243, %242 ], [ %260, %256 ], [ %262, %261 ]
  br label %1, !llvm.loop !27

289:                                              ; preds = %278, %263, %109, %5
  %290 = phi i32 [ %10, %5 ], [ 100, %109 ], [ 100, %263 ], [ 100, %278 ]
  ret i32 %290
}

; Function Attrs: noinline nounwind
define internal fastcc void @put_padded(i64 noundef %0) unnamed_addr #5 {
  %2 = alloca [20 x i8], align 16
  call void @llvm.lifetime.start.p0(i64 20, ptr nonnull %2) #10
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
  store i8 %11, ptr %13, align 1, !tbaa !14
  %14 = icmp ugt i64 %5, 9
  br i1 %14, label %3, label %15, !llvm.loop !28

15:                                               ; preds = %3, %15
  %16 = phi i32 [ %17, %15 ], [ %12, %3 ]
  %17 = add nsw i32 %16, -1
  %18 = getelementptr inbounds [20 x i8], ptr %2, i32 0, i32 %17
  %19 = load i8, ptr %18, align 1, !tbaa !14
  tail call fastcc void @put_char(i8 noundef signext %19)
  %20 = icmp sgt i32 %16, 1
  br i1 %20, label %15, label %21, !llvm.loop !29

21:                                               ; preds = %15
  call void @llvm.lifetime.end.p0(i64 20, ptr nonnull %2) #10
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.abs.i32(i32, i1 immarg) #9

attributes #0 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-export-name"="_start" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_sizes_get" }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_get" }
attributes #4 = { noinline noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #5 = { noinline nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #6 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #7 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="fd_write" }
attributes #8 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="proc_exit" }
attributes #9 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { nounwind }
attributes #11 = { noreturn }
attributes #12 = { noreturn nounwind }

!llvm.module.flags = !{!0}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{!2, !2, i64 0}
!2 = !{!"long", !3, i64 0}
!3 = !{!"omnipotent char", !4, i64 0}
!4 = !{!"Simple C/C++ TBAA"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !3, i64 0}
!7 = distinct !{!7, !8, !9}
!8 = !{!"llvm.loop.mustprogress"}
!9 = !{!"llvm.loop.unroll.disable"}
!10 = !{!11, !12, i64 0}
!11 = !{!"wasi_slice", !12, i64 0, !2, i64 4}
!12 = !{!"any pointer", !3, i64 0}
!13 = !{!11, !2, i64 4}
!14 = !{!3, !3, i64 0}
!15 = distinct !{!15, !8, !9}
!16 = !{!12, !12, i64 0}
!17 = distinct !{!17, !8, !9}
!18 = !{!19, !3, i64 0}
!19 = !{!"instruction", !3, i64 0, !3, i64 1, !20, i64 2, !20, i64 4}
!20 = !{!"short", !3, i64 0}
!21 = !{!19, !3, i64 1}
!22 = !{!19, !20, i64 2}
!23 = !{!19, !20, i64 4}
!24 = !{!25, !6, i64 65728}
!25 = !{!"machine", !3, i64 0, !3, i64 64, !3, i64 65600, !6, i64 65728}
!26 = !{!20, !20, i64 0}
!27 = distinct !{!27, !9}
!28 = distinct !{!28, !8, !9}
!29 = distinct !{!29, !8, !9}
