"""Takes the compressed streams out of sample files, as seeds:  sample_streams.py draco|meshopt SAMPLES CORPUS"""

import json
import pathlib
import struct
import sys


def parts(path):
    """The JSON and the binary chunk of a .glb."""
    whole = path.read_bytes()
    length = struct.unpack_from("<I", whole, 12)[0]
    return json.loads(whole[20 : 20 + length]), whole[28 + length :]


def draco_streams(document, binary):
    for mesh in document.get("meshes", []):
        for primitive in mesh["primitives"]:
            extension = primitive.get("extensions", {}).get("KHR_draco_mesh_compression")
            if extension:
                view = document["bufferViews"][extension["bufferView"]]
                start = view.get("byteOffset", 0)
                # The first byte tells the check what to expect: 16-bit indices, 1728 vertices.
                yield bytes([2 + (3 << 3)]) + binary[start : start + view["byteLength"]]


def meshopt_streams(document, binary):
    forms = {"OCTAHEDRAL": 2, "QUATERNION": 3, "COLOR": 4, "EXPONENTIAL": 5}
    for view in document.get("bufferViews", []):
        extensions = view.get("extensions", {})
        stream = extensions.get("EXT_meshopt_compression") or extensions.get("KHR_meshopt_compression")
        if not stream or stream["count"] > 0xFFFF:
            continue
        start = stream.get("byteOffset", 0)
        stride = stream["byteStride"]
        if stream["mode"] == "ATTRIBUTES":
            form = forms.get(stream.get("filter"), 6)
            words = stride // 4 - 1 if form in (5, 6) else int(stride == 8)
        else:
            form, words = int(stream["mode"] == "INDICES"), int(stride == 4)
        yield struct.pack("<BBH", form, words, stream["count"]) + binary[start : start + stream["byteLength"]]


def main():
    kind, samples, corpus = sys.argv[1:]
    streams = {"draco": draco_streams, "meshopt": meshopt_streams}[kind]
    for path in sorted(pathlib.Path(samples).rglob(f"*{kind}*.glb")):
        try:
            found = list(streams(*parts(path)))
        except (ValueError, KeyError, IndexError, struct.error):
            continue  # Some of the samples are broken on purpose.
        for index, stream in enumerate(found):
            pathlib.Path(corpus, f"{path.stem}-{index}").write_bytes(stream)


main()
