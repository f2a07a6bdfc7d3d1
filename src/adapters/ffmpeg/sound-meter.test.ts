import { describe, expect, it } from "vitest";

import { createSoundMeter } from "./sound-meter.ts";

const rate = 48_000;
type Channel = (seconds: number) => number;

/** A WAV file of channels with samples from −1 to 1, beyond which they are clipped. */
function wav(seconds: number, ...channels: Channel[]): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF....WAVEfmt ", 0, "latin1");
  header.writeUInt16LE(channels.length, 22);
  header.writeUInt32LE(rate, 24);
  header.write("data", 36, "latin1");
  const samples = new Int16Array(Math.round(seconds * rate) * channels.length);
  for (const [channel, sound] of channels.entries()) {
    for (let n = channel; n < samples.length; n += channels.length) {
      const level = Math.round(sound((n - channel) / channels.length / rate) * 32_767);
      samples[n] = Math.max(-32_768, Math.min(32_767, level));
    }
  }
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}

function measured(file: Buffer, pieces = [65_536]) {
  const meter = createSoundMeter();
  for (let at = 0, n = 0; at < file.length; n++) {
    const size = pieces[n % pieces.length] ?? 1;
    meter.take(file.subarray(at, at + size));
    at += size;
  }
  const measures = meter.finish();
  if (!measures) throw new Error("There is no sound.");
  return measures;
}

const tone =
  (frequency: number, level = 0.3): Channel =>
  (t) =>
    level * Math.cos(2 * Math.PI * frequency * t);
const silent: Channel = () => 0;
/** `first` until `seconds`, then `second`. */
const then =
  (first: Channel, seconds: number, second: Channel): Channel =>
  (t) =>
    t < seconds ? first(t) : second(t);

describe("silence", () => {
  it("of all channels and of one while the other is heard is exact", () => {
    const pause = then(tone(440), 2, then(silent, 2.5, tone(440)));
    const { silences } = measured(wav(5, pause, then(pause, 1.2345, silent)));
    expect(silences).toEqual([
      { from: 2, to: 2.5, channel: null },
      { from: 1.2345, to: 5, channel: 1 },
    ]);
  });

  it("of one channel is no finding of its own during a pause of all", () => {
    const pause = (from: number, to: number) => then(tone(440), from, then(silent, to, tone(440)));
    expect(measured(wav(3, pause(1, 1.5), pause(0.9, 1.55))).silences).toEqual([
      { from: 1, to: 1.5, channel: null },
    ]);
  });

  it("may last from the first to the last sample", () => {
    expect(measured(wav(1, silent, tone(440, 0.0009)))).toMatchObject({
      silences: [{ from: 0, to: 1, channel: null }],
      endLevel: null,
    });
  });

  it("is longer than 0.3 s, and each channel of six is looked at", () => {
    const gap = then(tone(440), 1, then(silent, 1.29, tone(440)));
    const channels = [gap, tone(300), tone(400), silent, tone(500), tone(600)];
    expect(measured(wav(2, ...channels)).silences).toEqual([{ from: 0, to: 2, channel: 3 }]);
  });
});

describe("clipped runs", () => {
  it("are counted, and near ones are one range", () => {
    const loud = then(
      tone(100),
      1,
      then(tone(100, 1.5), 1.1, then(tone(100), 2, then(tone(100, 2), 2.1, tone(100)))),
    );
    const { clipped } = measured(wav(3, tone(440), loud));
    expect(clipped.map(({ channel, samples }) => [channel, samples > 1000])).toEqual([
      [1, true],
      [1, true],
    ]);
    expect(clipped[0]?.from).toBeCloseTo(1, 2);
    expect(clipped[1]?.to).toBeCloseTo(2.1, 2);
  });

  it("are neither waves that touch full scale nor single samples there", () => {
    const click: Channel = (t) => (Math.round(t * rate) % 4800 < 2 ? 1 : 0.1 * Math.cos(2000 * t));
    expect(measured(wav(2, tone(20, 1), click)).clipped).toEqual([]);
  });
});

describe("two channels", () => {
  const [low, high] = [tone(220), tone(554)];
  const sound: Channel = (t) => low(t) + high(t);

  it("can be identical or inverted, also with pauses and short differences", () => {
    const paused = then(sound, 2, then(silent, 4, sound));
    const inverted: Channel = (t) => -sound(t);
    expect(measured(wav(6, paused, paused)).relations).toEqual([{ from: 0, to: 6, relation: "identical" }]);
    const changing = then(sound, 2.01, then(tone(333), 2.04, then(sound, 4, inverted)));
    expect(measured(wav(6, sound, changing)).relations).toEqual([
      { from: 0, to: 4, relation: "identical" },
      { from: 4, to: 6, relation: "inverted" },
    ]);
  });

  it("are not where they differ a little, for a short time, or one is silent", () => {
    const wide: Channel = (t) => sound(t) + 0.06 * Math.cos(9000 * t);
    expect(measured(wav(3, sound, wide)).relations).toEqual([]);
    expect(measured(wav(3, sound, then(sound, 0.9, low))).relations).toEqual([]);
    expect(measured(wav(3, sound, silent)).relations).toEqual([]);
  });
});

it("the level at the end is that of the last 5 ms, also before the padding of a codec", () => {
  const rms = -3 + 20 * Math.log10(0.3);
  const ends = (seconds: number, ...channels: Channel[]) => measured(wav(seconds, ...channels)).endLevel;
  expect(ends(2, tone(1000))).toBeCloseTo(rms, 0);
  expect(ends(2.02, silent, then(tone(1000), 2, silent))).toBeCloseTo(rms, 0);
  expect(ends(2.1, then(tone(1000), 2, silent))).toBeNull();
  expect(ends(2, (t) => Math.max(0, 1 - t) * tone(1000)(t))).toBeNull();
});

it("the sizes of the pieces make no difference", () => {
  const file = wav(2, then(tone(440, 1.4), 1, silent), tone(300), tone(500));
  expect(measured(file, [1, 43, 7, 4097, 65_535])).toEqual(measured(file));
});

it("a file without samples has no measures", () => {
  const meter = createSoundMeter();
  meter.take(wav(0, silent));
  expect(meter.finish()).toBeNull();
});
