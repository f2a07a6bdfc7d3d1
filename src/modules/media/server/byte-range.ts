/** Part of an object; `end` is inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * One range of a `Range` header (RFC 9110, 14.1.2). `null` asks for the whole object: no header, several ranges, or one
 * that can't be read. `unsatisfiable` lies beyond the object.
 */
export function parseRange(header: string | undefined, bytes: number): ByteRange | null | "unsatisfiable" {
  const found = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "");
  if (!found) return null;
  const [first, last] = [found[1] ?? "", found[2] ?? ""];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? "unsatisfiable" : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (start >= bytes) return "unsatisfiable";
  return end < start ? null : { start, end };
}
