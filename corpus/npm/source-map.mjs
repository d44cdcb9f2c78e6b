// A source map that was generated, asked for places in both directions.
import sourceMap from "source-map";

const { SourceMapConsumer, SourceMapGenerator } = sourceMap;
const generator = new SourceMapGenerator({ file: "out.js" });
for (let line = 1; line <= 300; line += 1) {
    for (let column = 0; column < 60; column += 7) {
        generator.addMapping({
            generated: { line, column },
            original: { line: ((line * 7) % 300) + 1, column: (column * 3) % 61 },
            source: `source-${(line + column) % 5}.js`,
            name: column % 14 === 0 ? `name${line % 11}` : undefined,
        });
    }
}
await SourceMapConsumer.with(generator.toJSON(), null, (consumer) => {
    consumer.computeColumnSpans();
    let mappings = 0;
    consumer.eachMapping((mapping) => (mappings += mapping.originalLine ^ mapping.generatedColumn));
    console.log(mappings);
    for (const line of [1, 2, 150, 299, 300]) {
        for (const column of [0, 6, 7, 30, 59]) {
            const place = consumer.originalPositionFor({ line, column });
            console.log(line, column, JSON.stringify(place));
            if (place.source) {
                console.log(JSON.stringify(consumer.allGeneratedPositionsFor({ ...place, column: undefined })));
            }
        }
    }
});
try {
    await SourceMapConsumer.with({ version: 3, sources: ["a"], names: [], mappings: "A?A" }, null, (consumer) =>
        consumer.originalPositionFor({ line: 1, column: 0 }),
    );
} catch (error) {
    console.log(error.message);
}
