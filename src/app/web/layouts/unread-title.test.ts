import { expect, it } from "vitest";

import { withUnread } from "./unread-title.ts";

it.each([
  ["Tasks · Reelay", 3, "(3) Tasks · Reelay"],
  ["(3) Tasks · Reelay", 4, "(4) Tasks · Reelay"],
  ["(99+) Tasks · Reelay", 0, "Tasks · Reelay"],
  ["(2025) in review · Reelay", 120, "(99+) in review · Reelay"],
  ["Tasks · Reelay", 0, "Tasks · Reelay"],
])("puts the number in front of %j: %d", (title, unread, shown) => {
  expect(withUnread(title, unread)).toBe(shown);
});
