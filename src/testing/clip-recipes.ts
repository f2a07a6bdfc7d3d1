import {
  aac,
  fastStart,
  h264,
  hevc,
  highDynamicRange,
  picture,
  prores,
  type Recipe,
  sound,
  vp9,
} from "./clip-parts.ts";

const playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n";

/** Black and silence on the right begin after `clean` seconds. */
function withDefects(seconds: number, clean: number): string[] {
  const black = `drawbox=c=black:t=fill:enable='between(t,${clean + 1},${clean + 2.5})'`;
  const tone = "0.3*sin(2*PI*440*t)";
  const channels = ["-f", "lavfi", "-i", `aevalsrc='${tone}|${tone}*lt(t,${clean})':s=48000:d=${seconds}`];
  return [...picture({ seconds, rate: "25", filter: black }), ...channels, ...h264, ...aac, ...fastStart];
}

/** Squares of 160 pixels: some plain, the others of single black and white pixels that alternate (e2e/zoom.spec.ts). */
function singlePixels(black: number, white: number): string[] {
  const isWhite = "if(mod(floor(X/160)+floor(Y/160),2),mod(X+Y,2),1)";
  const pattern = `geq=lum='if(${isWhite},${white},${black})':cb=128:cr=128`;
  const still = `color=black:size=1280x720:rate=25:duration=0.04,format=yuv420p,${pattern}`;
  const quality = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "4", "-g", "25", "-pix_fmt", "yuv420p"];
  return ["-f", "lavfi", "-i", `${still},loop=loop=24:size=1:start=0`, ...quality, ...fastStart];
}

/** A minute with a small picture, which costs little to decode on several pages at once. */
function smallMinute(rate: string): string[] {
  return [...picture({ size: "320x180", rate, seconds: 60 }), ...sound(60), ...h264, ...aac, ...fastStart];
}

/** Clips for most tests, the browser tests and the seed. */
export const recipes = {
  h264: { file: "h264.mp4", args: [...picture(), ...sound(), ...h264, ...aac, ...fastStart] },
  "h264-index-at-end": { file: "h264-index-at-end.mp4", args: [...picture(), ...sound(), ...h264, ...aac] },
  "h264-29.97": {
    file: "h264-29.97.mp4",
    args: [...picture({ rate: "30000/1001" }), ...sound(), ...h264, ...aac],
  },
  "h264-23.976": {
    file: "h264-23.976.mov",
    args: [...picture({ rate: "24000/1001" }), ...sound(), ...h264, ...aac],
  },
  "h264-59.94": {
    file: "h264-59.94.mp4",
    args: [...picture({ rate: "60000/1001" }), ...sound(), ...h264, ...aac],
  },
  "h264-25": { file: "h264-25.mp4", args: [...picture({ rate: "25" }), ...sound(), ...h264, ...aac] },
  "h264-few-key-frames": {
    file: "h264-few-key-frames.mp4",
    args: [...picture({ seconds: 4 }), ...h264, "-g", "250"],
  },
  // For the technical check: a black second and a half, and a right channel that is silent for six seconds.
  "with-defects": { file: "with-defects.mp4", args: withDefects(8, 2) },
  // The same a second earlier.
  "with-defects-cut": { file: "with-defects-cut.mp4", args: withDefects(7, 1) },
  "single-pixels": { file: "single-pixels.mp4", args: singlePixels(16, 235) },
  "single-pixels-inverse": { file: "single-pixels-inverse.mp4", args: singlePixels(235, 16) },
  "h264-other": {
    file: "h264-other.mp4",
    args: [...picture({ filter: "hue=h=120" }), ...sound(), ...h264, ...aac, ...fastStart],
  },
  "h264-60s": {
    file: "h264-60s.mp4",
    args: [...picture({ seconds: 60 }), ...sound(60), ...h264, ...aac, ...fastStart],
  },
  "h264-small-minute": {
    file: "h264-small-minute.mp4",
    args: [...picture({ size: "320x180", rate: "20", seconds: 60 }), ...sound(60), ...h264, ...aac],
  },
  "h264-small-minute-24": { file: "h264-small-minute-24.mp4", args: smallMinute("24") },
  "h264-small-minute-30": { file: "h264-small-minute-30.mp4", args: smallMinute("30") },
  "h264-small-minute-60": { file: "h264-small-minute-60.mp4", args: smallMinute("60") },
  "h264-high-bitrate": {
    file: "h264-high-bitrate.mp4",
    args: [
      ...picture({ size: "320x180", seconds: 20, filter: "noise=alls=60:allf=t" }),
      ...["-c:v", "libx264", "-preset", "ultrafast", "-qp", "4", "-g", "60", "-pix_fmt", "yuv420p"],
    ],
  },
  "h264-minute-of-10-fps": {
    file: "h264-minute-of-10-fps.mp4",
    // A key frame every 2 s: with fewer, it would get a light rendition.
    args: [...picture({ size: "320x180", rate: "10", seconds: 60 }), ...h264, "-g", "20", ...fastStart],
  },
  "h264-10-bit": {
    file: "h264-10-bit.mp4",
    args: [...picture(), ...sound(), ...h264, "-pix_fmt", "yuv420p10le", ...aac],
  },
  "h264-4:2:2": {
    file: "h264-422.mp4",
    args: [...picture(), ...sound(), ...h264, "-pix_fmt", "yuv422p", ...aac],
  },
  "h264-all-key-frames": {
    file: "h264-all-key-frames.mp4",
    args: [...picture(), ...sound(), ...h264, "-g", "1", ...aac],
  },
  "h264-in-matroska": {
    file: "h264.mkv",
    args: [...picture({ rate: "30000/1001" }), ...sound(), ...h264, ...aac],
  },
  "h264-fragmented": {
    file: "h264-fragmented.mp4",
    args: [
      ...picture(),
      ...sound(),
      ...h264,
      ...aac,
      "-movflags",
      "frag_keyframe+empty_moov+default_base_moof",
    ],
  },
  "h264-in-transport-stream": { file: "h264.ts", args: [...picture(), ...sound(), ...h264, ...aac] },
  "silent-portrait": {
    file: "silent-portrait.mp4",
    args: [...picture({ size: "360x640" }), ...h264, ...fastStart],
  },
  rotated: {
    file: "rotated.mp4",
    from: "h264",
    inputArgs: ["-display_rotation", "90"],
    args: ["-c", "copy"],
  },
  "edit-list": {
    file: "edit-list.mp4",
    from: "h264-60s",
    inputArgs: ["-ss", "1.3"],
    args: ["-c", "copy", "-t", "3"],
  },
  "h264-second-half": {
    file: "h264-second-half.mp4",
    args: [
      ...picture({ seconds: 4, filter: "trim=start_frame=60,setpts=PTS-STARTPTS" }),
      ...sound(),
      ...h264,
      ...aac,
    ],
  },
  /** The join starts the picture after the priming of the sound: 21 ms late. */
  joined: { file: "joined.mp4", parts: ["h264", "h264-second-half"] },
  "starts-late": { file: "starts-late.mkv", from: "h264", args: ["-c", "copy", "-output_ts_offset", "1.5"] },
  "variable-rate": {
    file: "variable-rate.mp4",
    args: [
      ...picture({ seconds: 3, filter: "select='not(between(mod(n,20),3,9))+eq(n,0)'" }),
      ...sound(3),
      ...h264,
      ...aac,
      "-fps_mode",
      "passthrough",
    ],
  },
  "h264-60s-in-matroska": { file: "h264-60s.mkv", from: "h264-60s", args: ["-c", "copy"] },
  prores: {
    file: "prores.mov",
    args: [...picture({ rate: "24000/1001" }), ...sound(), ...prores, "-timecode", "01:00:00:00"],
  },
  "prores-silent": { file: "prores-silent.mov", args: [...picture({ size: "360x640" }), ...prores] },
  "prores-1080p": {
    file: "prores-1080p.mov",
    args: [...picture({ size: "1920x1080", rate: "24000/1001", seconds: 6 }), ...sound(6), ...prores],
  },
  "prores-1080p-24s": {
    file: "prores-1080p-24s.mov",
    from: "prores-1080p",
    inputArgs: ["-stream_loop", "3"],
    args: ["-c", "copy"],
  },
  hevc: { file: "hevc.mp4", args: [...picture(), ...sound(), ...hevc, "-pix_fmt", "yuv420p", ...aac] },
  "hevc-hdr": {
    file: "hevc-hdr.mp4",
    args: [
      ...picture(),
      ...sound(),
      ...hevc,
      "-pix_fmt",
      "yuv420p10le",
      ...highDynamicRange("smpte2084"),
      ...aac,
    ],
  },
  vp9: { file: "vp9.webm", args: [...picture(), ...sound(), ...vp9, "-c:a", "libopus"] },
  "vp9-odd-size": {
    file: "vp9-odd-size.mkv",
    args: [...picture({ filter: "scale=641:361" }), ...sound(), ...vp9, "-c:a", "libopus"],
  },
  av1: {
    file: "av1.mp4",
    args: [...picture(), ...sound(), "-c:v", "libsvtav1", "-preset", "10", "-g", "30", ...aac],
  },
  avi: { file: "old.avi", args: [...picture({ rate: "25" }), ...sound(), "-c:v", "mpeg4", "-c:a", "mp2"] },
  mxf: {
    file: "tape.mxf",
    args: [...picture({ rate: "25" }), ...sound(), "-c:v", "mpeg2video", "-c:a", "pcm_s16le"],
  },
  "absurd-size": { file: "absurd-size.mp4", args: [...picture({ size: "9000x64", seconds: 0.1 }), ...h264] },
  "audio-only": { file: "audio-only.mp4", args: [...sound(), ...aac] },
  truncated: { file: "truncated.mp4", from: "h264-index-at-end", share: 0.5 },
  "truncated-fast-start": { file: "truncated-fast-start.mp4", from: "h264", share: 0.5 },
  "truncated-matroska": { file: "truncated.mkv", from: "h264-in-matroska", share: 0.5 },
  text: { file: "text.mp4", text: "This is a text file, whatever it is called.\n".repeat(50) },
  playlist: { file: "playlist.mp4", text: playlist },
  picture: { file: "picture.mp4", args: [...picture({ seconds: 0.03 }), "-frames:v", "1", "-f", "mjpeg"] },
  empty: { file: "empty.mp4", text: "" },
} satisfies Record<string, Recipe>;

/** ffmpeg arguments for a 1080p picture that hardly compresses (about 16 Mbit/s); loops without a seam. */
export function noisyPicture(seconds: number): string[] {
  const noise = picture({ size: "1920x1080", seconds, filter: "noise=alls=30:allf=t" });
  const rate = ["-b:v", "16M", "-maxrate", "16M", "-bufsize", "16M"];
  return [
    ...noise,
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-bf",
    "0",
    "-g",
    "60",
    "-pix_fmt",
    "yuv420p",
    ...rate,
  ];
}
