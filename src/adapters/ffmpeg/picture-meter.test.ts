import { describe, expect, it } from "vitest";

import { compareFrames, describeFrame, edgeLikeness, splitPictures } from "./grey-frames.ts";
import { createBarMeter } from "./picture-bars.ts";
import { createCombingMeter, lineRatio } from "./picture-combing.ts";
import { createFlashMeter } from "./picture-flashes.ts";
import { createFreezeMeter, isMoving, steadiness } from "./picture-freezes.ts";
import { isBlack } from "./picture-meter.ts";
import { createShotMeter, isCut } from "./picture-shots.ts";

const size = { width: 40, height: 20 };
const picture = (level: (x: number, y: number) => number) =>
  Uint8Array.from({ length: size.width * size.height }, (_, at) =>
    level(at % size.width, Math.floor(at / size.width)),
  );
const flat = (level: number) => picture(() => level);
/** Stripes of a shot of their own, moved by some pixels. */
const shot = (seed: number, moved = 0) =>
  picture((x, y) => 60 + (((x + moved) * (7 + 5 * seed) + y * (3 + seed * seed)) % 150));

/** The frames, each with its change from the one before. */
function sequence(pictures: readonly Uint8Array[]) {
  const frames = pictures.map((pixels, number) => describeFrame(number, pixels));
  return frames.map((frame, number) => ({
    frame,
    change: compareFrames(frames[number - 1] ?? frame, frame),
    dark: isBlack(frame),
  }));
}

it("raw output is cut into pictures wherever its chunks end", () => {
  const pictures: number[][] = [];
  const take = splitPictures(3, (bytes) => pictures.push([...bytes]));
  for (const chunk of [[1], [2, 3, 4], [], [5, 6, 7, 8, 9, 10]]) take(Uint8Array.from(chunk));
  expect(pictures).toEqual([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
  ]);
});

it("black is uniform and dark, also a lifted one; dark scenes and small words are not", () => {
  const dark = (level: (x: number, y: number) => number) => isBlack(describeFrame(0, picture(level)));
  expect([dark(() => 0), dark(() => 14), dark((x) => x % 2)]).toEqual([true, true, true]);
  const word = (x: number, y: number) => (x < 3 && y === 4 ? 90 : 0);
  expect([dark(() => 30), dark((x) => (x % 8) * 2), dark(word)]).toEqual([false, false, false]);
});

describe("shots", () => {
  const measure = (pictures: readonly Uint8Array[]) => {
    const meter = createShotMeter(30);
    for (const { frame, change, dark } of sequence(pictures)) meter.take(frame, change, dark);
    return meter.finish(pictures.length);
  };
  const frames = (count: number, pixels: Uint8Array) => Array.from({ length: count }, () => pixels);
  const [one, other, third] = [shot(1), shot(2), shot(5)];

  it("of few frames are between two others, at the beginning and at the end", () => {
    expect(measure([...frames(12, one), ...frames(2, other), ...frames(12, third)])).toEqual({
      cuts: [12, 14],
      shortShots: [{ from: 12, to: 14 }],
    });
    expect(measure([...frames(12, one), other]).shortShots).toEqual([{ from: 12, to: 13 }]);
    expect(measure([other, ...frames(12, one)]).shortShots).toEqual([{ from: 0, to: 1 }]);
  });

  it("are no mistake in a montage, in another shot, as a flash or with more frames", () => {
    const none = [
      [...frames(5, one), ...frames(4, other), ...frames(5, third)],
      [...frames(12, one), ...frames(3, other), ...frames(12, one)],
      [...frames(12, one), ...frames(2, flat(250)), ...frames(12, third)],
      [...frames(12, one), ...frames(6, other), ...frames(12, third)],
      [...frames(12, one), ...frames(2, flat(0))],
    ];
    expect(none.map((each) => measure(each).shortShots)).toEqual(none.map(() => []));
  });

  it("have gaps of black frames, and black has leftovers", () => {
    const gap = [...frames(12, one), flat(0), ...frames(12, one)];
    const leftover = [...frames(12, flat(0)), one, ...frames(12, flat(0))];
    for (const film of [gap, leftover]) expect(measure(film).shortShots).toEqual([{ from: 12, to: 13 }]);
  });

  it("are one shot under an effect that changes its light", () => {
    const negative = one.map((level) => 255 - level);
    expect(edgeLikeness(one, negative)).toBeCloseTo(-1);
    expect(measure([...frames(12, one), negative, ...frames(12, third)]).shortShots).toEqual([]);
  });

  it("are cut where a change is larger than the movement around it", () => {
    const change = { difference: 20, changed: 1, likeness: 0.2 };
    expect(isCut(change, [2, 3, 2])).toBe(true);
    expect(isCut(change, [15, 18, 12])).toBe(false);
    expect(isCut({ ...change, likeness: 0.9 }, [2, 3, 2])).toBe(false);
  });
});

describe("freezes", () => {
  const measure = (pictures: readonly Uint8Array[]) => {
    const meter = createFreezeMeter(10);
    for (const { frame, change, dark } of sequence(pictures)) meter.take(frame, change, dark);
    return meter.finish(pictures.length, []);
  };
  const moving = (count: number) => Array.from({ length: count }, (_, n) => shot(1, n * n));

  it("are repeats of half a second, live after movement", () => {
    const frozen = [...moving(12), ...Array.from({ length: 8 }, () => shot(1, 121)), shot(1, 7)];
    expect(measure(frozen)).toEqual({ frozen: [{ from: 12, to: 20, live: true }], repeated: 0 });
    const still = Array.from({ length: 12 }, () => shot(2));
    expect(measure(still).frozen).toEqual([{ from: 1, to: 12, live: false }]);
    expect(measure(Array.from({ length: 12 }, () => flat(0))).frozen).toEqual([]);
  });

  it("have key frames of the same picture", () => {
    const recoded = shot(1, 121).map((level, at) => level + (at % 2 === 0 ? 3 : -3));
    const frozen = [
      ...Array.from({ length: 5 }, () => shot(1, 121)),
      ...Array.from({ length: 5 }, () => recoded),
    ];
    expect(measure([...moving(12), ...frozen]).frozen).toEqual([{ from: 12, to: 22, live: true }]);
  });

  it("follow movement of a camera, not of a drawing, of a zoom or of an animation that slows down", () => {
    const changes = (count: number, change: (n: number) => number) =>
      Array.from({ length: count }, (_, n) => change(n));
    expect(
      isMoving(
        changes(30, () => 0.1),
        30,
      ),
    ).toBe(true);
    expect(
      isMoving(
        changes(60, (n) => (n % 2) * 0.1),
        60,
      ),
    ).toBe(true);
    expect(
      isMoving(
        changes(48, (n) => (n % 2) * 0.1),
        24,
      ),
    ).toBe(false);
    expect(
      isMoving(
        changes(30, () => 0.003),
        30,
      ),
    ).toBe(false);
    expect(
      isMoving(
        changes(30, (n) => (n < 27 ? 0.1 : 0.01)),
        30,
      ),
    ).toBe(false);
    expect(
      isMoving(
        changes(15, () => 0.1),
        30,
      ),
    ).toBe(false);
  });

  it("after steady changes are the ends of dissolves", () => {
    const at = (share: number) =>
      picture((x, y) => ((x * 37) % 100) * (1 - share) + ((y * 53) % 100) * share);
    expect(steadiness([at(1), at(0.75), at(0.5)])).toBeGreaterThan(0.9);
    expect(steadiness([shot(1, 40), shot(2, 3), shot(3)])).toBeLessThan(0.5);
  });
});

describe("flashes", () => {
  /** Of a share of the picture, between two grey levels, that many changes in a second. */
  const measure = (
    changes: number,
    [dark, bright]: readonly [number, number],
    width = size.width,
    height = size.height,
  ) => {
    const meter = createFlashMeter(size, 60, null);
    const every = 60 / (changes + 1);
    for (let number = 0; number < 60; number++) {
      const level = Math.floor(number / every) % 2 === 0 ? dark : bright;
      meter.take({ number, pixels: picture((x, y) => (x < width && y < height ? level : 90)) });
    }
    return meter.finish();
  };

  it("are more than three per second of two opposite changes each", () => {
    expect(measure(9, [20, 220])).toEqual([{ from: 6, to: 55, perSecond: 4.5 }]);
    expect(measure(5, [20, 220])).toEqual([]);
  });

  it("change a tenth of the luminance, on a quarter of the picture, where the darker one is below 0.8", () => {
    expect(measure(9, [90, 100])).toEqual([]);
    expect(measure(9, [235, 255])).toEqual([]);
    expect([measure(9, [20, 220], 10), measure(9, [20, 220], 10, 10)]).toMatchObject([
      { length: 1 },
      { length: 0 },
    ]);
  });
});

describe("bars", () => {
  const measure = (level: (x: number, y: number, n: number) => number) => {
    const meter = createBarMeter(size);
    for (let n = 0; n < 8; n++) meter.take(picture((x, y) => level(x, y, n)));
    return meter.finish({ width: 400, height: 200 });
  };

  it("are black lines with a straight edge, measured between the lines", () => {
    const bars = { top: 30, bottom: 30, left: 0, right: 0 };
    expect(measure((_, y) => (y < 3 || y > 16 ? 0 : 120))).toEqual(bars);
    expect(measure((_, y) => (y < 2 || y > 17 ? 0 : y === 2 || y === 17 ? 60 : 120))).toMatchObject({
      top: 25,
      bottom: 25,
    });
    expect(measure((x) => (x < 5 || x > 34 ? 0 : 120))).toEqual({ top: 0, bottom: 0, left: 50, right: 50 });
  });

  it("are none around words, in dark corners, at one side or in a part of the video", () => {
    expect(
      measure((x, y, n) => (y > 7 && y < 12 && (x + n) % 3 > 0 && x > 8 && x < 30 ? 200 : 0)),
    ).toBeNull();
    expect(measure((x, y) => 150 - ((x - 20) / 2) ** 2 - (y - 10) ** 2 * 2)).toBeNull();
    expect(measure((x, y) => (x > 7 && x < 30 && y > 4 && y < 15 ? 200 : 0))).toBeNull();
    expect(measure((_, y) => (y < 6 ? 0 : 120))).toBeNull();
    expect(measure((_, y, n) => (n < 4 && (y < 3 || y > 16) ? 0 : 120))).toBeNull();
  });
});

it("frames of two fields differ more from line to line than over two, where they move", () => {
  const blurred = (x: number, y: number) => 128 + 100 * Math.sin(x / 3 + y / 5);
  const fields = (moved: number) => picture((x, y) => blurred(x + moved + (y % 2) * 4, y));
  const whole = (moved: number) => picture((x, y) => blurred(x + moved, y));
  expect(lineRatio(fields(0), fields(4), size.width)).toBeGreaterThan(1.1);
  expect(lineRatio(whole(0), whole(4), size.width)).toBeLessThan(1);
  expect(lineRatio(whole(0), whole(0), size.width)).toBeNull();
  const meter = createCombingMeter(size);
  for (let pair = 0; pair < 10; pair++)
    for (const moved of [0, 4]) meter.take(pair < 4 ? fields(moved) : whole(moved));
  expect(meter.finish()).toBe(0.4);
});
