; ModuleID = 'entered.c'
source_filename = "entered.c"
target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32"

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read)
define hidden i32 @sum(ptr nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 !dbg !6 {
    #dbg_value(ptr %0, !13, !DIExpression(), !18)
    #dbg_value(i32 %1, !14, !DIExpression(), !18)
    #dbg_value(i32 0, !15, !DIExpression(), !18)
    #dbg_value(i32 0, !16, !DIExpression(), !19)
  %3 = icmp sgt i32 %1, 0, !dbg !20
  br i1 %3, label %6, label %4, !dbg !22

4:                                                ; preds = %6, %2
  %5 = phi i32 [ 0, %2 ], [ %11, %6 ], !dbg !18
  ret i32 %5, !dbg !23

6:                                                ; preds = %2, %6
  %7 = phi i32 [ %12, %6 ], [ 0, %2 ]
  %8 = phi i32 [ %11, %6 ], [ 0, %2 ]
    #dbg_value(i32 %7, !16, !DIExpression(), !19)
    #dbg_value(i32 %8, !15, !DIExpression(), !18)
  %9 = getelementptr inbounds i32, ptr %0, i32 %7, !dbg !24
  %10 = load i32, ptr %9, align 4, !dbg !24, !tbaa !25
  %11 = add nsw i32 %10, %8, !dbg !29
    #dbg_value(i32 %11, !15, !DIExpression(), !18)
  %12 = add nuw nsw i32 %7, 1, !dbg !30
    #dbg_value(i32 %12, !16, !DIExpression(), !19)
  %13 = icmp eq i32 %12, %1, !dbg !20
  br i1 %13, label %4, label %6, !dbg !22, !llvm.loop !31
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: write)
define hidden void @fill(ptr nocapture noundef writeonly %0) local_unnamed_addr #1 !dbg !35 {
    #dbg_value(ptr %0, !40, !DIExpression(), !43)
    #dbg_value(i32 0, !41, !DIExpression(), !44)
  br label %3, !dbg !45

2:                                                ; preds = %3
  ret void, !dbg !46

3:                                                ; preds = %1, %3
  %4 = phi i32 [ 0, %1 ], [ %6, %3 ]
    #dbg_value(i32 %4, !41, !DIExpression(), !44)
  %5 = getelementptr inbounds i32, ptr %0, i32 %4, !dbg !47
  store i32 %4, ptr %5, align 4, !dbg !49, !tbaa !25
  %6 = add nuw nsw i32 %4, 1, !dbg !50
    #dbg_value(i32 %6, !41, !DIExpression(), !44)
  %7 = icmp eq i32 %6, 100, !dbg !51
  br i1 %7, label %2, label %3, !dbg !45, !llvm.loop !52
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read)
define hidden i32 @sum_below(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 !dbg !54 {
    #dbg_value(ptr %0, !59, !DIExpression(), !65)
    #dbg_value(i32 %1, !60, !DIExpression(), !65)
    #dbg_value(i32 %2, !61, !DIExpression(), !65)
    #dbg_value(i32 0, !62, !DIExpression(), !65)
    #dbg_value(i32 %1, !63, !DIExpression(), !66)
  %4 = icmp ult i32 %1, %2, !dbg !67
  br i1 %4, label %7, label %5, !dbg !69

5:                                                ; preds = %7, %3
  %6 = phi i32 [ 0, %3 ], [ %12, %7 ], !dbg !65
  ret i32 %6, !dbg !70

7:                                                ; preds = %3, %7
  %8 = phi i32 [ %13, %7 ], [ %1, %3 ]
  %9 = phi i32 [ %12, %7 ], [ 0, %3 ]
    #dbg_value(i32 %8, !63, !DIExpression(), !66)
    #dbg_value(i32 %9, !62, !DIExpression(), !65)
  %10 = getelementptr inbounds i32, ptr %0, i32 %8, !dbg !71
  %11 = load i32, ptr %10, align 4, !dbg !71, !tbaa !25
  %12 = add nsw i32 %11, %9, !dbg !72
    #dbg_value(i32 %12, !62, !DIExpression(), !65)
  %13 = add nuw i32 %8, 1, !dbg !73
    #dbg_value(i32 %13, !63, !DIExpression(), !66)
  %14 = icmp eq i32 %13, %2, !dbg !67
  br i1 %14, label %5, label %7, !dbg !69, !llvm.loop !74
}

; Function Attrs: nounwind
define hidden void @print_all(ptr nocapture noundef readonly %0) local_unnamed_addr #2 !dbg !76 {
    #dbg_value(ptr %0, !83, !DIExpression(), !84)
  %2 = load i8, ptr %0, align 1, !dbg !85, !tbaa !86
  %3 = icmp eq i8 %2, 0, !dbg !87
  br i1 %3, label %11, label %4, !dbg !87

4:                                                ; preds = %1, %4
  %5 = phi i8 [ %9, %4 ], [ %2, %1 ]
  %6 = phi ptr [ %7, %4 ], [ %0, %1 ]
    #dbg_value(ptr %6, !83, !DIExpression(), !84)
  %7 = getelementptr inbounds i8, ptr %6, i32 1, !dbg !88
    #dbg_value(ptr %7, !83, !DIExpression(), !84)
  %8 = sext i8 %5 to i32, !dbg !89
  tail call void @print(i32 noundef %8) #4, !dbg !90
  %9 = load i8, ptr %7, align 1, !dbg !85, !tbaa !86
  %10 = icmp eq i8 %9, 0, !dbg !87
  br i1 %10, label %11, label %4, !dbg !87, !llvm.loop !91

11:                                               ; preds = %4, %1
  ret void, !dbg !93
}

declare !dbg !94 void @print(i32 noundef) local_unnamed_addr #3

; Function Attrs: nounwind
define hidden void @print_often(ptr nocapture noundef readonly %0) local_unnamed_addr #2 !dbg !97 {
    #dbg_value(ptr %0, !99, !DIExpression(), !105)
    #dbg_value(i32 0, !100, !DIExpression(), !106)
  br label %2, !dbg !107

2:                                                ; preds = %1, %7
  %3 = phi i32 [ 0, %1 ], [ %8, %7 ]
    #dbg_value(i32 %3, !100, !DIExpression(), !106)
    #dbg_value(ptr %0, !102, !DIExpression(), !108)
  %4 = load i8, ptr %0, align 1, !dbg !109, !tbaa !86
  %5 = icmp eq i8 %4, 0, !dbg !111
  br i1 %5, label %7, label %10, !dbg !111

6:                                                ; preds = %7
  ret void, !dbg !112

7:                                                ; preds = %10, %2
  %8 = add nuw nsw i32 %3, 1, !dbg !113
    #dbg_value(i32 %8, !100, !DIExpression(), !106)
  %9 = icmp eq i32 %8, 100, !dbg !114
  br i1 %9, label %6, label %2, !dbg !107, !llvm.loop !115

10:                                               ; preds = %2, %10
  %11 = phi i8 [ %15, %10 ], [ %4, %2 ]
  %12 = phi ptr [ %14, %10 ], [ %0, %2 ]
    #dbg_value(ptr %12, !102, !DIExpression(), !108)
  %13 = sext i8 %11 to i32, !dbg !117
  tail call void @print(i32 noundef %13) #4, !dbg !118
  %14 = getelementptr inbounds i8, ptr %12, i32 1, !dbg !119
    #dbg_value(ptr %14, !102, !DIExpression(), !108)
  %15 = load i8, ptr %14, align 1, !dbg !109, !tbaa !86
  %16 = icmp eq i8 %15, 0, !dbg !111
  br i1 %16, label %7, label %10, !dbg !111, !llvm.loop !120
}

; Function Attrs: nounwind
define hidden void @print_number(i32 noundef %0) local_unnamed_addr #2 !dbg !122 {
    #dbg_value(i32 %0, !126, !DIExpression(), !127)
  br label %2, !dbg !128

2:                                                ; preds = %2, %1
  %3 = phi i32 [ %0, %1 ], [ %5, %2 ]
    #dbg_value(i32 %3, !126, !DIExpression(), !127)
  %4 = freeze i32 %3, !dbg !129
  %5 = udiv i32 %4, 10, !dbg !129
  %6 = mul i32 %5, 10, !dbg !131
  %7 = sub i32 %4, %6, !dbg !131
  tail call void @print(i32 noundef %7) #4, !dbg !132
    #dbg_value(i32 %5, !126, !DIExpression(), !127)
  %8 = icmp ult i32 %3, 10, !dbg !133
  br i1 %8, label %9, label %2, !dbg !133, !llvm.loop !134

9:                                                ; preds = %2
  ret void, !dbg !136
}

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: read) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #1 = { nofree norecurse nosync nounwind memory(argmem: write) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #2 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+multivalue,+mutable-globals,+reference-types,+sign-ext" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "entered.c", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!6 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 5, type: !7, scopeLine: 5, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !12)
!7 = !DISubroutineType(types: !8)
!8 = !{!9, !10, !9}
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !11, size: 32)
!11 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !9)
!12 = !{!13, !14, !15, !16}
!13 = !DILocalVariable(name: "p", arg: 1, scope: !6, file: !1, line: 5, type: !10)
!14 = !DILocalVariable(name: "n", arg: 2, scope: !6, file: !1, line: 5, type: !9)
!15 = !DILocalVariable(name: "sum", scope: !6, file: !1, line: 6, type: !9)
!16 = !DILocalVariable(name: "i", scope: !17, file: !1, line: 7, type: !9)
!17 = distinct !DILexicalBlock(scope: !6, file: !1, line: 7, column: 3)
!18 = !DILocation(line: 0, scope: !6)
!19 = !DILocation(line: 0, scope: !17)
!20 = !DILocation(line: 7, column: 21, scope: !21)
!21 = distinct !DILexicalBlock(scope: !17, file: !1, line: 7, column: 3)
!22 = !DILocation(line: 7, column: 3, scope: !17)
!23 = !DILocation(line: 8, column: 3, scope: !6)
!24 = !DILocation(line: 7, column: 38, scope: !21)
!25 = !{!26, !26, i64 0}
!26 = !{!"int", !27, i64 0}
!27 = !{!"omnipotent char", !28, i64 0}
!28 = !{!"Simple C/C++ TBAA"}
!29 = !DILocation(line: 7, column: 35, scope: !21)
!30 = !DILocation(line: 7, column: 27, scope: !21)
!31 = distinct !{!31, !22, !32, !33, !34}
!32 = !DILocation(line: 7, column: 41, scope: !17)
!33 = !{!"llvm.loop.mustprogress"}
!34 = !{!"llvm.loop.unroll.disable"}
!35 = distinct !DISubprogram(name: "fill", scope: !1, file: !1, line: 11, type: !36, scopeLine: 11, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !39)
!36 = !DISubroutineType(types: !37)
!37 = !{null, !38}
!38 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 32)
!39 = !{!40, !41}
!40 = !DILocalVariable(name: "p", arg: 1, scope: !35, file: !1, line: 11, type: !38)
!41 = !DILocalVariable(name: "i", scope: !42, file: !1, line: 12, type: !9)
!42 = distinct !DILexicalBlock(scope: !35, file: !1, line: 12, column: 3)
!43 = !DILocation(line: 0, scope: !35)
!44 = !DILocation(line: 0, scope: !42)
!45 = !DILocation(line: 12, column: 3, scope: !42)
!46 = !DILocation(line: 13, column: 1, scope: !35)
!47 = !DILocation(line: 12, column: 33, scope: !48)
!48 = distinct !DILexicalBlock(scope: !42, file: !1, line: 12, column: 3)
!49 = !DILocation(line: 12, column: 38, scope: !48)
!50 = !DILocation(line: 12, column: 29, scope: !48)
!51 = !DILocation(line: 12, column: 21, scope: !48)
!52 = distinct !{!52, !45, !53, !33, !34}
!53 = !DILocation(line: 12, column: 40, scope: !42)
!54 = distinct !DISubprogram(name: "sum_below", scope: !1, file: !1, line: 15, type: !55, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !58)
!55 = !DISubroutineType(types: !56)
!56 = !{!9, !10, !57, !57}
!57 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!58 = !{!59, !60, !61, !62, !63}
!59 = !DILocalVariable(name: "p", arg: 1, scope: !54, file: !1, line: 15, type: !10)
!60 = !DILocalVariable(name: "from", arg: 2, scope: !54, file: !1, line: 15, type: !57)
!61 = !DILocalVariable(name: "to", arg: 3, scope: !54, file: !1, line: 15, type: !57)
!62 = !DILocalVariable(name: "sum", scope: !54, file: !1, line: 16, type: !9)
!63 = !DILocalVariable(name: "i", scope: !64, file: !1, line: 17, type: !57)
!64 = distinct !DILexicalBlock(scope: !54, file: !1, line: 17, column: 3)
!65 = !DILocation(line: 0, scope: !54)
!66 = !DILocation(line: 0, scope: !64)
!67 = !DILocation(line: 17, column: 29, scope: !68)
!68 = distinct !DILexicalBlock(scope: !64, file: !1, line: 17, column: 3)
!69 = !DILocation(line: 17, column: 3, scope: !64)
!70 = !DILocation(line: 18, column: 3, scope: !54)
!71 = !DILocation(line: 17, column: 47, scope: !68)
!72 = !DILocation(line: 17, column: 44, scope: !68)
!73 = !DILocation(line: 17, column: 36, scope: !68)
!74 = distinct !{!74, !69, !75, !33, !34}
!75 = !DILocation(line: 17, column: 50, scope: !64)
!76 = distinct !DISubprogram(name: "print_all", scope: !1, file: !1, line: 23, type: !77, scopeLine: 23, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !82)
!77 = !DISubroutineType(types: !78)
!78 = !{null, !79}
!79 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !80, size: 32)
!80 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !81)
!81 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!82 = !{!83}
!83 = !DILocalVariable(name: "text", arg: 1, scope: !76, file: !1, line: 23, type: !79)
!84 = !DILocation(line: 0, scope: !76)
!85 = !DILocation(line: 24, column: 10, scope: !76)
!86 = !{!27, !27, i64 0}
!87 = !DILocation(line: 24, column: 3, scope: !76)
!88 = !DILocation(line: 24, column: 28, scope: !76)
!89 = !DILocation(line: 24, column: 23, scope: !76)
!90 = !DILocation(line: 24, column: 17, scope: !76)
!91 = distinct !{!91, !87, !92, !33, !34}
!92 = !DILocation(line: 24, column: 30, scope: !76)
!93 = !DILocation(line: 25, column: 1, scope: !76)
!94 = !DISubprogram(name: "print", scope: !1, file: !1, line: 21, type: !95, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!95 = !DISubroutineType(types: !96)
!96 = !{null, !9}
!97 = distinct !DISubprogram(name: "print_often", scope: !1, file: !1, line: 27, type: !77, scopeLine: 27, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !98)
!98 = !{!99, !100, !102}
!99 = !DILocalVariable(name: "text", arg: 1, scope: !97, file: !1, line: 27, type: !79)
!100 = !DILocalVariable(name: "i", scope: !101, file: !1, line: 28, type: !9)
!101 = distinct !DILexicalBlock(scope: !97, file: !1, line: 28, column: 3)
!102 = !DILocalVariable(name: "c", scope: !103, file: !1, line: 29, type: !79)
!103 = distinct !DILexicalBlock(scope: !104, file: !1, line: 29, column: 5)
!104 = distinct !DILexicalBlock(scope: !101, file: !1, line: 28, column: 3)
!105 = !DILocation(line: 0, scope: !97)
!106 = !DILocation(line: 0, scope: !101)
!107 = !DILocation(line: 28, column: 3, scope: !101)
!108 = !DILocation(line: 0, scope: !103)
!109 = !DILocation(line: 29, column: 32, scope: !110)
!110 = distinct !DILexicalBlock(scope: !103, file: !1, line: 29, column: 5)
!111 = !DILocation(line: 29, column: 5, scope: !103)
!112 = !DILocation(line: 30, column: 1, scope: !97)
!113 = !DILocation(line: 28, column: 29, scope: !104)
!114 = !DILocation(line: 28, column: 21, scope: !104)
!115 = distinct !{!115, !107, !116, !33, !34}
!116 = !DILocation(line: 29, column: 49, scope: !101)
!117 = !DILocation(line: 29, column: 47, scope: !110)
!118 = !DILocation(line: 29, column: 41, scope: !110)
!119 = !DILocation(line: 29, column: 37, scope: !110)
!120 = distinct !{!120, !111, !121, !33, !34}
!121 = !DILocation(line: 29, column: 49, scope: !103)
!122 = distinct !DISubprogram(name: "print_number", scope: !1, file: !1, line: 33, type: !123, scopeLine: 33, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !125)
!123 = !DISubroutineType(types: !124)
!124 = !{null, !57}
!125 = !{!126}
!126 = !DILocalVariable(name: "number", arg: 1, scope: !122, file: !1, line: 33, type: !57)
!127 = !DILocation(line: 0, scope: !122)
!128 = !DILocation(line: 34, column: 3, scope: !122)
!129 = !DILocation(line: 36, column: 12, scope: !130)
!130 = distinct !DILexicalBlock(scope: !122, file: !1, line: 34, column: 6)
!131 = !DILocation(line: 35, column: 18, scope: !130)
!132 = !DILocation(line: 35, column: 5, scope: !130)
!133 = !DILocation(line: 37, column: 3, scope: !130)
!134 = distinct !{!134, !128, !135, !33, !34}
!135 = !DILocation(line: 37, column: 18, scope: !122)
!136 = !DILocation(line: 38, column: 1, scope: !122)
