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
/** The colours of HD, so that the technical check finds only the defects that are meant. */
const bt709 = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"];

/** A film of the sample studio. */
interface Film {
  shots: readonly Shot[];
  /** An expression of `t` for ffmpeg's `aevalsrc`, or one for each channel. */
  sound: string;
  /** Frames without a picture, from the first to the last: a defect for the technical check to find. */
  black?: readonly [number, number];
  /** Shown at the start for a number of seconds. */
  title?: { name: Lettering; seconds: number };
  /** Has the bitrate of camera footage, so that the server makes a small rendition, which is kept for the comparison with the next version. */
  compared?: boolean;
}

const rainSound = "0.05*(random(0)-0.5)*(1.4+sin(2*PI*0.23*t))";
const rails = "0.11*sin(2*PI*82*t)*(0.55+0.45*sin(2*PI*2.2*t))";

const monsoonSound = `${rails}+0.03*sin(2*PI*196*t)*sin(2*PI*0.5*t)+${rainSound}`;

type Frame = readonly [layers: Shot["layers"], second: number];

/** Films by name and version. The changes between versions are those that the comments ask for. */
const films = {
  "monsoon-1": {
    compared: true,
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
    // The right channel ends after the title.
    sound: `${monsoonSound}|(${monsoonSound})*lt(t,1.8)`,
    black: [130, 156],
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
} as const satisfies Record<string, Frame>;

export type Still = keyof typeof stills;

/** Moments of shots that become thumbnails. */
const moments = {
  monsoon: [valley, 1.9],
  tabla: [stroke, 0.1],
  salt: [caravan, 1.4],
  ukshi: [station, 0.7],
  market: [stall, 0],
} as const satisfies Record<string, Frame>;

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

/** Plates of shots that several films and thumbnails have, because drawing them takes longest. */
const platesByLayers = new Map<Shot["layers"], Promise<Plate[]>>();

function cachedPlates(layers: Shot["layers"]): Promise<Plate[]> {
  const plates = platesByLayers.get(layers) ?? drawPlates(layers);
  platesByLayers.set(layers, plates);
  return plates;
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

/** A shot as part of an ffmpeg command: its inputs, and the filters that compose it as `[name]`. */
interface Take {
  inputs: string[];
  filters: string[];
}

/** Composes a shot from `second` on, whose first input has the index `first`. */
async function compose(
  { layers, tilt = 0 }: Pick<Shot, "layers" | "tilt">,
  { folder, name, first = 0, from = 0 }: { folder: string; name: string; first?: number; from?: number },
): Promise<Take> {
  const plates = await cachedPlates(layers);
  const inputs = await Promise.all(
    plates.map(async ({ png }, index) => {
      const file = join(folder, `${name}-${index}.png`);
      await writeFile(file, png);
      return ["-i", file];
    }),
  );
  // Each plate is decoded once and looped; only the overlay runs per frame.
  const loops = plates.map(
    (_, index) =>
      `[${first + index}:v]format=yuva420p,loop=loop=-1:size=1,setpts=N/${rate}/TB+${from}/TB[${name}h${index}]`,
  );
  const steps = plates.slice(1).map(({ x, y }, index) => {
    const under = index === 0 ? `${name}h0` : `${name}l${index}`;
    return `[${under}][${name}h${index + 1}]overlay=x='${x}':y='${y}':eval=frame[${name}l${index + 1}]`;
  });
  const rotation = tilt
    ? `,rotate=${tilt}*PI/180,crop=iw*0.94:ih*0.94,scale=${frameWidth}:${frameHeight},setsar=1`
    : "";
  const last = steps.length > 0 ? `${name}l${steps.length}` : `${name}h0`;
  return {
    inputs: inputs.flat(),
    filters: [...loops, ...steps, `[${last}]format=yuv420p${rotation}[${name}]`],
  };
}

export type Moment = keyof typeof moments;

/** The thumbnail of a film with its title, as PNG of 1280 by 720. */
export async function drawThumbnail(moment: Moment, ffmpeg: string): Promise<Buffer> {
  const picture = await drawFrame(moments[moment], ffmpeg);
  return sharp(picture)
    .composite([{ input: letteringFile(`thumbnail-${moment}`) }])
    .png()
    .toBuffer();
}

/** A still of a film, as PNG. */
export function drawStill(name: Still, ffmpeg: string): Promise<Buffer> {
  return drawFrame(stills[name], ffmpeg);
}

function drawFrame([layers, second]: Frame, ffmpeg: string): Promise<Buffer> {
  return inFolder(async (folder) => {
    const { inputs, filters } = await compose({ layers }, { folder, name: "v", from: second });
    const file = join(folder, "still.png");
    const filter = ["-filter_complex", filters.join(";"), "-map", "[v]", "-frames:v", "1"];
    await run(ffmpeg, ["-y", "-v", "error", ...inputs, ...filter, file]);
    return readFile(file);
  });
}

/** Whether a film has the bitrate of camera footage. */
export function isCompared(name: FilmName): boolean {
  const film: Film = films[name];
  return film.compared === true;
}

/** A film that is repeated, without encoding it again. Picture and sound apart, so that the frames stay at equal distances. */
export function repeatFilm(film: Buffer, times: number, ffmpeg: string): Promise<Buffer> {
  return inFolder(async (folder) => {
    const [once, repeated] = [join(folder, "once.mp4"), join(folder, "repeated.mp4")];
    await writeFile(once, film);
    const loop = ["-stream_loop", String(times - 1)];
    await run(ffmpeg, [
      ...["-y", "-v", "error", ...loop, "-an", "-i", once, ...loop, "-vn", "-i", once],
      ...["-map", "0:v", "-map", "1:a", "-c", "copy", "-shortest", "-movflags", "+faststart", repeated],
    ]);
    return readFile(repeated);
  });
}

/** Renders a film as an H.264 MP4 of eight seconds with sound. */
export function renderFilm(name: FilmName, ffmpeg: string): Promise<Buffer> {
  const { shots, sound, black, title, compared = false }: Film = films[name];
  return inFolder(async (folder) => {
    const inputs: string[] = [];
    const filters: string[] = [];
    const addInput = (...input: string[]) => inputs.push(...input);
    const inputCount = () => inputs.filter((argument) => argument === "-i").length;
    for (const [index, shot] of shots.entries()) {
      const take = await compose(shot, { folder, name: `s${index}`, first: inputCount() });
      addInput(...take.inputs);
      filters.push(...take.filters, `[s${index}]trim=duration=${shot.seconds}[t${index}]`);
    }
    filters.push(`${shots.map((_, index) => `[t${index}]`).join("")}concat=n=${shots.length}[cut]`);
    const blackout = black ? `drawbox=c=black:t=fill:enable='between(n,${black.join(",")})',` : "";
    const grain = `${compared ? "noise=c0s=5:c0f=t," : ""}${blackout}format=yuv420p[v]`;
    if (title) {
      const file = join(folder, "title.png");
      await sharp(letteringFile(title.name)).png().toFile(file);
      const end = title.seconds - 0.4;
      filters.push(
        `[${inputCount()}:v]format=yuva420p,loop=loop=${rate * title.seconds}:size=1,setpts=N/${rate}/TB,fade=t=in:d=0.4:alpha=1,fade=t=out:st=${end}:d=0.4:alpha=1[title]`,
        `[cut][title]overlay=x=(W-w)/2:y=(H-h)/2:eof_action=pass,${grain}`,
      );
      addInput("-i", file);
    } else {
      filters.push(`[cut]${grain}`);
    }
    const length = Math.round(shots.reduce((sum, { seconds }) => sum + seconds, 0));
    const soundInput = inputCount();
    addInput("-f", "lavfi", "-t", String(length), "-i", `aevalsrc='${sound}':s=48000`);
    const output = join(folder, "film.mp4");
    await run(ffmpeg, [
      ...["-y", "-v", "error", ...inputs, "-filter_complex", filters.join(";")],
      ...["-map", "[v]", "-map", `${soundInput}:a`, "-af", "loudnorm=I=-14:TP=-2", "-ar", "48000"],
      ...["-c:v", "libx264", "-preset", "ultrafast", "-b:v", compared ? "4M" : "1600k", ...bt709],
      // With key frames further apart, steps show the light rendition first.
      ...["-g", String(2 * rate), "-r", String(rate), "-c:a", "aac", "-b:a", "128k"],
      ...["-movflags", "+faststart", "-t", String(length), output],
    ]);
    return readFile(output);
  });
}
