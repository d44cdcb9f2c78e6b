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
@output_length = internal unnamed_addr global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@orders = internal unnamed_addr constant [4 x %struct.anon] [%struct.anon { ptr @.str.7, ptr @by_key }, %struct.anon { ptr @.str.8, ptr @by_tag_downward }, %struct.anon { ptr @.str.9, ptr @by_weight }, %struct.anon { ptr @.str.10, ptr @by_id }], align 16
@.str.1 = private unnamed_addr constant [4 x i8] c"by \00", align 1
@.str.2 = private unnamed_addr constant [10 x i8] c": sorted\0A\00", align 1
@.str.3 = private unnamed_addr constant [14 x i8] c": NOT SORTED\0A\00", align 1
@.str.4 = private unnamed_addr constant [63 x i8] c"the argument must be a number, neither too small nor too large\00", align 1
@free_bytes = internal unnamed_addr global i32 0, align 4
@free_memory = internal unnamed_addr global ptr null, align 4
@.str.6 = private unnamed_addr constant [14 x i8] c"out of memory\00", align 1
@.str.7 = private unnamed_addr constant [4 x i8] c"key\00", align 1
@.str.8 = private unnamed_addr constant [14 x i8] c"tag, downward\00", align 1
@.str.9 = private unnamed_addr constant [7 x i8] c"weight\00", align 1
@.str.10 = private unnamed_addr constant [3 x i8] c"id\00", align 1
@llvm.used = appending global [1 x ptr] [ptr @_start], section "llvm.metadata"

; Function Attrs: nounwind
define hidden void @_start() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %1) #14
  store i32 0, ptr %1, align 4, !tbaa !1
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %2) #14
  store i32 0, ptr %2, align 4, !tbaa !1
  %3 = call zeroext i16 @wasi_args_sizes_get(ptr noundef nonnull %1, ptr noundef nonnull %2) #14
  %4 = icmp ne i16 %3, 0
  %5 = load i32, ptr %1, align 4
  %6 = icmp ugt i32 %5, 16
  %7 = select i1 %4, i1 true, i1 %6
  %8 = load i32, ptr %2, align 4
  %9 = icmp ugt i32 %8, 4096
  %10 = select i1 %7, i1 true, i1 %9
  br i1 %10, label %14, label %11

11:                                               ; preds = %0
  %12 = call zeroext i16 @wasi_args_get(ptr noundef nonnull @_start.arguments, ptr noundef nonnull @_start.text) #14
  %13 = icmp eq i16 %12, 0
  br i1 %13, label %15, label %14

14:                                               ; preds = %11, %0
  call fastcc void @fail(ptr noundef nonnull @.str) #15
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
  call fastcc void @host_exit(i32 noundef %21) #15
  unreachable

24:                                               ; preds = %15
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %2) #14
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %1) #14
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
  tail call fastcc void @host_exit(i32 noundef 1) #15
  unreachable
}

; Function Attrs: noinline nounwind
define internal fastcc i32 @program(i32 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #5 {
  %3 = tail call fastcc i32 @size_argument(i32 noundef %0, ptr noundef %1)
  %4 = shl nuw nsw i32 %3, 4
  %5 = tail call fastcc ptr @allocate(i32 noundef %4)
  %6 = icmp ult i32 %3, 2
  %7 = getelementptr i8, ptr %5, i32 16
  %8 = lshr i32 %3, 1
  %9 = getelementptr inbounds %struct.record, ptr %5, i32 %8
  %10 = getelementptr %struct.record, ptr %5, i32 %3
  %11 = getelementptr i8, ptr %10, i32 -16
  br label %13

12:                                               ; preds = %67
  ret i32 %72

13:                                               ; preds = %2, %67
  %14 = phi i32 [ 0, %2 ], [ %72, %67 ]
  %15 = phi i32 [ 0, %2 ], [ %75, %67 ]
  br label %16

16:                                               ; preds = %13, %16
  %17 = phi i32 [ %44, %16 ], [ 0, %13 ]
  %18 = phi i64 [ %41, %16 ], [ 2024, %13 ]
  %19 = mul i64 %18, 6364136223846793005
  %20 = add i64 %19, 1442695040888963407
  %21 = lshr i64 %20, 32
  %22 = trunc i64 %21 to i16
  %23 = getelementptr inbounds %struct.record, ptr %5, i32 %17
  store i16 %22, ptr %23, align 8, !tbaa !5
  %24 = mul i64 %20, 6364136223846793005
  %25 = add i64 %24, 1442695040888963407
  %26 = lshr i64 %25, 32
  %27 = trunc i64 %26 to i8
  %28 = getelementptr inbounds i8, ptr %23, i32 2
  store i8 %27, ptr %28, align 2, !tbaa !10
  %29 = mul i64 %25, 6364136223846793005
  %30 = add i64 %29, 1442695040888963407
  %31 = lshr i64 %30, 32
  %32 = trunc nuw i64 %31 to i32
  %33 = sitofp i32 %32 to float
  %34 = fmul float %33, 0x3EF0000000000000
  %35 = getelementptr inbounds i8, ptr %23, i32 4
  store float %34, ptr %35, align 4, !tbaa !11
  %36 = mul i64 %30, 6364136223846793005
  %37 = add i64 %36, 1442695040888963407
  %38 = getelementptr inbounds i8, ptr %23, i32 8
  %39 = and i64 %37, -4294967296
  %40 = mul i64 %37, 6364136223846793005
  %41 = add i64 %40, 1442695040888963407
  %42 = lshr i64 %41, 32
  %43 = or disjoint i64 %42, %39
  store i64 %43, ptr %38, align 8, !tbaa !12
  %44 = add nuw nsw i32 %17, 1
  %45 = icmp eq i32 %44, %3
  br i1 %45, label %46, label %16, !llvm.loop !13

46:                                               ; preds = %16
  %47 = getelementptr inbounds [4 x %struct.anon], ptr @orders, i32 0, i32 %15
  %48 = getelementptr inbounds i8, ptr %47, i32 4
  %49 = load ptr, ptr %48, align 4, !tbaa !16
  tail call fastcc void @sort(ptr noundef nonnull %5, i32 noundef %3, ptr noundef %49)
  br i1 %6, label %67, label %50

50:                                               ; preds = %46
  %51 = tail call i32 %49(ptr noundef nonnull %5, ptr noundef nonnull %7) #14
  %52 = icmp sgt i32 %51, 0
  br i1 %52, label %64, label %53

53:                                               ; preds = %50, %57
  %54 = phi i32 [ %55, %57 ], [ 1, %50 ]
  %55 = add nuw nsw i32 %54, 1
  %56 = icmp eq i32 %55, %3
  br i1 %56, label %62, label %57, !llvm.loop !19

57:                                               ; preds = %53
  %58 = getelementptr %struct.record, ptr %5, i32 %55
  %59 = getelementptr i8, ptr %58, i32 -16
  %60 = tail call i32 %49(ptr noundef %59, ptr noundef nonnull %58) #14
  %61 = icmp sgt i32 %60, 0
  br i1 %61, label %62, label %53, !llvm.loop !19

62:                                               ; preds = %57, %53
  %63 = icmp uge i32 %55, %3
  br label %64

64:                                               ; preds = %62, %50
  %65 = phi i1 [ false, %50 ], [ %63, %62 ]
  %66 = zext i1 %65 to i32
  br label %67

67:                                               ; preds = %46, %64
  %68 = phi i32 [ 1, %46 ], [ %66, %64 ]
  %69 = freeze i32 %68
  %70 = icmp eq i32 %69, 0
  %71 = xor i32 %69, 1
  %72 = add nuw nsw i32 %71, %14
  tail call fastcc void @put_text(ptr noundef nonnull @.str.1)
  %73 = load ptr, ptr %47, align 8, !tbaa !20
  tail call fastcc void @put_text(ptr noundef %73)
  %74 = select i1 %70, ptr @.str.3, ptr @.str.2
  tail call fastcc void @put_text(ptr noundef nonnull %74)
  tail call fastcc void @put_record(ptr noundef %5)
  tail call fastcc void @put_record(ptr noundef %9)
  tail call fastcc void @put_record(ptr noundef %11)
  %75 = add nuw nsw i32 %15, 1
  %76 = icmp eq i32 %75, 4
  br i1 %76, label %12, label %13, !llvm.loop !21
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
  br i1 %11, label %13, label %12, !llvm.loop !22

12:                                               ; preds = %8, %1
  store i32 0, ptr @output_length, align 4, !tbaa !1
  ret void

13:                                               ; preds = %6, %8
  %14 = phi i32 [ %4, %6 ], [ %10, %8 ]
  %15 = phi i32 [ 0, %6 ], [ %9, %8 ]
  %16 = getelementptr inbounds i8, ptr @output, i32 %15
  %17 = sub i32 %14, %15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #14
  store ptr %16, ptr %2, align 4, !tbaa !23
  store i32 %17, ptr %7, align 4, !tbaa !25
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %3) #14
  store i32 0, ptr %3, align 4, !tbaa !1
  %18 = call zeroext i16 @wasi_fd_write(i32 noundef %0, ptr noundef nonnull %2, i32 noundef 1, ptr noundef nonnull %3) #14
  %19 = icmp ne i16 %18, 0
  %20 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %3) #14
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #14
  %21 = icmp eq i32 %20, 0
  %22 = select i1 %19, i1 true, i1 %21
  br i1 %22, label %23, label %8

23:                                               ; preds = %13
  call fastcc void @host_exit(i32 noundef 1) #15
  unreachable
}

; Function Attrs: noreturn nounwind
define internal fastcc void @host_exit(i32 noundef %0) unnamed_addr #6 {
  tail call void @wasi_proc_exit(i32 noundef %0) #16
  unreachable
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: noinline nounwind
define internal fastcc void @put_text(ptr nocapture noundef readonly %0) unnamed_addr #5 {
  %2 = load i8, ptr %0, align 1, !tbaa !26
  %3 = icmp eq i8 %2, 0
  br i1 %3, label %10, label %4

4:                                                ; preds = %1, %4
  %5 = phi i8 [ %8, %4 ], [ %2, %1 ]
  %6 = phi ptr [ %7, %4 ], [ %0, %1 ]
  %7 = getelementptr inbounds i8, ptr %6, i32 1
  tail call fastcc void @put_char(i8 noundef signext %5)
  %8 = load i8, ptr %7, align 1, !tbaa !26
  %9 = icmp eq i8 %8, 0
  br i1 %9, label %10, label %4, !llvm.loop !27

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
  store i8 %0, ptr %9, align 1, !tbaa !26
  ret void
}

declare zeroext i16 @wasi_fd_write(i32 noundef, ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #7

; Function Attrs: noreturn
declare void @wasi_proc_exit(i32 noundef) local_unnamed_addr #8

; Function Attrs: noinline nounwind
define internal fastcc range(i32 1, 1000001) i32 @size_argument(i32 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #5 {
  %3 = icmp eq i32 %0, 0
  br i1 %3, label %29, label %4

4:                                                ; preds = %2
  %5 = load ptr, ptr %1, align 4, !tbaa !28
  %6 = load i8, ptr %5, align 1, !tbaa !26
  %7 = icmp eq i8 %6, 0
  br i1 %7, label %28, label %8

8:                                                ; preds = %4, %14
  %9 = phi i8 [ %20, %14 ], [ %6, %4 ]
  %10 = phi ptr [ %19, %14 ], [ %5, %4 ]
  %11 = phi i32 [ %18, %14 ], [ 0, %4 ]
  %12 = add i8 %9, -58
  %13 = icmp ult i8 %12, -10
  br i1 %13, label %28, label %14

14:                                               ; preds = %8
  %15 = mul nsw i32 %11, 10
  %16 = add nsw i8 %9, -48
  %17 = zext nneg i8 %16 to i32
  %18 = add nsw i32 %15, %17
  %19 = getelementptr inbounds i8, ptr %10, i32 1
  %20 = load i8, ptr %19, align 1, !tbaa !26
  %21 = icmp ne i8 %20, 0
  %22 = icmp slt i32 %18, 1000001
  %23 = select i1 %21, i1 %22, i1 false
  br i1 %23, label %8, label %24, !llvm.loop !29

24:                                               ; preds = %14
  %25 = add i32 %18, -1000001
  %26 = icmp ult i32 %25, -1000000
  %27 = select i1 %7, i1 true, i1 %26
  br i1 %27, label %28, label %29

28:                                               ; preds = %8, %4, %24
  tail call fastcc void @fail(ptr noundef nonnull @.str.4) #15
  unreachable

29:                                               ; preds = %24, %2
  %30 = phi i32 [ 2000, %2 ], [ %18, %24 ]
  ret i32 %30
}

; Function Attrs: noinline nounwind
define internal fastcc ptr @allocate(i32 noundef %0) unnamed_addr #5 {
  %2 = add i32 %0, 15
  %3 = and i32 %2, -16
  %4 = load i32, ptr @free_bytes, align 4, !tbaa !1
  %5 = icmp ugt i32 %3, %4
  br i1 %5, label %8, label %6

6:                                                ; preds = %1
  %7 = load ptr, ptr @free_memory, align 4, !tbaa !28
  br label %21

8:                                                ; preds = %1
  %9 = tail call i32 @llvm.umax.i32(i32 %3, i32 262144)
  store i32 %9, ptr @free_bytes, align 4, !tbaa !1
  %10 = add i32 %9, 65535
  %11 = lshr i32 %10, 16
  %12 = tail call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %11)
  %13 = icmp eq i32 %12, -1
  %14 = shl i32 %12, 16
  %15 = inttoptr i32 %14 to ptr
  %16 = select i1 %13, ptr null, ptr %15
  store ptr %16, ptr @free_memory, align 4, !tbaa !28
  %17 = icmp eq ptr %16, null
  br i1 %17, label %20, label %18

18:                                               ; preds = %8
  %19 = load i32, ptr @free_bytes, align 4, !tbaa !1
  br label %21

20:                                               ; preds = %8
  tail call fastcc void @fail(ptr noundef nonnull @.str.6) #15
  unreachable

21:                                               ; preds = %18, %6
  %22 = phi i32 [ %4, %6 ], [ %19, %18 ]
  %23 = phi ptr [ %7, %6 ], [ %15, %18 ]
  %24 = getelementptr inbounds i8, ptr %23, i32 %3
  store ptr %24, ptr @free_memory, align 4, !tbaa !28
  %25 = sub i32 %22, %3
  store i32 %25, ptr @free_bytes, align 4, !tbaa !1
  ret ptr %23
}

; Function Attrs: noinline nounwind
define internal fastcc void @sort(ptr noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2) unnamed_addr #5 {
  %4 = alloca %struct.record, align 8
  %5 = alloca %struct.record, align 8
  %6 = alloca %struct.record, align 8
  %7 = alloca %struct.record, align 8
  %8 = alloca %struct.record, align 8
  %9 = alloca %struct.record, align 8
  %10 = alloca [32 x %struct.anon.0], align 16
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %10) #14
  %11 = getelementptr inbounds %struct.record, ptr %0, i32 %1
  %12 = getelementptr inbounds i8, ptr %11, i32 -16
  br label %13

13:                                               ; preds = %47, %3
  %14 = phi ptr [ %12, %3 ], [ %48, %47 ]
  %15 = phi ptr [ %0, %3 ], [ %49, %47 ]
  %16 = phi i32 [ 0, %3 ], [ %50, %47 ]
  %17 = ptrtoint ptr %14 to i32
  %18 = ptrtoint ptr %15 to i32
  %19 = sub i32 %17, %18
  %20 = icmp slt i32 %19, 192
  br i1 %20, label %21, label %51

21:                                               ; preds = %13
  %22 = getelementptr inbounds i8, ptr %15, i32 16
  %23 = icmp ugt ptr %22, %14
  br i1 %23, label %38, label %24

24:                                               ; preds = %21, %34
  %25 = phi ptr [ %36, %34 ], [ %22, %21 ]
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %9) #14
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %9, ptr noundef nonnull align 8 dereferenceable(16) %25, i32 16, i1 false), !tbaa.struct !30
  %26 = icmp ugt ptr %25, %15
  br i1 %26, label %27, label %34

27:                                               ; preds = %24, %32
  %28 = phi ptr [ %29, %32 ], [ %25, %24 ]
  %29 = getelementptr inbounds i8, ptr %28, i32 -16
  %30 = call i32 %2(ptr noundef nonnull %9, ptr noundef nonnull %29) #14
  %31 = icmp slt i32 %30, 0
  br i1 %31, label %32, label %34

32:                                               ; preds = %27
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %28, ptr noundef nonnull align 8 dereferenceable(16) %29, i32 16, i1 false), !tbaa.struct !30
  %33 = icmp ugt ptr %29, %15
  br i1 %33, label %27, label %34, !llvm.loop !34

34:                                               ; preds = %32, %27, %24
  %35 = phi ptr [ %25, %24 ], [ %28, %27 ], [ %29, %32 ]
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %35, ptr noundef nonnull align 8 dereferenceable(16) %9, i32 16, i1 false), !tbaa.struct !30
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %9) #14
  %36 = getelementptr inbounds i8, ptr %25, i32 16
  %37 = icmp ugt ptr %36, %14
  br i1 %37, label %38, label %24, !llvm.loop !35

38:                                               ; preds = %34, %21
  %39 = icmp eq i32 %16, 0
  br i1 %39, label %40, label %41

40:                                               ; preds = %38
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %10) #14
  ret void

41:                                               ; preds = %38
  %42 = add nsw i32 %16, -1
  %43 = getelementptr inbounds [32 x %struct.anon.0], ptr %10, i32 0, i32 %42
  %44 = load ptr, ptr %43, align 8, !tbaa !20
  %45 = getelementptr inbounds i8, ptr %43, i32 4
  %46 = load ptr, ptr %45, align 4, !tbaa !16
  br label %47

47:                                               ; preds = %41, %81
  %48 = phi ptr [ %46, %41 ], [ %93, %81 ]
  %49 = phi ptr [ %44, %41 ], [ %94, %81 ]
  %50 = phi i32 [ %42, %41 ], [ %92, %81 ]
  br label %13, !llvm.loop !36

51:                                               ; preds = %13
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %8) #14
  %52 = lshr i32 %19, 5
  %53 = getelementptr inbounds %struct.record, ptr %15, i32 %52
  %54 = call i32 %2(ptr noundef %53, ptr noundef %15) #14, !noalias !37
  %55 = icmp slt i32 %54, 0
  br i1 %55, label %56, label %57

56:                                               ; preds = %51
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %7)
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %7, ptr noundef nonnull align 8 dereferenceable(16) %53, i32 16, i1 false), !tbaa.struct !30, !noalias !37
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %53, ptr noundef nonnull align 8 dereferenceable(16) %15, i32 16, i1 false), !tbaa.struct !30, !noalias !37
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %15, ptr noundef nonnull align 8 dereferenceable(16) %7, i32 16, i1 false), !tbaa.struct !30, !noalias !37
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7)
  br label %57

57:                                               ; preds = %56, %51
  %58 = call i32 %2(ptr noundef %14, ptr noundef %53) #14, !noalias !37
  %59 = icmp slt i32 %58, 0
  br i1 %59, label %60, label %64

60:                                               ; preds = %57
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6)
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %6, ptr noundef nonnull align 8 dereferenceable(16) %14, i32 16, i1 false), !tbaa.struct !30, !noalias !37
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %14, ptr noundef nonnull align 8 dereferenceable(16) %53, i32 16, i1 false), !tbaa.struct !30, !noalias !37
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %53, ptr noundef nonnull align 8 dereferenceable(16) %6, i32 16, i1 false), !tbaa.struct !30, !noalias !37
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6)
  %61 = call i32 %2(ptr noundef %53, ptr noundef %15) #14, !noalias !37
  %62 = icmp slt i32 %61, 0
  br i1 %62, label %63, label %64

63:                                               ; preds = %60
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5)
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %5, ptr noundef nonnull align 8 dereferenceable(16) %53, i32 16, i1 false), !tbaa.struct !30, !noalias !37
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %53, ptr noundef nonnull align 8 dereferenceable(16) %15, i32 16, i1 false), !tbaa.struct !30, !noalias !37
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %15, ptr noundef nonnull align 8 dereferenceable(16) %5, i32 16, i1 false), !tbaa.struct !30, !noalias !37
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5)
  br label %64

64:                                               ; preds = %63, %60, %57
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %8, ptr noundef nonnull align 8 dereferenceable(16) %53, i32 16, i1 false), !tbaa.struct !30
  br label %65

65:                                               ; preds = %80, %64
  %66 = phi ptr [ %15, %64 ], [ %70, %80 ]
  %67 = phi ptr [ %14, %64 ], [ %75, %80 ]
  br label %68

68:                                               ; preds = %68, %65
  %69 = phi ptr [ %66, %65 ], [ %70, %68 ]
  %70 = getelementptr inbounds i8, ptr %69, i32 16
  %71 = call i32 %2(ptr noundef nonnull %70, ptr noundef nonnull %8) #14
  %72 = icmp slt i32 %71, 0
  br i1 %72, label %68, label %73, !llvm.loop !40

73:                                               ; preds = %68, %73
  %74 = phi ptr [ %75, %73 ], [ %67, %68 ]
  %75 = getelementptr inbounds i8, ptr %74, i32 -16
  %76 = call i32 %2(ptr noundef nonnull %8, ptr noundef nonnull %75) #14
  %77 = icmp slt i32 %76, 0
  br i1 %77, label %73, label %78, !llvm.loop !41

78:                                               ; preds = %73
  %79 = icmp ult ptr %70, %75
  br i1 %79, label %80, label %81

80:                                               ; preds = %78
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %4)
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %4, ptr noundef nonnull align 8 dereferenceable(16) %70, i32 16, i1 false), !tbaa.struct !30
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %70, ptr noundef nonnull align 8 dereferenceable(16) %75, i32 16, i1 false), !tbaa.struct !30
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 8 dereferenceable(16) %75, ptr noundef nonnull align 8 dereferenceable(16) %4, i32 16, i1 false), !tbaa.struct !30
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4)
  br label %65, !llvm.loop !42

81:                                               ; preds = %78
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %8) #14
  %82 = ptrtoint ptr %74 to i32
  %83 = sub i32 %82, %18
  %84 = getelementptr inbounds i8, ptr %14, i32 16
  %85 = ptrtoint ptr %84 to i32
  %86 = sub i32 %85, %82
  %87 = icmp sgt i32 %83, %86
  %88 = select i1 %87, ptr %15, ptr %74
  %89 = getelementptr inbounds [32 x %struct.anon.0], ptr %10, i32 0, i32 %16
  store ptr %88, ptr %89, align 8, !tbaa !20
  %90 = select i1 %87, ptr %75, ptr %14
  %91 = getelementptr inbounds i8, ptr %89, i32 4
  store ptr %90, ptr %91, align 4, !tbaa !16
  %92 = add nsw i32 %16, 1
  %93 = select i1 %87, ptr %14, ptr %75
  %94 = select i1 %87, ptr %74, ptr %15
  br label %47
}

; Function Attrs: nounwind
define internal fastcc void @put_record(ptr nocapture noundef readonly %0) unnamed_addr #9 {
  %2 = load i16, ptr %0, align 8, !tbaa !5
  %3 = icmp slt i16 %2, 0
  br i1 %3, label %4, label %5

4:                                                ; preds = %1
  tail call fastcc void @put_char(i8 noundef signext 45)
  br label %5

5:                                                ; preds = %1, %4
  %6 = tail call i16 @llvm.abs.i16(i16 %2, i1 false)
  %7 = zext i16 %6 to i64
  tail call fastcc void @put_padded(i64 noundef %7, i32 noundef 1)
  tail call fastcc void @put_char(i8 noundef signext 32)
  %8 = getelementptr inbounds i8, ptr %0, i32 2
  %9 = load i8, ptr %8, align 2, !tbaa !10
  %10 = zext i8 %9 to i64
  tail call fastcc void @put_padded(i64 noundef %10, i32 noundef 1)
  tail call fastcc void @put_char(i8 noundef signext 32)
  %11 = getelementptr inbounds i8, ptr %0, i32 4
  %12 = load float, ptr %11, align 4, !tbaa !11
  %13 = fpext float %12 to double
  tail call fastcc void @put_double(double noundef %13)
  tail call fastcc void @put_char(i8 noundef signext 32)
  %14 = getelementptr inbounds i8, ptr %0, i32 8
  %15 = load i64, ptr %14, align 8, !tbaa !12
  tail call fastcc void @put_padded(i64 noundef %15, i32 noundef 1)
  tail call fastcc void @put_char(i8 noundef signext 10)
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare i32 @llvm.wasm.memory.grow.i32(i32, i32) #10

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i32, i1 immarg) #11

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read)
define internal range(i32 -65535, 65536) i32 @by_key(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) #12 {
  %3 = load i16, ptr %0, align 8, !tbaa !5
  %4 = sext i16 %3 to i32
  %5 = load i16, ptr %1, align 8, !tbaa !5
  %6 = sext i16 %5 to i32
  %7 = sub nsw i32 %4, %6
  ret i32 %7
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read)
define internal range(i32 -255, 256) i32 @by_tag_downward(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) #12 {
  %3 = getelementptr inbounds i8, ptr %1, i32 2
  %4 = load i8, ptr %3, align 2, !tbaa !10
  %5 = zext i8 %4 to i32
  %6 = getelementptr inbounds i8, ptr %0, i32 2
  %7 = load i8, ptr %6, align 2, !tbaa !10
  %8 = zext i8 %7 to i32
  %9 = sub nsw i32 %5, %8
  ret i32 %9
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read)
define internal range(i32 -1, 2) i32 @by_weight(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) #12 {
  %3 = getelementptr inbounds i8, ptr %0, i32 4
  %4 = load float, ptr %3, align 4, !tbaa !11
  %5 = getelementptr inbounds i8, ptr %1, i32 4
  %6 = load float, ptr %5, align 4, !tbaa !11
  %7 = fcmp ogt float %4, %6
  %8 = zext i1 %7 to i32
  %9 = fcmp olt float %4, %6
  %10 = sext i1 %9 to i32
  %11 = add nsw i32 %10, %8
  ret i32 %11
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read)
define internal range(i32 -1, 2) i32 @by_id(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) #12 {
  %3 = getelementptr inbounds i8, ptr %0, i32 8
  %4 = load i64, ptr %3, align 8, !tbaa !12
  %5 = getelementptr inbounds i8, ptr %1, i32 8
  %6 = load i64, ptr %5, align 8, !tbaa !12
  %7 = icmp ult i64 %4, %6
  %8 = icmp ugt i64 %4, %6
  %9 = zext i1 %8 to i32
  %10 = select i1 %7, i32 -1, i32 %9
  ret i32 %10
}

; Function Attrs: noinline nounwind
define internal fastcc void @put_double(double noundef %0) unnamed_addr #5 {
  %2 = alloca [3 x i32], align 4
  %3 = bitcast double %0 to i64
  %4 = icmp slt i64 %3, 0
  br i1 %4, label %5, label %7

5:                                                ; preds = %1
  tail call fastcc void @put_char(i8 noundef signext 45)
  %6 = fneg double %0
  br label %7

7:                                                ; preds = %5, %1
  %8 = phi double [ %6, %5 ], [ %0, %1 ]
  %9 = fptoui double %8 to i64
  %10 = uitofp i64 %9 to double
  %11 = fsub double %8, %10
  call void @llvm.lifetime.start.p0(i64 12, ptr nonnull %2) #14
  br label %12

12:                                               ; preds = %7, %12
  %13 = phi double [ %11, %7 ], [ %19, %12 ]
  %14 = phi i32 [ 0, %7 ], [ %20, %12 ]
  %15 = fmul double %13, 0x41F0000000000000
  %16 = fptoui double %15 to i32
  %17 = getelementptr inbounds [3 x i32], ptr %2, i32 0, i32 %14
  store i32 %16, ptr %17, align 4, !tbaa !43
  %18 = uitofp i32 %16 to double
  %19 = fsub double %15, %18
  %20 = add nuw nsw i32 %14, 1
  %21 = icmp eq i32 %20, 3
  br i1 %21, label %22, label %12, !llvm.loop !45

22:                                               ; preds = %12, %28
  %23 = phi i32 [ %32, %28 ], [ 0, %12 ]
  %24 = phi i32 [ %31, %28 ], [ 0, %12 ]
  br label %34

25:                                               ; preds = %28
  %26 = load i32, ptr %2, align 4, !tbaa !43
  %27 = icmp ugt i32 %26, -2147483648
  br i1 %27, label %61, label %46

28:                                               ; preds = %34
  %29 = mul i32 %24, 10
  %30 = trunc nuw nsw i64 %43 to i32
  %31 = add i32 %29, %30
  %32 = add nuw nsw i32 %23, 1
  %33 = icmp eq i32 %32, 9
  br i1 %33, label %25, label %22, !llvm.loop !46

34:                                               ; preds = %22, %34
  %35 = phi i32 [ 2, %22 ], [ %44, %34 ]
  %36 = phi i64 [ 0, %22 ], [ %43, %34 ]
  %37 = getelementptr inbounds [3 x i32], ptr %2, i32 0, i32 %35
  %38 = load i32, ptr %37, align 4, !tbaa !43
  %39 = zext i32 %38 to i64
  %40 = mul nuw nsw i64 %39, 10
  %41 = add nuw nsw i64 %40, %36
  %42 = trunc i64 %41 to i32
  store i32 %42, ptr %37, align 4, !tbaa !43
  %43 = lshr i64 %41, 32
  %44 = add nsw i32 %35, -1
  %45 = icmp eq i32 %35, 0
  br i1 %45, label %28, label %34, !llvm.loop !47

46:                                               ; preds = %25
  %47 = icmp eq i32 %26, -2147483648
  %48 = getelementptr inbounds i8, ptr %2, i32 4
  %49 = load i32, ptr %48, align 4
  %50 = getelementptr inbounds i8, ptr %2, i32 8
  %51 = load i32, ptr %50, align 4
  %52 = or i32 %51, %49
  %53 = icmp ne i32 %52, 0
  %54 = select i1 %47, i1 %53, i1 false
  br i1 %54, label %61, label %55

55:                                               ; preds = %46
  %56 = xor i1 %47, true
  %57 = select i1 %56, i1 true, i1 %53
  %58 = and i32 %30, 1
  %59 = icmp eq i32 %58, 0
  %60 = select i1 %57, i1 true, i1 %59
  br i1 %60, label %63, label %61

61:                                               ; preds = %25, %55, %46
  %62 = add i32 %31, 1
  br label %63

63:                                               ; preds = %61, %55
  %64 = phi i32 [ %62, %61 ], [ %31, %55 ]
  %65 = icmp eq i32 %64, 1000000000
  %66 = select i1 %65, i32 0, i32 %64
  %67 = zext i1 %65 to i64
  %68 = add i64 %67, %9
  tail call fastcc void @put_padded(i64 noundef %68, i32 noundef 1)
  tail call fastcc void @put_char(i8 noundef signext 46)
  %69 = zext i32 %66 to i64
  tail call fastcc void @put_padded(i64 noundef %69, i32 noundef 9)
  call void @llvm.lifetime.end.p0(i64 12, ptr nonnull %2) #14
  ret void
}

; Function Attrs: noinline nounwind
define internal fastcc void @put_padded(i64 noundef %0, i32 noundef %1) unnamed_addr #5 {
  %3 = alloca [20 x i8], align 16
  call void @llvm.lifetime.start.p0(i64 20, ptr nonnull %3) #14
  %4 = icmp ne i64 %0, 0
  %5 = icmp sgt i32 %1, 0
  %6 = or i1 %4, %5
  br i1 %6, label %7, label %27

7:                                                ; preds = %2, %7
  %8 = phi i32 [ %16, %7 ], [ 0, %2 ]
  %9 = phi i64 [ %11, %7 ], [ %0, %2 ]
  %10 = freeze i64 %9
  %11 = udiv i64 %10, 10
  %12 = mul i64 %11, 10
  %13 = sub i64 %10, %12
  %14 = trunc nuw nsw i64 %13 to i8
  %15 = or disjoint i8 %14, 48
  %16 = add nuw nsw i32 %8, 1
  %17 = getelementptr inbounds [20 x i8], ptr %3, i32 0, i32 %8
  store i8 %15, ptr %17, align 1, !tbaa !26
  %18 = icmp ugt i64 %9, 9
  %19 = icmp slt i32 %16, %1
  %20 = select i1 %18, i1 true, i1 %19
  br i1 %20, label %7, label %21, !llvm.loop !48

21:                                               ; preds = %7, %21
  %22 = phi i32 [ %23, %21 ], [ %16, %7 ]
  %23 = add nsw i32 %22, -1
  %24 = getelementptr inbounds [20 x i8], ptr %3, i32 0, i32 %23
  %25 = load i8, ptr %24, align 1, !tbaa !26
  tail call fastcc void @put_char(i8 noundef signext %25)
  %26 = icmp sgt i32 %22, 1
  br i1 %26, label %21, label %27, !llvm.loop !49

27:                                               ; preds = %21, %2
  call void @llvm.lifetime.end.p0(i64 20, ptr nonnull %3) #14
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #13

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.abs.i16(i16, i1 immarg) #13

attributes #0 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-export-name"="_start" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_sizes_get" }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_get" }
attributes #4 = { noinline noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #5 = { noinline nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #6 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #7 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="fd_write" }
attributes #8 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="proc_exit" }
attributes #9 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #10 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #11 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #12 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #13 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #14 = { nounwind }
attributes #15 = { noreturn }
attributes #16 = { noreturn nounwind }

!llvm.module.flags = !{!0}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{!2, !2, i64 0}
!2 = !{!"long", !3, i64 0}
!3 = !{!"omnipotent char", !4, i64 0}
!4 = !{!"Simple C/C++ TBAA"}
!5 = !{!6, !7, i64 0}
!6 = !{!"record", !7, i64 0, !3, i64 2, !8, i64 4, !9, i64 8}
!7 = !{!"short", !3, i64 0}
!8 = !{!"float", !3, i64 0}
!9 = !{!"long long", !3, i64 0}
!10 = !{!6, !3, i64 2}
!11 = !{!6, !8, i64 4}
!12 = !{!6, !9, i64 8}
!13 = distinct !{!13, !14, !15}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!"llvm.loop.unroll.disable"}
!16 = !{!17, !18, i64 4}
!17 = !{!"", !18, i64 0, !18, i64 4}
!18 = !{!"any pointer", !3, i64 0}
!19 = distinct !{!19, !14, !15}
!20 = !{!17, !18, i64 0}
!21 = distinct !{!21, !14, !15}
!22 = distinct !{!22, !14, !15}
!23 = !{!24, !18, i64 0}
!24 = !{!"wasi_slice", !18, i64 0, !2, i64 4}
!25 = !{!24, !2, i64 4}
!26 = !{!3, !3, i64 0}
!27 = distinct !{!27, !14, !15}
!28 = !{!18, !18, i64 0}
!29 = distinct !{!29, !14, !15}
!30 = !{i64 0, i64 2, !31, i64 2, i64 1, !26, i64 4, i64 4, !32, i64 8, i64 8, !33}
!31 = !{!7, !7, i64 0}
!32 = !{!8, !8, i64 0}
!33 = !{!9, !9, i64 0}
!34 = distinct !{!34, !14, !15}
!35 = distinct !{!35, !14, !15}
!36 = distinct !{!36, !15}
!37 = !{!38}
!38 = distinct !{!38, !39, !"median: argument 0"}
!39 = distinct !{!39, !"median"}
!40 = distinct !{!40, !14, !15}
!41 = distinct !{!41, !14, !15}
!42 = distinct !{!42, !15}
!43 = !{!44, !44, i64 0}
!44 = !{!"int", !3, i64 0}
!45 = distinct !{!45, !14, !15}
!46 = distinct !{!46, !14, !15}
!47 = distinct !{!47, !14, !15}
!48 = distinct !{!48, !14, !15}
!49 = distinct !{!49, !14, !15}
