import type { ProbeFacts } from "./facts.ts";
import { fitted } from "./picture.ts";

export interface GreySize {
  width: number;
  height: number;
}

/** A small picture, a byte for each pixel: black is 0, white 255. */
export type GreyPicture = Uint8Array;

/** A frame of a video in grey, with its mean and standard deviation in grey levels. */
export interface GreyFrame {
  /** As players count frames, from 0. */
  number: number;
  pixels: GreyPicture;
  mean: number;
  deviation: number;
}

export interface FrameChange {
  /** Mean difference of the pixels, in grey levels. */
  difference: number;
  /** Share of pixels that differ by more than compression changes them. */
  changed: number;
  /** Correlation of the pixels whatever their brightness and contrast, −1 to 1. Flat pictures are like similar ones only. */
  likeness: number;
}

const greySide = 160;
/** Grey levels by which compression changes the mean of as many pixels as one of these stands for. */
const unnoticed = 2;
const white = 250;
/** Standard deviation up to which a picture has no structure. */
const flatDeviation = 1.5;
/** Mean difference in grey levels of flat pictures that are not alike. */
const flatDifference = 4;

/** Size of the grey frames of a video. */
export function greySize({ video }: Pick<ProbeFacts, "video">): GreySize {
  return fitted(video, greySide);
}

/** Cuts raw output into pictures of this many bytes. */
export function splitPictures(bytes: number, take: (picture: GreyPicture) => void) {
  let picture = new Uint8Array(bytes);
  let filled = 0;
  return (chunk: Uint8Array): void => {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + bytes - filled);
      picture.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < bytes) return;
      take(picture);
      picture = new Uint8Array(bytes);
      filled = 0;
    }
  };
}

export function describeFrame(number: number, pixels: GreyPicture): GreyFrame {
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < pixels.length; at++) {
    const level = pixels[at] ?? 0;
    sum += level;
    squares += level * level;
  }
  const mean = sum / pixels.length;
  const deviation = Math.sqrt(Math.max(0, squares / pixels.length - mean * mean));
  return { number, pixels, mean, deviation };
}

/** Compares two frames of a video. */
export function compareFrames(one: GreyFrame, other: GreyFrame): FrameChange {
  let sum = 0;
  let changed = 0;
  let products = 0;
  const count = one.pixels.length;
  for (let at = 0; at < count; at++) {
    const [a, b] = [one.pixels[at] ?? 0, other.pixels[at] ?? 0];
    const distance = a > b ? a - b : b - a;
    sum += distance;
    if (distance > unnoticed) changed++;
    products += a * b;
  }
  const difference = sum / count;
  const flat = Math.min(one.deviation, other.deviation) <= flatDeviation;
  const covariance = products / count - one.mean * other.mean;
  const likeness = flat
    ? Number(difference < flatDifference)
    : covariance / (one.deviation * other.deviation);
  return { difference, changed: changed / count, likeness };
}

/** Share of pixels that differ between two pictures by more than compression changes them. */
export function changedShare(one: GreyPicture, other: GreyPicture): number {
  let changed = 0;
  for (let at = 0; at < one.length; at++) {
    const distance = (one[at] ?? 0) - (other[at] ?? 0);
    if (distance > unnoticed || distance < -unnoticed) changed++;
  }
  return changed / one.length;
}

/**
 * Correlation of the differences of adjacent pixels of two pictures, −1 to 1, where neither is white: light on the picture doesn't
 * change it.
 */
export function edgeLikeness(one: GreyPicture, other: GreyPicture): number {
  let products = 0;
  let ones = 0;
  let others = 0;
  const isWhite = (at: number) => (one[at] ?? 0) >= white || (other[at] ?? 0) >= white;
  for (let at = 1; at < one.length; at++) {
    if (isWhite(at) || isWhite(at - 1)) continue;
    const a = (one[at] ?? 0) - (one[at - 1] ?? 0);
    const b = (other[at] ?? 0) - (other[at - 1] ?? 0);
    products += a * b;
    ones += a * a;
    others += b * b;
  }
  return products / Math.max(1, Math.sqrt(ones * others));
}
