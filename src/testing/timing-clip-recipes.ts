import { aac, h264, picture, type Recipe, sound, vp9, words } from "./clip-parts.ts";

/** A small picture, so that a clip of more than 1500 frames is made quickly. */
const tiny = (rate: string, seconds: number, filter = "") =>
  picture({ size: "160x90", rate, seconds, filter });

const fastH264 = words("-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 30");
const mpeg2 = words("-c:v mpeg2video -b:v 300k -bf 2 -g 15 -c:a mp2");
const mjpeg = words("-c:v mjpeg -q:v 20 -c:a pcm_s16le");
const asTimed = words("-fps_mode passthrough");

/** Frames of a recording that lost them; numbers of the first and last one. */
const without = (first: number, last: number) => `select='not(between(n,${first},${last}))'`;

const late = (rate: string, first: number, last: number) => [
  ...tiny(rate, 64, without(first, last)),
  ...sound(64),
];

/** Film (24000/1001) whose frames are shown for three and two fields of television (60000/1001). */
const telecine = (seconds: number) => [
  ...tiny("24000/1001", seconds, "settb=1001/60000,setpts='floor(N/2)*5+mod(N,2)*3'"),
  ...sound(seconds),
];

/** The same times for frames that are not encoded again. */
const televised = "setts=ts='(floor(N/2)*5+mod(N,2)*3)*1501.5/90000/TB':duration=3003/90000/TB";

/** An edit list in hexadecimal: parts of milliseconds and their first ticks. */
const edits = (...parts: [milliseconds: number, start: number][]) =>
  parts.map(([milliseconds, start]) => `${hexadecimal(milliseconds)}${hexadecimal(start)}00010000`).join("");
const hexadecimal = (value: number) => value.toString(16).padStart(8, "0");

const halfRateMxf = [
  { box: "\u{15}\u{1}\u{0}\u{8}\u{0}\u{0}\u{0}\u{0}\u{0} \u{ed}\u{10}", at: 8, bytes: "00107688" },
  { box: "\u{15}\u{2}\u{0}\u{2}\u{0}<", at: 4, bytes: "001e" },
];

/** A film and before it a smaller picture with inverted numbers, as editing programs embed it. */
const withProxy = [
  ...tiny("30", 4, "negate"),
  ...picture({ size: "320x180", rate: "30", seconds: 4 }),
  ...sound(4),
  ...words("-map 0:v -map 1:v -map 2:a -disposition:v:0 0 -disposition:v:1 default"),
  ...fastH264,
];

/** Files whose frames are not where a constant rate would have them, or not those that are stored. */
export const timingRecipes = {
  "late-loss-matroska": {
    file: "late-loss.mkv",
    args: [...late("30", 1609, 1698), ...fastH264, ...aac, ...asTimed],
  },
  "late-loss-webm": {
    file: "late-loss.webm",
    args: [
      ...late("25", 1520, 1539),
      ...words("-c:v libvpx -deadline realtime -cpu-used 8 -b:v 200k -g 25"),
      ...asTimed,
    ],
  },
  "late-loss-transport-stream": {
    file: "late-loss.ts",
    args: [...late("30000/1001", 1600, 1750), ...fastH264, ...aac, ...asTimed],
  },
  "late-loss-flash": {
    file: "late-loss.flv",
    args: [...late("30", 1550, 1552), ...fastH264, ...aac, ...asTimed],
  },
  "late-loss-mp4": {
    file: "late-loss.mp4",
    args: [...late("30", 1700, 1700), ...fastH264, ...aac, ...asTimed],
  },
  "empty-chunks": { file: "empty-chunks.avi", args: [...late("25", 1200, 1249), ...mjpeg, ...asTimed] },
  "empty-chunks-at-15": {
    file: "empty-chunks-at-15.avi",
    args: [...tiny("15", 20, without(200, 202)), ...sound(20), ...mjpeg, ...asTimed],
  },
  "late-faster": {
    file: "late-faster.mkv",
    args: [
      ...tiny("60", 56, "select='gte(n,3180)+not(mod(n,2))'"),
      ...[...sound(56), ...fastH264, ...aac, ...asTimed],
    ],
  },
  "telecine-transport-stream": {
    file: "telecine.ts",
    from: "film-mpeg2",
    inputArgs: [],
    args: [...words("-map 0 -c copy -bsf:v"), televised],
  },
  "film-mpeg2": {
    file: "film-mpeg2.mkv",
    args: [...tiny("24000/1001", 20), ...sound(20), ...mpeg2, ...words("-bf 0")],
  },
  "film-stream": {
    file: "film.m2v",
    args: [...tiny("24000/1001", 20), ...words("-c:v mpeg2video -b:v 300k -bf 0 -g 15 -f mpeg2video")],
  },
  "soft-telecine-stream": { file: "soft-telecine.m2v", from: "film-stream", written: "pulldown" },
  "soft-telecine": {
    file: "soft-telecine.mpg",
    from: "soft-telecine-stream",
    args: [...sound(20), ...words("-map 0 -map 1 -c:v copy -c:a mp2")],
  },
  "soft-telecine-transport-stream": {
    file: "soft-telecine.ts",
    from: "soft-telecine-stream",
    args: [...sound(20), ...words("-map 0 -map 1 -c:v copy -c:a mp2 -bsf:v"), televised],
  },
  "fields-stream": { file: "fields.h264", written: "fields" },
  "fields-transport-stream": {
    file: "fields.mts",
    from: "fields-stream",
    inputArgs: words("-framerate 25"),
    args: [...sound(2), ...words("-map 0 -map 1 -c:v copy -c:a ac3 -f mpegts")],
  },
  "av1-stream": {
    file: "av1.obu",
    args: [...tiny("25", 2), ...words("-c:v libsvtav1 -preset 10 -g 25 -f obu")],
  },
  "av1-ivf": {
    file: "av1.ivf",
    args: [...tiny("30000/1001", 2), ...words("-c:v libsvtav1 -preset 10 -g 30 -f ivf")],
  },
  "telecine-matroska": {
    file: "telecine.mkv",
    args: [...telecine(64), ...fastH264, ...aac, ...asTimed],
  },
  "clock-wraps": {
    file: "clock-wraps.ts",
    args: [...tiny("25", 10), ...sound(10), ...mpeg2, ...words("-output_ts_offset 95440")],
  },
  "sound-first-transport-stream": {
    file: "sound-first.ts",
    args: [
      ...[...sound(10), "-itsoffset", "0.52", ...tiny("25", 9), ...words("-map 1:v -map 0:a")],
      ...mpeg2,
    ],
  },
  "sound-first-mpeg2": {
    file: "sound-first-mpeg2.mkv",
    args: [
      ...[...sound(10), "-itsoffset", "0.52", ...tiny("25", 9), ...words("-map 1:v -map 0:a")],
      ...mpeg2,
    ],
  },
  "starts-late-matroska": {
    file: "starts-late.mkv",
    args: [...tiny("25", 4), ...sound(4), ...fastH264, ...aac, ...words("-output_ts_offset 7")],
  },
  "starts-early-webm": {
    file: "starts-early.webm",
    args: [...tiny("25", 4), ...vp9, ...words("-output_ts_offset -0.4 -avoid_negative_ts disabled")],
  },
  "two-edits": {
    file: "two-edits.mp4",
    from: "delayed-plain",
    // Frames 0 to 89 and 150 to 239.
    patches: [{ box: "elst", at: 12, bytes: edits([3000, 0], [3000, 5 * 15_360]) }],
  },
  "delayed-plain": {
    file: "delayed-plain.mp4",
    args: [...tiny("30", 10), ...h264, ...words("-bf 0 -output_ts_offset 0.5")],
  },
  "ends-early": {
    file: "ends-early.mp4",
    from: "plain",
    patches: [{ box: "elst", at: 12, bytes: edits([3000, 0]) }],
  },
  plain: { file: "plain.mp4", args: [...tiny("30", 10), ...h264, ...words("-bf 0")] },
  "rate-29.97": { file: "rate-29.97.mp4", args: [...tiny("2997/100", 10), ...sound(10), ...h264, ...aac] },
  "rate-19001/317": { file: "rate-19001.mp4", args: [...tiny("19001/317", 5), ...sound(5), ...h264, ...aac] },
  "timecode-59.94": {
    file: "timecode-59.94.mov",
    args: [...tiny("60000/1001", 4), ...h264, "-timecode", "10:00:00;00"],
  },
  /** Counts pairs of frames: 1,078,920 instead of 2,157,840, and 30 instead of 60 a second. */
  "timecode-half-rate": {
    file: "timecode-half-rate.mov",
    from: "timecode-59.94",
    patches: [
      { box: "\u{0} \u{ed}\u{10}", at: 0, bytes: "00107688" },
      { box: "\u{0}\u{0}\u{ea}`\u{0}\u{0}\u{3}\u{e9}<", at: 8, bytes: "1e" },
    ],
  },
  "timecode-mxf": {
    file: "timecode-59.94.mxf",
    args: [
      ...picture({ size: "1280x720", rate: "60000/1001", seconds: 1 }),
      ...words("-c:v mpeg2video -b:v 5M -timecode 10:00:00;00"),
    ],
  },
  "timecode-half-rate-mxf": {
    file: "timecode-half-rate.mxf",
    from: "timecode-mxf",
    // In both packages.
    patches: [...halfRateMxf, ...halfRateMxf],
  },
  "timecode-119.88": {
    file: "timecode-119.88.mov",
    args: [...tiny("120000/1001", 2), ...h264, "-timecode", "01:00:00:00"],
  },
  "one-key-frame": { file: "one-key-frame.mp4", args: [...tiny("30", 20), ...h264, ...words("-g 9999")] },
  "one-key-frame-webm": {
    file: "one-key-frame.webm",
    args: [...tiny("25", 6), ...vp9, ...words("-g 9999")],
  },
  "proxy-first": { file: "proxy-first.mkv", args: [...withProxy, ...aac] },
  "proxy-first-mp4": { file: "proxy-first.mp4", args: [...withProxy, ...aac] },
  "held-last-frame": {
    file: "held.mp4",
    args: [
      ...tiny("30", 2),
      ...sound(5),
      ...fastH264,
      ...aac,
      ...words("-bf 0 -bsf:v setts=duration='if(eq(N,59),91*DURATION,DURATION)'"),
    ],
  },
  "two-programmes": {
    file: "two-programmes.ts",
    args: [
      ...sound(4),
      ...tiny("25", 4),
      ...sound(4),
      ...words("-map 0:a -map 1:v -map 2:a"),
      ...fastH264,
      ...words("-c:a mp2 -program title=radio:st=0 -program title=film:st=1:st=2"),
    ],
  },
  "lost-packets": { file: "lost-packets.ts", from: "long-groups", written: "lostPackets" },
  "long-groups": {
    file: "long-groups.ts",
    args: [...tiny("25", 20), ...sound(20), ...words("-c:v libx264 -bf 3 -g 250"), ...aac],
  },
  "lost-packets-many-references": {
    file: "lost-packets-many-references.ts",
    from: "many-references",
    written: "lostPackets",
  },
  "many-references": {
    file: "many-references.ts",
    args: [
      ...tiny("25", 20),
      ...sound(20),
      ...words("-c:v libx264 -preset slow -bf 3 -refs 5 -g 100"),
      ...aac,
    ],
  },
  "cut-in-fragment": { file: "cut-in-fragment.mp4", from: "recorded-in-fragments", share: 0.92 },
  "recorded-in-fragments": {
    file: "recorded-in-fragments.mp4",
    args: [
      ...[...tiny("30", 6), ...sound(6), ...fastH264, "-g", "60", ...aac],
      ...words("-movflags frag_keyframe+empty_moov+delay_moov"),
    ],
  },
  /** One JPEG that isn't enabled, before the film. */
  "still-first": {
    file: "still-first.mp4",
    args: [
      ...[...tiny("1", 1, "negate"), ...picture({ size: "320x180", rate: "30", seconds: 4 }), ...sound(4)],
      ...words("-map 0:v -map 1:v -map 2:a -c:v:0 mjpeg -c:v:1 libx264 -pix_fmt:v:1 yuv420p"),
      ...words("-disposition:v:0 0 -disposition:v:1 default"),
      ...aac,
    ],
  },
  "two-descriptions": { file: "two-descriptions.mp4", from: "with-sound", written: "twoDescriptions" },
  "with-sound": { file: "with-sound.mp4", args: [...tiny("30", 4), ...sound(4), ...fastH264, ...aac] },
  "fast-sound": {
    file: "fast-sound.mkv",
    args: [...tiny("30", 20), ...sound(20), ...fastH264, ...aac, ...words("-bsf:a setts=ts=TS*1.005")],
  },
} satisfies Record<string, Recipe>;
