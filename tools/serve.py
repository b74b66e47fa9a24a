"""Serves the site on all addresses of this machine, `serve.py PORT`, and says where to find it.

`serve.py --check PORT` only fails where that port is taken.
"""

import os
import socket
import sys


def network_address() -> str | None:
    """This machine's address in its local network. Nothing is sent: the socket is only asked which way it would go."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return None if address.startswith("127.") else address


def bound(port: int) -> socket.socket:
    try:
        return socket.create_server(("0.0.0.0", port), backlog=2048)
    except OSError:
        sys.exit(f"Port {port} is taken. Choose another: make run PORT={port + 1}")


def main(port: int) -> None:
    """Whoever comes while the site is still loading waits for it."""
    listening = bound(port).detach()
    os.set_inheritable(listening, True)
    print(f"Ryba is at http://localhost:{port}/")
    if address := network_address():
        print(f"From phones in the same network: http://{address}:{port}/")
    print("Ctrl-C stops it.", flush=True)
    options = ["--config", "config/gunicorn.py", "--bind", f"fd://{listening}", "--workers", "1"]
    # A phone that keeps its connection open would keep the server from stopping.
    options += ["--graceful-timeout", "2"]
    os.execv(sys.executable, [sys.executable, "-m", "gunicorn", *options, "config.wsgi:application"])


if __name__ == "__main__":
    (bound if sys.argv[1] == "--check" else main)(int(sys.argv[-1]))
