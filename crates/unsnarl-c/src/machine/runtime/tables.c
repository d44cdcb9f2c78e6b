static inline const void *table_get(void *self, const unsnarl_table *table, uint64_t index) {
  if (UNLIKELY(index >= table->size)) trap(self, UNSNARL_TABLE_OUT_OF_BOUNDS);
  return table->elements[index];
}

static inline void table_set(void *self, unsnarl_table *table, uint64_t index, const void *element) {
  if (UNLIKELY(index >= table->size)) trap(self, UNSNARL_TABLE_OUT_OF_BOUNDS);
  table->elements[index] = element;
}

static inline unsnarl_trap table_new(unsnarl_table *table, uint64_t size, uint64_t most, const void *element) {
  uint64_t index;
  table->size = size;
  table->most = most;
  if (size > (SIZE_MAX - 1) / sizeof(const void *)) return UNSNARL_NO_MEMORY;
  table->elements = malloc((size_t)size * sizeof(const void *) + 1);
  if (!table->elements) return UNSNARL_NO_MEMORY;
  for (index = 0; index < size; index++) table->elements[index] = element;
  return UNSNARL_OK;
}

static inline void table_free(unsnarl_table *table) {
  free((void *)table->elements);
}

static inline uint64_t table_grow(unsnarl_table *table, const void *element, uint64_t count) {
  const uint64_t before = table->size;
  const void **elements;
  uint64_t index;
  if (count > table->most - before || before + count > (SIZE_MAX - 1) / sizeof(const void *)) return UINT64_MAX;
  if (before + count > 100000000) return UINT64_MAX;
  elements = realloc((void *)table->elements, (size_t)(before + count) * sizeof(const void *) + 1);
  if (!elements) return UINT64_MAX;
  for (index = before; index < before + count; index++) elements[index] = element;
  table->elements = elements;
  table->size += count;
  return before;
}

static inline void table_fill(void *self, unsnarl_table *table, uint64_t to, const void *element, uint64_t count) {
  uint64_t index;
  if (UNLIKELY(count > table->size || to > table->size - count)) trap(self, UNSNARL_TABLE_OUT_OF_BOUNDS);
  for (index = 0; index < count; index++) table->elements[to + index] = element;
}

static inline void table_copy(void *self, unsnarl_table *table, const unsnarl_table *source, uint64_t to, uint64_t from, uint64_t count) {
  if (UNLIKELY(count > table->size || to > table->size - count)) trap(self, UNSNARL_TABLE_OUT_OF_BOUNDS);
  if (UNLIKELY(count > source->size || from > source->size - count)) trap(self, UNSNARL_TABLE_OUT_OF_BOUNDS);
  memmove((void *)(table->elements + to), (const void *)(source->elements + from), (size_t)count * sizeof(const void *));
}

static inline void table_init(void *self, unsnarl_table *table, const void *const *segment, uint64_t size, uint64_t to, uint64_t from, uint64_t count) {
  if (UNLIKELY(count > table->size || to > table->size - count)) trap(self, UNSNARL_TABLE_OUT_OF_BOUNDS);
  if (UNLIKELY(count > size || from > size - count)) trap(self, UNSNARL_TABLE_OUT_OF_BOUNDS);
  if (count) memcpy((void *)(table->elements + to), (const void *)(segment + from), (size_t)count * sizeof(const void *));
}

static inline const unsnarl_function *function_at(void *self, const unsnarl_table *table, uint64_t index, const char *type) {
  const unsnarl_function *function;
  if (UNLIKELY(index >= table->size)) trap(self, UNSNARL_TABLE_OUT_OF_BOUNDS);
  function = table->elements[index];
  if (UNLIKELY(!function)) trap(self, UNSNARL_NULL_CALL);
  if (UNLIKELY(function->type != type) && UNLIKELY(strcmp(function->type, type) != 0)) trap(self, UNSNARL_CALL_TYPE);
  return function;
}
