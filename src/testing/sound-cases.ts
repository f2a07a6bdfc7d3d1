import {
  amplified,
  atLoudness,
  faded,
  music,
  type Part,
  related,
  type Shape,
  silenced,
  speech,
  tone,
} from "./made-sounds.ts";

type Sound = Float64Array[];
type Change = (sound: Sound, rate: number) => Sound;

/** A video with a sound of 8 s, stereo and 48 kHz if nothing else is stated. */
export interface SoundCase extends Partial<Shape> {
  /** Container and codec of the sound. */
  format?: "pcm" | "pcm24" | "flac" | "aac" | "opus" | "mp3" | "stream" | "ac3" | "mp2" | "wrapped";
  fps?: string;
  sound?: (shape: Shape) => Sound;
  /** Integrated loudness before the changes; −16 if it is absent, and that of `sound` for null. */
  loudness?: number | null;
  /** Changes after the fades. */
  changes?: Change;
  /** Seconds of the fades at the beginning and at the end. */
  fades?: [number, number];
  pictureSeconds?: number;
  /** Filter of the picture. */
  picture?: string;
  /** Seconds by which the sound begins after the picture. */
  late?: number;
  /** Seconds at the beginning that an edit list hides. */
  hidden?: number;
}

/** The samples of a case. */
export function caseSound(each: SoundCase, shape: Shape): Sound {
  const { sound = music, loudness = -16, fades = [0.1, 0.4], changes } = each;
  const plain = faded(sound(shape), shape.rate, ...fades);
  const level = loudness === null ? plain : atLoudness(plain, shape.rate, loudness);
  return changes ? changes(level, shape.rate) : level;
}

const dead =
  (...parts: Part[]): Change =>
  (sound, rate) =>
    parts.reduce((changed, part) => silenced(changed, rate, part), sound);
const louder =
  (gain: number, ...parts: Part[]): Change =>
  (sound, rate) =>
    parts.reduce((changed, part) => amplified(changed, rate, gain, part), sound);
const relates =
  (sign: 1 | -1, part: Part = {}): Change =>
  (sound, rate) =>
    related(sound, rate, sign, part);
/** Silence, and half of full scale in the last 3 ms. */
const click: Change = (sound, rate) =>
  silenced(sound, rate, { from: 6.5 }).map((samples) =>
    samples.map((level, n) => (n >= samples.length - rate * 0.003 ? 0.5 : level)),
  );

const tones = (shape: Shape) => tone(shape, 440, 0.1);
const leftChannel = { channel: 0 };
const rightChannel = { channel: 1 };
const from = (seconds: number, part: Part = {}) => ({ ...part, from: seconds });
const between = (begin: number, end: number, part: Part = {}) => ({ ...part, from: begin, to: end });
const aac = { format: "aac" } as const;
const opus = { format: "opus" } as const;
const stream = { format: "stream" } as const;
const mono = { channels: 1 };
const surround = { channels: 6 };
const cut = { fades: [0.1, 0] as [number, number] };
const lost = { format: "flac", fps: "30", picture: "select='not(between(n,20,40))'" } as const;

type Row = readonly [name: string, findings: string, SoundCase];

/** Sounds with a defect, and what is found: kinds, and seconds from and to. */
export const defectiveSounds: readonly Row[] = [
  ["right dead at last", "silent_channel 2.0137-8", { changes: dead(from(2.0137, rightChannel)) }],
  [
    "left dead at first, AAC",
    "silent_channel 0-5.5",
    { ...aac, changes: dead(between(0, 5.5, leftChannel)) },
  ],
  ["right dead, AAC", "quiet; silent_channel", { ...aac, changes: dead(rightChannel) }],
  ["left dead, Opus", "quiet; silent_channel", { ...opus, changes: dead(leftChannel) }],
  [
    "right dead at last, MP3",
    "silent_channel 2.5-8",
    { format: "mp3", changes: dead(from(2.5, rightChannel)) },
  ],
  ["right dead at last, Opus", "silent_channel 1.25-8", { ...opus, changes: dead(from(1.25, rightChannel)) }],
  [
    "right dead, transport stream",
    "silent_channel 2.25-8",
    { ...stream, changes: dead(from(2.25, rightChannel)) },
  ],
  [
    "right dead, clock wraps",
    "silent_channel 2.25-8",
    { format: "wrapped", changes: dead(from(2.25, rightChannel)) },
  ],
  [
    "left dead, 44.1 kHz",
    "silent_channel 1.7-8",
    { format: "flac", rate: 44_100, sound: speech, changes: dead(from(1.7, leftChannel)) },
  ],
  ["right dead, variable rate", "silent_channel 2-8", { ...lost, changes: dead(from(2, rightChannel)) }],
  [
    "right dead, hidden beginning",
    "silent_channel 1.2-6.8",
    { ...aac, fps: "30", hidden: 1.2, changes: dead(from(2.4, rightChannel)) },
  ],
  [
    "right dead, sound late",
    "silent_channel 2.5-8.5",
    { ...aac, late: 0.5, pictureSeconds: 8.5, changes: dead(from(2, rightChannel)) },
  ],
  [
    "right dead, sound early",
    "silent_channel 2-7.5",
    { format: "flac", late: -0.5, pictureSeconds: 7.5, changes: dead(from(2.5, rightChannel)) },
  ],
  [
    "right dead, transport stream with late sound",
    "silent_channel 2.7-8.7",
    { ...stream, late: 0.7, pictureSeconds: 8.7, changes: dead(from(2, rightChannel)) },
  ],
  [
    "right dead, transport stream with early sound",
    "silent_channel 1.8-7.3",
    { ...stream, late: -0.7, pictureSeconds: 7.3, changes: dead(from(2.5, rightChannel)) },
  ],
  ["dropout", "silence 3.01-5.27", { changes: dead(between(3.01, 5.27)) }],
  ["dropout, AAC", "silence 3.2-5.7", { ...aac, changes: dead(between(3.2, 5.7)) }],
  ["dropout, MP2", "silence 3.2-5.7", { format: "mp2", changes: dead(between(3.2, 5.7)) }],
  ["dropout, mono Opus", "silence 2.8-5.1", { ...opus, ...mono, changes: dead(between(2.8, 5.1)) }],
  ["dropout, 5.1", "silence 2.8-5.1", { ...surround, changes: dead(between(2.8, 5.1)) }],
  ["dropout, AC-3", "silence 2.8-5.1", { format: "ac3", ...surround, changes: dead(between(2.8, 5.1)) }],
  ["silent beginning", "silence 0-3.5", { changes: dead(between(0, 3.5)) }],
  ["sound 3.5 s late", "silence 0-3.5", { ...aac, late: 3.5, pictureSeconds: 11.5, fades: [0, 0.4] }],
  ["digital silence", "silent", { changes: dead({}) }],
  ["noise at −75 LUFS, AAC", "silent", { ...aac, loudness: -75 }],
  ["clipped", "loud; true_peak; clipped 3.1-3.6", { changes: louder(8, between(3.1, 3.6)) }],
  [
    "clipped right, 24 bits",
    "loud; true_peak; clipped 5-6.01",
    { format: "pcm24", changes: louder(8, between(5, 6.01, rightChannel)) },
  ],
  [
    "clipped twice, 44.1 kHz",
    "loud; true_peak; clipped 2-2.2; clipped 6-6.3",
    { format: "flac", rate: 44_100, changes: louder(8, between(2, 2.2), between(6, 6.3)) },
  ],
  ["clipped mono", "loud; true_peak; clipped 4-4.5", { ...mono, changes: louder(8, between(4, 4.5)) }],
  [
    "clipped centre",
    "true_peak; clipped 4-4.4",
    { ...surround, changes: louder(8, between(4, 4.4, { channel: 2 })) },
  ],
  ["clipped, AAC", "loud; true_peak; clipped 3.1-3.6", { ...aac, changes: louder(40, between(3.1, 3.6)) }],
  [
    "clipped for 5 ms",
    "true_peak; clipped 3.2-3.205",
    { sound: speech, changes: louder(60, between(3.2, 3.205)) },
  ],
  ["identical", "identical_channels", { changes: relates(1) }],
  ["identical, AAC", "identical_channels", { ...aac, changes: relates(1) }],
  ["identical speech, Opus", "identical_channels", { ...opus, sound: speech, changes: relates(1) }],
  ["identical speech, MP2", "identical_channels", { format: "mp2", sound: speech, changes: relates(1) }],
  ["inverted", "inverted_channels 0-8", { changes: relates(-1) }],
  ["inverted in the middle", "inverted_channels 3.03-6.5", { changes: relates(-1, between(3.03, 6.5)) }],
  ["inverted, AAC", "inverted_channels 0-8", { ...aac, changes: relates(-1) }],
  ["inverted, Opus", "inverted_channels 0-8", { ...opus, changes: relates(-1) }],
  [
    "inverted speech, MP3",
    "inverted_channels 4.5-8",
    { format: "mp3", sound: speech, changes: relates(-1, from(4.5)) },
  ],
  ["cut at the end", "click_end 8", { ...cut }],
  ["cut at the end, AAC", "click_end 7.5", { ...aac, ...cut, seconds: 7.5 }],
  ["cut at the end, transport stream", "click_end 8", { ...stream, ...cut }],
  ["cut at the end, mono Opus", "click_end 8", { ...opus, ...mono, ...cut }],
  ["click after silence", "click_end 8", { changes: click }],
  ["sound longer", "sound_longer 7.4", { pictureSeconds: 7.4 }],
  ["sound longer, AAC", "sound_longer 6", { ...aac, pictureSeconds: 6 }],
  ["−9 LUFS", "loud", { loudness: -9, sound: tones }],
  ["−9 LUFS, mono", "loud", { ...mono, loudness: -9, sound: tones }],
  ["−12 LUFS, AAC 44.1 kHz", "loud", { ...aac, rate: 44_100, loudness: -12, sound: tones }],
  ["−23 LUFS", "quiet", { loudness: -23 }],
  ["−30 LUFS, 5.1", "quiet", { ...surround, loudness: -30 }],
  ["−24 LUFS, 32 kHz", "quiet", { rate: 32_000, loudness: -24 }],
  ["−19.5 LUFS, 96 kHz", "quiet", { rate: 96_000, loudness: -19.5 }],
  ["half of it below the gate", "quiet", { loudness: -23, changes: louder(0.03, from(4)) }],
  [
    "peaks between samples",
    "loud; true_peak",
    { ...mono, loudness: null, sound: (shape) => tone(shape, 12_000, 0.95, Math.PI / 4) },
  ],
];

/** Sounds without defects. */
export const cleanSounds: readonly (readonly [name: string, SoundCase])[] = [
  ["music", {}],
  ["music, AAC", { ...aac }],
  ["music, Opus", { ...opus }],
  ["music, MP3", { format: "mp3" }],
  ["music, transport stream", { ...stream }],
  ["music, 5.1", { ...surround }],
  ["music, AC-3", { format: "ac3", ...surround }],
  ["music, mono", { ...mono }],
  ["music, 44.1 kHz", { format: "flac", rate: 44_100 }],
  ["music, variable rate", { ...lost }],
  ["music, clock wraps", { format: "wrapped" }],
  ["speech", { sound: speech, loudness: -18.5 }],
  ["speech, AAC", { ...aac, sound: speech, loudness: -18.5 }],
  ["speech, mono Opus", { ...opus, ...mono, sound: speech, loudness: -18.5 }],
  ["speech, MP2", { format: "mp2", sound: speech, loudness: -18.5 }],
  ["long fades", { fades: [3, 3] }],
  ["quiet beginning", { changes: louder(0.02, between(0, 4)) }],
  ["silent first and last second", { changes: dead(between(0, 0.9), from(7.2)) }],
  ["silent end screen", { ...aac, changes: dead(from(5.5)) }],
  ["pauses below two seconds", { changes: dead(between(2, 3.8), between(5, 6.5)) }],
  ["an effect on one side", { changes: dead(between(2, 6, leftChannel)) }],
  ["a bass", { sound: (shape) => tone(shape, 40, 0.35), loudness: null, ...mono }],
  ["the same for a moment", { changes: relates(1, between(2, 4)) }],
  ["a little wide", { sound: speech, loudness: -18, changes: louder(0.85, rightChannel) }],
  ["sound shorter than the picture", { ...aac, pictureSeconds: 11 }],
  ["sound early, hidden beginning", { ...aac, fps: "30", hidden: 1.2 }],
];
