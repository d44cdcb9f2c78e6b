/* CPython without files: `python ARGUMENTS...` runs the script on standard input.

   The modules that the interpreter needs to start are frozen: `modules.h` has them, which `freeze.py` writes. Hashes of
   strings are the same in each run. The program ends with the status of the script, or 1 if it could not start. */

#include <Python.h>

#include "modules.h"

static char script[1 << 20];

static void end_with(PyStatus status) {
  if (PyStatus_Exception(status)) Py_ExitStatusException(status);
}

int main(int count, char **arguments) {
  size_t length = fread(script, 1, sizeof script - 1, stdin);
  script[length] = 0;
  PyImport_FrozenModules = modules;

  PyConfig config;
  PyConfig_InitIsolatedConfig(&config);
  config.site_import = 0;
  config.pathconfig_warnings = 0;
  config.module_search_paths_set = 1;
  config.use_hash_seed = 1;
  config.hash_seed = 1;
  config.parse_argv = 0;
  end_with(PyConfig_SetBytesArgv(&config, count, arguments));
  end_with(PyConfig_SetString(&config, &config.program_name, L"python"));
  end_with(PyConfig_SetString(&config, &config.stdlib_dir, L""));
  end_with(Py_InitializeFromConfig(&config));
  PyConfig_Clear(&config);

  int failed = PyRun_SimpleString(script) != 0;
  return Py_FinalizeEx() != 0 || failed;
}
