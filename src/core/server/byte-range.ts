/** Part of an object; `end` is inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The range of a `Range` header (RFC 9110, 14.1.2). `null` means the whole object: no header, several ranges, or an
 * invalid one. `unsatisfiable` means that it starts after the object's end.
 */
export function parseRange(header: string | undefined, bytes: number): ByteRange | null | "unsatisfiable" {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "");
  if (!match) return null;
  const [first, last] = [match[1] ?? "", match[2] ?? ""];
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
