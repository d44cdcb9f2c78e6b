/* Lua without files, processes and errors: runs the script on standard input with `arg` as it is on the command line.

   The libraries are those that need no setjmp, which the libc for WebAssembly has not: a script that raises an error
   ends the program. */

#include <stdio.h>
#include <stdlib.h>

#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

static char *read_input(size_t *length) {
  size_t room = 1 << 12, count;
  char *text = malloc(room);
  *length = 0;
  while (text && (count = fread(text + *length, 1, room - *length, stdin)) > 0) {
    *length += count;
    if (*length == room)
      text = realloc(text, room *= 2);
  }
  return text;
}

static void open_libraries(lua_State *state) {
  static const luaL_Reg libraries[] = {
      {LUA_GNAME, luaopen_base},       {LUA_TABLIBNAME, luaopen_table}, {LUA_STRLIBNAME, luaopen_string},
      {LUA_MATHLIBNAME, luaopen_math}, {LUA_UTF8LIBNAME, luaopen_utf8},
  };
  for (unsigned i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    luaL_requiref(state, libraries[i].name, libraries[i].func, 1);
    lua_pop(state, 1);
  }
}

static void set_arguments(lua_State *state, int count, char **arguments) {
  lua_createtable(state, count - 1, 1);
  for (int i = 0; i < count; i++) {
    lua_pushstring(state, arguments[i]);
    lua_rawseti(state, -2, i);
  }
  lua_setglobal(state, "arg");
}

int main(int count, char **arguments) {
  size_t length;
  char *script = read_input(&length);
  lua_State *state = luaL_newstate();
  if (!script || !state) {
    fputs("out of memory\n", stderr);
    return 1;
  }
  open_libraries(state);
  set_arguments(state, count, arguments);
  if (luaL_loadbuffer(state, script, length, "=script") != LUA_OK || lua_pcall(state, 0, 0, 0) != LUA_OK) {
    fprintf(stderr, "%s\n", lua_tostring(state, -1));
    return 1;
  }
  lua_close(state);
  free(script);
  return 0;
}
