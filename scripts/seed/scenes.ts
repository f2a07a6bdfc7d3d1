import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import sharp from "sharp";

import type { SeedTask } from "./studio.ts";

const run = promisify(execFile);
const [width, height, seconds, rate] = [1280, 720, 8, 25];

/** A drawn layer and how it moves: ffmpeg expressions of the time `t` in seconds, in pixels. */
interface Layer {
  svg: string;
  x: string;
  y: string;
}

interface Scene {
  layers: readonly Layer[];
  /** An expression of `t` for ffmpeg's `aevalsrc`. */
  sound: string;
}

const sheet = (body: string, wide = width) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${height}">${body}</svg>`;

const sky = (top: string, bottom: string): Layer => ({
  svg: sheet(
    `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>
     <rect width="100%" height="100%" fill="url(#s)"/>`,
  ),
  x: "0",
  y: "0",
});

/** A ridge twice as wide as the frame, to scroll past. */
function ridge(colour: string, base: number, relief: number, speed: number): Layer {
  const points = Array.from({ length: 27 }, (_, index) => {
    const rise = relief * (0.5 + 0.5 * Math.sin(index * 1.7 + base) * Math.cos(index * 0.6));
    return `${index * 100},${Math.round(base - rise)}`;
  });
  return {
    svg: sheet(`<polygon points="0,${height} ${points.join(" ")} 2600,${height}" fill="${colour}"/>`, 2600),
    x: `-${speed}*t`,
    y: "0",
  };
}

const disc = (colour: string, radius: number, opacity: number) =>
  sheet(`<circle cx="${radius}" cy="${radius}" r="${radius}" fill="${colour}" opacity="${opacity}"/>`);

const train: Layer = {
  svg: sheet(
    `<g>${Array.from(
      { length: 5 },
      (_, car) =>
        `<rect x="${car * 236}" y="0" width="224" height="84" rx="10" fill="#b4432f"/>${Array.from(
          { length: 5 },
          (_, window) =>
            `<rect x="${car * 236 + 18 + window * 40}" y="18" width="26" height="26" fill="#f3d9a4"/>`,
        ).join("")}`,
    ).join("")}</g>`,
  ),
  x: "1300-150*t",
  y: "470+2*sin(9*t)",
};

const scenes: Record<SeedTask["scene"], Scene> = {
  train: {
    layers: [
      sky("#2b3a44", "#b9a98c"),
      ridge("#3d5a52", 470, 190, 12),
      ridge("#2c4038", 560, 150, 30),
      train,
      ridge("#1c2822", 660, 60, 80),
    ],
    sound: "0.12*sin(2*PI*110*t)*(0.6+0.4*sin(2*PI*2.2*t))+0.05*(random(0)-0.5)",
  },
  market: {
    layers: [
      sky("#2a1420", "#6b2f2a"),
      ...[0, 1, 2, 3, 4, 5].map((index): Layer => ({
        svg: disc(["#ffb454", "#ff7a3d", "#ffd98a"][index % 3] ?? "#ffb454", 60 + index * 14, 0.55),
        x: `${index * 215}+60*sin(0.5*t+${index})`,
        y: `${120 + (index % 3) * 150}+40*cos(0.7*t+${index * 2})`,
      })),
      ridge("#170b10", 640, 70, 40),
    ],
    sound: "0.1*sin(2*PI*220*t)*(0.5+0.5*sin(2*PI*3*t))+0.06*sin(2*PI*330*t)*(0.5+0.5*sin(2*PI*1.5*t))",
  },
  waves: {
    layers: [
      sky("#1d2333", "#343a52"),
      ...[0, 1, 2, 3].map((index): Layer => ({
        svg: sheet(
          `<circle cx="300" cy="300" r="${70 + index * 60}" fill="none" stroke="#d8c7a3" stroke-width="${10 - index * 2}" opacity="${0.9 - index * 0.18}"/>`,
        ),
        x: `340+${10 + index * 6}*sin(3*t)`,
        y: `60+${8 + index * 5}*cos(3*t+${index})`,
      })),
      { svg: disc("#0f1016", 60, 1), x: "580+10*sin(3*t)", y: "300+8*cos(3*t)" },
    ],
    sound: "0.25*sin(2*PI*(196+40*exp(-6*mod(t\\,0.75)))*t)*exp(-4*mod(t\\,0.75))",
  },
  dunes: {
    layers: [
      sky("#7a5a6e", "#f0c38a"),
      { svg: disc("#fff1cf", 90, 0.9), x: "850", y: "120+10*t" },
      ridge("#c98f5a", 480, 120, 8),
      ridge("#a56a41", 570, 110, 20),
      ridge("#6e432c", 660, 90, 45),
    ],
    sound: "0.1*sin(2*PI*146.8*t)+0.06*sin(2*PI*220*t)*(0.5+0.5*sin(2*PI*0.3*t))",
  },
};

/** Renders a scene as an H.264 MP4 of eight seconds with audio. */
export async function film(name: SeedTask["scene"], ffmpeg: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "reelay-scene-"));
  try {
    const { layers, sound } = scenes[name];
    const inputs = await Promise.all(
      layers.map(async ({ svg }, index) => {
        const file = join(folder, `${index}.png`);
        await writeFile(file, await sharp(Buffer.from(svg)).png().toBuffer());
        return ["-i", file];
      }),
    );
    // Each layer is decoded once and looped; only the overlay runs per frame.
    const held = layers.map(
      (_, index) => `[${index}:v]format=yuva420p,loop=loop=-1:size=1,setpts=N/${rate}/TB[h${index}]`,
    );
    const steps = layers.slice(1).map(({ x, y }, index) => {
      const under = index === 0 ? "h0" : `l${index}`;
      return `[${under}][h${index + 1}]overlay=x='${x}':y='${y}':eval=frame[l${index + 1}]`;
    });
    // Noise gives it the bitrate of camera footage, high enough for a small rendition.
    const last = `[l${layers.length - 1}]format=yuv420p,noise=c0s=6:c0f=t[v]`;
    const output = join(folder, "film.mp4");
    await run(ffmpeg, [
      ...["-y", "-v", "error"],
      ...inputs.flat(),
      ...["-f", "lavfi", "-t", String(seconds), "-i", `aevalsrc='${sound}':s=48000`],
      ...["-filter_complex", [...held, ...steps, last].join(";")],
      ...[
        "-map",
        "[v]",
        "-map",
        `${layers.length}:a`,
        "-c:v",
        "libx264",
        "-preset",
        "veryfast",
        "-b:v",
        "4M",
        "-r",
        String(rate),
      ],
      ...["-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart", "-t", String(seconds), output],
    ]);
    return await readFile(output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
