import { expect, it } from "vitest";

import { captionChoices } from "./captions.ts";

const track = (language: string | null, title: string | null = null) => ({
  url: "/captions",
  language,
  title,
});

it("names tracks by their title or language, each differently", () => {
  const tracks = [
    track("eng"),
    track("ger"),
    track("eng"),
    track("eng", "English (SDH)"),
    track(null),
    track("?"),
  ];
  expect(captionChoices(tracks).map(({ value, label, language }) => [value, label, language])).toEqual([
    ["en", "English", "en"],
    ["de", "German", "de"],
    ["en 2", "English 2", "en"],
    ["en 3", "English (SDH)", "en"],
    ["unknown", "Captions 5", ""],
    ["unknown 2", "Captions 6", ""],
  ]);
});
