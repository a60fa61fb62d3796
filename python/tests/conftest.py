"""Ctrl-C reaches the tests even if whoever started them ignores it, as a shell does for commands in the background."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
