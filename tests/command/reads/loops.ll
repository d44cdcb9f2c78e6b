; ModuleID = 'loops.c'
source_filename = "loops.c"
target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32"

; Function Attrs: nofree norecurse nosync nounwind memory(read, inaccessiblemem: none)
define hidden noundef ptr @skip_blanks(ptr noundef readonly %0) local_unnamed_addr #0 !dbg !6 {
    #dbg_value(ptr %0, !13, !DIExpression(), !14)
  br label %2, !dbg !15

2:                                                ; preds = %5, %1
  %3 = phi ptr [ %0, %1 ], [ %6, %5 ]
    #dbg_value(ptr %3, !13, !DIExpression(), !14)
  %4 = load i8, ptr %3, align 1, !dbg !16, !tbaa !17
  switch i8 %4, label %7 [
    i8 32, label %5
    i8 9, label %5
  ], !dbg !20

5:                                                ; preds = %2, %2
  %6 = getelementptr inbounds i8, ptr %3, i32 1, !dbg !21
    #dbg_value(ptr %6, !13, !DIExpression(), !14)
  br label %2, !dbg !15, !llvm.loop !22

7:                                                ; preds = %2
  ret ptr %3, !dbg !25
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, inaccessiblemem: none)
define hidden ptr @find(ptr noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 !dbg !26 {
    #dbg_value(ptr %0, !36, !DIExpression(), !40)
    #dbg_value(i32 %1, !37, !DIExpression(), !40)
    #dbg_value(ptr %0, !38, !DIExpression(), !41)
  %3 = icmp eq ptr %0, null, !dbg !42
  br i1 %3, label %12, label %4, !dbg !42

4:                                                ; preds = %2, %8
  %5 = phi ptr [ %10, %8 ], [ %0, %2 ]
    #dbg_value(ptr %5, !38, !DIExpression(), !41)
  %6 = load i32, ptr %5, align 4, !dbg !43, !tbaa !46
  %7 = icmp eq i32 %6, %1, !dbg !50
  br i1 %7, label %12, label %8, !dbg !51

8:                                                ; preds = %4
  %9 = getelementptr inbounds i8, ptr %5, i32 4, !dbg !52
  %10 = load ptr, ptr %9, align 4, !dbg !52, !tbaa !53
    #dbg_value(ptr %10, !38, !DIExpression(), !41)
  %11 = icmp eq ptr %10, null, !dbg !42
  br i1 %11, label %12, label %4, !dbg !42, !llvm.loop !54

12:                                               ; preds = %8, %4, %2
  %13 = phi ptr [ %0, %2 ], [ %10, %8 ], [ %5, %4 ], !dbg !56
  ret ptr %13, !dbg !57
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, inaccessiblemem: none)
define hidden i32 @length(ptr noundef readonly %0) local_unnamed_addr #0 !dbg !58 {
    #dbg_value(ptr %0, !65, !DIExpression(), !67)
    #dbg_value(i32 0, !66, !DIExpression(), !67)
  %2 = icmp eq ptr %0, null, !dbg !68
  br i1 %2, label %10, label %3, !dbg !68

3:                                                ; preds = %1, %3
  %4 = phi i32 [ %6, %3 ], [ 0, %1 ]
  %5 = phi ptr [ %8, %3 ], [ %0, %1 ]
    #dbg_value(i32 %4, !66, !DIExpression(), !67)
    #dbg_value(ptr %5, !65, !DIExpression(), !67)
  %6 = add i32 %4, 1, !dbg !69
    #dbg_value(i32 %6, !66, !DIExpression(), !67)
  %7 = getelementptr inbounds i8, ptr %5, i32 4, !dbg !71
  %8 = load ptr, ptr %7, align 4, !dbg !71, !tbaa !53
    #dbg_value(ptr %8, !65, !DIExpression(), !67)
  %9 = icmp eq ptr %8, null, !dbg !68
  br i1 %9, label %10, label %3, !dbg !68, !llvm.loop !72

10:                                               ; preds = %3, %1
  %11 = phi i32 [ 0, %1 ], [ %6, %3 ], !dbg !67
  ret i32 %11, !dbg !74
}

; Function Attrs: nounwind
define hidden void @copy() local_unnamed_addr #1 !dbg !75 {
  %1 = tail call i32 @read_byte() #6, !dbg !80
  %2 = icmp sgt i32 %1, -1, !dbg !81
  br i1 %2, label %3, label %7, !dbg !82

3:                                                ; preds = %0, %3
  %4 = phi i32 [ %5, %3 ], [ %1, %0 ]
  tail call void @put(i32 noundef %4) #6, !dbg !83
  %5 = tail call i32 @read_byte() #6, !dbg !80
    #dbg_value(i32 %5, !79, !DIExpression(), !84)
  %6 = icmp sgt i32 %5, -1, !dbg !81
  br i1 %6, label %3, label %7, !dbg !82, !llvm.loop !85

7:                                                ; preds = %3, %0
  ret void, !dbg !87
}

declare !dbg !88 i32 @read_byte() local_unnamed_addr #2

declare !dbg !91 void @put(i32 noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define hidden void @shift(ptr nocapture noundef %0, i32 noundef %1) local_unnamed_addr #3 !dbg !94 {
    #dbg_value(ptr %0, !99, !DIExpression(), !103)
    #dbg_value(i32 %1, !100, !DIExpression(), !103)
    #dbg_value(i32 %1, !101, !DIExpression(), !104)
  %3 = icmp sgt i32 %1, 0, !dbg !105
  br i1 %3, label %4, label %7, !dbg !107

4:                                                ; preds = %2
  %5 = getelementptr i8, ptr %0, i32 4, !dbg !107
  %6 = shl nuw i32 %1, 2, !dbg !107
  tail call void @llvm.memmove.p0.p0.i32(ptr align 4 %5, ptr align 4 %0, i32 %6, i1 false), !dbg !108, !tbaa !109
    #dbg_value(i32 poison, !101, !DIExpression(), !104)
  br label %7, !dbg !110

7:                                                ; preds = %4, %2
  ret void, !dbg !110
}

; Function Attrs: nofree norecurse nosync nounwind memory(none)
define hidden i32 @gcd(i32 noundef %0, i32 noundef %1) local_unnamed_addr #4 !dbg !111 {
    #dbg_value(i32 %0, !115, !DIExpression(), !119)
    #dbg_value(i32 %1, !116, !DIExpression(), !119)
  %3 = icmp eq i32 %1, 0, !dbg !120
  br i1 %3, label %9, label %4, !dbg !121

4:                                                ; preds = %2, %4
  %5 = phi i32 [ %6, %4 ], [ %0, %2 ]
  %6 = phi i32 [ %7, %4 ], [ %1, %2 ]
    #dbg_value(i32 %5, !115, !DIExpression(), !119)
    #dbg_value(i32 %6, !116, !DIExpression(), !119)
  %7 = srem i32 %5, %6, !dbg !122
    #dbg_value(i32 %7, !117, !DIExpression(), !123)
    #dbg_value(i32 %6, !115, !DIExpression(), !119)
    #dbg_value(i32 %7, !116, !DIExpression(), !119)
  %8 = icmp eq i32 %7, 0, !dbg !120
  br i1 %8, label %9, label %4, !dbg !121, !llvm.loop !124

9:                                                ; preds = %4, %2
  %10 = phi i32 [ %0, %2 ], [ %6, %4 ]
  ret i32 %10, !dbg !126
}

; Function Attrs: nounwind
define hidden void @repeat(i32 noundef %0, i32 noundef %1) local_unnamed_addr #1 !dbg !127 {
    #dbg_value(i32 %0, !131, !DIExpression(), !133)
    #dbg_value(i32 %1, !132, !DIExpression(), !133)
  br label %3, !dbg !134

3:                                                ; preds = %3, %2
  %4 = phi i32 [ %1, %2 ], [ %5, %3 ]
    #dbg_value(i32 %4, !132, !DIExpression(), !133)
  tail call void @put(i32 noundef %0) #6, !dbg !135
  %5 = add nsw i32 %4, -1, !dbg !136
    #dbg_value(i32 %5, !132, !DIExpression(), !133)
  %6 = icmp eq i32 %5, 0, !dbg !135
  br i1 %6, label %7, label %3, !dbg !135, !llvm.loop !137

7:                                                ; preds = %3
  ret void, !dbg !139
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p0.p0.i32(ptr nocapture writeonly, ptr nocapture readonly, i32, i1 immarg) #5

attributes #0 = { nofree norecurse nosync nounwind memory(read, inaccessiblemem: none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #1 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #4 = { nofree norecurse nosync nounwind memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #5 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "loops.c", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!6 = distinct !DISubprogram(name: "skip_blanks", scope: !1, file: !1, line: 11, type: !7, scopeLine: 11, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !12)
!7 = !DISubroutineType(types: !8)
!8 = !{!9, !9}
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 32)
!10 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !11)
!11 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!12 = !{!13}
!13 = !DILocalVariable(name: "p", arg: 1, scope: !6, file: !1, line: 11, type: !9)
!14 = !DILocation(line: 0, scope: !6)
!15 = !DILocation(line: 12, column: 3, scope: !6)
!16 = !DILocation(line: 12, column: 10, scope: !6)
!17 = !{!18, !18, i64 0}
!18 = !{!"omnipotent char", !19, i64 0}
!19 = !{!"Simple C/C++ TBAA"}
!20 = !DILocation(line: 12, column: 19, scope: !6)
!21 = !DILocation(line: 12, column: 32, scope: !6)
!22 = distinct !{!22, !15, !21, !23, !24}
!23 = !{!"llvm.loop.mustprogress"}
!24 = !{!"llvm.loop.unroll.disable"}
!25 = !DILocation(line: 13, column: 3, scope: !6)
!26 = distinct !DISubprogram(name: "find", scope: !1, file: !1, line: 16, type: !27, scopeLine: 16, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !35)
!27 = !DISubroutineType(types: !28)
!28 = !{!29, !29, !33}
!29 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !30, size: 32)
!30 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !1, line: 3, size: 64, elements: !31)
!31 = !{!32, !34}
!32 = !DIDerivedType(tag: DW_TAG_member, name: "key", scope: !30, file: !1, line: 4, baseType: !33, size: 32)
!33 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !30, file: !1, line: 5, baseType: !29, size: 32, offset: 32)
!35 = !{!36, !37, !38}
!36 = !DILocalVariable(name: "list", arg: 1, scope: !26, file: !1, line: 16, type: !29)
!37 = !DILocalVariable(name: "key", arg: 2, scope: !26, file: !1, line: 16, type: !33)
!38 = !DILocalVariable(name: "node", scope: !39, file: !1, line: 17, type: !29)
!39 = distinct !DILexicalBlock(scope: !26, file: !1, line: 17, column: 3)
!40 = !DILocation(line: 0, scope: !26)
!41 = !DILocation(line: 0, scope: !39)
!42 = !DILocation(line: 17, column: 3, scope: !39)
!43 = !DILocation(line: 18, column: 15, scope: !44)
!44 = distinct !DILexicalBlock(scope: !45, file: !1, line: 18, column: 9)
!45 = distinct !DILexicalBlock(scope: !39, file: !1, line: 17, column: 3)
!46 = !{!47, !48, i64 0}
!47 = !{!"node", !48, i64 0, !49, i64 4}
!48 = !{!"int", !18, i64 0}
!49 = !{!"any pointer", !18, i64 0}
!50 = !DILocation(line: 18, column: 19, scope: !44)
!51 = !DILocation(line: 18, column: 9, scope: !45)
!52 = !DILocation(line: 17, column: 53, scope: !45)
!53 = !{!47, !49, i64 4}
!54 = distinct !{!54, !42, !55, !23, !24}
!55 = !DILocation(line: 18, column: 34, scope: !39)
!56 = !DILocation(line: 17, scope: !39)
!57 = !DILocation(line: 20, column: 1, scope: !26)
!58 = distinct !DISubprogram(name: "length", scope: !1, file: !1, line: 22, type: !59, scopeLine: 22, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !64)
!59 = !DISubroutineType(types: !60)
!60 = !{!61, !62}
!61 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!62 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !63, size: 32)
!63 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !30)
!64 = !{!65, !66}
!65 = !DILocalVariable(name: "list", arg: 1, scope: !58, file: !1, line: 22, type: !62)
!66 = !DILocalVariable(name: "length", scope: !58, file: !1, line: 23, type: !61)
!67 = !DILocation(line: 0, scope: !58)
!68 = !DILocation(line: 24, column: 3, scope: !58)
!69 = !DILocation(line: 25, column: 11, scope: !70)
!70 = distinct !DILexicalBlock(scope: !58, file: !1, line: 24, column: 16)
!71 = !DILocation(line: 26, column: 18, scope: !70)
!72 = distinct !{!72, !68, !73, !23, !24}
!73 = !DILocation(line: 27, column: 3, scope: !58)
!74 = !DILocation(line: 28, column: 3, scope: !58)
!75 = distinct !DISubprogram(name: "copy", scope: !1, file: !1, line: 31, type: !76, scopeLine: 31, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !78)
!76 = !DISubroutineType(types: !77)
!77 = !{null}
!78 = !{!79}
!79 = !DILocalVariable(name: "byte", scope: !75, file: !1, line: 32, type: !33)
!80 = !DILocation(line: 33, column: 18, scope: !75)
!81 = !DILocation(line: 33, column: 31, scope: !75)
!82 = !DILocation(line: 33, column: 3, scope: !75)
!83 = !DILocation(line: 33, column: 37, scope: !75)
!84 = !DILocation(line: 0, scope: !75)
!85 = distinct !{!85, !82, !86, !23, !24}
!86 = !DILocation(line: 33, column: 45, scope: !75)
!87 = !DILocation(line: 34, column: 1, scope: !75)
!88 = !DISubprogram(name: "read_byte", scope: !1, file: !1, line: 8, type: !89, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!89 = !DISubroutineType(types: !90)
!90 = !{!33}
!91 = !DISubprogram(name: "put", scope: !1, file: !1, line: 9, type: !92, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!92 = !DISubroutineType(types: !93)
!93 = !{null, !33}
!94 = distinct !DISubprogram(name: "shift", scope: !1, file: !1, line: 36, type: !95, scopeLine: 36, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !98)
!95 = !DISubroutineType(types: !96)
!96 = !{null, !97, !33}
!97 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !33, size: 32)
!98 = !{!99, !100, !101}
!99 = !DILocalVariable(name: "items", arg: 1, scope: !94, file: !1, line: 36, type: !97)
!100 = !DILocalVariable(name: "count", arg: 2, scope: !94, file: !1, line: 36, type: !33)
!101 = !DILocalVariable(name: "i", scope: !102, file: !1, line: 37, type: !33)
!102 = distinct !DILexicalBlock(scope: !94, file: !1, line: 37, column: 3)
!103 = !DILocation(line: 0, scope: !94)
!104 = !DILocation(line: 0, scope: !102)
!105 = !DILocation(line: 37, column: 25, scope: !106)
!106 = distinct !DILexicalBlock(scope: !102, file: !1, line: 37, column: 3)
!107 = !DILocation(line: 37, column: 3, scope: !102)
!108 = !DILocation(line: 37, column: 44, scope: !106)
!109 = !{!48, !48, i64 0}
!110 = !DILocation(line: 38, column: 1, scope: !94)
!111 = distinct !DISubprogram(name: "gcd", scope: !1, file: !1, line: 40, type: !112, scopeLine: 40, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !114)
!112 = !DISubroutineType(types: !113)
!113 = !{!33, !33, !33}
!114 = !{!115, !116, !117}
!115 = !DILocalVariable(name: "a", arg: 1, scope: !111, file: !1, line: 40, type: !33)
!116 = !DILocalVariable(name: "b", arg: 2, scope: !111, file: !1, line: 40, type: !33)
!117 = !DILocalVariable(name: "rest", scope: !118, file: !1, line: 42, type: !33)
!118 = distinct !DILexicalBlock(scope: !111, file: !1, line: 41, column: 18)
!119 = !DILocation(line: 0, scope: !111)
!120 = !DILocation(line: 41, column: 12, scope: !111)
!121 = !DILocation(line: 41, column: 3, scope: !111)
!122 = !DILocation(line: 42, column: 18, scope: !118)
!123 = !DILocation(line: 0, scope: !118)
!124 = distinct !{!124, !121, !125, !23, !24}
!125 = !DILocation(line: 45, column: 3, scope: !111)
!126 = !DILocation(line: 46, column: 3, scope: !111)
!127 = distinct !DISubprogram(name: "repeat", scope: !1, file: !1, line: 49, type: !128, scopeLine: 49, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !130)
!128 = !DISubroutineType(types: !129)
!129 = !{null, !33, !33}
!130 = !{!131, !132}
!131 = !DILocalVariable(name: "byte", arg: 1, scope: !127, file: !1, line: 49, type: !33)
!132 = !DILocalVariable(name: "count", arg: 2, scope: !127, file: !1, line: 49, type: !33)
!133 = !DILocation(line: 0, scope: !127)
!134 = !DILocation(line: 50, column: 3, scope: !127)
!135 = !DILocation(line: 50, column: 6, scope: !127)
!136 = !DILocation(line: 51, column: 10, scope: !127)
!137 = distinct !{!137, !134, !138, !23, !24}
!138 = !DILocation(line: 51, column: 17, scope: !127)
!139 = !DILocation(line: 52, column: 1, scope: !127)
