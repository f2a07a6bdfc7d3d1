import { expect, it } from "vitest";

import { specificationPresets } from "#modules/checks/rules/presets.ts";
import type { DeliverySpecification } from "#modules/checks/rules/specification.ts";

import { specificationRows } from "./specification-rows.ts";
import { frameRates, readValues, valuesFrom } from "./specification-values.ts";

const empty = valuesFrom({});
const everything: DeliverySpecification = {
  width: 1920,
  height: 1080,
  frameRate: { num: 30_000, den: 1001 },
  constantRate: true,
  minSeconds: 90,
  maxSeconds: 3723,
  loudness: { target: -14, tolerance: 1.5 },
  maxTruePeak: -1,
  codecs: ["avc", "prores"],
};

it.each([{}, everything, { aspect: "2.39:1" }, ...Object.values(specificationPresets)])(
  "reads what it has written: %j",
  (specification) => {
    expect(readValues(valuesFrom(specification))).toEqual({ specification });
  },
);

it.each(frameRates)("has %s as an exact rate", (_name, value) => {
  const [num, den] = value.split("/").map(Number);
  expect(readValues({ ...empty, frameRate: value })).toEqual({ specification: { frameRate: { num, den } } });
});

it("reads what people type", () => {
  expect(readValues({ ...empty, minSeconds: "90", maxSeconds: "1:02:03", aspect: "16 : 9" })).toEqual({
    specification: { minSeconds: 90, maxSeconds: 3723, aspect: "16:9" },
  });
  expect(readValues({ ...empty, loudness: "-14,5", maxTruePeak: "−1" })).toEqual({
    specification: { loudness: { target: -14.5, tolerance: 1 }, maxTruePeak: -1 },
  });
});

it.each([
  [{ width: "wide" }, { width: "Enter a number." }],
  [{ width: "4" }, { width: "Enter at least 16 pixels." }],
  [{ aspect: "wide" }, { aspect: "Enter a ratio such as 16:9." }],
  [{ minSeconds: "1:75" }, { minSeconds: "Enter a length such as 1:30." }],
  [{ minSeconds: "2:00", maxSeconds: "60" }, { maxSeconds: expect.stringContaining("longest") }],
  [{ loudness: "14" }, { loudness: "Enter −5 LUFS or less." }],
  [{ loudness: "−14", tolerance: "x" }, { tolerance: "Enter a number." }],
  [{ maxTruePeak: "9" }, { maxTruePeak: "Enter 3 dBTP or less." }],
])("states the problem of %j at its field", (values, problems) => {
  expect(readValues({ ...empty, ...values })).toEqual({ problems });
});

it("states demands as texts, and nothing for what is not demanded", () => {
  expect(specificationRows({})).toEqual([]);
  expect(specificationRows(everything).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    "Picture size: 1920 × 1080",
    "Frame rate: 29.97 DF, constant",
    "Length: 1:30 – 1:02:03",
    "Loudness: −14.0 ± 1.5 LUFS",
    "True peak: at most −1.0 dBTP",
    "Codec: H.264 or ProRes",
  ]);
});
