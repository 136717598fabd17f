"""Runs all tests: python tests [NAME...]. The last line has the counts."""
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


def chosen(suite, words):
    """The tests whose names contain one of the words, or all."""
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from chosen(test, words)
        elif not words or any(word in test.id() for word in words):
            yield test


def main():
    suite = unittest.TestSuite(chosen(unittest.defaultTestLoader.discover(HERE), sys.argv[1:]))
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    if result.skipped:
        print("%d skipped: %s" % (len(result.skipped), "; ".join(sorted({why for _, why in result.skipped}))))
    print("%d passed, %d failed" % (result.testsRun - failed - len(result.skipped), failed))
    sys.exit(failed > 0 or result.testsRun == 0)


main()
