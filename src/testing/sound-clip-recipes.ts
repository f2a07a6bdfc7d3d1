import { aac, h264, prores, type Recipe, small, words } from "./clip-parts.ts";

/** A mono tone for two seconds, by which a test recognises the track. */
const tone = (frequency: number) =>
  words(`-f lavfi -i sine=frequency=${frequency}:sample_rate=48000:duration=2`);
const silence = words("-f lavfi -i anullsrc=r=48000:cl=mono:d=2");
const stereoTone = (frequency: number) => [
  "-f",
  "lavfi",
  "-i",
  `sine=frequency=${frequency}:sample_rate=48000:duration=2,pan=stereo|c0=c0|c1=c0`,
];
/** Maps the picture, which is the first input, and `count` sound inputs. */
const all = (count: number) => [
  "-map",
  "0:v",
  ...Array.from({ length: count }, (_, n) => ["-map", `${n + 1}:a`]).flat(),
];
const mpeg2 = words("-c:v mpeg2video -pix_fmt yuv420p -c:a pcm_s16le");
const pcm = words("-c:a pcm_s16le");
const languages = (...codes: string[]) =>
  codes.flatMap((code, n) => [`-metadata:s:a:${n}`, `language=${code}`]);

const clip = (file: string, sounds: readonly string[][], coding: readonly string[]): Recipe => ({
  file,
  args: [...small(), ...sounds.flat(), ...all(sounds.length), ...coding],
});

/** The first sound track of an MP4 before the picture, so that its index is the first one. */
const soundFirst = (file: string, more: readonly string[][], coding: readonly string[]): Recipe => ({
  file,
  args: [
    ...small(),
    ...tone(440),
    ...more.flat(),
    ...words("-map 1:a -map 0:v"),
    ...more.flatMap((_, n) => ["-map", `${n + 2}:a`]),
    ...coding,
  ],
});

/** Takes all samples out of the first index of an MP4: sample times, sizes, chunks and their offsets. */
const emptied = [
  ...["stts", "stsc", "stco"].map((box) => ({ box, at: 8, bytes: "00000000" })),
  { box: "stsz", at: 8, bytes: "0000000000000000" },
];

/** Gives the AAC track the name of a codec that ffmpeg 7 doesn't know, and hides that it is AAC. */
const apac = [
  { box: "mp4a", at: 0, bytes: Buffer.from("apac", "latin1").toString("hex"), every: true },
  { box: "esds", at: 0, bytes: Buffer.from("free", "latin1").toString("hex"), every: true },
];

/** Videos with no, several or unreadable sound tracks. The tones are 440, 880, 1320 and 1760 Hz, in the order of the tracks. */
export const soundRecipes = {
  "empty-sound": { file: "empty-sound.mp4", from: "sound-before-picture", patches: emptied },
  "empty-sound-prores": { file: "empty-sound.mov", from: "sound-before-prores", patches: emptied },
  "empty-sound-first": { file: "empty-sound-first.mp4", from: "sound-before-sound", patches: emptied },
  "empty-sound-fragmented": clip(
    "empty-sound-fragmented.mp4",
    [tone(440)],
    [...h264, ...aac, ...words("-filter:a aselect=0 -movflags frag_keyframe+empty_moov")],
  ),
  "empty-sound-matroska": clip(
    "empty-sound.mkv",
    [tone(440)],
    [...h264, ...aac, ...words("-filter:a aselect=0")],
  ),
  "sound-before-picture": soundFirst("sound-first.mp4", [], [...h264, ...aac]),
  "sound-before-prores": soundFirst("sound-first.mov", [], prores),
  "sound-before-sound": soundFirst("sound-first-two.mp4", [tone(880)], [...h264, ...aac]),
  "mono-two-mxf": clip("dual-mono.mxf", [tone(440), tone(880)], mpeg2),
  "mono-two-aac": clip("dual-mono.mp4", [tone(440), tone(880)], [...h264, ...aac]),
  "mono-two-matroska": clip("dual-mono.mkv", [tone(440), tone(880)], [...h264, ...aac]),
  "mono-two-avi": clip("dual-mono.avi", [tone(440), tone(880)], [...words("-c:v mpeg4"), ...pcm]),
  "mono-first-silent": clip("first-silent.mov", [silence, tone(880)], prores),
  "mono-three": clip("three-mono.mov", [tone(440), tone(880), tone(1320)], [...h264, ...pcm]),
  "mono-four-mxf": clip("four-mono.mxf", [tone(440), tone(880), tone(1320), tone(1760)], mpeg2),
  "mono-two-languages": clip(
    "mono-two-languages.mp4",
    [tone(440), tone(880)],
    [...h264, ...aac, ...languages("eng", "deu")],
  ),
  "second-is-default": clip(
    "second-is-default.mkv",
    [stereoTone(440), tone(880)],
    [...h264, ...aac, ...words("-disposition:a:0 0 -disposition:a:1 default")],
  ),
  "stereo-and-commentary": clip(
    "stereo-and-commentary.mkv",
    [stereoTone(440), tone(880)],
    [...h264, ...aac, ...words("-metadata:s:a:1 title=Commentary")],
  ),
  "stereo-two-languages": clip(
    "stereo-two-languages.ts",
    [stereoTone(440), stereoTone(880)],
    [...h264, ...words("-c:a:0 ac3 -c:a:1 aac"), ...languages("fra", "deu")],
  ),
  "second-track-late": {
    file: "second-track-late.mkv",
    args: [
      ...small(),
      ...tone(440),
      ...words("-itsoffset 0.5"),
      ...tone(880),
      ...all(2),
      ...h264,
      ...aac,
      ...languages("eng", "deu"),
    ],
  },
  "mixed-codecs": clip(
    "mixed-codecs.mov",
    [tone(440), tone(880)],
    [...h264, ...words("-c:a:0 aac -c:a:1 pcm_s16le")],
  ),
  "mixed-codecs-last": clip(
    "mixed-codecs-last.mov",
    [tone(440), tone(880)],
    [...h264, ...words("-c:a:0 pcm_s16le -c:a:1 aac")],
  ),
  "unknown-sound-first": { file: "unknown-first.mov", from: "mixed-codecs", patches: apac },
  "unknown-sound-last": { file: "unknown-last.mov", from: "mixed-codecs-last", patches: apac },
  "unknown-sound-only": { file: "unknown-only.mov", from: "single-aac", patches: apac },
  "single-aac": clip("single-aac.mov", [tone(440)], [...h264, ...aac]),
} as const satisfies Record<string, Recipe>;
