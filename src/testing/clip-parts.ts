/**
 * Number of black or white squares in the upper left corner that show the frame number in binary, lowest
 * digit first.
 */
export const numberSquares = 12;

interface Picture {
  size?: `${number}x${number}`;
  rate?: string;
  seconds?: number;
  /** Further filters after the test picture. */
  filter?: string;
}

/** ffmpeg input options for a moving test picture whose frames show their number (see `numberSquares`). */
export function picture({ size = "640x360", rate = "30", seconds = 2, filter = "" }: Picture = {}): string[] {
  const squares = Array.from(
    { length: numberSquares },
    (_, digit) =>
      `drawbox=x=${digit}*iw/16:y=0:w=iw/16:h=iw/16:t=fill:c=white:enable='mod(floor(n/${2 ** digit}),2)'`,
  );
  const black = `drawbox=x=0:y=0:w=iw*${numberSquares}/16:h=iw/16:t=fill:c=black`;
  const filters = [black, ...squares, ...(filter === "" ? [] : [filter])].join(",");
  return ["-f", "lavfi", "-i", `testsrc2=size=${size}:rate=${rate}:duration=${seconds},${filters}`];
}

export const sound = (seconds = 2) => [
  "-f",
  "lavfi",
  "-i",
  `sine=frequency=440:beep_factor=4:sample_rate=48000:duration=${seconds}`,
];

export const h264 = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-g", "30"];
export const aac = ["-c:a", "aac", "-b:a", "96k"];
export const fastStart = ["-movflags", "+faststart"];
export const hevc = [
  "-c:v",
  "libx265",
  "-preset",
  "ultrafast",
  "-x265-params",
  "log-level=error",
  "-tag:v",
  "hvc1",
];
export const vp9 = [
  "-c:v",
  "libvpx-vp9",
  "-deadline",
  "realtime",
  "-cpu-used",
  "8",
  "-b:v",
  "500k",
  "-g",
  "30",
];
export const prores = ["-c:v", "prores", "-profile:v", "2", "-pix_fmt", "yuv422p10le", "-c:a", "pcm_s16le"];

/** Tags limited-range pictures as BT.2020 with a transfer function. ffmpeg 7.1 and later ignore `-color_trc`. */
export const highDynamicRange = (transfer: "smpte2084" | "arib-std-b67") => [
  "-vf",
  `setparams=color_primaries=bt2020:color_trc=${transfer}:colorspace=bt2020nc:range=tv`,
];

export const words = (text: string) => text.split(" ");

export const small = (rate = "30", filter = "") => picture({ size: "320x180", rate, filter });

export const usual = [...small(), ...sound()];

export interface Recipe {
  file: string;
  /** ffmpeg's arguments before the output; with `from`, after that clip as input. */
  args?: readonly string[];
  from?: string;
  /** Clips to join without encoding them again (ffmpeg's `concat` with `-c copy`). */
  parts?: readonly string[];
  inputArgs?: readonly string[];
  /** Keeps this share of the bytes of `from`. */
  share?: number;
  /** Overwrites bytes of `from`, `at` bytes after the first `box` name, or after each; in hexadecimal. */
  patches?: readonly { box: string; at: number; bytes: string; every?: boolean }[];
  /** Makes it with one of `writers`, of `from` if that needs a clip. */
  written?: "pulldown" | "fields" | "lostPackets" | "twoDescriptions";
  /** The content of a text file. */
  text?: string;
}
