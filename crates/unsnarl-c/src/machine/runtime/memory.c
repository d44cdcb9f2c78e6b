#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define SAME_ORDER 1
#else
#define SAME_ORDER 0
#endif

static inline uint16_t get16(const uint8_t *from) {
#if SAME_ORDER
  uint16_t x;
  memcpy(&x, from, 2);
  return x;
#else
  return (uint16_t)(from[0] | from[1] << 8);
#endif
}

static inline uint32_t get32(const uint8_t *from) {
#if SAME_ORDER
  uint32_t x;
  memcpy(&x, from, 4);
  return x;
#else
  return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
#endif
}

static inline uint64_t get64(const uint8_t *from) {
#if SAME_ORDER
  uint64_t x;
  memcpy(&x, from, 8);
  return x;
#else
  return get32(from) | (uint64_t)get32(from + 4) << 32;
#endif
}

static inline void put16(uint8_t *to, uint16_t x) {
#if SAME_ORDER
  memcpy(to, &x, 2);
#else
  to[0] = (uint8_t)x;
  to[1] = (uint8_t)(x >> 8);
#endif
}

static inline void put32(uint8_t *to, uint32_t x) {
#if SAME_ORDER
  memcpy(to, &x, 4);
#else
  to[0] = (uint8_t)x;
  to[1] = (uint8_t)(x >> 8);
  to[2] = (uint8_t)(x >> 16);
  to[3] = (uint8_t)(x >> 24);
#endif
}

static inline void put64(uint8_t *to, uint64_t x) {
#if SAME_ORDER
  memcpy(to, &x, 8);
#else
  put32(to, (uint32_t)x);
  put32(to + 4, (uint32_t)(x >> 32));
#endif
}

static inline uint64_t at64(uint64_t address, uint64_t offset) {
  const uint64_t sum = address + offset;
  /* An address far out of bounds, and a multiple of 16. */
  return UNLIKELY(sum < offset || sum > UINT64_MAX - 32) ? UINT64_MAX - 31 : sum;
}

static inline uint8_t *at(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t count) {
  if (UNLIKELY(address + count > size)) trap(self, UNSNARL_MEMORY_OUT_OF_BOUNDS);
  return bytes + address;
}

static inline uint8_t *at_store(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t count) {
  uint8_t *const place = at(self, bytes, size, address, count);
#if UNSNARL_CHECKS == 1
  /* A store in several parts could be half done at a trap. */
  if (count > sizeof(size_t) || !SAME_ORDER) DROP(place[count - 1]);
#endif
  return place;
}

static inline uint32_t i32_load(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset) {
  return get32(at(self, bytes, size, address + offset, 4));
}

static inline uint64_t i64_load(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset) {
  return get64(at(self, bytes, size, address + offset, 8));
}

static inline float f32_load(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset) {
  return f32_of_bits(get32(at(self, bytes, size, address + offset, 4)));
}

static inline double f64_load(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset) {
  return f64_of_bits(get64(at(self, bytes, size, address + offset, 8)));
}

static inline uint32_t i32_load8_u(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset) {
  return *at(self, bytes, size, address + offset, 1);
}

static inline uint32_t i32_load8_s(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset) {
  return (uint32_t)(int8_t)*at(self, bytes, size, address + offset, 1);
}

static inline uint32_t i32_load16_u(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset) {
  return get16(at(self, bytes, size, address + offset, 2));
}

static inline uint32_t i32_load16_s(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset) {
  return (uint32_t)(int16_t)get16(at(self, bytes, size, address + offset, 2));
}

static inline uint64_t i64_load8_u(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset) {
  return *at(self, bytes, size, address + offset, 1);
}

static inline uint64_t i64_load8_s(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset) {
  return (uint64_t)(int8_t)*at(self, bytes, size, address + offset, 1);
}

static inline uint64_t i64_load16_u(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset) {
  return get16(at(self, bytes, size, address + offset, 2));
}

static inline uint64_t i64_load16_s(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset) {
  return (uint64_t)(int16_t)get16(at(self, bytes, size, address + offset, 2));
}

static inline uint64_t i64_load32_u(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset) {
  return get32(at(self, bytes, size, address + offset, 4));
}

static inline uint64_t i64_load32_s(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset) {
  return (uint64_t)(int32_t)get32(at(self, bytes, size, address + offset, 4));
}

static inline void i32_store(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset, uint32_t x) {
  put32(at_store(self, bytes, size, address + offset, 4), x);
}

static inline void i64_store(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset, uint64_t x) {
  put64(at_store(self, bytes, size, address + offset, 8), x);
}

static inline void f32_store(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset, float x) {
  put32(at_store(self, bytes, size, address + offset, 4), f32_bits(x));
}

static inline void f64_store(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset, double x) {
  put64(at_store(self, bytes, size, address + offset, 8), f64_bits(x));
}

static inline void i32_store8(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset, uint32_t x) {
  *at_store(self, bytes, size, address + offset, 1) = (uint8_t)x;
}

static inline void i32_store16(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset, uint32_t x) {
  put16(at_store(self, bytes, size, address + offset, 2), (uint16_t)x);
}

static inline void i64_store8(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset, uint64_t x) {
  *at_store(self, bytes, size, address + offset, 1) = (uint8_t)x;
}

static inline void i64_store16(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset, uint64_t x) {
  put16(at_store(self, bytes, size, address + offset, 2), (uint16_t)x);
}

static inline void i64_store32(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t offset, uint64_t x) {
  put32(at_store(self, bytes, size, address + offset, 4), (uint32_t)x);
}

static inline uint64_t memory_size(const unsnarl_memory *memory) {
  return memory->size >> 16;
}

#if UNSNARL_CHECKS == 1
#define RESERVED (((uint64_t)8 << 30) + 65536)
static inline unsnarl_trap memory_new(unsnarl_memory *memory, uint64_t pages, uint64_t most, int wide) {
  memory->size = pages << 16;
  memory->most = most;
  memory->reserved = wide ? (most > 65536 ? (uint64_t)1 << 32 : most << 16) : RESERVED;
  if (memory->reserved < memory->size) memory->reserved = memory->size;
  memory->bytes = mmap(0, memory->reserved + 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory->bytes == MAP_FAILED) return memory->bytes = 0, UNSNARL_NO_MEMORY;
  if (memory->size && mprotect(memory->bytes, memory->size, PROT_READ | PROT_WRITE)) return UNSNARL_NO_MEMORY;
  return UNSNARL_OK;
}
#else
static inline unsnarl_trap memory_new(unsnarl_memory *memory, uint64_t pages, uint64_t most, int wide) {
  (void)wide;
  memory->size = pages << 16;
  memory->most = most;
  if (pages >> 47 || memory->size > SIZE_MAX - 1) return UNSNARL_NO_MEMORY;
  memory->bytes = calloc((size_t)memory->size + 1, 1);
  return memory->bytes ? UNSNARL_OK : UNSNARL_NO_MEMORY;
}
#endif

#if UNSNARL_CHECKS == 1
static inline uint64_t memory_grow(unsnarl_memory *memory, uint64_t pages) {
  const uint64_t before = memory->size >> 16;
  if (pages > memory->most - before || (before + pages) << 16 > memory->reserved) return UINT64_MAX;
  if (pages && mprotect(memory->bytes + memory->size, pages << 16, PROT_READ | PROT_WRITE)) return UINT64_MAX;
  memory->size += pages << 16;
  return before;
}
#else
static inline uint64_t memory_grow(unsnarl_memory *memory, uint64_t pages) {
  const uint64_t before = memory->size >> 16;
  uint8_t *bytes;
  if (pages > memory->most - before || (before + pages) >> 47) return UINT64_MAX;
  if ((before + pages) << 16 > SIZE_MAX - 1) return UINT64_MAX;
  bytes = realloc(memory->bytes, (size_t)((before + pages) << 16) + 1);
  if (!bytes) return UINT64_MAX;
  memset(bytes + memory->size, 0, (size_t)(pages << 16));
  memory->bytes = bytes;
  memory->size += pages << 16;
  return before;
}
#endif

#if UNSNARL_CHECKS == 1
static inline void memory_free(unsnarl_memory *memory) {
  if (memory->bytes) munmap(memory->bytes, memory->reserved + 1);
}
#else
static inline void memory_free(unsnarl_memory *memory) {
  free(memory->bytes);
}
#endif

static inline void memory_fill(void *self, unsnarl_memory *memory, uint64_t to, uint32_t byte, uint64_t count) {
  if (UNLIKELY(count > memory->size || to > memory->size - count)) trap(self, UNSNARL_MEMORY_OUT_OF_BOUNDS);
  memset(memory->bytes + to, (int)(byte & 255), (size_t)count);
}

static inline void memory_copy(void *self, unsnarl_memory *memory, unsnarl_memory *source, uint64_t to, uint64_t from, uint64_t count) {
  if (UNLIKELY(count > memory->size || to > memory->size - count)) trap(self, UNSNARL_MEMORY_OUT_OF_BOUNDS);
  if (UNLIKELY(count > source->size || from > source->size - count)) trap(self, UNSNARL_MEMORY_OUT_OF_BOUNDS);
  memmove(memory->bytes + to, source->bytes + from, (size_t)count);
}

static inline void memory_init(void *self, unsnarl_memory *memory, const uint8_t *segment, uint64_t size, uint64_t to, uint64_t from, uint64_t count) {
  if (UNLIKELY(count > memory->size || to > memory->size - count)) trap(self, UNSNARL_MEMORY_OUT_OF_BOUNDS);
  if (UNLIKELY(count > size || from > size - count)) trap(self, UNSNARL_MEMORY_OUT_OF_BOUNDS);
  if (count) memcpy(memory->bytes + to, segment + from, (size_t)count);
}

static inline uint8_t *at_aligned(void *self, uint8_t *bytes, uint64_t size, uint64_t address, uint64_t count) {
  uint8_t *const place = at(self, bytes, size, address, count);
  if (UNLIKELY(address & (count - 1))) {
    DROP(place[0]);
    DROP(place[count - 1]);
    trap(self, UNSNARL_UNALIGNED);
  }
  return place;
}

static inline int32_t clamped(int32_t x, int32_t least, int32_t most) {
  return x < least ? least : x > most ? most : x;
}
