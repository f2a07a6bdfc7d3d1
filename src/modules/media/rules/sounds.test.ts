import { expect, it } from "vitest";

import type { Sound } from "../contract/videos.ts";
import { soundChoices } from "./sounds.ts";

const sound = (track: number | null, language: string | null = null, title: string | null = null): Sound => ({
  url: track === null || track === 1 ? null : `/sound-${track}.m4a`,
  track,
  language,
  title,
});
const labels = (...sounds: Sound[]) => soundChoices(sounds).map(({ label }) => label);
const remembered = (...sounds: Sound[]) => soundChoices(sounds).map((choice) => choice.remembered);

it("names tracks by language and title", () => {
  expect(labels(sound(1, "eng"), sound(2, "ger"), sound(3, "eng", "Commentary"))).toEqual([
    "English",
    "German",
    "English, Commentary",
  ]);
  expect(labels(sound(1), sound(2, null, "Boom"), sound(3, "not a code"))).toEqual([
    "Track 1",
    "Boom",
    "Track 3",
  ]);
  expect(labels(sound(null), sound(1), sound(2))).toEqual(["All tracks", "Track 1", "Track 2"]);
});

it("gives different names to tracks that state the same", () => {
  expect(labels(sound(1, "fra"), sound(2, "fre"), sound(3, "fra"))).toEqual([
    "French",
    "French 2",
    "French 3",
  ]);
});

it("remembers a language, whichever code states it, and no track without one", () => {
  expect(remembered(sound(1, "eng"), sound(2, "ger"))).toEqual(["en", "de"]);
  expect(remembered(sound(1, "deu"), sound(2, "deu"))).toEqual(["de", "de 2"]);
  expect(remembered(sound(null), sound(1), sound(2))).toEqual([null, null, null]);
});
