import { expect, it } from "vitest";

import { defaultOptions } from "#modules/publishing/rules/options.ts";

import { detailsChanges, withChanges } from "./details-drafts.ts";

const saved = {
  title: "The salt road",
  description: "",
  tags: ["salt"],
  madeForKids: false,
  options: defaultOptions,
};

it("the changes of details contain each option by itself, so that others may be saved meanwhile", () => {
  const typed = {
    ...saved,
    tags: ["salt", "road"],
    options: { ...defaultOptions, license: "creativeCommon" as const },
  };
  const changes = detailsChanges(saved, typed);
  expect(changes).toEqual({ tags: ["salt", "road"], options: { license: "creativeCommon" } });
  const savedMeanwhile = { ...saved, title: "The road", options: { ...defaultOptions, embeddable: false } };
  expect(withChanges(savedMeanwhile, changes)).toEqual({
    ...typed,
    title: "The road",
    options: { ...typed.options, embeddable: false },
  });
  expect(detailsChanges(saved, saved)).toEqual({});
});
