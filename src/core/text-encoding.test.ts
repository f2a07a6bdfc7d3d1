import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { detectEncoding, isUtf8 } from "./text-encoding.ts";

const text = "Größe, café: 3 € – “so”\n";
const read = (bytes: Uint8Array) => new TextDecoder(detectEncoding(bytes)).decode(bytes);
const utf16 = (content: string, big: boolean) => {
  const bytes = Buffer.from(content, "utf16le");
  return big ? bytes.swap16() : bytes;
};

describe("a text file", () => {
  it.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16 little endian with a mark", utf16(`\uFEFF${text}`, false)],
    ["UTF-16 big endian with a mark", utf16(`\uFEFF${text}`, true)],
    ["UTF-16 little endian without a mark", utf16(text, false)],
    ["UTF-16 big endian without a mark", utf16(text, true)],
    ["Windows-1252", Buffer.from("Gr\xf6\xdfe, caf\xe9: 3 \x80 \x96 \x93so\x94\n", "latin1")],
  ])("is read in %s", (_, bytes) => expect(read(bytes)).toBe(text));

  it("of other scripts is UTF-8", () => {
    for (const other of ["Привет, мир", "こんにちは", "🎬 Klappe"])
      expect(read(Buffer.from(other))).toBe(other);
  });
});

it("UTF-8 is recognised exactly as the decoder of the platform does", () => {
  const decodes = (bytes: Uint8Array) => {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  const edges = [
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xe0, 0x80, 0x80],
    [0xf0, 0x8f, 0xbf, 0xbf],
    [0xe2, 0x82],
  ];
  for (const edge of edges) expect(isUtf8(Uint8Array.from(edge))).toBe(false);
  const pieces = fc.oneof(
    fc.string({ unit: "grapheme" }).map((piece) => Array.from(Buffer.from(piece))),
    fc.array(fc.nat(255), { maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 5 }), (parts) => {
      const bytes = Uint8Array.from(parts.flat());
      expect(isUtf8(bytes)).toBe(decodes(bytes));
    }),
  );
});
