import { describe, expect, it } from "vitest";

import { describeKeyFrames } from "./key-frames.ts";
import { packetIndex, type Packets } from "./packet-index.ts";

const [key, discarded] = [1, 4];

/** Packets of 40 ticks at 1000 a second, presented in the order in which they are stored. */
const packets = (change: Partial<Packets> = {}): Packets => ({
  tickSeconds: 1 / 1000,
  decoded: [0, 40, 80, 120],
  presented: [0, 40, 80, 120],
  durations: [40],
  flags: [key, 0, 0, 0],
  ...change,
});

describe("the frame times of packets", () => {
  it("are sorted and in seconds", () => {
    const index = packetIndex(packets({ presented: [40, 160, 80, 120] }), null);
    expect(index).toMatchObject({ end: 0.2, resolution: 1000, frameSeconds: 0.04, hidden: 0 });
    expect([...(index?.times ?? [])]).toEqual([0.04, 0.08, 0.12, 0.16]);
  });

  it("may begin before zero", () => {
    expect([...(packetIndex(packets({ presented: [-40, 0, 40, 80] }), null)?.times ?? [])]).toEqual([
      -0.04, 0, 0.04, 0.08,
    ]);
  });

  it("begin with the first key frame", () => {
    const index = packetIndex(packets({ presented: [0, 120, 40, 160], flags: [0, key, 0, 0] }), null);
    expect([...(index?.times ?? [])]).toEqual([0.12, 0.16]);
    expect(packetIndex(packets({ flags: [0, 0, 0, 0] }), null)).toBeNull();
    expect(
      packetIndex({ tickSeconds: 0, decoded: [], presented: [], durations: [], flags: [] }, null),
    ).toBeNull();
  });

  it("are without those that an edit list hides", () => {
    const index = packetIndex(packets({ flags: [key | discarded, discarded, 0, 0] }), null);
    expect(index).toMatchObject({ hidden: 2 });
    expect([...(index?.times ?? [])]).toEqual([0.08, 0.12]);
  });

  it("follow the rhythm of decoding where they are not stated", () => {
    const unknown = Number.NaN;
    const film = packets({
      decoded: [0, 30, 80, 110, 160],
      presented: [30, unknown, 80, 110, unknown],
      flags: [key, 0, 0, 0, 0],
    });
    expect([...(packetIndex(film, 0.03)?.times ?? [])]).toEqual([0.03, 0.08, 0.11, 0.16, 0.2]);
    // Frames that wait for no later one: the first time is that of the decoder.
    expect(packetIndex(film, 0.03)?.decoderDelay).toBeCloseTo(0.03);
    const reordered = { ...film, presented: [30, unknown, 80, 160, unknown] };
    expect(packetIndex(reordered, 0.03)?.decoderDelay).toBe(0);
    const none = packets({ presented: [unknown, unknown, unknown, unknown] });
    expect(packetIndex(none, 0.04)?.decoderDelay).toBe(0);
    expect([...(packetIndex(none, 0.04)?.times ?? [])]).toEqual([0.04, 0.08, 0.12, 0.16]);
    expect(packetIndex(none, null)).toBeNull();
  });
});

describe("the distance of key frames", () => {
  const times = Float64Array.from({ length: 101 }, (_, n) => n / 10);
  it.each([
    [[0, 2, 4, 6, 8], 2],
    [[0, 2, 7, 8], 5],
    [[0, 1], 9],
    [[0], 10],
    [[-0.5, 4, 8], 4.5],
    [[], 0],
  ])("of %j is at most %f s", (keys, seconds) => {
    expect(describeKeyFrames(keys, times)).toEqual({ keyFramesOnly: false, keyFrameSeconds: seconds });
  });

  it("is that of all frames where all are key frames", () => {
    const { keyFramesOnly, keyFrameSeconds } = describeKeyFrames(times, times);
    expect(keyFramesOnly).toBe(true);
    expect(keyFrameSeconds).toBeCloseTo(0.1);
  });
});
