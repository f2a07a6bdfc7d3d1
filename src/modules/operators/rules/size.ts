const units = ["B", "KB", "MB", "GB", "TB"];

/** The bytes of a size such as `50 GB`, in decimal units; undefined if it is none. */
export function parseSize(text: string): number | undefined {
  const [, value, unit] = /^\s*(\d+(?:[.,]\d+)?)\s*([KMGT]?B)\s*$/i.exec(text) ?? [];
  if (value === undefined || unit === undefined) return undefined;
  return Math.round(Number(value.replace(",", ".")) * 1000 ** units.indexOf(unit.toUpperCase()));
}
