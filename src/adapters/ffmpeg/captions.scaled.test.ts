import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { clip } from "#testing/clips.ts";
import { everyFfmpeg } from "#testing/every-ffmpeg.ts";
import { sampled } from "#testing/tier.ts";

import { parseSubtitles } from "./captions.ts";
import { createVideoTools } from "./video-tools.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "captions-"));
});
afterAll(() => rm(root, { recursive: true }));

const english = "00:00:00.500 --> 00:00:01.500\nGood morning";
const german = "00:00:00.000 --> 00:00:01.000\nGuten <i>Morgen</i>";

describe.each(everyFfmpeg)("captions, ffmpeg $version from $from", (one) => {
  const captionsOf = async (name: Parameters<typeof clip>[0]) => {
    const tools = createVideoTools(one);
    const source = await clip(name);
    const found = await tools.probe(source);
    if (!found.ok) throw new Error(found.message);
    const folder = await mkdtemp(path.join(root, "made-"));
    return { folder, tracks: await tools.makeCaptions({ source, folder, facts: found.facts }) };
  };

  it("are empty without subtitles", async () => {
    expect((await captionsOf("h264")).tracks).toEqual([]);
  });

  it.each([
    ["captions-in-two-languages", null],
    ["captions-start-late", "Deutsch"],
  ] as const)("of %s are WebVTT relative to the first frame", async (name, title) => {
    const { folder, tracks } = await captionsOf(name);
    expect(tracks).toEqual([
      { file: "captions-1.vtt", language: "eng", title: null },
      { file: "captions-2.vtt", language: "ger", title },
    ]);
    const texts = await Promise.all(tracks.map(({ file }) => readFile(path.join(folder, file), "utf8")));
    expect(texts.map((text) => text.trim())).toEqual([`WEBVTT\n\n${english}`, `WEBVTT\n\n${german}`]);
  });

  it.each(
    sampled(
      [
        ["captions-windows-1252", ["0.200 --> 0.800 Grüße aus Köln", "1.000 --> 1.500 plain ascii"]],
        [
          "captions-mixed-encodings",
          ["0.200 --> 0.800 Grüße aus Köln", "1.000 --> 1.500 plain ascii", "1.600 --> 1.900 Größe"],
        ],
        ["captions-western-mov-text", ["0.200 --> 0.800 Guten Mörgen", "1.000 --> 1.500 plain ascii"]],
        ["captions-before-picture", ["0.000 --> 0.500 Clipped", "1.000 --> 1.500 Whole"]],
      ] as const,
      ["captions-mixed-encodings", "captions-western-mov-text", "captions-before-picture"],
    ),
  )("of %s have every line, at its time", async (name, lines) => {
    const { folder, tracks } = await captionsOf(name);
    const [text = ""] = await Promise.all(
      tracks.map(({ file }) => readFile(path.join(folder, file), "utf8")),
    );
    const cues = text.trim().split("\n\n").slice(1);
    expect(cues.map((cue) => cue.replaceAll("00:00:0", "").replace("\n", " "))).toEqual(lines);
  });
});

it("subtitles that are pictures are left out", () => {
  const description = `
  Stream #0:0[0x1]: Video: h264 (High), yuv420p, 320x180, 25 fps
      Metadata:
        title           : Main
  Stream #0:1(eng): Subtitle: hdmv_pgs_subtitle (pgssub), 1920x1080
  Stream #0:2[0x3](und): Subtitle: mov_text (tx3g / 0x67337874), 0 kb/s (default)
      Metadata:
        handler_name    : SubtitleHandler
  Stream #0:3(pt-BR): Subtitle: subrip (srt)
      Metadata:
        title           : Legendas
`;
  expect(parseSubtitles(description)).toEqual([
    { stream: 2, language: null, title: null },
    { stream: 3, language: "pt-BR", title: "Legendas" },
  ]);
});
