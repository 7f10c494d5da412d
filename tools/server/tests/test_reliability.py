"""Memory and slow clients. DEPTHCHECK_SERVER_FULL=1 makes the full number of requests, and waits for time limits."""

import http.client
import socket
import time
import unittest

from desk import FULL, Desk, Phone

SLOW = b"POST /api/v1/devices/register HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"


class Load(unittest.TestCase):
    def test_memory_is_flat(self):
        with Desk("--memory") as desk:
            phone = Phone(desk)
            headers, body = phone.capture()
            connection = http.client.HTTPConnection("127.0.0.1", desk.port, timeout=30)
            self.addCleanup(connection.close)
            sizes = []
            for number in range(1, (10_000 if FULL else 400) + 1):
                connection.request("POST", "/api/v1/captures", body, headers)
                connection.getresponse().read()
                # From here on the list of explained requests is full.
                if number in (200, 400, 2000, 10_000):
                    sizes.append(desk.memory())
            print(f"\nmemory after 200, 400, 2,000 and 10,000 requests: {[size >> 20 for size in sizes]} MiB")
            self.assertLess(sizes[-1] - sizes[0], 40 << 20)

    def test_two_hundred_slow_clients_delay_no_other(self):
        with Desk("--memory") as desk:
            phone = Phone(desk)
            capture = phone.capture()
            slow = [socket.create_connection(("127.0.0.1", desk.port)) for _ in range(200)]
            try:
                for connection in slow:
                    connection.sendall(SLOW)
                begun = time.monotonic()
                self.assertEqual(phone.send(capture)[0], 202)
                waited = time.monotonic() - begun
                print(f"\na capture beside 200 slow clients: {waited * 1000:.0f} ms")
                self.assertLess(waited, 10)
                if FULL:
                    self.assert_time_limits(slow)
                    self.assertEqual(phone.send(phone.capture(b"later"))[0], 202)
            finally:
                for connection in slow:
                    connection.close()

    def assert_time_limits(self, slow):
        """The first half stays silent, and the others send a byte every second."""
        silent, trickling = slow[:100], slow[100:]
        begun = time.monotonic()
        answered, closed = {}, {}
        for connection in slow:
            connection.setblocking(False)
        while len(closed) < len(slow) and time.monotonic() < begun + 110:
            time.sleep(1)
            for connection in slow:
                if connection in closed:
                    continue
                try:
                    if connection in trickling and connection not in answered:
                        connection.send(b" ")
                    data = connection.recv(4000)
                    if data:
                        answered[connection] = data
                        continue
                except BlockingIOError:
                    continue
                except OSError:
                    pass
                closed[connection] = time.monotonic() - begun
        quiet = [closed.get(connection, 999) for connection in silent]
        late = [closed.get(connection, 999) for connection in trickling]
        print(f"silent clients closed after {min(quiet):.0f} to {max(quiet):.0f} s, "
              f"trickling ones after {min(late):.0f} to {max(late):.0f} s")
        self.assertLess(max(quiet), 60)
        self.assertLess(max(late), 110)
        for connection in trickling:
            self.assertTrue(answered.get(connection, b"").startswith(b"HTTP/1.1 408"), answered.get(connection))


if __name__ == "__main__":
    unittest.main()
