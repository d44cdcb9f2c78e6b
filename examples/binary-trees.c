/* Binary trees: builds, counts and takes down many trees of growing depth.
 *
 * Control flow: recursion with an early return, and loops around the calls. Nodes come from a list of free ones, so
 * memory is written, forgotten and written again. */
#include "host.h"

struct node {
  struct node *left, *right;
};

/* Nodes that were taken down, linked through `left`. */
static struct node *free_nodes;

static struct node *new_node(struct node *left, struct node *right) {
  struct node *node = free_nodes;
  if (node)
    free_nodes = node->left;
  else
    node = allocate(sizeof *node);
  *node = (struct node){left, right};
  return node;
}

static APART struct node *grow(int depth) {
  if (depth == 0) return new_node(NULL, NULL);
  struct node *const left = grow(depth - 1);
  return new_node(left, grow(depth - 1));
}

static APART int count_nodes(const struct node *tree) {
  if (!tree->left) return 1;
  return 1 + count_nodes(tree->left) + count_nodes(tree->right);
}

static APART void take_down(struct node *tree) {
  if (tree->left) {
    take_down(tree->left);
    take_down(tree->right);
  }
  tree->left = free_nodes;
  free_nodes = tree;
}

/* Grows a tree, takes it down, and returns how many nodes it had. */
static int nodes_of_depth(int depth) {
  struct node *const tree = grow(depth);
  const int nodes = count_nodes(tree);
  take_down(tree);
  return nodes;
}

static void report(const char *what, int depth, int nodes) {
  put_text(what);
  put_signed(depth);
  put_text("\t check: ");
  put_signed(nodes);
  put_char('\n');
}

static int program(int count, char **arguments) {
  const int least_depth = 4;
  const int depth = size_argument(count, arguments, least_depth + 2, 20, 8);

  report("stretch tree of depth ", depth + 1, nodes_of_depth(depth + 1));
  struct node *const long_lived = grow(depth);
  for (int d = least_depth; d <= depth; d += 2) {
    const int trees = 1 << (depth - d + least_depth);
    int nodes = 0;
    for (int tree = 0; tree < trees; tree++) nodes += nodes_of_depth(d);
    put_signed(trees);
    report("\t trees of depth ", d, nodes);
  }
  report("long lived tree of depth ", depth, count_nodes(long_lived));
  return 0;
}
