import { ApiError } from "./errors.ts";
import { confirmedUnit } from "./sessions.ts";

/** The purpose of a PUT to a session URI. */
export type Put = { kind: "status" } | { kind: "bytes"; first: number; length: number };

const bad = (message: string) =>
  new ApiError(400, "badRequest", message, { location: "Content-Range", locationType: "header" });

function readNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw bad("Failed to parse Content-Range header.");
  return value;
}

/**
 * Parses the Content-Range of a PUT: `bytes * /SIZE` queries the status, `bytes FIRST-LAST/SIZE`
 * sends a chunk, no Content-Range sends the whole file.
 *
 * @param size announced size of the file in bytes
 * @param contentLength length of the body; undefined with chunked encoding
 */
export function readContentRange(
  header: string | undefined,
  contentLength: number | undefined,
  size: number,
): Put {
  if (header === undefined) {
    if (contentLength !== undefined && contentLength !== size) {
      throw new ApiError(400, "badRequest", `The body has ${contentLength} bytes; ${size} were announced.`, {
        location: "Content-Length",
        locationType: "header",
      });
    }
    return { kind: "bytes", first: 0, length: size };
  }
  const query = /^bytes \*\/(\d+|\*)$/.exec(header);
  if (query?.[1] !== undefined) {
    if (query[1] !== "*" && readNumber(query[1]) !== size) {
      throw bad(`The total ${query[1]} differs from the ${size} bytes that were announced.`);
    }
    if (contentLength !== undefined && contentLength > 0) throw bad("A status query must not have a body.");
    return { kind: "status" };
  }
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header);
  const [, firstText, lastText, totalText] = range ?? [];
  if (firstText === undefined || lastText === undefined || totalText === undefined) {
    throw bad("Failed to parse Content-Range header.");
  }
  const first = readNumber(firstText);
  const last = readNumber(lastText);
  const total = readNumber(totalText);
  if (total !== size) throw bad(`The total ${total} differs from the ${size} bytes that were announced.`);
  if (last < first || last >= total) throw bad("The range is empty or exceeds the total.");
  const length = last - first + 1;
  if (contentLength !== undefined && contentLength !== length) {
    throw bad(`The body has ${contentLength} bytes, the range ${length}.`);
  }
  if (last + 1 < total && length % confirmedUnit !== 0) {
    throw bad(
      `A chunk that is not the last must be a multiple of ${confirmedUnit} bytes; this one has ${length}.`,
    );
  }
  return { kind: "bytes", first, length };
}
