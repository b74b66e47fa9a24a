"""A network between browsers and the live server that can be cut: for their workers too, and while they are closing."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Thread
from urllib.parse import urlsplit


class Wire:
    """Passes on what comes to `url`; cut, it takes every connection and answers nothing."""

    def __init__(self, server: str) -> None:
        address = urlsplit(server)
        self._server = (address.hostname, address.port)
        self._whole = True
        self._ends: list[socket.socket] = []
        self._listener = socket.create_server(("localhost", 0))
        self.url = f"http://localhost:{self._listener.getsockname()[1]}"
        Thread(target=self._take, daemon=True).start()

    def cut(self) -> None:
        self._whole = False
        for end in self._ends:
            _shut(end)

    def mend(self) -> None:
        self._whole = True

    def close(self) -> None:
        self.cut()
        _shut(self._listener)

    def _take(self) -> None:
        with self._listener, suppress(OSError):
            while True:
                near, _address = self._listener.accept()
                if not self._whole:
                    near.close()
                    continue
                far = socket.create_connection(self._server)
                self._ends += [near, far]
                if not self._whole:  # by now
                    self.cut()
                Thread(target=_pass_on, args=(near, far), daemon=True).start()
                Thread(target=_pass_on, args=(far, near), daemon=True).start()


def _pass_on(from_end: socket.socket, to_end: socket.socket) -> None:
    with from_end, suppress(OSError):
        while part := from_end.recv(65_536):
            to_end.sendall(part)
    _shut(to_end)


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
