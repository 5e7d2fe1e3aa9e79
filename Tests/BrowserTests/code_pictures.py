"""A code of the page as a picture file or as what a camera sees, made without any library."""

import re
import struct
import zlib


def modules(visitor, element="own-code"):
    """The dark modules of the code a section shows: rows of booleans, the quiet zone included."""
    side, path = visitor.page.evaluate(
        """(id) => {
          const svg = document.querySelector(`[id='${id}'] svg.qr`)
          return [+svg.getAttribute('viewBox').split(' ')[2],
                  svg.querySelector('path').getAttribute('d')]
        }""", element)
    dark = [[False] * side for _ in range(side)]
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)", path):
        for at in range(int(x), int(x) + int(length)):
            dark[int(y)][at] = True
    return dark


def grey(dark, width, height, scale):
    """Rows of grey bytes with the code in the middle of a light wall."""
    side = len(dark) * scale
    left, top = (width - side) // 2, (height - side) // 2
    rows = [bytearray([200]) * width for _ in range(height)]
    for y in range(side):
        line = dark[y // scale]
        rows[top + y][left:left + side] = bytes(
            30 if line[x // scale] else 235 for x in range(side))
    return rows


def png(path, dark):
    width = height = len(dark) * 8
    rows = grey(dark, width, height, 8)
    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data
                + struct.pack(">I", zlib.crc32(kind + data)))
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(b"".join(b"\0" + bytes(row) for row in rows)))
        + chunk(b"IEND", b""))


def video(path, dark, width=640, height=480):
    """A film of one still, as Chromium's fake camera plays it."""
    luma = b"".join(bytes(row) for row in grey(dark, width, height, 9))
    frame = b"FRAME\n" + luma + b"\x80" * (width * height // 2)
    path.write_bytes(
        b"YUV4MPEG2 W%d H%d F10:1 Ip A1:1 C420jpeg\n" % (width, height) + frame * 5)
