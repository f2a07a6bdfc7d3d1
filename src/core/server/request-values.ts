import { AppError, commonError } from "../error.ts";

/** More levels than any request has. Validation recurses, so deeper values would exhaust the stack. */
const maxDepth = 32;

/**
 * Rejects values of a request that can't be processed: with 422 NUL characters in any text, which PostgreSQL can't
 * store, and with 400 deeply nested JSON.
 */
export function rejectInvalidValues(input: unknown, level = 0): void {
  if (typeof input === "string" && input.includes("\0")) {
    throw commonError("invalid_input", {
      message: "The text contains an invalid character (NUL). Remove it and try again.",
    });
  }
  if (typeof input !== "object" || input === null) return;
  if (level > maxDepth) {
    throw new AppError({ status: 400, code: "bad_request", message: "The request is nested too deeply." });
  }
  for (const value of Object.values(input)) rejectInvalidValues(value, level + 1);
}
