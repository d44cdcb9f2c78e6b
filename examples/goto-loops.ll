; ModuleID = 'goto-loops.c'
source_filename = "goto-loops.c"
target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"

%struct.decoder = type { i32, i8, i8, i8, i8, i8, i16, i32, i32, [5 x i32] }
%struct.wasi_slice = type { ptr, i32 }

@_start.arguments = internal global [16 x ptr] zeroinitializer, align 16
@_start.text = internal global [4096 x i8] zeroinitializer, align 16
@.str = private unnamed_addr constant [29 x i8] c"the arguments cannot be read\00", align 1
@output_length = internal unnamed_addr global i32 0, align 4
@output = internal global [4096 x i8] zeroinitializer, align 16
@.str.1 = private unnamed_addr constant [14 x i8] c" differences\0A\00", align 1
@.str.2 = private unnamed_addr constant [19 x i8] c" wrong remainders\0A\00", align 1
@.str.3 = private unnamed_addr constant [8 x i8] c" turns\0A\00", align 1
@.str.4 = private unnamed_addr constant [63 x i8] c"the argument must be a number, neither too small nor too large\00", align 1
@free_bytes = internal unnamed_addr global i32 0, align 4
@free_memory = internal unnamed_addr global ptr null, align 4
@.str.6 = private unnamed_addr constant [14 x i8] c"out of memory\00", align 1
@random_state = internal unnamed_addr global i32 12345, align 4
@.str.7 = private unnamed_addr constant [11 x i8] c"pieces of \00", align 1
@.str.8 = private unnamed_addr constant [3 x i8] c": \00", align 1
@.str.9 = private unnamed_addr constant [15 x i8] c" rows, digest \00", align 1
@.str.10 = private unnamed_addr constant [8 x i8] c", waits\00", align 1
@llvm.used = appending global [1 x ptr] [ptr @_start], section "llvm.metadata"

; Function Attrs: nounwind
define hidden void @_start() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %1) #15
  store i32 0, ptr %1, align 4, !tbaa !1
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %2) #15
  store i32 0, ptr %2, align 4, !tbaa !1
  %3 = call zeroext i16 @wasi_args_sizes_get(ptr noundef nonnull %1, ptr noundef nonnull %2) #15
  %4 = icmp ne i16 %3, 0
  %5 = load i32, ptr %1, align 4
  %6 = icmp ugt i32 %5, 16
  %7 = select i1 %4, i1 true, i1 %6
  %8 = load i32, ptr %2, align 4
  %9 = icmp ugt i32 %8, 4096
  %10 = select i1 %7, i1 true, i1 %9
  br i1 %10, label %14, label %11

11:                                               ; preds = %0
  %12 = call zeroext i16 @wasi_args_get(ptr noundef nonnull @_start.arguments, ptr noundef nonnull @_start.text) #15
  %13 = icmp eq i16 %12, 0
  br i1 %13, label %15, label %14

14:                                               ; preds = %11, %0
  call fastcc void @fail(ptr noundef nonnull @.str) #16
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
  call fastcc void @host_exit(i32 noundef %21) #16
  unreachable

24:                                               ; preds = %15
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %2) #15
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %1) #15
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
  tail call fastcc void @host_exit(i32 noundef 1) #16
  unreachable
}

; Function Attrs: noinline nounwind
define internal fastcc range(i32 0, 2) i32 @program(i32 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #5 {
  %3 = alloca [33 x i8], align 16
  %4 = alloca [33 x i8], align 16
  %5 = alloca [7 x i32], align 16
  %6 = alloca %struct.decoder, align 4
  %7 = tail call fastcc i32 @size_argument(i32 noundef %0, ptr noundef %1)
  %8 = tail call fastcc ptr @allocate(i32 noundef %7)
  %9 = load i32, ptr @random_state, align 4, !tbaa !5
  br label %10

10:                                               ; preds = %88, %2
  %11 = phi i32 [ %52, %88 ], [ %9, %2 ]
  %12 = phi i32 [ %43, %88 ], [ 0, %2 ]
  %13 = phi i32 [ %43, %88 ], [ undef, %2 ]
  br label %14

14:                                               ; preds = %89, %10
  %15 = phi i32 [ %90, %89 ], [ %11, %10 ]
  %16 = phi i32 [ %92, %89 ], [ %12, %10 ]
  %17 = add nsw i32 %16, 2
  %18 = icmp slt i32 %17, %7
  br i1 %18, label %19, label %93

19:                                               ; preds = %14
  %20 = mul i32 %15, 1664525
  %21 = add i32 %20, 1013904223
  %22 = lshr i32 %21, 24
  %23 = trunc nuw i32 %22 to i8
  %24 = and i8 %23, 7
  %25 = mul i32 %21, 1664525
  %26 = add i32 %25, 1013904223
  store i32 %26, ptr @random_state, align 4, !tbaa !5
  %27 = lshr i32 %26, 24
  %28 = trunc nuw i32 %27 to i8
  %29 = and i8 %28, 31
  %30 = getelementptr inbounds i8, ptr %8, i32 %16
  store i8 %24, ptr %30, align 1, !tbaa !7
  %31 = getelementptr i8, ptr %30, i32 1
  store i8 %29, ptr %31, align 1, !tbaa !7
  %32 = and i32 %22, 7
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %89, label %34

34:                                               ; preds = %19
  %35 = and i32 %27, 31
  %36 = icmp eq i32 %35, 0
  br label %37

37:                                               ; preds = %82, %34
  %38 = phi i1 [ true, %34 ], [ %86, %82 ]
  %39 = phi i32 [ %17, %34 ], [ %84, %82 ]
  %40 = phi i32 [ 0, %34 ], [ %85, %82 ]
  %41 = phi i32 [ %26, %34 ], [ %83, %82 ]
  br i1 %36, label %82, label %42

42:                                               ; preds = %37, %77
  %43 = phi i32 [ %75, %77 ], [ %39, %37 ]
  %44 = phi i32 [ %79, %77 ], [ 0, %37 ]
  %45 = phi i32 [ %70, %77 ], [ %41, %37 ]
  %46 = mul i32 %45, 1664525
  %47 = add i32 %46, 1013904223
  %48 = lshr i32 %47, 24
  %49 = sub nsw i32 %35, %44
  %50 = srem i32 %48, %49
  %51 = mul i32 %47, 1664525
  %52 = add i32 %51, 1013904223
  %53 = and i32 %52, 16777216
  %54 = icmp eq i32 %53, 0
  %55 = add nuw nsw i32 %50, 2
  %56 = select i1 %54, i32 2, i32 %55
  %57 = add nsw i32 %56, %43
  %58 = icmp sgt i32 %57, %7
  br i1 %58, label %88, label %59

59:                                               ; preds = %42
  %60 = xor i32 %50, 128
  %61 = select i1 %54, i32 %60, i32 %50
  %62 = trunc nuw i32 %61 to i8
  %63 = getelementptr inbounds i8, ptr %8, i32 %43
  store i8 %62, ptr %63, align 1, !tbaa !7
  %64 = add nsw i32 %43, 1
  br label %65

65:                                               ; preds = %65, %59
  %66 = phi i32 [ %64, %59 ], [ %75, %65 ]
  %67 = phi i32 [ 1, %59 ], [ %74, %65 ]
  %68 = phi i32 [ %52, %59 ], [ %70, %65 ]
  %69 = mul i32 %68, 1664525
  %70 = add i32 %69, 1013904223
  %71 = lshr i32 %70, 24
  %72 = trunc nuw i32 %71 to i8
  %73 = getelementptr inbounds i8, ptr %8, i32 %66
  store i8 %72, ptr %73, align 1, !tbaa !7
  %74 = add nuw nsw i32 %67, 1
  %75 = add nsw i32 %66, 1
  %76 = icmp eq i32 %74, %56
  br i1 %76, label %77, label %65, !llvm.loop !8

77:                                               ; preds = %65
  %78 = add nuw nsw i32 %44, 1
  %79 = add nuw nsw i32 %78, %50
  %80 = icmp ult i32 %79, %35
  br i1 %80, label %42, label %81

81:                                               ; preds = %77
  store i32 %70, ptr @random_state, align 4, !tbaa !5
  br label %82

82:                                               ; preds = %81, %37
  %83 = phi i32 [ %70, %81 ], [ %41, %37 ]
  %84 = phi i32 [ %75, %81 ], [ %39, %37 ]
  %85 = add nuw nsw i32 %40, 1
  %86 = icmp ult i32 %85, %32
  %87 = icmp eq i32 %85, %32
  br i1 %87, label %89, label %37, !llvm.loop !11

88:                                               ; preds = %42
  store i32 %52, ptr @random_state, align 4, !tbaa !5
  br i1 %38, label %93, label %10, !llvm.loop !12

89:                                               ; preds = %82, %19
  %90 = phi i32 [ %26, %19 ], [ %83, %82 ]
  %91 = phi i1 [ false, %19 ], [ %86, %82 ]
  %92 = phi i32 [ %17, %19 ], [ %84, %82 ]
  br i1 %91, label %93, label %14, !llvm.loop !12

93:                                               ; preds = %88, %14, %89
  %94 = phi i32 [ %13, %89 ], [ %16, %14 ], [ %43, %88 ]
  call void @llvm.lifetime.start.p0(i64 28, ptr nonnull %5) #15
  store i32 1, ptr %5, align 16, !tbaa !5
  %95 = getelementptr inbounds i8, ptr %5, i32 4
  store i32 2, ptr %95, align 4, !tbaa !5
  %96 = getelementptr inbounds i8, ptr %5, i32 8
  store i32 3, ptr %96, align 8, !tbaa !5
  %97 = getelementptr inbounds i8, ptr %5, i32 12
  store i32 5, ptr %97, align 4, !tbaa !5
  %98 = getelementptr inbounds i8, ptr %5, i32 16
  store i32 7, ptr %98, align 16, !tbaa !5
  %99 = getelementptr inbounds i8, ptr %5, i32 20
  store i32 64, ptr %99, align 4, !tbaa !5
  %100 = getelementptr inbounds i8, ptr %5, i32 24
  %101 = tail call i32 @llvm.smax.i32(i32 %94, i32 1)
  store i32 %101, ptr %100, align 8, !tbaa !5
  %102 = icmp sgt i32 %94, 0
  %103 = getelementptr inbounds i8, ptr %6, i32 12
  %104 = getelementptr inbounds i8, ptr %6, i32 16
  %105 = getelementptr inbounds i8, ptr %6, i32 20
  br label %178

106:                                              ; preds = %214
  %107 = zext nneg i32 %219 to i64
  tail call fastcc void @put_padded(i64 noundef %107)
  tail call fastcc void @put_text(ptr noundef nonnull @.str.1)
  call void @llvm.lifetime.start.p0(i64 33, ptr nonnull %3) #15
  call void @llvm.lifetime.start.p0(i64 33, ptr nonnull %4) #15
  %108 = zext nneg i32 %7 to i64
  br label %109

109:                                              ; preds = %161, %106
  %110 = phi i64 [ 0, %106 ], [ %174, %161 ]
  %111 = phi i32 [ 0, %106 ], [ %173, %161 ]
  %112 = trunc nuw nsw i64 %110 to i32
  %113 = mul i32 %112, 40503
  br label %114

114:                                              ; preds = %114, %109
  %115 = phi i32 [ 1, %109 ], [ %120, %114 ]
  %116 = icmp ult i32 %115, 32
  %117 = lshr i32 %113, %115
  %118 = icmp ne i32 %117, 0
  %119 = select i1 %116, i1 %118, i1 false
  %120 = add nuw nsw i32 %115, 1
  br i1 %119, label %114, label %121, !llvm.loop !13

121:                                              ; preds = %114, %121
  %122 = phi i32 [ %130, %121 ], [ 0, %114 ]
  %123 = xor i32 %122, -1
  %124 = add nsw i32 %115, %123
  %125 = lshr i32 %113, %124
  %126 = trunc i32 %125 to i8
  %127 = and i8 %126, 1
  %128 = or disjoint i8 %127, 48
  %129 = getelementptr inbounds i8, ptr %3, i32 %122
  store i8 %128, ptr %129, align 1, !tbaa !7
  %130 = add nuw nsw i32 %122, 1
  %131 = icmp eq i32 %130, %115
  br i1 %131, label %132, label %121, !llvm.loop !14

132:                                              ; preds = %121
  %133 = xor i32 %112, 23130
  %134 = getelementptr inbounds i8, ptr %3, i32 %115
  store i8 0, ptr %134, align 1, !tbaa !7
  br label %135

135:                                              ; preds = %135, %132
  %136 = phi i32 [ 1, %132 ], [ %141, %135 ]
  %137 = icmp ult i32 %136, 32
  %138 = lshr i32 %133, %136
  %139 = icmp ne i32 %138, 0
  %140 = select i1 %137, i1 %139, i1 false
  %141 = add nuw nsw i32 %136, 1
  br i1 %140, label %135, label %142, !llvm.loop !13

142:                                              ; preds = %135, %142
  %143 = phi i32 [ %151, %142 ], [ 0, %135 ]
  %144 = xor i32 %143, -1
  %145 = add nsw i32 %136, %144
  %146 = lshr i32 %133, %145
  %147 = trunc i32 %146 to i8
  %148 = and i8 %147, 1
  %149 = or disjoint i8 %148, 48
  %150 = getelementptr inbounds i8, ptr %4, i32 %143
  store i8 %149, ptr %150, align 1, !tbaa !7
  %151 = add nuw nsw i32 %143, 1
  %152 = icmp eq i32 %151, %136
  br i1 %152, label %153, label %142, !llvm.loop !14

153:                                              ; preds = %142
  %154 = getelementptr inbounds i8, ptr %4, i32 %136
  store i8 0, ptr %154, align 1, !tbaa !7
  br label %155

155:                                              ; preds = %155, %153
  %156 = phi i32 [ 0, %153 ], [ %160, %155 ]
  %157 = getelementptr inbounds [33 x i8], ptr %4, i32 0, i32 %156
  %158 = load i8, ptr %157, align 1, !tbaa !7
  %159 = icmp eq i8 %158, 0
  %160 = add nuw nsw i32 %156, 1
  br i1 %159, label %161, label %155, !llvm.loop !15

161:                                              ; preds = %155
  %162 = zext i32 %113 to i64
  %163 = zext nneg i32 %156 to i64
  %164 = shl i64 %162, %163
  %165 = zext nneg i32 %133 to i64
  %166 = or i64 %164, %165
  %167 = call fastcc i32 @remainder_by_five(i32 noundef 0, ptr noundef nonnull %3)
  %168 = call fastcc i32 @remainder_by_five(i32 noundef %167, ptr noundef nonnull %4)
  %169 = urem i64 %166, 5
  %170 = trunc nuw nsw i64 %169 to i32
  %171 = icmp ne i32 %168, %170
  %172 = zext i1 %171 to i32
  %173 = add nuw nsw i32 %111, %172
  %174 = add nuw nsw i64 %110, 1
  %175 = icmp eq i64 %174, %108
  br i1 %175, label %176, label %109, !llvm.loop !16

176:                                              ; preds = %161
  call void @llvm.lifetime.end.p0(i64 33, ptr nonnull %4) #15
  call void @llvm.lifetime.end.p0(i64 33, ptr nonnull %3) #15
  %177 = zext nneg i32 %173 to i64
  tail call fastcc void @put_padded(i64 noundef %177)
  tail call fastcc void @put_text(ptr noundef nonnull @.str.2)
  br label %231

178:                                              ; preds = %93, %214
  %179 = phi i32 [ 0, %93 ], [ %219, %214 ]
  %180 = phi i32 [ 0, %93 ], [ %220, %214 ]
  %181 = phi i32 [ 0, %93 ], [ %216, %214 ]
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %6) #15
  %182 = getelementptr inbounds [7 x i32], ptr %5, i32 0, i32 %180
  %183 = load i32, ptr %182, align 4, !tbaa !5
  call void @llvm.memset.p0.i32(ptr noundef nonnull align 4 dereferenceable(40) %6, i8 0, i32 40, i1 false), !alias.scope !17
  br i1 %102, label %184, label %193

184:                                              ; preds = %178, %184
  %185 = phi i32 [ %188, %184 ], [ 0, %178 ]
  %186 = sub nsw i32 %94, %185
  %187 = icmp slt i32 %186, %183
  %188 = add nsw i32 %185, %183
  %189 = select i1 %187, i32 %94, i32 %188
  %190 = getelementptr inbounds i8, ptr %8, i32 %185
  %191 = getelementptr inbounds i8, ptr %8, i32 %189
  call fastcc void @decode(ptr noundef nonnull %6, ptr noundef %190, ptr noundef %191)
  %192 = icmp slt i32 %188, %94
  br i1 %192, label %184, label %193, !llvm.loop !20

193:                                              ; preds = %184, %178
  tail call fastcc void @put_text(ptr noundef nonnull @.str.7)
  %194 = icmp slt i32 %183, 0
  br i1 %194, label %195, label %196

195:                                              ; preds = %193
  tail call fastcc void @put_char(i8 noundef signext 45)
  br label %196

196:                                              ; preds = %195, %193
  %197 = tail call i32 @llvm.abs.i32(i32 %183, i1 false)
  %198 = zext i32 %197 to i64
  tail call fastcc void @put_padded(i64 noundef %198)
  tail call fastcc void @put_text(ptr noundef nonnull @.str.8)
  %199 = load i32, ptr %103, align 4, !tbaa !21
  %200 = zext i32 %199 to i64
  tail call fastcc void @put_padded(i64 noundef %200)
  tail call fastcc void @put_text(ptr noundef nonnull @.str.9)
  %201 = load i32, ptr %104, align 4
  %202 = zext i32 %201 to i64
  tail call fastcc void @put_padded(i64 noundef %202)
  tail call fastcc void @put_text(ptr noundef nonnull @.str.10)
  br label %203

203:                                              ; preds = %209, %196
  %204 = phi i32 [ 0, %196 ], [ %212, %209 ]
  tail call fastcc void @put_char(i8 noundef signext 32)
  %205 = getelementptr inbounds [5 x i32], ptr %105, i32 0, i32 %204
  %206 = load i32, ptr %205, align 4, !tbaa !5
  %207 = icmp slt i32 %206, 0
  br i1 %207, label %208, label %209

208:                                              ; preds = %203
  tail call fastcc void @put_char(i8 noundef signext 45)
  br label %209

209:                                              ; preds = %208, %203
  %210 = tail call i32 @llvm.abs.i32(i32 %206, i1 false)
  %211 = zext i32 %210 to i64
  tail call fastcc void @put_padded(i64 noundef %211)
  %212 = add nuw nsw i32 %204, 1
  %213 = icmp eq i32 %212, 5
  br i1 %213, label %214, label %203, !llvm.loop !24

214:                                              ; preds = %209
  tail call fastcc void @put_char(i8 noundef signext 10)
  %215 = icmp eq i32 %180, 0
  %216 = select i1 %215, i32 %201, i32 %181
  %217 = icmp ne i32 %201, %216
  %218 = zext i1 %217 to i32
  %219 = add nuw nsw i32 %179, %218
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %6) #15
  %220 = add nuw nsw i32 %180, 1
  %221 = icmp eq i32 %220, 7
  br i1 %221, label %106, label %178, !llvm.loop !25

222:                                              ; preds = %231
  %223 = icmp slt i32 %242, 0
  br i1 %223, label %224, label %225

224:                                              ; preds = %222
  tail call fastcc void @put_char(i8 noundef signext 45)
  br label %225

225:                                              ; preds = %222, %224
  %226 = tail call i32 @llvm.abs.i32(i32 %242, i1 false)
  %227 = zext i32 %226 to i64
  tail call fastcc void @put_padded(i64 noundef %227)
  tail call fastcc void @put_text(ptr noundef nonnull @.str.3)
  %228 = sub nsw i32 0, %173
  %229 = icmp ne i32 %219, %228
  %230 = zext i1 %229 to i32
  call void @llvm.lifetime.end.p0(i64 28, ptr nonnull %5) #15
  ret i32 %230

231:                                              ; preds = %176, %231
  %232 = phi i32 [ 0, %176 ], [ %243, %231 ]
  %233 = phi i32 [ 0, %176 ], [ %242, %231 ]
  %234 = mul nuw nsw i32 %232, 3
  %235 = and i32 %234, 63
  %236 = xor i32 %235, 63
  %237 = trunc nuw i32 %232 to i8
  %238 = urem i8 %237, 3
  %239 = icmp eq i8 %238, 0
  %240 = zext i1 %239 to i32
  %241 = tail call fastcc i32 @meet(i32 noundef %232, i32 noundef %236, i32 noundef %240)
  %242 = add nsw i32 %241, %233
  %243 = add nuw nsw i32 %232, 1
  %244 = icmp eq i32 %243, 64
  br i1 %244, label %222, label %231, !llvm.loop !26
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
  br i1 %11, label %13, label %12, !llvm.loop !27

12:                                               ; preds = %8, %1
  store i32 0, ptr @output_length, align 4, !tbaa !1
  ret void

13:                                               ; preds = %6, %8
  %14 = phi i32 [ %4, %6 ], [ %10, %8 ]
  %15 = phi i32 [ 0, %6 ], [ %9, %8 ]
  %16 = getelementptr inbounds i8, ptr @output, i32 %15
  %17 = sub i32 %14, %15
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #15
  store ptr %16, ptr %2, align 4, !tbaa !28
  store i32 %17, ptr %7, align 4, !tbaa !31
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %3) #15
  store i32 0, ptr %3, align 4, !tbaa !1
  %18 = call zeroext i16 @wasi_fd_write(i32 noundef %0, ptr noundef nonnull %2, i32 noundef 1, ptr noundef nonnull %3) #15
  %19 = icmp ne i16 %18, 0
  %20 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %3) #15
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #15
  %21 = icmp eq i32 %20, 0
  %22 = select i1 %19, i1 true, i1 %21
  br i1 %22, label %23, label %8

23:                                               ; preds = %13
  call fastcc void @host_exit(i32 noundef 1) #16
  unreachable
}

; Function Attrs: noreturn nounwind
define internal fastcc void @host_exit(i32 noundef %0) unnamed_addr #6 {
  tail call void @wasi_proc_exit(i32 noundef %0) #17
  unreachable
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: noinline nounwind
define internal fastcc void @put_text(ptr nocapture noundef readonly %0) unnamed_addr #5 {
  %2 = load i8, ptr %0, align 1, !tbaa !7
  %3 = icmp eq i8 %2, 0
  br i1 %3, label %10, label %4

4:                                                ; preds = %1, %4
  %5 = phi i8 [ %8, %4 ], [ %2, %1 ]
  %6 = phi ptr [ %7, %4 ], [ %0, %1 ]
  %7 = getelementptr inbounds i8, ptr %6, i32 1
  tail call fastcc void @put_char(i8 noundef signext %5)
  %8 = load i8, ptr %7, align 1, !tbaa !7
  %9 = icmp eq i8 %8, 0
  br i1 %9, label %10, label %4, !llvm.loop !32

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
  store i8 %0, ptr %9, align 1, !tbaa !7
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
  %5 = load ptr, ptr %1, align 4, !tbaa !33
  %6 = load i8, ptr %5, align 1, !tbaa !7
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
  %20 = load i8, ptr %19, align 1, !tbaa !7
  %21 = icmp ne i8 %20, 0
  %22 = icmp slt i32 %18, 1000001
  %23 = select i1 %21, i1 %22, i1 false
  br i1 %23, label %8, label %24, !llvm.loop !34

24:                                               ; preds = %14
  %25 = add i32 %18, -1000001
  %26 = icmp ult i32 %25, -1000000
  %27 = select i1 %7, i1 true, i1 %26
  br i1 %27, label %28, label %29

28:                                               ; preds = %8, %4, %24
  tail call fastcc void @fail(ptr noundef nonnull @.str.4) #16
  unreachable

29:                                               ; preds = %24, %2
  %30 = phi i32 [ 3000, %2 ], [ %18, %24 ]
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
  %7 = load ptr, ptr @free_memory, align 4, !tbaa !33
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
  store ptr %16, ptr @free_memory, align 4, !tbaa !33
  %17 = icmp eq ptr %16, null
  br i1 %17, label %20, label %18

18:                                               ; preds = %8
  %19 = load i32, ptr @free_bytes, align 4, !tbaa !1
  br label %21

20:                                               ; preds = %8
  tail call fastcc void @fail(ptr noundef nonnull @.str.6) #16
  unreachable

21:                                               ; preds = %18, %6
  %22 = phi i32 [ %4, %6 ], [ %19, %18 ]
  %23 = phi ptr [ %7, %6 ], [ %15, %18 ]
  %24 = getelementptr inbounds i8, ptr %23, i32 %3
  store ptr %24, ptr @free_memory, align 4, !tbaa !33
  %25 = sub i32 %22, %3
  store i32 %25, ptr @free_bytes, align 4, !tbaa !1
  ret ptr %23
}

; Function Attrs: nofree noinline norecurse nosync nounwind memory(none)
define internal fastcc range(i32 -2147483647, -2147483648) i32 @meet(i32 noundef %0, i32 noundef %1, i32 noundef %2) unnamed_addr #9 {
  %4 = icmp eq i32 %2, 0
  br i1 %4, label %5, label %14

5:                                                ; preds = %14, %3
  %6 = phi i32 [ %15, %14 ], [ %0, %3 ]
  %7 = phi i32 [ %21, %14 ], [ %1, %3 ]
  %8 = phi i32 [ %18, %14 ], [ 0, %3 ]
  %9 = add nsw i32 %8, 1
  %10 = mul i32 %6, 5
  %11 = add i32 %10, 3
  %12 = and i32 %11, 63
  %13 = icmp eq i32 %12, %7
  br i1 %13, label %27, label %14

14:                                               ; preds = %5, %3
  %15 = phi i32 [ %0, %3 ], [ %12, %5 ]
  %16 = phi i32 [ %1, %3 ], [ %7, %5 ]
  %17 = phi i32 [ 0, %3 ], [ %9, %5 ]
  %18 = add nsw i32 %17, 1
  %19 = mul nuw nsw i32 %16, 13
  %20 = add nuw nsw i32 %19, 7
  %21 = and i32 %20, 63
  %22 = icmp eq i32 %15, %21
  %23 = icmp sgt i32 %17, 499
  %24 = select i1 %22, i1 true, i1 %23
  br i1 %24, label %25, label %5

25:                                               ; preds = %14
  %26 = xor i32 %17, -1
  br label %27

27:                                               ; preds = %5, %25
  %28 = phi i32 [ %26, %25 ], [ %9, %5 ]
  ret i32 %28
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare i32 @llvm.wasm.memory.grow.i32(i32, i32) #10

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i32(ptr nocapture writeonly, i8, i32, i1 immarg) #11

; Function Attrs: nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none)
define internal fastcc void @decode(ptr nocapture noundef %0, ptr noundef readonly %1, ptr noundef readnone %2) unnamed_addr #12 {
  %4 = load i32, ptr %0, align 4, !tbaa !35
  switch i32 %4, label %5 [
    i32 4, label %73
    i32 1, label %12
    i32 2, label %35
    i32 3, label %49
  ]

5:                                                ; preds = %3, %20
  %6 = phi ptr [ %1, %3 ], [ %23, %20 ]
  %7 = icmp eq ptr %6, %2
  br i1 %7, label %121, label %8

8:                                                ; preds = %5
  %9 = getelementptr inbounds i8, ptr %6, i32 1
  %10 = load i8, ptr %6, align 1, !tbaa !7
  %11 = getelementptr inbounds i8, ptr %0, i32 4
  store i8 %10, ptr %11, align 4, !tbaa !36
  br label %12

12:                                               ; preds = %3, %8
  %13 = phi ptr [ %9, %8 ], [ %1, %3 ]
  %14 = icmp eq ptr %13, %2
  br i1 %14, label %121, label %15

15:                                               ; preds = %12
  %16 = getelementptr inbounds i8, ptr %13, i32 1
  %17 = load i8, ptr %13, align 1, !tbaa !7
  %18 = getelementptr inbounds i8, ptr %0, i32 5
  store i8 %17, ptr %18, align 1, !tbaa !37
  %19 = getelementptr inbounds i8, ptr %0, i32 6
  store i8 0, ptr %19, align 2, !tbaa !38
  br label %20

20:                                               ; preds = %107, %15
  %21 = phi i8 [ %17, %15 ], [ %31, %107 ]
  %22 = phi i8 [ 0, %15 ], [ %120, %107 ]
  %23 = phi ptr [ %16, %15 ], [ %33, %107 ]
  %24 = getelementptr inbounds i8, ptr %0, i32 4
  %25 = load i8, ptr %24, align 4, !tbaa !36
  %26 = icmp ult i8 %22, %25
  br i1 %26, label %27, label %5, !llvm.loop !39

27:                                               ; preds = %20
  %28 = getelementptr inbounds i8, ptr %0, i32 7
  store i8 0, ptr %28, align 1, !tbaa !40
  %29 = getelementptr inbounds i8, ptr %0, i32 10
  store i16 0, ptr %29, align 2, !tbaa !41
  br label %30

30:                                               ; preds = %101, %27
  %31 = phi i8 [ %21, %27 ], [ %106, %101 ]
  %32 = phi i8 [ 0, %27 ], [ %104, %101 ]
  %33 = phi ptr [ %23, %27 ], [ %102, %101 ]
  %34 = icmp ult i8 %32, %31
  br i1 %34, label %35, label %107

35:                                               ; preds = %30, %3
  %36 = phi ptr [ %33, %30 ], [ %1, %3 ]
  %37 = icmp eq ptr %36, %2
  br i1 %37, label %121, label %38

38:                                               ; preds = %35
  %39 = getelementptr inbounds i8, ptr %36, i32 1
  %40 = load i8, ptr %36, align 1, !tbaa !7
  %41 = getelementptr inbounds i8, ptr %0, i32 8
  %42 = icmp sgt i8 %40, -1
  br i1 %42, label %43, label %71

43:                                               ; preds = %38
  %44 = add nuw i8 %40, 1
  store i8 %44, ptr %41, align 4, !tbaa !42
  br label %45

45:                                               ; preds = %58, %43
  %46 = phi i8 [ 1, %43 ], [ %70, %58 ]
  %47 = phi ptr [ %39, %43 ], [ %59, %58 ]
  %48 = icmp eq i8 %46, 0
  br i1 %48, label %101, label %49

49:                                               ; preds = %45, %3
  %50 = phi ptr [ %47, %45 ], [ %1, %3 ]
  %51 = icmp eq ptr %50, %2
  br i1 %51, label %121, label %52

52:                                               ; preds = %49
  %53 = getelementptr inbounds i8, ptr %0, i32 7
  %54 = load i8, ptr %53, align 1, !tbaa !40
  %55 = getelementptr inbounds i8, ptr %0, i32 5
  %56 = load i8, ptr %55, align 1, !tbaa !37
  %57 = icmp eq i8 %54, %56
  br i1 %57, label %101, label %58

58:                                               ; preds = %52
  %59 = getelementptr inbounds i8, ptr %50, i32 1
  %60 = load i8, ptr %50, align 1, !tbaa !7
  %61 = add i8 %54, 1
  store i8 %61, ptr %53, align 1, !tbaa !40
  %62 = getelementptr inbounds i8, ptr %0, i32 10
  %63 = load i16, ptr %62, align 2, !tbaa !41
  %64 = zext i8 %60 to i16
  %65 = zext i8 %61 to i16
  %66 = mul nuw i16 %64, %65
  %67 = add i16 %66, %63
  store i16 %67, ptr %62, align 2, !tbaa !41
  %68 = getelementptr inbounds i8, ptr %0, i32 8
  %69 = load i8, ptr %68, align 4, !tbaa !42
  %70 = add i8 %69, -1
  store i8 %70, ptr %68, align 4, !tbaa !42
  br label %45, !llvm.loop !43

71:                                               ; preds = %38
  %72 = add i8 %40, -127
  store i8 %72, ptr %41, align 4, !tbaa !42
  br label %73

73:                                               ; preds = %3, %71
  %74 = phi ptr [ %39, %71 ], [ %1, %3 ]
  %75 = icmp eq ptr %74, %2
  br i1 %75, label %121, label %76

76:                                               ; preds = %73
  %77 = getelementptr inbounds i8, ptr %74, i32 1
  %78 = getelementptr inbounds i8, ptr %0, i32 7
  %79 = getelementptr inbounds i8, ptr %0, i32 8
  %80 = load i8, ptr %79, align 4, !tbaa !42
  %81 = icmp eq i8 %80, 0
  br i1 %81, label %101, label %82

82:                                               ; preds = %76
  %83 = load i8, ptr %74, align 1, !tbaa !7
  %84 = getelementptr inbounds i8, ptr %0, i32 5
  %85 = load i8, ptr %84, align 1, !tbaa !37
  %86 = getelementptr inbounds i8, ptr %0, i32 10
  %87 = zext i8 %83 to i16
  %88 = load i8, ptr %78, align 1, !tbaa !40
  br label %89

89:                                               ; preds = %82, %93
  %90 = phi i8 [ %88, %82 ], [ %94, %93 ]
  %91 = phi i8 [ %80, %82 ], [ %99, %93 ]
  %92 = icmp ult i8 %90, %85
  br i1 %92, label %93, label %101

93:                                               ; preds = %89
  %94 = add nuw i8 %90, 1
  store i8 %94, ptr %78, align 1, !tbaa !40
  %95 = load i16, ptr %86, align 2, !tbaa !41
  %96 = zext i8 %94 to i16
  %97 = mul nuw i16 %96, %87
  %98 = add i16 %95, %97
  store i16 %98, ptr %86, align 2, !tbaa !41
  %99 = add i8 %91, -1
  store i8 %99, ptr %79, align 4, !tbaa !42
  %100 = icmp eq i8 %99, 0
  br i1 %100, label %101, label %89, !llvm.loop !44

101:                                              ; preds = %93, %89, %76, %45, %52
  %102 = phi ptr [ %50, %52 ], [ %47, %45 ], [ %77, %76 ], [ %77, %89 ], [ %77, %93 ]
  %103 = getelementptr inbounds i8, ptr %0, i32 7
  %104 = load i8, ptr %103, align 1, !tbaa !40
  %105 = getelementptr inbounds i8, ptr %0, i32 5
  %106 = load i8, ptr %105, align 1, !tbaa !37
  br label %30, !llvm.loop !45

107:                                              ; preds = %30
  %108 = getelementptr inbounds i8, ptr %0, i32 12
  %109 = load i32, ptr %108, align 4, !tbaa !21
  %110 = add i32 %109, 1
  store i32 %110, ptr %108, align 4, !tbaa !21
  %111 = getelementptr inbounds i8, ptr %0, i32 16
  %112 = load i32, ptr %111, align 4, !tbaa !46
  %113 = tail call i32 @llvm.fshl.i32(i32 %112, i32 %112, i32 5)
  %114 = getelementptr inbounds i8, ptr %0, i32 10
  %115 = load i16, ptr %114, align 2, !tbaa !41
  %116 = zext i16 %115 to i32
  %117 = xor i32 %113, %116
  store i32 %117, ptr %111, align 4, !tbaa !46
  %118 = getelementptr inbounds i8, ptr %0, i32 6
  %119 = load i8, ptr %118, align 2, !tbaa !38
  %120 = add i8 %119, 1
  store i8 %120, ptr %118, align 2, !tbaa !38
  br label %20, !llvm.loop !47

121:                                              ; preds = %73, %49, %35, %12, %5
  %122 = phi i32 [ 0, %5 ], [ 1, %12 ], [ 2, %35 ], [ 3, %49 ], [ 4, %73 ]
  store i32 %122, ptr %0, align 4, !tbaa !35
  %123 = getelementptr inbounds i8, ptr %0, i32 20
  %124 = getelementptr inbounds [5 x i32], ptr %123, i32 0, i32 %122
  %125 = load i32, ptr %124, align 4, !tbaa !5
  %126 = add nsw i32 %125, 1
  store i32 %126, ptr %124, align 4, !tbaa !5
  ret void
}

; Function Attrs: noinline nounwind
define internal fastcc void @put_padded(i64 noundef %0) unnamed_addr #5 {
  %2 = alloca [20 x i8], align 16
  call void @llvm.lifetime.start.p0(i64 20, ptr nonnull %2) #15
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
  store i8 %11, ptr %13, align 1, !tbaa !7
  %14 = icmp ugt i64 %5, 9
  br i1 %14, label %3, label %15, !llvm.loop !48

15:                                               ; preds = %3, %15
  %16 = phi i32 [ %17, %15 ], [ %12, %3 ]
  %17 = add nsw i32 %16, -1
  %18 = getelementptr inbounds [20 x i8], ptr %2, i32 0, i32 %17
  %19 = load i8, ptr %18, align 1, !tbaa !7
  tail call fastcc void @put_char(i8 noundef signext %19)
  %20 = icmp sgt i32 %16, 1
  br i1 %20, label %15, label %21, !llvm.loop !49

21:                                               ; preds = %15
  call void @llvm.lifetime.end.p0(i64 20, ptr nonnull %2) #15
  ret void
}

; Function Attrs: nofree noinline norecurse nosync nounwind memory(read, inaccessiblemem: none)
define internal fastcc range(i32 0, 5) i32 @remainder_by_five(i32 noundef %0, ptr nocapture noundef readonly %1) unnamed_addr #13 {
  switch i32 %0, label %3 [
    i32 0, label %16
    i32 1, label %8
    i32 2, label %12
    i32 3, label %20
    i32 4, label %18
  ]

3:                                                ; preds = %2
  unreachable

4:                                                ; preds = %16, %4
  %5 = phi ptr [ %6, %4 ], [ %17, %16 ]
  %6 = getelementptr inbounds i8, ptr %5, i32 1
  %7 = load i8, ptr %5, align 1, !tbaa !7
  switch i8 %7, label %28 [
    i8 48, label %4
    i8 49, label %8
  ]

8:                                                ; preds = %4, %20, %2
  %9 = phi ptr [ %22, %20 ], [ %1, %2 ], [ %6, %4 ]
  %10 = getelementptr inbounds i8, ptr %9, i32 1
  %11 = load i8, ptr %9, align 1, !tbaa !7
  switch i8 %11, label %28 [
    i8 48, label %12
    i8 49, label %20
  ]

12:                                               ; preds = %20, %8, %2
  %13 = phi ptr [ %22, %20 ], [ %10, %8 ], [ %1, %2 ]
  %14 = getelementptr inbounds i8, ptr %13, i32 1
  %15 = load i8, ptr %13, align 1, !tbaa !7
  switch i8 %15, label %28 [
    i8 48, label %18
    i8 49, label %16
  ]

16:                                               ; preds = %2, %12
  %17 = phi ptr [ %14, %12 ], [ %1, %2 ]
  br label %4

18:                                               ; preds = %2, %12
  %19 = phi ptr [ %1, %2 ], [ %14, %12 ]
  br label %24

20:                                               ; preds = %24, %8, %2
  %21 = phi ptr [ %10, %8 ], [ %1, %2 ], [ %26, %24 ]
  %22 = getelementptr inbounds i8, ptr %21, i32 1
  %23 = load i8, ptr %21, align 1, !tbaa !7
  switch i8 %23, label %28 [
    i8 48, label %8
    i8 49, label %12
  ]

24:                                               ; preds = %18, %24
  %25 = phi ptr [ %26, %24 ], [ %19, %18 ]
  %26 = getelementptr inbounds i8, ptr %25, i32 1
  %27 = load i8, ptr %25, align 1, !tbaa !7
  switch i8 %27, label %28 [
    i8 48, label %20
    i8 49, label %24
  ]

28:                                               ; preds = %4, %24, %20, %12, %8
  %29 = phi i32 [ 1, %8 ], [ 2, %12 ], [ 3, %20 ], [ 4, %24 ], [ 0, %4 ]
  ret i32 %29
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fshl.i32(i32, i32, i32) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.abs.i32(i32, i1 immarg) #14

attributes #0 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-export-name"="_start" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_sizes_get" }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="args_get" }
attributes #4 = { noinline noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #5 = { noinline nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #6 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #7 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="fd_write" }
attributes #8 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" "wasm-import-module"="wasi_snapshot_preview1" "wasm-import-name"="proc_exit" }
attributes #9 = { nofree noinline norecurse nosync nounwind memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #10 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #11 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #12 = { nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #13 = { nofree noinline norecurse nosync nounwind memory(read, inaccessiblemem: none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bulk-memory,+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #14 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #15 = { nounwind }
attributes #16 = { noreturn }
attributes #17 = { noreturn nounwind }

!llvm.module.flags = !{!0}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{!2, !2, i64 0}
!2 = !{!"long", !3, i64 0}
!3 = !{!"omnipotent char", !4, i64 0}
!4 = !{!"Simple C/C++ TBAA"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !3, i64 0}
!7 = !{!3, !3, i64 0}
!8 = distinct !{!8, !9, !10}
!9 = !{!"llvm.loop.mustprogress"}
!10 = !{!"llvm.loop.unroll.disable"}
!11 = distinct !{!11, !9, !10}
!12 = distinct !{!12, !9, !10}
!13 = distinct !{!13, !9, !10}
!14 = distinct !{!14, !9, !10}
!15 = distinct !{!15, !9, !10}
!16 = distinct !{!16, !9, !10}
!17 = !{!18}
!18 = distinct !{!18, !19, !"decode_in_pieces: argument 0"}
!19 = distinct !{!19, !"decode_in_pieces"}
!20 = distinct !{!20, !9, !10}
!21 = !{!22, !6, i64 12}
!22 = !{!"decoder", !6, i64 0, !3, i64 4, !3, i64 5, !3, i64 6, !3, i64 7, !3, i64 8, !23, i64 10, !6, i64 12, !6, i64 16, !3, i64 20}
!23 = !{!"short", !3, i64 0}
!24 = distinct !{!24, !9, !10}
!25 = distinct !{!25, !9, !10}
!26 = distinct !{!26, !9, !10}
!27 = distinct !{!27, !9, !10}
!28 = !{!29, !30, i64 0}
!29 = !{!"wasi_slice", !30, i64 0, !2, i64 4}
!30 = !{!"any pointer", !3, i64 0}
!31 = !{!29, !2, i64 4}
!32 = distinct !{!32, !9, !10}
!33 = !{!30, !30, i64 0}
!34 = distinct !{!34, !9, !10}
!35 = !{!22, !6, i64 0}
!36 = !{!22, !3, i64 4}
!37 = !{!22, !3, i64 5}
!38 = !{!22, !3, i64 6}
!39 = distinct !{!39, !10}
!40 = !{!22, !3, i64 7}
!41 = !{!22, !23, i64 10}
!42 = !{!22, !3, i64 8}
!43 = distinct !{!43, !9, !10}
!44 = distinct !{!44, !9, !10}
!45 = distinct !{!45, !9, !10}
!46 = !{!22, !6, i64 16}
!47 = distinct !{!47, !9, !10}
!48 = distinct !{!48, !9, !10}
!49 = distinct !{!49, !9, !10}
