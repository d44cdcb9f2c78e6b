// Tokens of texts in four encodings, and the texts back.
import { get_encoding } from "tiktoken";

const texts = [
    "hello <|endoftext|> world",
    "Größenwahn, 日本語 and emoji 👩‍👩‍👧 in one line\n\n\t  indented",
    "function f(x) { return x ** 2 + 0x1f; } // a comment\n".repeat(20),
];
for (const name of ["gpt2", "p50k_base", "cl100k_base", "o200k_base"]) {
    const encoding = get_encoding(name);
    for (const text of texts) {
        const tokens = encoding.encode(text, "all");
        console.log(name, tokens.length, tokens.slice(0, 40).join(" "));
        console.log(new TextDecoder().decode(encoding.decode(tokens)) === text);
    }
    try {
        encoding.encode(texts[0]);
    } catch (error) {
        console.log(error.message);
    }
    encoding.free();
}
