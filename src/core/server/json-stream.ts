import { setImmediate as nextTurn } from "node:timers/promises";

/** Size of the parts in which a text is sent, in UTF-16 units. */
const partLength = 64 * 1024;

/**
 * A value as JSON, in parts. Async iterables in its objects become arrays whose elements are read while it is written;
 * everything else is written as `JSON.stringify` does. Other work of the process runs between the parts, and `next` may make
 * each of them wait.
 */
export async function* jsonParts(
  value: unknown,
  next: () => Promise<void> = async () => {},
): AsyncGenerator<Buffer> {
  let part = "";
  for await (const piece of pieces(value)) {
    part += piece;
    if (part.length < partLength) continue;
    const bytes = Buffer.from(part);
    part = "";
    yield bytes;
    await next();
    await nextTurn();
  }
  yield Buffer.from(part);
}

async function* pieces(value: unknown): AsyncGenerator<string> {
  if (isIterable(value)) {
    yield "[";
    let separator = "";
    for await (const element of value) {
      yield separator + (JSON.stringify(element) ?? "null");
      separator = ",";
    }
    yield "]";
  } else if (isPlainObject(value)) {
    yield "{";
    let separator = "";
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${separator}${JSON.stringify(key)}:`;
      yield* pieces(member);
      separator = ",";
    }
    yield "}";
  } else {
    yield JSON.stringify(value) ?? "null";
  }
}

function isIterable(value: unknown): value is AsyncIterable<unknown> | unknown[] {
  return (
    Array.isArray(value) || (typeof value === "object" && value !== null && Symbol.asyncIterator in value)
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
