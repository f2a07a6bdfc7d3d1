import { words, type Recipe } from "./clip-parts.ts";

const key = "00112233445566778899aabbccddeeff";

/** Sample entry of the first track: codec at 16, width at 44, height at 46 bytes after `stsd`. */
const stsd = (at: number, bytes: string) => ({ box: "stsd", at, bytes });

/** Width and height as 16.16 fixed point at the end of a track header. */
const tkhd = (at: number, bytes: string) => ({ box: "tkhd", at, bytes });

/** Corrupt files, files with false metadata, and files that need excessive resources. */
export const hostileRecipes = {
  encrypted: {
    file: "encrypted.mp4",
    from: "h264",
    args: words(
      `-c copy -movflags frag_keyframe+empty_moov -encryption_scheme cenc-aes-ctr -encryption_key ${key} -encryption_kid ${key} -f mp4`,
    ),
  },
  "unknown-codec": { file: "unknown-codec.mp4", from: "h264", patches: [stsd(16, "7a7a7a31")] },
  "size-lies": {
    file: "size-lies.mp4",
    from: "h264",
    patches: [stsd(44, "4e204e20"), tkhd(80, "4e2000004e200000")],
  },
  "duration-lies": {
    file: "duration-lies.mp4",
    from: "h264",
    patches: [
      { box: "mvhd", at: 20, bytes: "7fffffff" },
      { box: "mdhd", at: 20, bytes: "7fffffff" },
      { box: "tkhd", at: 24, bytes: "7fffffff" },
    ],
  },
  "endless-picture": {
    file: "endless-picture.mp4",
    from: "h264",
    patches: [{ box: "stts", at: 16, bytes: "00ffffff" }],
  },
  "count-lies": {
    file: "count-lies.mp4",
    from: "h264",
    patches: [{ box: "stsz", at: 12, bytes: "ffffffff" }],
  },
  "time-count-lies": {
    file: "time-count-lies.mp4",
    from: "h264",
    patches: [{ box: "stts", at: 12, bytes: "ffffffff" }],
  },
  "slow-picture": {
    file: "slow.avi",
    from: "huge-picture",
    inputArgs: ["-stream_loop", "40"],
    args: ["-c", "copy"],
  },
  "huge-picture": {
    file: "huge.avi",
    args: [
      "-f",
      "lavfi",
      "-i",
      "color=c=gray:size=8192x8192:rate=5:duration=0.4",
      ...words("-c:v mjpeg -q:v 31"),
    ],
  },
  "too-huge-picture": {
    file: "too-huge.avi",
    args: [
      "-f",
      "lavfi",
      "-i",
      "color=c=gray:size=12000x12000:rate=1:duration=1",
      ...words("-c:v mjpeg -q:v 31"),
    ],
  },
  "truncated-ts": { file: "cut.ts", from: "mpeg2-ts", share: 0.5 },
  "truncated-avi": { file: "cut.avi", from: "xvid-avi", share: 0.5 },
  "truncated-fragmented": { file: "cut-fragmented.mp4", from: "h264-fragmented", share: 0.5 },
  noise: { file: "noise.mp4", text: "\u0000\u0001ÿ7".repeat(999) },
} satisfies Record<string, Recipe>;
