import { commonError } from "../error.ts";

/** The id in the cursor of a list by id, or null for the first page. 400 `invalid_input` for a malformed cursor. */
export function readIdCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const id = Number(cursor);
  if (!Number.isSafeInteger(id) || id < 1) {
    throw commonError("invalid_input", { message: "Invalid cursor. Reload the list." });
  }
  return id;
}
