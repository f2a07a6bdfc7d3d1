import { expect, it } from "vitest";

import { consentTextFor } from "./consent.ts";
import { licenseName } from "./options.ts";

it.each([
  [["youtube"] as const, ["YouTube Terms of Service", "YouTube Community Guidelines"], ["PeerTube"]],
  [["peertube"] as const, ["the rules of the PeerTube instance"], ["YouTube"]],
  [["s3"] as const, ["content you are uploading does not violate"], ["YouTube", "PeerTube"]],
  [["youtube", "peertube"] as const, ["YouTube Terms of Service", "the rules of the PeerTube instance"], []],
])("the certification for %j names these platforms and no other", (kinds, named, others) => {
  const text = consentTextFor(kinds);
  for (const part of [...named, "copyright or privacy rights. Reelay keeps a record of this agreement."]) {
    expect(text).toContain(part);
  }
  for (const other of others) expect(text).not.toContain(other);
});

it("a license has the name that the task's platforms give it", () => {
  expect(licenseName("youtube", ["youtube"])).toBe("Standard YouTube License");
  expect(licenseName("youtube", ["peertube"])).toBe("All rights reserved");
  expect(licenseName("youtube", ["youtube", "peertube"])).toBe(
    "Standard YouTube License, all rights reserved",
  );
  expect(licenseName("creativeCommon", ["youtube"])).toBe("Creative Commons");
  expect(licenseName("creativeCommon", ["peertube"])).toBe("Creative Commons Attribution");
});
