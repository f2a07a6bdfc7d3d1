import { expect, test } from "vitest";

import { publishingScopes } from "#adapters/video-platform/youtube/authorization.ts";

import { describePermission, scopeNames } from "./permission.ts";

test("what Reelay may do with a channel is told in words, where its platform has a consent screen", () => {
  expect(describePermission("youtube", scopeNames(publishingScopes))).toBe(
    "Allowed: uploads, captions and playlists",
  );
  expect(describePermission("youtube", ["youtube.readonly"])).toMatch(
    /^Missing: .*uploads, captions and playlists/,
  );
  expect(describePermission("peertube", [])).toBeNull();
});
