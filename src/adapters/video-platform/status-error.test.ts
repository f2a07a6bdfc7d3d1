import { expect, it } from "vitest";

import { statusError } from "./status-error.ts";

it.each([
  ["sendChunk", 415, "media_refused"],
  ["setThumbnail", 415, "thumbnail_invalid"],
  ["addCaption", 413, "caption_invalid"],
  ["updateVideo", 400, "invalid_metadata"],
  ["sendChunk", 410, "session_gone"],
  ["video", 404, "video_not_found"],
  ["video", 408, "unavailable"],
  ["video", 402, "refused"],
] as const)("%s that is refused with %i has the error %s", (operation, status, code) => {
  expect(statusError(operation, status)).toBe(code);
});
