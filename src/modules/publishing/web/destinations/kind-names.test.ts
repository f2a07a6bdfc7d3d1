import { expect, it } from "vitest";

import { platformNames } from "./kind-names.ts";

it.each([
  [["youtube", "youtube"], "YouTube", 1],
  [["peertube"], "PeerTube", 1],
  [["s3", "peertube", "youtube"], "YouTube, PeerTube, and S3", 3],
  [["peertube", "youtube"], "YouTube and PeerTube", 2],
] as const)("names the platforms of %s", (kinds, names, count) => {
  expect(platformNames(kinds.map((kind) => ({ kind })))).toEqual({ names, count });
});
