import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import sharp from "sharp";

import { caravan, camp, salt } from "./art/dunes.ts";
import { stall } from "./art/market.ts";
import { frameHeight, frameWidth, type Layer, type Shot } from "./art/shapes.ts";
import { overtones, overtoneSpectrum, stroke } from "./art/tabla.ts";
import { station, valley, window } from "./art/train.ts";
import { letteringFile, type Lettering } from "./lettering.ts";

const run = promisify(execFile);
const rate = 25;

/** A film of the sample studio. */
interface Film {
  shots: readonly Shot[];
  /** An expression of `t` for ffmpeg's `aevalsrc`. */
  sound: string;
  /** Shown at the start for a number of seconds. */
  title?: { name: Lettering; seconds: number };
}

const rainSound = "0.05*(random(0)-0.5)*(1.4+sin(2*PI*0.23*t))";
const rails = "0.11*sin(2*PI*82*t)*(0.55+0.45*sin(2*PI*2.2*t))";

type Take = readonly [layers: Shot["layers"], second: number];

/** Films by name and version. The changes between versions are those that the comments ask for. */
const films = {
  "monsoon-1": {
    shots: [
      { seconds: 2.8, layers: valley },
      { seconds: 2.4, layers: station, tilt: 1.5 },
      { seconds: 2.8, layers: window },
    ],
    sound: `${rails}+0.09*sin(2*PI*196*t)*sin(2*PI*0.5*t)+${rainSound}`,
    title: { name: "monsoon", seconds: 2.4 },
  },
  "monsoon-2": {
    shots: [
      { seconds: 2.8, layers: valley },
      { seconds: 2.4, layers: station },
      { seconds: 2.8, layers: window },
    ],
    sound: `${rails}+0.03*sin(2*PI*196*t)*sin(2*PI*0.5*t)+${rainSound}`,
    title: { name: "monsoon", seconds: 1.8 },
  },
  tabla: {
    shots: [
      { seconds: 1.6, layers: stroke },
      { seconds: 3.2, layers: overtones },
      { seconds: 3.2, layers: overtoneSpectrum },
    ],
    sound: "0.25*sin(2*PI*(196+40*exp(-6*mod(t\\,0.75)))*t)*exp(-4*mod(t\\,0.75))",
  },
  salt: {
    shots: [
      { seconds: 3, layers: caravan },
      { seconds: 2.6, layers: salt },
      { seconds: 2.4, layers: camp },
    ],
    sound: "0.1*sin(2*PI*146.8*t)+0.06*sin(2*PI*220*t)*(0.5+0.5*sin(2*PI*0.3*t))",
    title: { name: "salt", seconds: 2 },
  },
  ukshi: {
    shots: [
      { seconds: 3.2, layers: station },
      { seconds: 2.4, layers: window },
      { seconds: 2.4, layers: valley },
    ],
    sound: `0.07*sin(2*PI*110*t)*(0.6+0.4*sin(2*PI*0.4*t))+${rainSound}`,
    title: { name: "ukshi", seconds: 2.2 },
  },
} as const satisfies Record<string, Film>;

export type FilmName = keyof typeof films;

/** Moments that are sent as stills. */
const stills = {
  salt: [salt, 1],
  monsoon: [[...valley, { picture: "monsoon" }], 0.8],
} as const satisfies Record<string, Take>;

export type Still = keyof typeof stills;

/** Moments of shots that become thumbnails. */
const moments = {
  monsoon: [valley, 1.9],
  tabla: [stroke, 0.1],
  salt: [caravan, 1.4],
  ukshi: [station, 0.7],
  market: [stall, 0],
} as const satisfies Record<string, Take>;

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "reelay-film-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A picture with an alpha channel, cut to what is drawn, and its place. */
interface Plate {
  png: Buffer;
  x: string;
  y: string;
}

/** Plates of the layers, where those that don't move are joined with the ones below them. */
async function drawPlates(layers: readonly Layer[]): Promise<Plate[]> {
  const plates: Plate[] = [];
  let still: Buffer[] = [];
  const join = async () => {
    const [lowest, ...others] = still;
    still = [];
    if (!lowest) return;
    const whole = sharp(lowest).composite(others.map((input) => ({ input })));
    plates.push({ png: await whole.png({ compressionLevel: 1 }).toBuffer(), x: "0", y: "0" });
  };
  for (const layer of layers) {
    const source = "svg" in layer ? Buffer.from(layer.svg) : letteringFile(layer.picture);
    const png = await sharp(source).png({ compressionLevel: 1 }).toBuffer();
    if (layer.x === undefined && layer.y === undefined) {
      still.push(png);
      continue;
    }
    await join();
    const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
    const { data, info } = await sharp(png)
      .trim({ background: transparent, threshold: 1 })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    const [left, top] = [-(info.trimOffsetLeft ?? 0), -(info.trimOffsetTop ?? 0)];
    plates.push({ png: data, x: `${layer.x ?? 0}+${left}`, y: `${layer.y ?? 0}+${top}` });
  }
  await join();
  return plates;
}

/** The inputs and filters that compose a shot, as `[v]`. */
async function compose(layers: readonly Layer[], folder: string, { from = 0, tilt = 0 } = {}) {
  const plates = await drawPlates(layers);
  const inputs = await Promise.all(
    plates.map(async ({ png }, index) => {
      const file = join(folder, `${index}.png`);
      await writeFile(file, png);
      return ["-i", file];
    }),
  );
  // Each plate is decoded once and looped; only the overlay runs per frame.
  const held = plates.map(
    (_, index) => `[${index}:v]format=yuva420p,loop=loop=-1:size=1,setpts=N/${rate}/TB+${from}/TB[h${index}]`,
  );
  const steps = plates.slice(1).map(({ x, y }, index) => {
    const under = index === 0 ? "h0" : `l${index}`;
    return `[${under}][h${index + 1}]overlay=x='${x}':y='${y}':eval=frame[l${index + 1}]`;
  });
  const turned = tilt ? `,rotate=${tilt}*PI/180,crop=iw*0.94:ih*0.94,scale=${frameWidth}:${frameHeight}` : "";
  const last = steps.length > 0 ? `l${steps.length}` : "h0";
  return { inputs: inputs.flat(), filters: [...held, ...steps, `[${last}]format=yuv420p${turned}[v]`] };
}

export type Moment = keyof typeof moments;

/** The thumbnail of a film with its title, as PNG of 1280 by 720. */
export async function drawThumbnail(moment: Moment, ffmpeg: string): Promise<Buffer> {
  const picture = await drawTake(moments[moment], ffmpeg);
  return sharp(picture)
    .composite([{ input: letteringFile(`thumbnail-${moment}`) }])
    .png()
    .toBuffer();
}

/** A still of a film, as PNG. */
export function drawStill(name: Still, ffmpeg: string): Promise<Buffer> {
  return drawTake(stills[name], ffmpeg);
}

function drawTake([layers, second]: Take, ffmpeg: string): Promise<Buffer> {
  return inFolder(async (folder) => {
    const { inputs, filters } = await compose(layers, folder, { from: second });
    const file = join(folder, "still.png");
    const filter = ["-filter_complex", filters.join(";"), "-map", "[v]", "-frames:v", "1"];
    await run(ffmpeg, ["-y", "-v", "error", ...inputs, ...filter, file]);
    return readFile(file);
  });
}

/** Renders a film as an H.264 MP4 of eight seconds with sound. */
export function renderFilm(name: FilmName, ffmpeg: string): Promise<Buffer> {
  const { shots, sound, title }: Film = films[name];
  return inFolder(async (folder) => {
    const takes: string[] = [];
    for (const [index, { layers, seconds, tilt = 0 }] of shots.entries()) {
      const { inputs, filters } = await compose(layers, folder, { tilt });
      const file = join(folder, `take-${index}.mkv`);
      const encoded = [
        "-map",
        "[v]",
        "-t",
        String(seconds),
        "-r",
        String(rate),
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-qp",
        "4",
      ];
      await run(ffmpeg, [
        "-y",
        "-v",
        "error",
        ...inputs,
        "-filter_complex",
        filters.join(";"),
        ...encoded,
        file,
      ]);
      takes.push(file);
    }
    const length = shots.reduce((sum, { seconds }) => sum + seconds, 0);
    const joined = `${takes.map((_, index) => `[${index}:v]`).join("")}concat=n=${takes.length}[cut]`;
    // Noise gives it the bitrate of camera footage, high enough for a small rendition.
    const grain = "noise=c0s=5:c0f=t,format=yuv420p[v]";
    const titled = title
      ? [
          `[${takes.length + 1}:v]format=yuva420p,loop=loop=-1:size=1,setpts=N/${rate}/TB,fade=t=in:d=0.4:alpha=1,fade=t=out:st=${title.seconds - 0.4}:d=0.4:alpha=1[title]`,
          `[cut][title]overlay=x=(W-w)/2:y=(H-h)/2:enable='lt(t\\,${title.seconds})',${grain}`,
        ]
      : [`[cut]${grain}`];
    const output = join(folder, "film.mp4");
    if (title) await sharp(letteringFile(title.name)).png().toFile(join(folder, "title.png"));
    await run(ffmpeg, [
      ...["-y", "-v", "error"],
      ...takes.flatMap((file) => ["-i", file]),
      ...["-f", "lavfi", "-t", String(length), "-i", `aevalsrc='${sound}':s=48000`],
      ...(title ? ["-i", join(folder, "title.png")] : []),
      ...["-filter_complex", [joined, ...titled].join(";")],
      ...["-map", "[v]", "-map", `${takes.length}:a`, "-c:v", "libx264", "-preset", "veryfast", "-b:v", "4M"],
      // With key frames further apart, steps show the light rendition first.
      ...["-g", String(2 * rate)],
      ...[
        "-r",
        String(rate),
        "-c:a",
        "aac",
        "-b:a",
        "128k",
        "-movflags",
        "+faststart",
        "-t",
        String(length),
        output,
      ],
    ]);
    return readFile(output);
  });
}
