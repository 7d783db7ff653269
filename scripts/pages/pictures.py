"""Pictures as rows of bytes: reading PNG files, and how far two of them are apart."""

import struct
import zlib

BLOCK = 16


def read_png(data):
    """Width, height and RGB bytes of an opaque picture with eight bits a channel."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        content = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", content)
            assert depth == 8 and color in (2, 6) and not interlaced, (depth, color, interlaced)
        elif kind == b"IDAT":
            packed += content
        at += 12 + length
    size = 3 if color == 2 else 4
    rows = unfiltered(zlib.decompress(packed), width * size, size)
    if size == 3:
        return width, height, b"".join(rows)
    rgb = bytearray(3 * width * height)
    whole = b"".join(rows)
    for channel in range(3):
        rgb[channel::3] = whole[channel::4]
    return width, height, bytes(rgb)


def unfiltered(data, stride, size):
    rows, before = [], bytearray(stride)
    for start in range(0, len(data), stride + 1):
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + stride])
        for i in range(stride):
            left = row[i - size] if i >= size else 0
            corner = before[i - size] if i >= size else 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = before[i]
            elif kind == 3:
                guess = (left + before[i]) // 2
            elif kind == 4:
                options = left + before[i] - corner
                guess = min((left, before[i], corner), key=lambda value: abs(options - value))
            else:
                break
            row[i] = (row[i] + guess) & 255
        rows.append(row)
        before = row
    return rows


def difference(a, b):
    """The mean difference of two pictures of one size, of 255, and the largest of a block of 16 x 16 pixels."""
    (width, height, one), (other_width, other_height, other) = a, b
    assert (width, height) == (other_width, other_height), f"{a[:2]} and {b[:2]}"
    columns = -(-width // BLOCK)
    sums = [0] * (columns * -(-height // BLOCK))
    total = 0
    for y in range(height):
        row = y * width * 3
        for column in range(columns):
            start = row + column * BLOCK * 3
            end = min(row + width * 3, start + BLOCK * 3)
            apart = sum(abs(p - q) for p, q in zip(one[start:end], other[start:end]))
            sums[y // BLOCK * columns + column] += apart
            total += apart
    return total / (3 * width * height), max(sums) / (3 * BLOCK * BLOCK)
