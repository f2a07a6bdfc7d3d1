import { h264, prores, type Recipe, words } from "./clip-parts.ts";

/** Half a second of one colour, converted exactly by zscale. */
const plain = (colour: string, size: string, conversion: string, format: string) => [
  ...words(`-f lavfi -i color=c=${colour}:s=${size}:r=30:d=0.5`),
  "-vf",
  `format=gbrp,zscale=min=gbr:rin=full:pin=709:tin=709:${conversion},format=${format}`,
];

const green = "0x30A052";
const red = "0xC03020";
const full = (matrix: string) => `m=${matrix}:p=709:t=709:r=full`;
const wide = (transfer = "709") => `m=2020_ncl:p=2020:t=${transfer}:r=tv`;
const tags = (matrix: string, primaries: string, transfer: string, range = "tv") =>
  words(`-colorspace ${matrix} -color_primaries ${primaries} -color_trc ${transfer} -color_range ${range}`);
const full709 = tags("bt709", "bt709", "bt709", "pc");
const bt2020 = tags("bt2020nc", "bt2020", "bt709");
const x265 = [
  ...words("-c:v libx265 -preset ultrafast -tag:v hvc1 -x265-params"),
  "log-level=error:colorprim=bt2020:transfer=bt709:colormatrix=bt2020nc",
];

/** One colour each: (48, 160, 82) in full range, (192, 48, 32) in BT.2020. */
export const colourRecipes = {
  "full-range-matroska": {
    file: "full-range.mkv",
    args: [...plain(green, "640x360", full("709"), "yuv420p"), ...h264, ...full709],
  },
  "full-range-mp4": {
    file: "full-range.mp4",
    args: [...plain(green, "640x360", full("709"), "yuv420p"), ...h264, ...full709],
  },
  "full-range-hd": {
    file: "full-range-hd.mkv",
    args: [...plain(green, "1280x720", full("709"), "yuv420p"), ...h264, ...full709],
  },
  "full-range-601": {
    file: "full-range-601.mkv",
    args: [
      ...plain(green, "640x360", full("170m"), "yuv420p"),
      ...h264,
      ...tags("smpte170m", "smpte170m", "smpte170m", "pc"),
    ],
  },
  "full-range-mjpeg": {
    file: "full-range.avi",
    args: [...plain(green, "640x360", full("170m"), "yuvj420p"), ...words("-c:v mjpeg -q:v 2")],
  },
  "limited-709": {
    file: "limited.mkv",
    args: [
      ...plain(green, "640x360", "m=709:p=709:t=709:r=tv", "yuv420p"),
      ...h264,
      ...tags("bt709", "bt709", "bt709"),
    ],
  },
  "wide-hevc": {
    file: "wide.mp4",
    args: [...plain(red, "320x180", wide(), "yuv420p10le"), ...x265, ...bt2020],
  },
  "wide-hevc-ts": {
    file: "wide.ts",
    args: [...plain(red, "1280x720", wide(), "yuv420p10le"), ...x265, ...bt2020],
  },
  "wide-h264": {
    file: "wide-h264.mp4",
    args: [...plain(red, "640x360", wide(), "yuv420p"), ...h264, ...bt2020],
  },
  "wide-prores": {
    file: "wide.mov",
    args: [
      ...plain(red, "1280x720", wide("2020_10"), "yuv422p10le"),
      ...prores,
      ...tags("bt2020nc", "bt2020", "bt2020-10"),
    ],
  },
} as const satisfies Record<string, Recipe>;
