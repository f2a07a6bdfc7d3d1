import { expect, it } from "vitest";
import { z } from "zod";

import { validationMessage } from "./validation-messages.ts";

const messageOf = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input, { error: validationMessage }).error?.issues[0]?.message;

it.each([
  [z.string(), undefined, "This value is required."],
  [z.string(), 1, "Use text."],
  [z.string().min(1), "", "This value is required."],
  [z.string().min(2), "a", "Use at least 2 characters."],
  [z.string().max(2), "abc", "Use at most 2 characters."],
  [z.array(z.int()).max(2), [1, 2, 3], "Use at most 2 items."],
  [z.int(), 1.5, "Use a whole number."],
  [z.int(), "1", "Use a number."],
  [z.int().positive(), 0, "Use more than 0."],
  [z.int().max(9), 10, "Use at most 9."],
  [z.number().multipleOf(5), 3, "Use a multiple of 5."],
  [z.boolean(), "yes", "Use true or false."],
  [z.enum(["left", "right"]), "up", "Use one of left, right."],
  [z.literal("left"), "up", "Use left."],
  [z.email(), "name", "Use an email address, such as name@example.com."],
  [z.url(), "name", "Use a complete address, such as https://example.com."],
  [z.uuid(), "name", "Use a UUID."],
  [z.iso.date(), "today", "Use a date, such as 2026-01-31."],
  [z.iso.datetime(), "today", "Use a date and time in UTC, such as 2026-01-31T12:00:00Z."],
  [z.string().regex(/^a$/), "b", "Use the documented format."],
  [z.strictObject({}), { size: 1 }, "Leave out the unknown values: size."],
  [z.union([z.null(), z.int()]), "b", "Use another value."],
  [z.string().max(2, "Keep it short."), "abc", "Keep it short."],
])("%#: says what a value has to be", (schema, input, message) => {
  expect(messageOf(schema, input)).toBe(message);
});
