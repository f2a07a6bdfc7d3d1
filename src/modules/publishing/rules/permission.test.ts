import { expect, test } from "vitest";

import { publishingScopes } from "#adapters/video-platform/youtube/authorization.ts";

import { describePermission } from "./permission.ts";

test("what Reelay may do with a channel is told in words", () => {
  const names = publishingScopes.map((scope) => scope.slice(scope.lastIndexOf("/") + 1));
  expect(describePermission(names)).toBe("Allowed: uploads, captions and playlists");
  expect(describePermission(["youtube.readonly"])).toMatch(/^Missing: .*uploads, captions and playlists/);
});
