import { formatMediaTime } from "#core/time.ts";

import type { CheckedPart } from "./facts.ts";
import { decimal, lengthText } from "./texts.ts";

export type FindingValues = Record<string, number | string | null>;

/** A kind of finding: `label` names it in lists and exports, `text` states its consequence in one sentence. */
export interface Kind<Values extends FindingValues> {
  part: CheckedPart;
  label: string;
  text: (values: Values) => string;
  /** Whether two findings of this kind, in two versions, are about the same thing. Their ranges are compared elsewhere. */
  same: (one: Values, other: Values) => boolean;
}

const kind = <Values extends FindingValues>(definition: Kind<Values>): Kind<Values> => definition;

/** Seconds from the first frame. `places` counts the ranges that one finding gathers, from the first to the last of them. */
type Place = { at: number; length: number; places: number };

function placeText({ at, length, places }: Place): string {
  return places > 1
    ? `at ${places} places between ${formatMediaTime(at)} and ${formatMediaTime(at + length)}`
    : `at ${formatMediaTime(at)} for ${lengthText(length)}`;
}

const always = () => true;

/** Numbers that are nearer than `tolerance`. */
const within = (tolerance: number) => (one: number, other: number) => Math.abs(one - other) < tolerance;
const nearLoudness = within(1.5);
const nearPeak = within(0.5);
const nearRatio = (one: number, other: number) => Math.abs(one / other - 1) < 0.02;

type Size = { width: number; height: number };
const sameSize = (one: Size, other: Size) => one.width === other.width && one.height === other.height;

export const kinds = {
  no_sound: kind<Record<never, never>>({
    part: "file",
    label: "No sound",
    text: () => "The file has no sound: viewers hear nothing.",
    same: always,
  }),
  silent: kind<Record<never, never>>({
    part: "sound",
    label: "Silent",
    text: () => "The sound is silent from start to end: viewers hear nothing.",
    same: always,
  }),
  loud: kind<{ integrated: number; louder: number }>({
    part: "sound",
    label: "Loudness",
    text: ({ louder }) => `YouTube will play this ${decimal(louder)} dB quieter.`,
    same: (one, other) => nearLoudness(one.integrated, other.integrated),
  }),
  quiet: kind<{ integrated: number }>({
    part: "sound",
    label: "Loudness",
    text: ({ integrated }) =>
      `YouTube doesn't turn quiet videos up: at ${decimal(integrated)} LUFS this sounds quieter than most.`,
    same: (one, other) => nearLoudness(one.integrated, other.integrated),
  }),
  loudness_specification: kind<{ integrated: number; target: number; tolerance: number }>({
    part: "sound",
    label: "Loudness",
    text: ({ integrated, target, tolerance }) =>
      `The loudness is ${decimal(integrated)} LUFS; the specification asks for ${decimal(target)} ± ${decimal(tolerance)}.`,
    same: (one, other) => one.target === other.target && nearLoudness(one.integrated, other.integrated),
  }),
  true_peak: kind<{ truePeak: number; maximum: number }>({
    part: "sound",
    label: "True peak",
    text: ({ truePeak, maximum }) =>
      `The true peak of ${decimal(truePeak)} dBTP is above ${decimal(maximum)}: it can distort when platforms compress the sound.`,
    same: (one, other) => one.maximum === other.maximum && nearPeak(one.truePeak, other.truePeak),
  }),
  clipped: kind<Place & { samples: number }>({
    part: "sound",
    label: "Clipped sound",
    text: (values) => `The sound is clipped ${placeText(values)}: it was distorted before it was exported.`,
    same: always,
  }),
  silence: kind<Place>({
    part: "sound",
    label: "Silence",
    text: (values) => `Nothing is heard ${placeText(values)}.`,
    same: always,
  }),
  silent_channel: kind<Place & { channel: string; whole: number }>({
    part: "sound",
    label: "Silent channel",
    text: ({ channel, whole, ...place }) => {
      if (whole) return `The ${channel} channel is silent: with headphones, one side hears nothing.`;
      if (place.places > 1) return `The ${channel} channel is silent ${placeText(place)}.`;
      return `From ${formatMediaTime(place.at)} the ${channel} channel is silent for ${lengthText(place.length)}.`;
    },
    same: (one, other) => one.channel === other.channel,
  }),
  identical_channels: kind<Record<never, never>>({
    part: "sound",
    label: "Identical channels",
    text: () => "Both channels are the same throughout: music and effects lose their stereo width.",
    same: always,
  }),
  inverted_channels: kind<Place>({
    part: "sound",
    label: "Inverted channels",
    text: (values) =>
      `One channel is the other one inverted ${placeText(values)}: on a phone with one speaker, they cancel each other out.`,
    same: always,
  }),
  click_end: kind<{ level: number }>({
    part: "sound",
    label: "Click at the end",
    text: ({ level }) =>
      `The sound is cut off at ${decimal(level, 0)} dBFS in the last moment, which can be heard as a click.`,
    same: always,
  }),
  sound_longer: kind<{ seconds: number }>({
    part: "sound",
    label: "Sound longer than picture",
    text: ({ seconds }) =>
      `The sound goes on for ${lengthText(seconds)} after the last frame: players show a still or black picture with it.`,
    same: (one, other) => within(0.5)(one.seconds, other.seconds),
  }),
  black: kind<Place>({
    part: "picture",
    label: "Black picture",
    text: (values) => `The picture is black ${placeText(values)}.`,
    same: always,
  }),
  frozen: kind<Place>({
    part: "picture",
    label: "Frozen picture",
    text: (values) => `The picture freezes ${placeText(values)}, in a shot that moves before.`,
    same: always,
  }),
  flashing: kind<Place & { perSecond: number }>({
    part: "picture",
    label: "Possible flashing",
    text: ({ perSecond, ...place }) =>
      `Possible flashing ${placeText(place)}, up to ${decimal(perSecond, 0)} times a second: it may harm viewers with photosensitive epilepsy.`,
    same: always,
  }),
  bars: kind<{ top: number; bottom: number; left: number; right: number }>({
    part: "picture",
    label: "Black bars",
    text: ({ top, bottom, left, right }) => {
      const pixels = [
        top + bottom > 0 ? `${top} pixels above and ${bottom} below` : "",
        left + right > 0 ? `${left} pixels on the left and ${right} on the right` : "",
      ];
      return `Black bars are part of the picture (${pixels.filter(Boolean).join(", ")}): players can't fill a screen of that shape with it.`;
    },
    same: (one, other) => one.top + one.bottom > 0 === other.top + other.bottom > 0,
  }),
  interlaced: kind<Record<never, never>>({
    part: "picture",
    label: "Interlaced",
    text: () =>
      "The picture is interlaced: moving edges look like combs on screens. Export it as progressive.",
    same: always,
  }),
  stray_frames: kind<Place & { frames: number }>({
    part: "picture",
    label: "Stray frames",
    text: ({ at, frames }) =>
      `A shot of ${frames === 1 ? "one frame" : `${frames} frames`} at ${formatMediaTime(at)} flashes up between two cuts.`,
    same: (one, other) => one.frames === other.frames,
  }),
  colour_unlabelled: kind<Record<never, never>>({
    part: "file",
    label: "Unlabelled colours",
    text: () => "The file doesn't state its colours: players guess them, and hues may shift between screens.",
    same: always,
  }),
  colour_unusual: kind<{ colours: string }>({
    part: "file",
    label: "Unusual colours",
    text: ({ colours }) =>
      `The file states ${colours}, which players that expect BT.709 may show with shifted colours or contrast.`,
    same: (one, other) => one.colours === other.colours,
  }),
  hdr: kind<{ format: string }>({
    part: "file",
    label: "HDR",
    text: ({ format }) =>
      `The video is HDR (${format}): most viewers see an SDR version that the platform makes of it.`,
    same: (one, other) => one.format === other.format,
  }),
  picture_size: kind<Size & { wanted: string; smaller: number }>({
    part: "file",
    label: "Picture size",
    text: ({ width, height, wanted, smaller }) =>
      `The picture is ${width} × ${height}; the specification asks for ${wanted}.${smaller ? " It looks softer on large screens." : ""}`,
    same: (one, other) => sameSize(one, other) && one.wanted === other.wanted,
  }),
  aspect_ratio: kind<Size & { wanted: string }>({
    part: "file",
    label: "Aspect ratio",
    text: ({ width, height, wanted }) =>
      `The picture of ${width} × ${height} isn't ${wanted}, as specified: players add bars.`,
    same: (one, other) => nearRatio(one.width / one.height, other.width / other.height),
  }),
  frame_rate: kind<{ rate: string; wanted: string }>({
    part: "file",
    label: "Frame rate",
    text: ({ rate, wanted }) =>
      `The frame rate is ${rate}; the specification asks for ${wanted}. Converted, motion stutters.`,
    same: (one, other) => one.rate === other.rate && one.wanted === other.wanted,
  }),
  variable_rate: kind<Record<never, never>>({
    part: "file",
    label: "Variable frame rate",
    text: () =>
      "The frame rate varies; the specification asks for a constant one. Sound can drift in editing programs.",
    same: always,
  }),
  length: kind<{ seconds: number; minimum: number | null; maximum: number | null }>({
    part: "file",
    label: "Length",
    text: ({ seconds, minimum, maximum }) => {
      const limit =
        minimum !== null && seconds < minimum
          ? `at least ${formatMediaTime(minimum)}`
          : `at most ${formatMediaTime(maximum ?? 0)}`;
      return `The video lasts ${formatMediaTime(seconds)}; the specification asks for ${limit}.`;
    },
    same: (one, other) => nearRatio(one.seconds, other.seconds),
  }),
  codec: kind<{ codec: string; wanted: string }>({
    part: "file",
    label: "Codec",
    text: ({ codec, wanted }) => `The video is ${codec}; the specification asks for ${wanted}.`,
    same: (one, other) => one.codec === other.codec,
  }),
  changed_length: kind<{ seconds: number; before: number }>({
    part: "file",
    label: "Changed length",
    text: ({ seconds, before }) =>
      `This version is ${lengthText(Math.abs(seconds - before))} ${seconds < before ? "shorter" : "longer"} than the previous one (${formatMediaTime(before)}).`,
    same: (one, other) => nearRatio(one.seconds, other.seconds) && nearRatio(one.before, other.before),
  }),
  changed_rate: kind<{ rate: string; before: string }>({
    part: "file",
    label: "Changed frame rate",
    text: ({ rate, before }) => `The frame rate is ${rate}; that of the previous version was ${before}.`,
    same: (one, other) => one.rate === other.rate && one.before === other.before,
  }),
  changed_size: kind<Size & { before: string }>({
    part: "file",
    label: "Changed picture size",
    text: ({ width, height, before }) =>
      `The picture is ${width} × ${height}; that of the previous version was ${before}.`,
    same: (one, other) => sameSize(one, other) && one.before === other.before,
  }),
  changed_loudness: kind<{ integrated: number; before: number }>({
    part: "sound",
    label: "Changed loudness",
    text: ({ integrated, before }) =>
      `This version is ${decimal(Math.abs(integrated - before))} LU ${integrated < before ? "quieter" : "louder"} than the previous one.`,
    same: (one, other) => nearLoudness(one.integrated, other.integrated),
  }),
} satisfies Record<string, Kind<never>>;

export type FindingKind = keyof typeof kinds;
export const findingKinds = Object.keys(kinds) as [FindingKind, ...FindingKind[]];
export type KindValues<K extends FindingKind> = Parameters<(typeof kinds)[K]["text"]>[0];
