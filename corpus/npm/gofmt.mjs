// Formats programs in Go, and reports errors of syntax.
import { format } from "@wasm-fmt/gofmt";

const source = `package main
import ("fmt";"os")
type  T struct{ a int; bcd   string ;m map[string][]int }
func (t *T) f(x,y int)(r int){ if x>y{return x*  2}else{ for i:=0;i<y;i++{r+=i<<3 &^1};return }
/* a
comment */ }
func main(){ t:=&T{a:1,bcd:"x"} ;fmt.Println( t.f(1 ,2), os.Args [0:] ) // end
switch x:=any(t).(type){case *T: _ = x;default:}}
`;
console.log(format(source));
console.log(format(source.split("\n").slice(0, 3).join("\n") + "\nvar x = []int{1,2,3,}\n".repeat(30)));
try {
    format("package main\nfunc {");
} catch (error) {
    console.log(String(error.message ?? error));
}
