import { describe, expect, it } from "vitest";

import { descriptors, destinationKinds } from "./platforms.ts";

describe.each(destinationKinds)("the texts of %s", (kind) => {
  it("name the made-for-kids setting only where the platform has declarations", () => {
    const { steps, has } = descriptors[kind];
    const texts = [steps.upload, steps.publish.text].map((text) => text.includes("made-for-kids"));
    expect(texts).toEqual([has.declarations, has.declarations]);
  });
});
