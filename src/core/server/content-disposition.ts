/** Whether browsers display or save a file, and the name that they suggest (RFC 6266). */
export function contentDisposition(disposition: "inline" | "attachment", name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
