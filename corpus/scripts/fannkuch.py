# Fannkuch: of all permutations of 1..n, how many flips of the first p elements, where p is the
# first, until a 1 is first. `sys.argv[1]` is n. Permutations come by rotating ever longer prefixes,
# as the counts of a mixed-radix number say.

import sys


def flips(permutation):
    copy = permutation[:]
    count = 0
    while copy[0] != 1:
        first = copy[0]
        copy[:first] = copy[first - 1 :: -1]
        count += 1
    return count


def advance(permutation, counts):
    """Steps to the next permutation; false after the last."""
    for length in range(2, len(permutation) + 1):
        first = permutation[0]
        permutation[: length - 1] = permutation[1:length]
        permutation[length - 1] = first
        counts[length - 1] += 1
        if counts[length - 1] < length:
            return True
        counts[length - 1] = 0
    return False


def fannkuch(n):
    permutation, counts = list(range(1, n + 1)), [0] * n
    most, checksum, sign = 0, 0, 1
    while True:
        count = flips(permutation)
        most = max(most, count)
        checksum += sign * count
        sign = -sign
        if not advance(permutation, counts):
            return most, checksum


for n in range(2, int(sys.argv[1]) + 1):
    most, checksum = fannkuch(n)
    print(f"fannkuch({n}): at most {most} flips, checksum {checksum}")
