// Tables, indices, joins, recursion, JSON, functions of the host, errors, and the database as bytes.
import initSqlJs from "sql.js";

const SQL = await initSqlJs();
let db = new SQL.Database();
db.create_function("twist", (x) => (x * 7919) % 1009);
db.run("CREATE TABLE t (id INTEGER PRIMARY KEY, k INTEGER, name TEXT); CREATE INDEX t_k ON t (k);");
db.run("BEGIN");
const insert = db.prepare("INSERT INTO t VALUES (?, twist(?), ?)");
for (let i = 0; i < 3000; i += 1) {
    insert.run([i, i, `name ${i % 97}`]);
}
insert.free();
db.run("COMMIT");
const show = (sql) => console.log(JSON.stringify(db.exec(sql)));
show("SELECT count(*), sum(k), max(name), avg(k * 1.5), group_concat(DISTINCT k % 3) FROM t");
show("SELECT a.id, b.id FROM t a JOIN t b ON a.k = b.k AND a.id < b.id ORDER BY a.id DESC, b.id LIMIT 5");
show("WITH RECURSIVE f(a, b) AS (VALUES (0, 1) UNION ALL SELECT b, a + b FROM f WHERE b < 1e15) SELECT max(a) FROM f");
show("SELECT name, count(*) OVER (PARTITION BY k % 5 ORDER BY id ROWS 3 PRECEDING) FROM t WHERE name LIKE '%9' LIMIT 6");
show("SELECT json_extract('{\"a\":[1,{\"b\":2.5}]}', '$.a[1].b'), printf('%08.3f|%x|%q', 3.14159, 48879, 'it''s')");
show("SELECT date('2024-02-29', '+1 year'), hex(zeroblob(4)), upper('straße'), round(2.5), 1 << 40, 7 / 2, -7 % 3");
try {
    db.exec("SELECT * FROM missing");
} catch (error) {
    console.log(error.message);
}
const bytes = db.export();
db = new SQL.Database(bytes);
console.log(bytes.length);
show("SELECT count(*) FROM t WHERE k BETWEEN 100 AND 200");
