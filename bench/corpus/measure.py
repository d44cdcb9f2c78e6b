"""Runs a command and writes what it took to the file that is named first: seconds by the clock, seconds of processors,
kilobytes of memory at the peak. Ends as the command does; a signal is status 125, and the one at the limit of time on
processors 124."""

import os
import signal
import sys
import time


def main():
    report, command = sys.argv[1], sys.argv[2:]
    start = time.monotonic()
    child = os.posix_spawnp(command[0], command, os.environ)
    _, status, usage = os.wait4(child, 0)
    clock = time.monotonic() - start
    with open(report, "w") as file:
        file.write(f"{clock:.6f} {usage.ru_utime + usage.ru_stime:.6f} {usage.ru_maxrss}\n")
    if os.WIFEXITED(status):
        sys.exit(os.WEXITSTATUS(status))
    sys.exit(124 if os.WTERMSIG(status) == signal.SIGXCPU else 125)


main()
