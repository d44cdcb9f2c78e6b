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
@output_length = internal unnamed_addr global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@program.machine = internal unnamed_addr global %struct.machine zeroinitializer, align 4
@.str.1 = private unnamed_addr constant [7 x i8] c"fault\0A\00", align 1
@.str.2 = private unnamed_addr constant [63 x i8] c"the argument must be a number, neither too small nor too large\00", align 1
@code = internal constant [66 x %struct.instruction] [%struct.instruction { i8 2, i8 2, i16 2, i16 0 }, %struct.instruction { i8 2, i8 3, i16 0, i16 0 }, %struct.instruction { i8 12, i8 4, i16 2, i16 0 }, %struct.instruction { i8 5, i8 5, i16 4, i16 1 }, %struct.instruction { i8 15, i8 5, i16 11, i16 0 }, %struct.instruction { i8 5, i8 3, i16 3, i16 1 }, %struct.instruction { i8 3, i8 4, i16 2, i16 0 }, %struct.instruction { i8 2, i8 5, i16 -1, i16 0 }, %struct.instruction { i8 13, i8 5, i16 4, i16 0 }, %struct.instruction { i8 4, i8 4, i16 4, i16 2 }, %struct.instruction { i8 16, i8 4, i16 1, i16 8 }, %struct.instruction { i8 5, i8 2, i16 2, i16 1 }, %struct.instruction { i8 16, i8 2, i16 1, i16 2 }, %struct.instruction { i8 1, i8 3, i16 0, i16 0 }, %struct.instruction { i8 2, i8 2, i16 1, i16 0 }, %struct.instruction { i8 2, i8 6, i16 0, i16 0 }, %struct.instruction { i8 3, i8 3, i16 2, i16 0 }, %struct.instruction { i8 2, i8 4, i16 0, i16 0 }, %struct.instruction { i8 5, i8 5, i16 3, i16 -1 }, %struct.instruction { i8 15, i8 5, i16 29, i16 0 }, %struct.instruction { i8 5, i8 4, i16 4, i16 1 }, %struct.instruction { i8 10, i8 5, i16 3, i16 31 }, %struct.instruction { i8 15, i8 5, i16 27, i16 0 }, %struct.instruction { i8 2, i8 5, i16 3, i16 0 }, %struct.instruction { i8 7, i8 3, i16 3, i16 5 }, %struct.instruction { i8 5, i8 3, i16 3, i16 1 }, %struct.instruction { i8 14, i8 0, i16 18, i16 0 }, %struct.instruction { i8 11, i8 3, i16 3, i16 1 }, %struct.instruction { i8 14, i8 0, i16 18, i16 0 }, %struct.instruction { i8 16, i8 4, i16 6, i16 32 }, %struct.instruction { i8 3, i8 6, i16 4, i16 0 }, %struct.instruction { i8 3, i8 7, i16 2, i16 0 }, %struct.instruction { i8 5, i8 2, i16 2, i16 1 }, %struct.instruction { i8 17, i8 2, i16 1, i16 16 }, %struct.instruction { i8 1, i8 6, i16 0, i16 0 }, %struct.instruction { i8 1, i8 7, i16 0, i16 0 }, %struct.instruction { i8 2, i8 2, i16 1, i16 0 }, %struct.instruction { i8 2, i8 6, i16 0, i16 0 }, %struct.instruction { i8 3, i8 3, i16 2, i16 0 }, %struct.instruction { i8 3, i8 4, i16 1, i16 0 }, %struct.instruction { i8 18, i8 0, i16 60, i16 0 }, %struct.instruction { i8 4, i8 6, i16 6, i16 3 }, %struct.instruction { i8 5, i8 2, i16 2, i16 1 }, %struct.instruction { i8 16, i8 2, i16 1, i16 38 }, %struct.instruction { i8 1, i8 6, i16 0, i16 0 }, %struct.instruction { i8 2, i8 8, i16 1, i16 0 }, %struct.instruction { i8 3, i8 2, i16 1, i16 0 }, %struct.instruction { i8 12, i8 5, i16 2, i16 0 }, %struct.instruction { i8 9, i8 8, i16 8, i16 5 }, %struct.instruction { i8 10, i8 5, i16 8, i16 13 }, %struct.instruction { i8 9, i8 8, i16 8, i16 5 }, %struct.instruction { i8 11, i8 5, i16 8, i16 17 }, %struct.instruction { i8 9, i8 8, i16 8, i16 5 }, %struct.instruction { i8 2, i8 5, i16 1, i16 0 }, %struct.instruction { i8 6, i8 2, i16 2, i16 5 }, %struct.instruction { i8 16, i8 0, i16 2, i16 47 }, %struct.instruction { i8 1, i8 8, i16 0, i16 0 }, %struct.instruction { i8 8, i8 8, i16 8, i16 1 }, %struct.instruction { i8 1, i8 8, i16 0, i16 0 }, %struct.instruction zeroinitializer, %struct.instruction { i8 15, i8 4, i16 65, i16 0 }, %struct.instruction { i8 8, i8 5, i16 3, i16 4 }, %struct.instruction { i8 3, i8 3, i16 4, i16 0 }, %struct.instruction { i8 3, i8 4, i16 5, i16 0 }, %struct.instruction { i8 14, i8 0, i16 60, i16 0 }, %struct.instruction { i8 19, i8 0, i16 0, i16 0 }], align 16
@execute.labels = internal unnamed_addr constant [20 x ptr] [ptr blockaddress(@execute, %2), ptr blockaddress(@execute, %8), ptr blockaddress(@execute, %26), ptr blockaddress(@execute, %35), ptr blockaddress(@execute, %46), ptr blockaddress(@execute, %63), ptr blockaddress(@execute, %78), ptr blockaddress(@execute, %95), ptr blockaddress(@execute, %112), ptr blockaddress(@execute, %132), ptr blockaddress(@execute, %149), ptr blockaddress(@execute, %164), ptr blockaddress(@execute, %179), ptr blockaddress(@execute, %194), ptr blockaddress(@execute, %209), ptr blockaddress(@execute, %214), ptr blockaddress(@execute, %228), ptr blockaddress(@execute, %247), ptr blockaddress(@execute, %266), ptr blockaddress(@execute, %281)], align 16
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
  %4 = tail call fastcc i32 @execute(ptr nonnull poison)
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
define internal fastcc i32 @execute(ptr nocapture readnone %0) #5 {
  br label %292

2:                                                ; preds = %292
  %3 = getelementptr inbounds i8, ptr %293, i32 1
  %4 = load i8, ptr %3, align 1, !tbaa !18
  %5 = zext i8 %4 to i32
  %6 = getelementptr inbounds i32, ptr @program.machine, i32 %5
  %7 = load i32, ptr %6, align 4, !tbaa !5
  br label %290

8:                                                ; preds = %292
  %9 = getelementptr inbounds i8, ptr %293, i32 1
  %10 = load i8, ptr %9, align 1, !tbaa !18
  %11 = zext i8 %10 to i32
  %12 = getelementptr inbounds i32, ptr @program.machine, i32 %11
  %13 = load i32, ptr %12, align 4, !tbaa !5
  %14 = icmp slt i32 %13, 0
  br i1 %14, label %15, label %16

15:                                               ; preds = %8
  tail call fastcc void @put_char(i8 noundef signext 45)
  br label %16

16:                                               ; preds = %8, %15
  %17 = tail call i32 @llvm.abs.i32(i32 %13, i1 false)
  %18 = zext i32 %17 to i64
  tail call fastcc void @put_padded(i64 noundef %18)
  tail call fastcc void @put_char(i8 noundef signext 10)
  %19 = getelementptr inbounds i8, ptr %293, i32 6
  br label %20

20:                                               ; preds = %259, %264, %240, %245, %221, %226, %16, %26, %35, %46, %63, %78, %95, %125, %132, %149, %164, %179, %194, %209, %269, %284
  %21 = phi ptr [ %19, %16 ], [ %34, %26 ], [ %45, %35 ], [ %62, %46 ], [ %77, %63 ], [ %94, %78 ], [ %111, %95 ], [ %131, %125 ], [ %148, %132 ], [ %163, %149 ], [ %178, %164 ], [ %193, %179 ], [ %208, %194 ], [ %213, %209 ], [ %280, %269 ], [ %289, %284 ], [ %225, %221 ], [ %227, %226 ], [ %244, %240 ], [ %246, %245 ], [ %263, %259 ], [ %265, %264 ]
  %22 = load i8, ptr %21, align 2, !tbaa !21
  %23 = zext i8 %22 to i32
  %24 = getelementptr inbounds [20 x ptr], ptr @execute.labels, i32 0, i32 %23
  %25 = load ptr, ptr %24, align 4, !tbaa !16
  br label %292

26:                                               ; preds = %292
  %27 = getelementptr inbounds i8, ptr %293, i32 2
  %28 = load i16, ptr %27, align 2, !tbaa !22
  %29 = sext i16 %28 to i32
  %30 = getelementptr inbounds i8, ptr %293, i32 1
  %31 = load i8, ptr %30, align 1, !tbaa !18
  %32 = zext i8 %31 to i32
  %33 = getelementptr inbounds i32, ptr @program.machine, i32 %32
  store i32 %29, ptr %33, align 4, !tbaa !5
  %34 = getelementptr inbounds i8, ptr %293, i32 6
  br label %20

35:                                               ; preds = %292
  %36 = getelementptr inbounds i8, ptr %293, i32 2
  %37 = load i16, ptr %36, align 2, !tbaa !22
  %38 = sext i16 %37 to i32
  %39 = getelementptr inbounds i32, ptr @program.machine, i32 %38
  %40 = load i32, ptr %39, align 4, !tbaa !5
  %41 = getelementptr inbounds i8, ptr %293, i32 1
  %42 = load i8, ptr %41, align 1, !tbaa !18
  %43 = zext i8 %42 to i32
  %44 = getelementptr inbounds i32, ptr @program.machine, i32 %43
  store i32 %40, ptr %44, align 4, !tbaa !5
  %45 = getelementptr inbounds i8, ptr %293, i32 6
  br label %20

46:                                               ; preds = %292
  %47 = getelementptr inbounds i8, ptr %293, i32 2
  %48 = load i16, ptr %47, align 2, !tbaa !22
  %49 = sext i16 %48 to i32
  %50 = getelementptr inbounds i32, ptr @program.machine, i32 %49
  %51 = load i32, ptr %50, align 4, !tbaa !5
  %52 = getelementptr inbounds i8, ptr %293, i32 4
  %53 = load i16, ptr %52, align 2, !tbaa !23
  %54 = sext i16 %53 to i32
  %55 = getelementptr inbounds i32, ptr @program.machine, i32 %54
  %56 = load i32, ptr %55, align 4, !tbaa !5
  %57 = add i32 %56, %51
  %58 = getelementptr inbounds i8, ptr %293, i32 1
  %59 = load i8, ptr %58, align 1, !tbaa !18
  %60 = zext i8 %59 to i32
  %61 = getelementptr inbounds i32, ptr @program.machine, i32 %60
  store i32 %57, ptr %61, align 4, !tbaa !5
  %62 = getelementptr inbounds i8, ptr %293, i32 6
  br label %20

63:                                               ; preds = %292
  %64 = getelementptr inbounds i8, ptr %293, i32 2
  %65 = load i16, ptr %64, align 2, !tbaa !22
  %66 = sext i16 %65 to i32
  %67 = getelementptr inbounds i32, ptr @program.machine, i32 %66
  %68 = load i32, ptr %67, align 4, !tbaa !5
  %69 = getelementptr inbounds i8, ptr %293, i32 4
  %70 = load i16, ptr %69, align 2, !tbaa !23
  %71 = sext i16 %70 to i32
  %72 = add i32 %68, %71
  %73 = getelementptr inbounds i8, ptr %293, i32 1
  %74 = load i8, ptr %73, align 1, !tbaa !18
  %75 = zext i8 %74 to i32
  %76 = getelementptr inbounds i32, ptr @program.machine, i32 %75
  store i32 %72, ptr %76, align 4, !tbaa !5
  %77 = getelementptr inbounds i8, ptr %293, i32 6
  br label %20

78:                                               ; preds = %292
  %79 = getelementptr inbounds i8, ptr %293, i32 2
  %80 = load i16, ptr %79, align 2, !tbaa !22
  %81 = sext i16 %80 to i32
  %82 = getelementptr inbounds i32, ptr @program.machine, i32 %81
  %83 = load i32, ptr %82, align 4, !tbaa !5
  %84 = getelementptr inbounds i8, ptr %293, i32 4
  %85 = load i16, ptr %84, align 2, !tbaa !23
  %86 = sext i16 %85 to i32
  %87 = getelementptr inbounds i32, ptr @program.machine, i32 %86
  %88 = load i32, ptr %87, align 4, !tbaa !5
  %89 = sub i32 %83, %88
  %90 = getelementptr inbounds i8, ptr %293, i32 1
  %91 = load i8, ptr %90, align 1, !tbaa !18
  %92 = zext i8 %91 to i32
  %93 = getelementptr inbounds i32, ptr @program.machine, i32 %92
  store i32 %89, ptr %93, align 4, !tbaa !5
  %94 = getelementptr inbounds i8, ptr %293, i32 6
  br label %20

95:                                               ; preds = %292
  %96 = getelementptr inbounds i8, ptr %293, i32 2
  %97 = load i16, ptr %96, align 2, !tbaa !22
  %98 = sext i16 %97 to i32
  %99 = getelementptr inbounds i32, ptr @program.machine, i32 %98
  %100 = load i32, ptr %99, align 4, !tbaa !5
  %101 = getelementptr inbounds i8, ptr %293, i32 4
  %102 = load i16, ptr %101, align 2, !tbaa !23
  %103 = sext i16 %102 to i32
  %104 = getelementptr inbounds i32, ptr @program.machine, i32 %103
  %105 = load i32, ptr %104, align 4, !tbaa !5
  %106 = mul i32 %105, %100
  %107 = getelementptr inbounds i8, ptr %293, i32 1
  %108 = load i8, ptr %107, align 1, !tbaa !18
  %109 = zext i8 %108 to i32
  %110 = getelementptr inbounds i32, ptr @program.machine, i32 %109
  store i32 %106, ptr %110, align 4, !tbaa !5
  %111 = getelementptr inbounds i8, ptr %293, i32 6
  br label %20

112:                                              ; preds = %292
  %113 = getelementptr inbounds i8, ptr %293, i32 4
  %114 = load i16, ptr %113, align 2, !tbaa !23
  %115 = sext i16 %114 to i32
  %116 = getelementptr inbounds i32, ptr @program.machine, i32 %115
  %117 = load i32, ptr %116, align 4, !tbaa !5
  switch i32 %117, label %118 [
    i32 0, label %290
    i32 -1, label %125
  ]

118:                                              ; preds = %112
  %119 = getelementptr inbounds i8, ptr %293, i32 2
  %120 = load i16, ptr %119, align 2, !tbaa !22
  %121 = sext i16 %120 to i32
  %122 = getelementptr inbounds i32, ptr @program.machine, i32 %121
  %123 = load i32, ptr %122, align 4, !tbaa !5
  %124 = srem i32 %123, %117
  br label %125

125:                                              ; preds = %112, %118
  %126 = phi i32 [ %124, %118 ], [ 0, %112 ]
  %127 = getelementptr inbounds i8, ptr %293, i32 1
  %128 = load i8, ptr %127, align 1, !tbaa !18
  %129 = zext i8 %128 to i32
  %130 = getelementptr inbounds i32, ptr @program.machine, i32 %129
  store i32 %126, ptr %130, align 4, !tbaa !5
  %131 = getelementptr inbounds i8, ptr %293, i32 6
  br label %20

132:                                              ; preds = %292
  %133 = getelementptr inbounds i8, ptr %293, i32 2
  %134 = load i16, ptr %133, align 2, !tbaa !22
  %135 = sext i16 %134 to i32
  %136 = getelementptr inbounds i32, ptr @program.machine, i32 %135
  %137 = load i32, ptr %136, align 4, !tbaa !5
  %138 = getelementptr inbounds i8, ptr %293, i32 4
  %139 = load i16, ptr %138, align 2, !tbaa !23
  %140 = sext i16 %139 to i32
  %141 = getelementptr inbounds i32, ptr @program.machine, i32 %140
  %142 = load i32, ptr %141, align 4, !tbaa !5
  %143 = xor i32 %142, %137
  %144 = getelementptr inbounds i8, ptr %293, i32 1
  %145 = load i8, ptr %144, align 1, !tbaa !18
  %146 = zext i8 %145 to i32
  %147 = getelementptr inbounds i32, ptr @program.machine, i32 %146
  store i32 %143, ptr %147, align 4, !tbaa !5
  %148 = getelementptr inbounds i8, ptr %293, i32 6
  br label %20

149:                                              ; preds = %292
  %150 = getelementptr inbounds i8, ptr %293, i32 2
  %151 = load i16, ptr %150, align 2, !tbaa !22
  %152 = sext i16 %151 to i32
  %153 = getelementptr inbounds i32, ptr @program.machine, i32 %152
  %154 = load i32, ptr %153, align 4, !tbaa !5
  %155 = getelementptr inbounds i8, ptr %293, i32 4
  %156 = load i16, ptr %155, align 2, !tbaa !23
  %157 = zext nneg i16 %156 to i32
  %158 = shl i32 %154, %157
  %159 = getelementptr inbounds i8, ptr %293, i32 1
  %160 = load i8, ptr %159, align 1, !tbaa !18
  %161 = zext i8 %160 to i32
  %162 = getelementptr inbounds i32, ptr @program.machine, i32 %161
  store i32 %158, ptr %162, align 4, !tbaa !5
  %163 = getelementptr inbounds i8, ptr %293, i32 6
  br label %20

164:                                              ; preds = %292
  %165 = getelementptr inbounds i8, ptr %293, i32 2
  %166 = load i16, ptr %165, align 2, !tbaa !22
  %167 = sext i16 %166 to i32
  %168 = getelementptr inbounds i32, ptr @program.machine, i32 %167
  %169 = load i32, ptr %168, align 4, !tbaa !5
  %170 = getelementptr inbounds i8, ptr %293, i32 4
  %171 = load i16, ptr %170, align 2, !tbaa !23
  %172 = zext nneg i16 %171 to i32
  %173 = ashr i32 %169, %172
  %174 = getelementptr inbounds i8, ptr %293, i32 1
  %175 = load i8, ptr %174, align 1, !tbaa !18
  %176 = zext i8 %175 to i32
  %177 = getelementptr inbounds i32, ptr @program.machine, i32 %176
  store i32 %173, ptr %177, align 4, !tbaa !5
  %178 = getelementptr inbounds i8, ptr %293, i32 6
  br label %20

179:                                              ; preds = %292
  %180 = getelementptr inbounds i8, ptr %293, i32 2
  %181 = load i16, ptr %180, align 2, !tbaa !22
  %182 = sext i16 %181 to i32
  %183 = getelementptr inbounds i32, ptr @program.machine, i32 %182
  %184 = load i32, ptr %183, align 4, !tbaa !5
  %185 = and i32 %184, 65535
  %186 = getelementptr inbounds [65536 x i8], ptr getelementptr inbounds (i8, ptr @program.machine, i32 64), i32 0, i32 %185
  %187 = load i8, ptr %186, align 1, !tbaa !14
  %188 = sext i8 %187 to i32
  %189 = getelementptr inbounds i8, ptr %293, i32 1
  %190 = load i8, ptr %189, align 1, !tbaa !18
  %191 = zext i8 %190 to i32
  %192 = getelementptr inbounds i32, ptr @program.machine, i32 %191
  store i32 %188, ptr %192, align 4, !tbaa !5
  %193 = getelementptr inbounds i8, ptr %293, i32 6
  br label %20

194:                                              ; preds = %292
  %195 = getelementptr inbounds i8, ptr %293, i32 1
  %196 = load i8, ptr %195, align 1, !tbaa !18
  %197 = zext i8 %196 to i32
  %198 = getelementptr inbounds i32, ptr @program.machine, i32 %197
  %199 = load i32, ptr %198, align 4, !tbaa !5
  %200 = trunc i32 %199 to i8
  %201 = getelementptr inbounds i8, ptr %293, i32 2
  %202 = load i16, ptr %201, align 2, !tbaa !22
  %203 = sext i16 %202 to i32
  %204 = getelementptr inbounds i32, ptr @program.machine, i32 %203
  %205 = load i32, ptr %204, align 4, !tbaa !5
  %206 = and i32 %205, 65535
  %207 = getelementptr inbounds [65536 x i8], ptr getelementptr inbounds (i8, ptr @program.machine, i32 64), i32 0, i32 %206
  store i8 %200, ptr %207, align 1, !tbaa !14
  %208 = getelementptr inbounds i8, ptr %293, i32 6
  br label %20

209:                                              ; preds = %292
  %210 = getelementptr inbounds i8, ptr %293, i32 2
  %211 = load i16, ptr %210, align 2, !tbaa !22
  %212 = sext i16 %211 to i32
  %213 = getelementptr inbounds %struct.instruction, ptr @code, i32 %212
  br label %20

214:                                              ; preds = %292
  %215 = getelementptr inbounds i8, ptr %293, i32 1
  %216 = load i8, ptr %215, align 1, !tbaa !18
  %217 = zext i8 %216 to i32
  %218 = getelementptr inbounds i32, ptr @program.machine, i32 %217
  %219 = load i32, ptr %218, align 4, !tbaa !5
  %220 = icmp eq i32 %219, 0
  br i1 %220, label %221, label %226

221:                                              ; preds = %214
  %222 = getelementptr inbounds i8, ptr %293, i32 2
  %223 = load i16, ptr %222, align 2, !tbaa !22
  %224 = sext i16 %223 to i32
  %225 = getelementptr inbounds %struct.instruction, ptr @code, i32 %224
  br label %20

226:                                              ; preds = %214
  %227 = getelementptr inbounds i8, ptr %293, i32 6
  br label %20

228:                                              ; preds = %292
  %229 = getelementptr inbounds i8, ptr %293, i32 1
  %230 = load i8, ptr %229, align 1, !tbaa !18
  %231 = zext i8 %230 to i32
  %232 = getelementptr inbounds i32, ptr @program.machine, i32 %231
  %233 = load i32, ptr %232, align 4, !tbaa !5
  %234 = getelementptr inbounds i8, ptr %293, i32 2
  %235 = load i16, ptr %234, align 2, !tbaa !22
  %236 = sext i16 %235 to i32
  %237 = getelementptr inbounds i32, ptr @program.machine, i32 %236
  %238 = load i32, ptr %237, align 4, !tbaa !5
  %239 = icmp slt i32 %233, %238
  br i1 %239, label %240, label %245

240:                                              ; preds = %228
  %241 = getelementptr inbounds i8, ptr %293, i32 4
  %242 = load i16, ptr %241, align 2, !tbaa !23
  %243 = sext i16 %242 to i32
  %244 = getelementptr inbounds %struct.instruction, ptr @code, i32 %243
  br label %20

245:                                              ; preds = %228
  %246 = getelementptr inbounds i8, ptr %293, i32 6
  br label %20

247:                                              ; preds = %292
  %248 = getelementptr inbounds i8, ptr %293, i32 1
  %249 = load i8, ptr %248, align 1, !tbaa !18
  %250 = zext i8 %249 to i32
  %251 = getelementptr inbounds i32, ptr @program.machine, i32 %250
  %252 = load i32, ptr %251, align 4, !tbaa !5
  %253 = getelementptr inbounds i8, ptr %293, i32 2
  %254 = load i16, ptr %253, align 2, !tbaa !22
  %255 = sext i16 %254 to i32
  %256 = getelementptr inbounds i32, ptr @program.machine, i32 %255
  %257 = load i32, ptr %256, align 4, !tbaa !5
  %258 = icmp ult i32 %252, %257
  br i1 %258, label %259, label %264

259:                                              ; preds = %247
  %260 = getelementptr inbounds i8, ptr %293, i32 4
  %261 = load i16, ptr %260, align 2, !tbaa !23
  %262 = sext i16 %261 to i32
  %263 = getelementptr inbounds %struct.instruction, ptr @code, i32 %262
  br label %20

264:                                              ; preds = %247
  %265 = getelementptr inbounds i8, ptr %293, i32 6
  br label %20

266:                                              ; preds = %292
  %267 = load i32, ptr getelementptr inbounds (i8, ptr @program.machine, i32 65728), align 4, !tbaa !24
  %268 = icmp eq i32 %267, 64
  br i1 %268, label %290, label %269

269:                                              ; preds = %266
  %270 = getelementptr inbounds i8, ptr %293, i32 6
  %271 = ptrtoint ptr %270 to i32
  %272 = sub i32 %271, ptrtoint (ptr @code to i32)
  %273 = sdiv exact i32 %272, 6
  %274 = trunc i32 %273 to i16
  %275 = add nsw i32 %267, 1
  store i32 %275, ptr getelementptr inbounds (i8, ptr @program.machine, i32 65728), align 4, !tbaa !24
  %276 = getelementptr inbounds [64 x i16], ptr getelementptr inbounds (i8, ptr @program.machine, i32 65600), i32 0, i32 %267
  store i16 %274, ptr %276, align 2, !tbaa !26
  %277 = getelementptr inbounds i8, ptr %293, i32 2
  %278 = load i16, ptr %277, align 2, !tbaa !22
  %279 = sext i16 %278 to i32
  %280 = getelementptr inbounds %struct.instruction, ptr @code, i32 %279
  br label %20

281:                                              ; preds = %292
  %282 = load i32, ptr getelementptr inbounds (i8, ptr @program.machine, i32 65728), align 4, !tbaa !24
  %283 = icmp eq i32 %282, 0
  br i1 %283, label %290, label %284

284:                                              ; preds = %281
  %285 = add nsw i32 %282, -1
  store i32 %285, ptr getelementptr inbounds (i8, ptr @program.machine, i32 65728), align 4, !tbaa !24
  %286 = getelementptr inbounds [64 x i16], ptr getelementptr inbounds (i8, ptr @program.machine, i32 65600), i32 0, i32 %285
  %287 = load i16, ptr %286, align 2, !tbaa !26
  %288 = zext i16 %287 to i32
  %289 = getelementptr inbounds %struct.instruction, ptr @code, i32 %288
  br label %20

290:                                              ; preds = %281, %266, %112, %2
  %291 = phi i32 [ %7, %2 ], [ 100, %112 ], [ 100, %266 ], [ 100, %281 ]
  ret i32 %291

292:                                              ; preds = %20, %1
  %293 = phi ptr [ @code, %1 ], [ %21, %20 ]
  %294 = phi ptr [ blockaddress(@execute, %26), %1 ], [ %25, %20 ]
  indirectbr ptr %294, [label %2, label %8, label %26, label %35, label %46, label %63, label %78, label %95, label %112, label %132, label %149, label %164, label %179, label %194, label %209, label %214, label %228, label %247, label %266, label %281]
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
  br i1 %14, label %3, label %15, !llvm.loop !27

15:                                               ; preds = %3, %15
  %16 = phi i32 [ %17, %15 ], [ %12, %3 ]
  %17 = add nsw i32 %16, -1
  %18 = getelementptr inbounds [20 x i8], ptr %2, i32 0, i32 %17
  %19 = load i8, ptr %18, align 1, !tbaa !14
  tail call fastcc void @put_char(i8 noundef signext %19)
  %20 = icmp sgt i32 %16, 1
  br i1 %20, label %15, label %21, !llvm.loop !28

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
!18 = !{!19, !3, i64 1}
!19 = !{!"instruction", !3, i64 0, !3, i64 1, !20, i64 2, !20, i64 4}
!20 = !{!"short", !3, i64 0}
!21 = !{!19, !3, i64 0}
!22 = !{!19, !20, i64 2}
!23 = !{!19, !20, i64 4}
!24 = !{!25, !6, i64 65728}
!25 = !{!"machine", !3, i64 0, !3, i64 64, !3, i64 65600, !6, i64 65728}
!26 = !{!20, !20, i64 0}
!27 = distinct !{!27, !8, !9}
!28 = distinct !{!28, !8, !9}
