import { blended, boxed, brightened, type Drawing, flat, grained, lettered, scene } from "./drawn-films.ts";

/** Draws a frame of a shot by its number in it. */
export type Shot = (n: number) => Drawing;

/** Shots with their lengths in frames, one after another. */
export function cutTogether(...shots: readonly (readonly [number, Shot])[]): { frames: number; draw: Shot } {
  const frames = shots.reduce((sum, [length]) => sum + length, 0);
  const draw = (n: number) => {
    let at = n;
    for (const [length, shot] of shots) {
      if (at < length) return shot(at);
      at -= length;
    }
    throw new RangeError(`There is no frame ${n}`);
  };
  return { frames, draw };
}

interface Camera {
  /** Pixels per frame. */
  speed?: number;
  grain?: number;
  dark?: number;
  bright?: number;
}

/** A moving camera with the noise of its sensor. */
export function pan(seed: number, { speed = 1.5, grain = 2, ...levels }: Camera = {}): Shot {
  return (n) => grained(scene(seed, { x: n * speed, y: n * speed * 0.2, ...levels }), seed * 1000 + n, grain);
}

/** A still camera, in front of which something moves. */
export function person(seed: number, grain = 1.5): Shot {
  return (n) => {
    const x = 130 + 12 * Math.sin(n / 7) + 5 * Math.sin(n / 2.3);
    const head = boxed(scene(seed), { x, y: 40, w: 50, h: 70, level: 190 });
    const mouth = boxed(head, { x: x + 15, y: 85, w: 20, h: 3 + 5 * Math.abs(Math.sin(n / 1.7)), level: 60 });
    return grained(mouth, seed * 1000 + n, grain);
  };
}

/** The shot, which stops at a frame. */
export function stopped(shot: Shot, at: number): Shot {
  return (n) => shot(Math.min(n, at));
}

/** The shot, which stops at a frame and goes on after some more. */
export function paused(shot: Shot, at: number, frames: number): Shot {
  return (n) => shot(n <= at ? n : Math.max(at, n - frames));
}

/** Each frame of the shot shown this often. */
export function on(times: number, shot: Shot): Shot {
  return (n) => shot(Math.floor(n / times));
}

export const black: Shot = () => flat(0);

export function faded(shot: Shot, share: (n: number) => number): Shot {
  return (n) => brightened(shot(n), Math.max(0, Math.min(1, share(n))));
}

/** Flat shapes that move along with the numbers, as drawn. */
export function cartoon(seed: number): Shot {
  return (n) => {
    let drawing = flat(180);
    drawing = boxed(drawing, { x: 0, y: 130, w: 320, h: 50, level: 90 });
    drawing = boxed(drawing, {
      x: 60 + 4 * n + seed,
      y: 60 + 8 * Math.abs(Math.sin(n)),
      w: 40,
      h: 75,
      level: 40,
    });
    return boxed(drawing, {
      x: 70 + 4 * n + seed,
      y: 70 + 8 * Math.abs(Math.sin(n)),
      w: 8,
      h: 8,
      level: 240,
    });
  };
}

/** A page of text, scrolled by some pixels. */
export function page(seed: number, scrolled = 0): Drawing {
  let drawing = boxed(flat(245), { x: 0, y: 0, w: 320, h: 16, level: 70 });
  for (let line = 0; line < 24; line++) {
    const y = 24 + line * 16 - scrolled;
    if (y > 16 && y < 170) drawing = lettered(drawing, { seed: seed + line, x: 20, y, level: 40, lines: 1 });
  }
  return drawing;
}

/** A card with pictures and words, as at the end of a video. */
export function endScreen(seed: number): Drawing {
  let drawing = flat(35);
  drawing = boxed(drawing, { x: 30, y: 30, w: 110, h: 62, level: 120 });
  drawing = boxed(drawing, { x: 180, y: 30, w: 110, h: 62, level: 150 });
  return lettered(drawing, { seed, x: 60, y: 120 });
}

/** One shot dissolves into another, from a frame on. */
export function dissolve(from: Shot, to: Shot, at: number, frames: number): Shot {
  return (n) => blended(from(n), to(n), Math.max(0, Math.min(1, (n - at) / frames)));
}

interface Strobe {
  from: number;
  to: number;
  /** Frames of each brightness. */
  every: number;
}

function isLit({ from, every }: Strobe, n: number): boolean {
  return Math.floor((n - from) / every) % 2 === 0;
}

/** White frames in a shot, at regular distances. */
export function strobe(shot: Shot, lights: Strobe): Shot {
  return (n) => (n >= lights.from && n < lights.to && isLit(lights, n) ? flat(235) : shot(n));
}

/** The left half of a shot changes between two grey levels. */
export function halfStrobed(shot: Shot, lights: Strobe, [lit, unlit]: readonly [number, number]): Shot {
  return (n) =>
    n >= lights.from && n < lights.to
      ? boxed(shot(n), { x: 0, y: 0, w: 160, h: 180, level: isLit(lights, n) ? lit : unlit })
      : shot(n);
}

/** The halves of the picture are bright in turns. */
export function alternating(shot: Shot, lights: Strobe): Shot {
  const right = (n: number) =>
    n >= lights.from && n < lights.to ? flat(isLit(lights, n) ? 20 : 220) : shot(n);
  return halfStrobed(right, lights, [220, 20]);
}

/** The shot within black bars of these sizes above and below, left and right. */
export function boxedIn(shot: Shot, top: number, left: number): Shot {
  const bars = [
    { x: 0, y: 0, w: 320, h: top },
    { x: 0, y: 180 - top, w: 320, h: top },
    { x: 0, y: 0, w: left, h: 180 },
    { x: 320 - left, y: 0, w: left, h: 180 },
  ];
  return (n) => bars.reduce((drawing, bar) => boxed(drawing, { ...bar, level: 0 }), shot(n));
}

/** Frames of a shot, black ones by default, between two others. */
export function gap(before: number, length: number, shot: Shot = black): ReturnType<typeof cutTogether> {
  return cutTogether([before, pan(1)], [length, shot], [35, pan(2)]);
}

/** A shot of some frames between two others, by the same camera. */
export function stray(before: number, length: number, camera: Camera = {}): ReturnType<typeof cutTogether> {
  return cutTogether([before, pan(3, camera)], [length, pan(4, camera)], [36, pan(5, camera)]);
}
