/** Whether `If-None-Match` lists the tag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const plain = (tag: string) => tag.trim().replace(/^W\//, "");
  const tags = new Set(header.split(",").map(plain));
  return tags.has(plain(etag)) || tags.has("*");
}
