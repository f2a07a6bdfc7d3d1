/** Programs run cells that begin with one of these characters as formulas. The apostrophe makes them text. */
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/**
 * A table as CSV (RFC 4180), with at most four decimals. Begins with a byte order mark, by which Excel recognizes UTF-8.
 */
export function csvTable(
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const lines = [header, ...rows].map((cells) => cells.map(cell).join(","));
  return `\u{feff}${lines.join("\r\n")}\r\n`;
}

/** All texts are quoted, so that programs which separate cells by semicolons don't find the beginning of one inside. */
function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(Number(value.toFixed(4)));
  const plain = value
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]/gu, " ");
  const inert = formula.test(plain) ? `'${plain}` : plain;
  return `"${inert.replaceAll('"', '""')}"`;
}
