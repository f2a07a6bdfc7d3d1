import { splitGraphemes } from "#core/graphemes.ts";

/** File formats of exported comments, in the order of the menu. `program` is what opens them. */
export const exportFormats = [
  { id: "otio", program: "OpenTimelineIO", extension: "otio", type: "application/json" },
  { id: "premiere", program: "Premiere Pro", extension: "xml", type: "application/xml" },
  { id: "final-cut", program: "Final Cut Pro", extension: "fcpxml", type: "application/xml" },
  { id: "resolve", program: "DaVinci Resolve", extension: "edl", type: "text/plain" },
  { id: "avid", program: "Media Composer", extension: "txt", type: "text/plain" },
  { id: "csv", program: "Spreadsheet (CSV)", extension: "csv", type: "text/csv" },
] as const;
export type ExportFormat = (typeof exportFormats)[number];
export type ExportFormatId = ExportFormat["id"];

export const exportFormatIds = exportFormats.map(({ id }) => id);

/** Characters that file systems reserve, control characters, and those that change the direction of the text. */
const reserved = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF<>:"/\\|?*]+/gu;

/** Name of an exported file, such as `Monsoon on the Konkan line, version 2, comments.edl`. */
export function exportFileName(title: string, version: number, { extension }: ExportFormat): string {
  const plain = title.replace(reserved, " ").replace(/\s+/g, " ").trim().replace(/^\.+/, "");
  const short = splitGraphemes(plain).slice(0, 80).join("").trim();
  return `${short || "Task"}, version ${version}, comments.${extension}`;
}
