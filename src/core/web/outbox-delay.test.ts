import { expect, it } from "vitest";

import { AppError } from "../error.ts";
import { delayAfter } from "./outbox-delay.ts";

const answer = (status: number, code: string) => new AppError({ status, code, message: "No." });

it.each([
  ["text on a full disk", answer(507, "disk_full"), 1000],
  ["text without a server", answer(503, "unavailable"), 1000],
  ["an image that doesn't fit on the disk", answer(507, "no_space"), null],
  ["an image that doesn't fit in the storage", answer(507, "over_quota"), null],
  ["invalid input", answer(422, "invalid_input"), null],
])("is sent again or rejected: %s", (_name, error, delay) => {
  expect(delayAfter(error, 1)).toBe(delay);
});
