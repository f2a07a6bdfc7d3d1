import { readFile } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { clip } from "#testing/clips.ts";

import {
  extensionOfVideo,
  isText,
  knownVideoType,
  videoExtensions,
  detectVideoType,
  videoTypeOfContainer,
  videoTypeOfName,
} from "./video-types.ts";

const bytes = (...parts: string[]) =>
  Buffer.concat([Buffer.from(parts.join(""), "latin1"), Buffer.alloc(600)]);
const packets = (size: number, first: number) => {
  const stream = Buffer.alloc(size * 6, 1);
  for (let at = first; at < stream.length; at += size) stream[at] = 0x47;
  return stream;
};
const unknown = Buffer.from([1, 2, 3, 4, ...Array.from({ length: 100 }, (_, n) => (n * 77) % 256)]);

describe("a video by the extension of its name", () => {
  it.each([
    ["A001_C003.MXF", "application/mxf"],
    ["recording.ts", "video/mp2t"],
    ["00001.MTS", "video/mp2t"],
    ["00001.m2ts", "video/mp2t"],
    ["stream.m2v", "video/mpeg"],
    ["cut.mkv", "video/x-matroska"],
    ["phone.3gp", "video/3gpp"],
    ["tape.dv", "video/x-dv"],
    ["clip.MP4", "video/mp4"],
    ["cut.final.mov", "video/quicktime"],
  ])("is accepted whatever the browser states: %s", (name, type) => {
    expect(videoTypeOfName(name)).toBe(type);
    for (const stated of ["", "text/plain", "application/octet-stream", "video/matroska"]) {
      expect(detectVideoType({ name, type: stated })).toBe(type);
      expect(detectVideoType({ name, type: stated, head: unknown })).toBe(type);
    }
  });

  it.each(["report.pdf", "notes.txt", "archive.zip", "photo.jpeg"])("is none: %s", (name) => {
    expect(detectVideoType({ name, type: "" })).toBeNull();
    expect(detectVideoType({ name, type: "application/x" })).toBeNull();
  });
});

describe("a video by its content", () => {
  it.each([
    ["MXF", bytes("\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02\x01\x01\x02\x04"), "application/mxf"],
    [
      "MXF after a run-in",
      bytes("\x00".repeat(100), "\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02\x01\x01"),
      "application/mxf",
    ],
    ["MPEG-TS", packets(188, 0), "video/mp2t"],
    ["AVCHD, whose packets have a time code", packets(192, 4), "video/mp2t"],
    ["a program stream", bytes("\x00\x00\x01\xba\x44"), "video/mpeg"],
    ["raw MPEG-2", bytes("\x00\x00\x01\xb3\x16"), "video/mpeg"],
    ["Flash Video", bytes("FLV\x01\x05"), "video/x-flv"],
    ["Windows Media", bytes("\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6"), "video/x-ms-wmv"],
    ["raw AV1", bytes("\x12\x00\x0a\x0b"), "video/av1"],
    ["AV1 in IVF", bytes("DKIF\x00\x00\x20\x00AV01"), "video/x-ivf"],
    ["raw H.264", bytes("\x00\x00\x00\x01\x67\x64"), "video/h264"],
    ["raw H.265", bytes("\x00\x00\x00\x01\x40\x01"), "video/h265"],
    ["DV", bytes("\x1f\x07\x00\xbf"), "video/x-dv"],
    ["GXF", bytes("\x00\x00\x00\x00\x01\xbc"), "application/gxf"],
    ["a phone's 3GP", bytes("\x00\x00\x00\x18ftyp3gp4"), "video/3gpp"],
  ])("without an extension: %s", (_, head, type) => {
    expect(detectVideoType({ name: "clip", type: "", head })).toBe(type);
    expect(detectVideoType({ name: "clip.xyz", type: "", head })).toBe(type);
  });

  it("decides before the name", () => {
    const head = bytes("\x00\x00\x00\x14ftypqt  ");
    expect(detectVideoType({ name: "cut.mp4", type: "video/mp4", head })).toBe("video/quicktime");
  });

  it.each([
    ["a text", Buffer.from("export const x = 1;\n")],
    ["a text in UTF-8", Buffer.from("Grüße, 世界".repeat(1000)).subarray(0, 4096)],
    ["a JPEG", bytes("\xff\xd8\xff\xe0")],
    ["a PNG", bytes("\x89PNG\r\n\x1a\n")],
    ["a HEIC", bytes("\x00\x00\x00\x18ftypheic")],
    ["a PDF", bytes("%PDF-1.7")],
    ["a ZIP", bytes("PK\x03\x04")],
    ["an MP3", bytes("ID3\x04")],
    ["a WAV", bytes("RIFF\x24\x00\x00\x00WAVE")],
  ])("is none, whatever its name: %s", (_, head) => {
    for (const name of ["clip.mp4", "clip.ts", "clip"]) {
      expect(detectVideoType({ name, type: "video/mp4", head })).toBeNull();
    }
  });

  it("is unknown where nothing tells", () => {
    expect(detectVideoType({ name: "clip", type: "" })).toBe("application/octet-stream");
    expect(detectVideoType({ name: "clip", type: "", head: unknown })).toBeNull();
    expect(detectVideoType({ name: "clip", type: "video/x-new", head: unknown })).toBe(
      "application/octet-stream",
    );
  });

  it.each([
    ["h264", "video/mp4"],
    ["vp9", "video/webm"],
    ["h264-in-matroska", "video/x-matroska"],
    ["mxf", "application/mxf"],
    ["h264-in-transport-stream", "video/mp2t"],
  ] as const)("of a real file: %s", async (name, type) => {
    const head = (await readFile(await clip(name))).subarray(0, 4096);
    expect(detectVideoType({ name: "clip", type: "", head })).toBe(type);
  });
});

it("a container has the type of its format; the name decides between formats that share it", () => {
  expect(videoTypeOfContainer("mxf", "clip")).toBe("application/mxf");
  expect(videoTypeOfContainer("mp4", "clip.mov")).toBe("video/mp4");
  expect(videoTypeOfContainer("mp4", "clip.3gp")).toBe("video/3gpp");
  expect(videoTypeOfContainer("Ogg", "clip")).toBe("video/ogg");
  expect(videoTypeOfContainer("gif", "clip")).toBeNull();
});

it("every extension belongs to one format, whose usual extension leads back to it", () => {
  expect(new Set(videoExtensions).size).toBe(videoExtensions.length);
  for (const extension of videoExtensions) {
    const type = videoTypeOfName(`a.${extension}`);
    expect(type).toBe(knownVideoType(type ?? ""));
    expect(videoTypeOfName(`a.${extensionOfVideo(type ?? "")}`)).toBe(type);
  }
});

it("both names of Matroska are known", () => {
  for (const type of ["video/matroska", "video/x-matroska"]) expect(extensionOfVideo(type)).toBe("mkv");
  expect(extensionOfVideo("application/pdf")).toBeNull();
});

it("a cut character does not make a text another format, and nothing is no text", () => {
  expect(isText(Buffer.from("é").subarray(0, 1))).toBe(true);
  expect(isText(Buffer.from("aé").subarray(0, 2))).toBe(true);
  expect(isText(Buffer.alloc(0))).toBe(false);
  expect(isText(Buffer.from([0x61, 0xff, 0x62]))).toBe(false);
});
