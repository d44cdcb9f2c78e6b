// Lays out boxes in rows and columns, with text that JavaScript measures.
import Yoga, { Align, Direction, Edge, FlexDirection, Gutter, Justify, MeasureMode, Wrap } from "yoga-layout";

const root = Yoga.Node.create();
root.setWidth(640);
root.setFlexDirection(FlexDirection.Row);
root.setFlexWrap(Wrap.Wrap);
root.setJustifyContent(Justify.SpaceBetween);
root.setAlignItems(Align.Stretch);
root.setGap(Gutter.All, 7);
root.setPadding(Edge.Horizontal, "3%");
for (let i = 0; i < 12; i += 1) {
    const box = Yoga.Node.create();
    box.setFlexGrow(i % 3);
    box.setMinWidth(40 + i * 9);
    box.setMargin(Edge.Top, i / 4);
    if (i % 4 === 0) {
        box.setMeasureFunc((width, mode) => ({ width: mode === MeasureMode.Exactly ? width : 33.3, height: 11 + i }));
    } else {
        box.setAspectRatio(1 + i / 5);
    }
    root.insertChild(box, i);
}
const show = () => {
    console.log(JSON.stringify(root.getComputedLayout()));
    for (let i = 0; i < root.getChildCount(); i += 1) {
        console.log(i, JSON.stringify(root.getChild(i).getComputedLayout()));
    }
};
root.calculateLayout(undefined, undefined, Direction.LTR);
show();
root.setWidth(377);
root.getChild(5).setFlexShrink(2);
root.calculateLayout(undefined, 400, Direction.RTL);
show();
root.freeRecursive();
