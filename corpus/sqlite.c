/* SQLite in memory: `sqlite ROWS` makes a table of so many rows and works on it.

   Prints what every query gives. A call that fails ends the program with status 1. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sqlite3.h"

static sqlite3 *database;

static void require(int held, const char *what) {
  if (!held) {
    printf("%s: %s\n", what, database ? sqlite3_errmsg(database) : "no database");
    exit(1);
  }
}

/* SQLite asks for a file system even if it never opens a file. */

static int open_nothing(sqlite3_vfs *system, const char *name, sqlite3_file *file, int flags, int *given) {
  (void)system, (void)name, (void)flags, (void)given;
  file->pMethods = NULL;
  return SQLITE_CANTOPEN;
}

static int delete_nothing(sqlite3_vfs *system, const char *name, int sync) {
  (void)system, (void)name, (void)sync;
  return SQLITE_OK;
}

static int find_nothing(sqlite3_vfs *system, const char *name, int flags, int *found) {
  (void)system, (void)name, (void)flags;
  *found = 0;
  return SQLITE_OK;
}

static int same_path(sqlite3_vfs *system, const char *name, int room, char *path) {
  (void)system;
  sqlite3_snprintf(room, path, "%s", name);
  return SQLITE_OK;
}

static int same_bytes(sqlite3_vfs *system, int count, char *bytes) {
  (void)system;
  memset(bytes, 42, count);
  return count;
}

static int no_sleep(sqlite3_vfs *system, int microseconds) {
  (void)system;
  return microseconds;
}

static int noon(sqlite3_vfs *system, double *day) {
  (void)system;
  *day = 2451545.0;
  return SQLITE_OK;
}

static int no_error(sqlite3_vfs *system, int room, char *text) {
  (void)system, (void)room, (void)text;
  return 0;
}

int sqlite3_os_init(void) {
  static sqlite3_vfs nothing = {
      .iVersion = 1,
      .szOsFile = sizeof(sqlite3_file),
      .mxPathname = 256,
      .zName = "nothing",
      .xOpen = open_nothing,
      .xDelete = delete_nothing,
      .xAccess = find_nothing,
      .xFullPathname = same_path,
      .xRandomness = same_bytes,
      .xSleep = no_sleep,
      .xCurrentTime = noon,
      .xGetLastError = no_error,
  };
  return sqlite3_vfs_register(&nothing, 1);
}

int sqlite3_os_end(void) { return SQLITE_OK; }

/* What is asked of it. */

static int print_row(void *count, int columns, char **values, char **names) {
  (void)names;
  for (int i = 0; i < columns; i++)
    printf("%s%s", i ? "|" : "  ", values[i] ? values[i] : "null");
  putchar('\n');
  ++*(int *)count;
  return 0;
}

static void query(const char *text) {
  int rows = 0;
  printf("%s\n", text);
  require(sqlite3_exec(database, text, print_row, &rows, NULL) == SQLITE_OK, text);
  printf("  %d rows, %d changes\n", rows, sqlite3_changes(database));
}

static void insert_towns(int count) {
  sqlite3_stmt *insert;
  const char *text = "insert into towns(id, name, area) values(?1, ?2, ?3)";
  require(sqlite3_prepare_v2(database, text, -1, &insert, NULL) == SQLITE_OK, text);
  for (int i = 0; i < count; i++) {
    char name[32];
    sqlite3_snprintf(sizeof name, name, "town %d", i * 7 % count);
    sqlite3_bind_int(insert, 1, i);
    sqlite3_bind_text(insert, 2, name, -1, SQLITE_TRANSIENT);
    sqlite3_bind_double(insert, 3, i * 0.375);
    require(sqlite3_step(insert) == SQLITE_DONE, text);
    sqlite3_reset(insert);
  }
  require(sqlite3_finalize(insert) == SQLITE_OK, text);
}

static void insert_people(int count, int towns) {
  sqlite3_stmt *insert;
  const char *text = "insert into people(name, age, weight, town, note) values(?, ?, ?, ?, ?)";
  require(sqlite3_prepare_v2(database, text, -1, &insert, NULL) == SQLITE_OK, text);
  unsigned number = 12345;
  for (int i = 0; i < count; i++) {
    char name[32];
    unsigned char note[20];
    number = number * 1103515245 + 12345;
    sqlite3_snprintf(sizeof name, name, "%c%c%05d", 'a' + (number >> 16) % 26, 'a' + (number >> 21) % 26, i);
    for (unsigned j = 0; j < sizeof note; j++)
      note[j] = number >> j % 24;
    sqlite3_bind_text(insert, 1, name, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(insert, 2, (number >> 8) % 100);
    sqlite3_bind_double(insert, 3, 40 + (number >> 12) % 640 / 8.0);
    sqlite3_bind_int64(insert, 4, (number >> 10) % towns);
    if (i % 10 == 0)
      sqlite3_bind_null(insert, 5);
    else
      sqlite3_bind_blob(insert, 5, note, i % (int)sizeof note, SQLITE_TRANSIENT);
    require(sqlite3_step(insert) == SQLITE_DONE, text);
    sqlite3_reset(insert);
  }
  require(sqlite3_finalize(insert) == SQLITE_OK, text);
}

/* Looks up many names by the index. */
static void look_up(int count) {
  sqlite3_stmt *select;
  const char *text = "select id, age, length(note) from people where name between ? and ? order by name limit 3";
  require(sqlite3_prepare_v2(database, text, -1, &select, NULL) == SQLITE_OK, text);
  unsigned long long total = 0;
  for (int i = 0; i < count; i++) {
    char low[3] = {'a' + i % 26, 'a' + i / 26 % 26, 0};
    sqlite3_bind_text(select, 1, low, -1, SQLITE_STATIC);
    sqlite3_bind_text(select, 2, "zzz", -1, SQLITE_STATIC);
    int status;
    while ((status = sqlite3_step(select)) == SQLITE_ROW)
      total = total * 31 + sqlite3_column_int64(select, 0) + sqlite3_column_int(select, 1) + sqlite3_column_int(select, 2);
    require(status == SQLITE_DONE, text);
    sqlite3_reset(select);
  }
  require(sqlite3_finalize(select) == SQLITE_OK, text);
  printf("looked up %d times: %llu\n", count, total);
}

static void fill(int rows) {
  query("create table towns(id integer primary key, name text not null unique, area real)");
  query("create table people(id integer primary key, name text, age int, weight real, town int references towns, note blob)");
  query("begin");
  insert_towns(100);
  insert_people(rows, 100);
  query("commit");
  query("create index by_name on people(name)");
  query("create index by_town on people(town, age)");
  query("analyze");
}

static void ask(int rows) {
  query("select count(*), sum(age), min(name), max(name), total(weight), count(note) from people");
  query("select age / 10 as decade, count(*), round(avg(weight), 6) from people group by decade order by decade");
  query("select t.name, count(*) as n, max(p.age) from people p join towns t on t.id = p.town group by t.id "
        "having n > 0 order by n desc, t.name limit 7");
  query("select p.name, q.name from people p join people q on q.town = p.town and q.age = p.age and q.id > p.id "
        "where p.id <= 40 order by p.id, q.id limit 9");
  query("select hex(note), typeof(note), length(note) from people where id in (1, 2, 3, 10, 11) order by id");
  query("select name, upper(name), substr(name, 2, 3), instr(name, '0'), replace(name, '0', 'o'), name like 'a%' "
        "from people order by name collate nocase desc limit 4");
  query("with recursive n(i, f) as (select 1, 1 union all select i + 1, f * (i + 1) % 1000007 from n where i < 500) "
        "select sum(f), max(i) from n");
  query("select town, age, rank() over (partition by town order by age desc, id) as place, "
        "sum(age) over (partition by town order by id rows 3 preceding) from people where town < 2 order by town, id limit 6");
  query("select printf('%08.3f|%x|%s|%e|%,d', 3.14159, 255, 'text', 12345.678, 1234567890), 1 / 2, 1 / 2.0, 7 % 3, -7 / 2, "
        "1 << 40, ~5, 'a' || 'b', cast('12abc' as int), 9223372036854775807 + 1, 0.1 + 0.2, 1e300 * 1e10");
  query("select json_extract('{\"a\": [1, {\"b\": \"x\"}], \"c\": 2.5}', '$.a[1].b'), json_group_array(id) from towns where id < 5");
  query("select date('2000-01-01', '+1 month', '-1 day'), strftime('%j %W %s', '2024-02-29 12:34:56'), julianday('2024-01-01')");
  look_up(rows / 50 + 1);
}

static void change(void) {
  query("update people set age = age + 1, name = name || '!' where town % 3 = 0");
  query("savepoint before");
  query("delete from people");
  query("rollback to before");
  query("release before");
  query("delete from people where age > 80 or note is null");
  query("insert into towns(id, name, area) values(1000, 'new', null) on conflict do nothing");
  query("update towns set area = (select sum(weight) from people where town = towns.id) where id between 10 and 12");
  query("select id, name, area from towns where id between 10 and 12 or area is null order by id");
  query("drop index by_name");
  query("create trigger counted after delete on people begin update towns set area = area - old.weight where id = old.town; end");
  query("delete from people where id % 17 = 3");
  query("create view old as select name, age from people where age > 70");
  query("select count(*), max(age), min(age) from old");
  query("vacuum");
  query("select count(*), sum(age), min(name), max(name), total(weight), sum(length(note)) from people");
  query("select round(sum(area), 3) from towns");
  query("explain query plan select * from people where town = 5 and age > 30");
  query("pragma integrity_check");
}

int main(int count, char **arguments) {
  if (count != 2) {
    fputs("usage: sqlite ROWS\n", stderr);
    return 2;
  }
  int rows = atoi(arguments[1]);
  printf("sqlite %s\n", sqlite3_libversion());
  require(sqlite3_open(":memory:", &database) == SQLITE_OK, "open");
  fill(rows);
  ask(rows);
  change();
  require(sqlite3_close(database) == SQLITE_OK, "close");
  return 0;
}
