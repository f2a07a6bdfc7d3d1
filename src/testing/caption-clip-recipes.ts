import { h264, type Recipe, small, words } from "./clip-parts.ts";

/** An SRT file with these bytes, each of which is a character. */
const srt = (bytes: string) => [
  ...words("-f srt -i"),
  `data:text/plain;base64,${Buffer.from(bytes, "latin1").toString("base64")}`,
];
const cue = (start: string, end: string, text: string) => `00:00:0${start} --> 00:00:0${end}\n${text}\n`;
const western = [cue("0,200", "0,800", "Gr\xfc\xdfe aus K\xf6ln"), cue("1,000", "1,500", "plain ascii")];
const numbered = (cues: readonly string[]) => cues.map((each, at) => `${at + 1}\n${each}`).join("\n");

/** Text tracks in other encodings than UTF-8, and with cues before the first picture. */
export const captionRecipes = {
  "captions-windows-1252": {
    file: "cp1252.mkv",
    args: [...small(), ...srt(numbered(western)), ...words("-map 0:v -map 1:s -c:s copy"), ...h264],
  },
  "captions-mixed-encodings": {
    file: "mixed.mkv",
    args: [
      ...small(),
      ...srt(numbered([...western, cue("1,600", "1,900", Buffer.from("Größe").toString("latin1"))])),
      ...words("-map 0:v -map 1:s -c:s copy"),
      ...h264,
    ],
  },
  "captions-ascii-mov-text": {
    file: "ascii.mp4",
    args: [
      ...small(),
      ...srt(numbered([cue("0,200", "0,800", "Guten M0rgen"), cue("1,000", "1,500", "plain ascii")])),
      ...words("-map 0:v -map 1:s -c:s mov_text"),
      ...h264,
    ],
  },
  "captions-western-mov-text": {
    file: "western.mp4",
    from: "captions-ascii-mov-text",
    patches: [{ box: "M0rgen", at: 1, bytes: "f6" }],
  },
  "captions-before-picture": {
    file: "before-picture.mkv",
    args: [
      ...words("-itsoffset 1"),
      ...small(),
      ...srt(
        numbered([
          cue("0,100", "0,600", "Too early"),
          cue("0,500", "1,500", "Clipped"),
          cue("2,000", "2,500", "Whole"),
        ]),
      ),
      ...words("-map 0:v -map 1:s -c:s copy"),
      ...h264,
    ],
  },
} as const satisfies Record<string, Recipe>;
