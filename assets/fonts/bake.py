#!/usr/bin/env python3
"""Writes the font files of this folder from their sources; see README.md.

usage: bake.py INTER_DIR PHOSPHOR_DIR
"""

import collections
import json
import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = pathlib.Path(__file__).parent


def ranges(*pairs):
    return {code for first, last in pairs for code in range(first, last + 1)}


INTER_CHARACTERS = (
    ranges((0x20, 0x7E), (0xA0, 0x148), (0x14A, 0x17F))  # Latin, Latin-1, Latin Extended-A
    | ranges((0x2B0, 0x2FF), (0x300, 0x304))  # accents on their own
    | {ord(c) for c in "ΑΔΩαβγδεθλμπρστφω"}  # what formulas use
    | ranges((0x2010, 0x2027), (0x202F, 0x203E), (0x2044, 0x2044))  # punctuation
    | ranges((0x2070, 0x2071), (0x2074, 0x208E))  # super- and subscripts
    | {ord(c) for c in "€№™Ω"}
    | ranges((0x2190, 0x2199)) | {ord(c) for c in "↩↪↳↵⇒⇧⇪"}  # arrows
    | {ord(c) for c in "∂∆∏∑−√∞∫≈≠≤≥"}
    | {ord(c) for c in "⌃⌘⌥⌫⏎"}  # keys
    | {ord(c) for c in "■□▲▶▼◀◆◇◊○●✓✗"}
)


def new_subsetter(features, names):
    options = subset.Options()
    options.layout_features = features
    options.hinting = False
    options.glyph_names = False
    options.notdef_outline = True
    options.recalc_timestamp = False
    options.name_IDs = names
    return subset.Subsetter(options)


def bake_inter(folder, weight):
    font = TTFont(folder / f"Inter-{weight}.otf", recalcTimestamp=False)
    gsub = font["GSUB"].table
    tabular = {}
    for record in gsub.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for lookup in record.Feature.LookupListIndex:
                for table in gsub.LookupList.Lookup[lookup].SubTable:
                    tabular.update(getattr(table, "ExtSubTable", table).mapping)
    digits = {ord(d): tabular[font.getBestCmap()[ord(d)]] for d in "0123456789"}
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update(digits)
    # Rounding left the widths of some weights two units apart.
    metrics = font["hmtx"].metrics
    width = collections.Counter(metrics[glyph][0] for glyph in digits.values()).most_common(1)[0][0]
    for glyph in digits.values():
        metrics[glyph] = (width, metrics[glyph][1])
    missing = INTER_CHARACTERS - font.getBestCmap().keys()
    assert not missing, sorted(map(hex, missing))
    subsetter = new_subsetter(["kern"], [0, 1, 2, 3, 4, 5, 6, 7, 13, 14, 16, 17])
    subsetter.populate(unicodes=INTER_CHARACTERS)
    subsetter.subset(font)
    font.save(HERE / f"Inter-{weight}.otf")


def wanted_icons():
    """Names by section of icons.txt, what stands behind "=" left out."""
    sections = {}
    for line in (HERE / "icons.txt").read_text().splitlines():
        if line.startswith("["):
            section = sections.setdefault(line[1:].split("]")[0], set())
        elif line.strip() and not line.startswith("#"):
            section.add(line.split("=")[0].strip())
    return sections


def bake_phosphor(folder, style, file_name, names):
    codes = {}
    for icon in json.loads((folder / style / "selection.json").read_text())["icons"]:
        for name in icon["properties"]["name"].split(","):
            codes[name.strip().removesuffix("-fill")] = icon["properties"]["code"]
    font = TTFont(folder / style / file_name, recalcTimestamp=False)
    subsetter = new_subsetter([], [0, 1, 2, 3, 4, 5, 6])
    subsetter.populate(unicodes=[codes[name] for name in names])
    subsetter.subset(font)
    del font["GSUB"]
    font.save(HERE / file_name)
    return [f"{name} = U+{codes[name]:04X}\n" for name in sorted(names)]


def main():
    inter, phosphor = map(pathlib.Path, sys.argv[1:3])
    for weight in ("Regular", "Medium", "SemiBold"):
        bake_inter(inter, weight)
    lines = [
        "# Icons in the subsets of Phosphor: name = code point. The fill file uses the same code points as the\n",
        "# regular one, so it must be a font family of its own. To add an icon, add its name and run bake.py.\n",
    ]
    wanted = wanted_icons()
    for style, file_name in (("regular", "Phosphor.ttf"), ("fill", "Phosphor-Fill.ttf")):
        lines.append(f"\n[{style}] {file_name}\n")
        lines += bake_phosphor(phosphor, style, file_name, wanted[style])
    (HERE / "icons.txt").write_text("".join(lines))


main()
