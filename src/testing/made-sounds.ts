import { referenceLoudness, type Samples } from "./reference-loudness.ts";
import { seeded } from "./seeded-random.ts";

/** Seconds, samples per second and channels of a sound. */
export interface Shape {
  seconds: number;
  rate: number;
  channels: number;
}

type Sound = Float64Array[];
/** A change of a sound between two times in seconds, of one channel or of all. */
export interface Part {
  from?: number;
  to?: number;
  channel?: number;
}

function generate({ seconds, rate, channels }: Shape, at: (channel: number) => (t: number) => number): Sound {
  return Array.from({ length: channels }, (_, channel) => {
    const level = at(channel);
    return Float64Array.from({ length: Math.round(seconds * rate) }, (_unused, n) => level(n / rate));
  });
}

const chords = [
  [220, 277.2, 329.6],
  [196, 246.9, 293.7],
  [174.6, 220, 261.6],
  [164.8, 207.7, 246.9],
];

/** Chords that are struck once a second over a soft bass; wide, because the channels are tuned differently. */
export function music(shape: Shape): Sound {
  return generate(shape, (channel) => (t) => {
    const chord = chords[Math.floor(t) % chords.length] ?? [];
    const struck = Math.exp(-2 * (t % 1)) * Math.min(1, (t % 1) * 100);
    const wave = (frequency: number) =>
      Math.sin(2 * Math.PI * frequency * (1 + channel * 0.004) * t + channel);
    return (
      struck * chord.reduce((sum, frequency) => sum + wave(frequency) + 0.3 * wave(frequency * 3), 0) +
      0.4 * wave(82.4)
    );
  });
}

/** Syllables of filtered noise in phrases of 1.6 s with pauses of 0.6 s, nearer to the left, in a room with noise at −50 dB. */
export function speech(shape: Shape): Sound {
  const voice = seeded(7);
  let [low, slower] = [0, 0];
  const [syllables = new Float64Array()] = generate({ ...shape, channels: 1 }, () => (t) => {
    low += 0.12 * (voice() * 2 - 1 - low);
    slower += 0.01 * (low - slower);
    const phrase = t % 2.2 < 1.6 ? 1 : 0;
    return phrase * Math.sin(Math.PI * ((t * 4.3) % 1)) ** 2 * (low - slower) * 4;
  });
  return Array.from({ length: shape.channels }, (_, channel) => {
    const room = seeded(channel + 11);
    return syllables.map((level) => level * 0.85 ** channel + (room() - 0.5) * 0.01);
  });
}

/** A tone of a level from 0 to 1, on each channel a different one. */
export function tone(shape: Shape, frequency: number, level: number, phase = 0): Sound {
  return generate(
    shape,
    (channel) => (t) => level * Math.sin(2 * Math.PI * frequency * (1 + channel * 0.3) * t + phase),
  );
}

/** The sound at an integrated loudness in LUFS. */
export function atLoudness(sound: Sound, rate: number, target: number): Sound {
  const loudness = referenceLoudness(sound, rate) ?? target;
  return amplified(sound, rate, 10 ** ((target - loudness) / 20));
}

/** The sound with each sample of a part replaced. */
function changed(
  sound: Sound,
  rate: number,
  { from = 0, to = Infinity, channel }: Part,
  change: (level: number, n: number, channel: number) => number,
): Sound {
  return sound.map((samples, at) =>
    samples.map((level, n) =>
      (channel ?? at) === at && n >= Math.round(from * rate) && n < to * rate ? change(level, n, at) : level,
    ),
  );
}

export function amplified(sound: Sound, rate: number, gain: number, part: Part = {}): Sound {
  return changed(sound, rate, part, (level) => level * gain);
}

export function silenced(sound: Sound, rate: number, part: Part): Sound {
  return changed(sound, rate, part, () => 0);
}

/** The second channel as the first one, times `sign`. */
export function related(sound: Sound, rate: number, sign: 1 | -1, part: Part = {}): Sound {
  return changed(sound, rate, { ...part, channel: 1 }, (_level, n) => sign * (sound[0]?.[n] ?? 0));
}

/** The sound with a fade of some seconds at its beginning and its end. */
export function faded(sound: Sound, rate: number, begin: number, end: number): Sound {
  const length = sound[0]?.length ?? 0;
  return changed(sound, rate, {}, (level, n) => {
    const [since, until] = [n / rate, (length - 1 - n) / rate];
    return level * Math.min(1, begin > 0 ? since / begin : 1, end > 0 ? until / end : 1);
  });
}

/** The samples as a WAV file with 16 or 24 bits; levels beyond −1 and 1 are clipped. */
export function wavFile(sound: Samples, rate: number, bits: 16 | 24): Buffer {
  const channels = sound.length;
  const width = bits / 8;
  const bytes = (sound[0]?.length ?? 0) * channels * width;
  const file = Buffer.alloc(44 + bytes);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(36 + bytes, 4);
  file.write("WAVEfmt ", 8, "latin1");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * channels * width, 28);
  file.writeUInt16LE(channels * width, 32);
  file.writeUInt16LE(bits, 34);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(bytes, 40);
  const most = 2 ** (bits - 1) - 1;
  for (const [channel, samples] of sound.entries()) {
    for (const [n, level] of samples.entries()) {
      const value = Math.max(-most - 1, Math.min(most, Math.round(level * most)));
      file.writeIntLE(value, 44 + (n * channels + channel) * width, width);
    }
  }
  return file;
}
