// A database of columns: joins, windows, lists, and errors of all kinds, by the build that has
// exceptions in WebAssembly.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const duckdb = require("@duckdb/duckdb-wasm/dist/duckdb-node-blocking.cjs");
const folder = dirname(require.resolve("@duckdb/duckdb-wasm/dist/duckdb-node-blocking.cjs"));
const build = (name) => ({ mainModule: join(folder, `duckdb-${name}.wasm`), mainWorker: "" });
const bundles = { mvp: build("mvp"), eh: build("eh") };
const db = await duckdb.createDuckDB(bundles, new duckdb.VoidLogger(), duckdb.NODE_RUNTIME);
await db.instantiate();
const connection = db.connect();
const ask = (sql) => {
    try {
        console.log(JSON.stringify(connection.query(sql).toArray(), (_, v) => (typeof v === "bigint" ? `${v}n` : v)));
    } catch (error) {
        console.log(error.message.split("\n")[0]);
    }
};
ask("SELECT version()");
ask("CREATE TABLE t AS SELECT range AS i, (range * 7919) % 1009 AS k, 'n' || range % 97 AS name FROM range(20000)");
ask("SELECT count(*), sum(k)::BIGINT AS s, avg(k), max(name), median(i) FROM t");
ask("SELECT k, count(*) AS c FROM t GROUP BY k ORDER BY c DESC, k LIMIT 5");
ask("SELECT a.i, b.i AS j FROM t a JOIN t b ON a.k = b.k AND a.i < b.i ORDER BY 1 DESC, 2 LIMIT 5");
ask("SELECT i, sum(k) OVER (PARTITION BY name ORDER BY i ROWS 3 PRECEDING)::BIGINT AS w FROM t ORDER BY i DESC LIMIT 4");
ask("SELECT [x * 2 FOR x IN range(5)] AS l, {'a': 1.5, 'b': 'c'} AS s, regexp_replace('abc123', '\\d+', '#') AS r");
ask("SELECT date '2024-02-29' + INTERVAL 1 YEAR AS d, 170141183460469231731687303715884105727::HUGEINT::VARCHAR AS h");
ask("SELECT * FROM missing");
ask("SELECT CAST('x' AS INTEGER)");
ask("SELECT 9223372036854775807 + 1");
ask("SELEC 1");
connection.close();
