/* zlib both ways: `zlib SIZE` compresses data of several kinds and of sizes up to SIZE at every level, and back;
   `zlib -` compresses standard input, and back.

   Prints lengths and checksums. What comes back otherwise than it went in ends the program with status 1. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef void (*Fill)(unsigned char *bytes, unsigned long length);

static unsigned long state;

/* The next number of a generator that is the same everywhere: 32 bits of xorshift. */
static unsigned long next_random(void) {
  state ^= state << 13 & 0xffffffff;
  state ^= state >> 17;
  state ^= state << 5 & 0xffffffff;
  return state;
}

static void fill_zeros(unsigned char *bytes, unsigned long length) { memset(bytes, 0, length); }

static void fill_random(unsigned char *bytes, unsigned long length) {
  for (unsigned long i = 0; i < length; i++)
    bytes[i] = next_random() >> 8;
}

static void fill_ramp(unsigned char *bytes, unsigned long length) {
  for (unsigned long i = 0; i < length; i++)
    bytes[i] = i + i / 1000;
}

/* Bytes of which small ones are the most frequent. */
static void fill_skewed(unsigned char *bytes, unsigned long length) {
  for (unsigned long i = 0; i < length; i++) {
    unsigned long number = next_random();
    bytes[i] = number % 200 >> (number >> 16) % 8;
  }
}

/* Words of a small dictionary. */
static void fill_text(unsigned char *bytes, unsigned long length) {
  static const char *const words[] = {"block ", "loop ", "edge ", "dominator ", "a ", "to the ", "header, ", "follows.\n"};
  unsigned long at = 0;
  while (at < length) {
    const char *word = words[next_random() >> 5 & 7];
    for (; *word && at < length; word++)
      bytes[at++] = *word;
  }
}

/* Runs, and copies of what stands far before. */
static void fill_mixed(unsigned char *bytes, unsigned long length) {
  unsigned long at = 0;
  while (at < length) {
    unsigned long number = next_random(), count = number >> 4 & 511, back = number >> 13 & 65535;
    for (; count > 0 && at < length; count--, at++)
      bytes[at] = number & 1 && back < at ? bytes[at - back - 1] : number & 2 ? number >> 8 : next_random();
  }
}

static const struct {
  const char *name;
  Fill fill;
} kinds[] = {
    {"zeros", fill_zeros}, {"random", fill_random}, {"ramp", fill_ramp},
    {"skewed", fill_skewed}, {"text", fill_text}, {"mixed", fill_mixed},
};

static void *allocate(unsigned long size) {
  void *memory = malloc(size + 1);
  if (!memory) {
    puts("out of memory");
    exit(1);
  }
  return memory;
}

static void require(int held, const char *what, const char *where) {
  if (!held) {
    printf("%s: %s\n", where, what);
    exit(1);
  }
}

/* The functions that take all at once. */
static void at_once(const unsigned char *bytes, unsigned long length, int level, const char *what) {
  uLongf packed_length = compressBound(length), unpacked_length = length;
  unsigned char *packed = allocate(packed_length), *unpacked = allocate(length);
  require(compress2(packed, &packed_length, bytes, length, level) == Z_OK, "compress2 failed", what);
  require(uncompress(unpacked, &unpacked_length, packed, packed_length) == Z_OK, "uncompress failed", what);
  require(unpacked_length == length && memcmp(bytes, unpacked, length) == 0, "not what went in", what);
  printf("%s %lu level %d: %lu bytes, crc %08lx\n", what, length, level, (unsigned long)packed_length,
         (unsigned long)crc32(0, packed, packed_length));
  free(packed);
  free(unpacked);
}

/* Deflates in pieces of `piece` bytes; returns the length. */
static unsigned long deflate_pieces(const unsigned char *bytes, unsigned long length, unsigned char *packed,
                                    unsigned long room, int window, int strategy, unsigned piece, const char *what) {
  z_stream stream = {0};
  require(deflateInit2(&stream, 6, Z_DEFLATED, window, 5, strategy) == Z_OK, "deflateInit2 failed", what);
  stream.next_in = (unsigned char *)bytes;
  stream.next_out = packed;
  unsigned long given = 0;
  int ended = Z_OK;
  while (ended == Z_OK || ended == Z_BUF_ERROR) {
    if (stream.avail_in == 0) {
      stream.avail_in = length - given < piece ? length - given : piece;
      given += stream.avail_in;
    }
    require(stream.total_out < room, "longer than its bound", what);
    stream.avail_out = room - stream.total_out < piece ? room - stream.total_out : piece;
    int flush = given == length ? Z_FINISH : given / piece % 3 == 2 ? Z_SYNC_FLUSH : Z_NO_FLUSH;
    ended = deflate(&stream, flush);
  }
  require(ended == Z_STREAM_END, "deflate failed", what);
  require(deflateEnd(&stream) == Z_OK, "deflateEnd failed", what);
  return stream.total_out;
}

/* Inflates in pieces of `piece` bytes and compares. */
static void inflate_pieces(const unsigned char *packed, unsigned long packed_length, const unsigned char *bytes,
                           unsigned long length, int window, unsigned piece, const char *what) {
  z_stream stream = {0};
  unsigned char *unpacked = allocate(length);
  require(inflateInit2(&stream, window) == Z_OK, "inflateInit2 failed", what);
  stream.next_in = (unsigned char *)packed;
  stream.next_out = unpacked;
  int ended = Z_OK;
  while (ended == Z_OK || ended == Z_BUF_ERROR) {
    unsigned long rest = packed_length - stream.total_in, room = length - stream.total_out + 1;
    stream.avail_in = rest < piece ? rest : piece;
    stream.avail_out = room < piece ? room : piece;
    ended = inflate(&stream, Z_NO_FLUSH);
  }
  require(ended == Z_STREAM_END, "inflate failed", what);
  require(stream.total_out == length && memcmp(bytes, unpacked, length) == 0, "not what went in", what);
  require(inflateEnd(&stream) == Z_OK, "inflateEnd failed", what);
  free(unpacked);
}

/* Every strategy, and the raw, zlib and gzip forms with small and large windows, in pieces. */
static void in_pieces(const unsigned char *bytes, unsigned long length, const char *what) {
  static const int windows[] = {-15, -9, 15, 9, 31};
  static const unsigned pieces[] = {7, 61, 1024, 16384, 40000};
  unsigned long room = 2 * length + 20000;
  unsigned char *packed = allocate(room);
  for (int strategy = Z_DEFAULT_STRATEGY; strategy <= Z_FIXED; strategy++) {
    int window = windows[strategy];
    unsigned piece = pieces[(strategy + length) % 5];
    unsigned long size = deflate_pieces(bytes, length, packed, room, window, strategy, piece, what);
    inflate_pieces(packed, size, bytes, length, window, piece, what);
    printf("%s %lu strategy %d window %d pieces of %u: %lu bytes, adler %08lx\n", what, length, strategy, window, piece,
           size, (unsigned long)adler32(1, packed, size));
  }
  free(packed);
}

/* Damaged streams must be noticed, and how does not depend on the machine. */
static void damaged(const unsigned char *bytes, unsigned long length, const char *what) {
  uLongf packed_length = compressBound(length);
  unsigned char *packed = allocate(packed_length), *unpacked = allocate(length);
  require(compress2(packed, &packed_length, bytes, length, 9) == Z_OK, "compress2 failed", what);
  unsigned long found[7] = {0};
  for (int i = 0; i < 200; i++) {
    unsigned long at = next_random() % packed_length;
    unsigned char mask = 1 << (i & 7);
    uLongf unpacked_length = length;
    packed[at] ^= mask;
    int status = uncompress(unpacked, &unpacked_length, packed, packed_length);
    packed[at] ^= mask;
    found[-status < 0 || -status > 6 ? 6 : -status]++;
  }
  printf("%s %lu damaged: %lu fine, %lu data errors, %lu buffer errors, %lu others\n", what, length, found[0], found[3],
         found[5], found[1] + found[2] + found[4] + found[6]);
  free(packed);
  free(unpacked);
}

static void all_of(const unsigned char *bytes, unsigned long length, const char *what) {
  for (int level = -1; level <= 9; level++)
    at_once(bytes, length, level, what);
  in_pieces(bytes, length, what);
}

static void generated(unsigned long largest) {
  static const unsigned long sizes[] = {0, 1, 2, 3, 257, 32767, 32768, 65537};
  int count = sizeof sizes / sizeof *sizes;
  for (unsigned kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
    for (int i = 0; i <= count; i++) {
      unsigned long length = i < count ? sizes[i] : largest;
      if (length > largest)
        continue;
      unsigned char *bytes = allocate(length);
      state = 2463534242u + kind;
      kinds[kind].fill(bytes, length);
      printf("%s %lu: crc %08lx, adler %08lx\n", kinds[kind].name, length, (unsigned long)crc32(0, bytes, length),
             (unsigned long)adler32(1, bytes, length));
      all_of(bytes, length, kinds[kind].name);
      if (length >= 257)
        damaged(bytes, length, kinds[kind].name);
      free(bytes);
    }
  }
}

static void from_input(void) {
  unsigned long length = 0, room = 1 << 16;
  unsigned char *bytes = allocate(room);
  size_t count;
  while ((count = fread(bytes + length, 1, room - length, stdin)) > 0) {
    length += count;
    if (length == room) {
      room *= 2;
      bytes = realloc(bytes, room);
      require(bytes != NULL, "out of memory", "input");
    }
  }
  all_of(bytes, length, "input");
  free(bytes);
}

int main(int count, char **arguments) {
  if (count != 2) {
    fputs("usage: zlib SIZE, or zlib - < FILE\n", stderr);
    return 2;
  }
  printf("zlib %s\n", zlibVersion());
  if (strcmp(arguments[1], "-") == 0)
    from_input();
  else
    generated(strtoul(arguments[1], NULL, 10));
  return 0;
}
