# Makes and counts perfect binary trees, which is work for the allocator and the reference counts; `sys.argv[1]` is the
# largest depth.

import sys


def grow(depth):
    return (grow(depth - 1), grow(depth - 1)) if depth else (None, None)


def count(tree):
    left, right = tree
    return 1 if left is None else 1 + count(left) + count(right)


deepest = int(sys.argv[1])
print("one of depth", deepest + 1, "nodes", count(grow(deepest + 1)))
lasting = grow(deepest)
for depth in range(4, deepest + 1, 2):
    trees = 1 << (deepest - depth + 4)
    print(trees, "of depth", depth, "nodes", sum(count(grow(depth)) for _ in range(trees)))
print("lasting one of depth", deepest, "nodes", count(lasting))
