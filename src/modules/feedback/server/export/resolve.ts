import { timecodeAt } from "#modules/feedback/rules/positions.ts";

import { type CommentExport, type MarkerState, type Marker, exportMarkers } from "./comment-export.ts";
import { markerHeadline, markerLines, oneLine } from "./marker-text.ts";

const colors: Record<MarkerState, string> = {
  open: "Red",
  done: "Yellow",
  resolved: "Green",
  finding: "Blue",
};

/**
 * An edit decision list (CMX 3600) with one event for each marker, as DaVinci Resolve exports and imports timeline
 * markers. Only the texts of markers may contain characters outside of ASCII; Resolve reads these lines as UTF-8.
 */
export function toResolveEdl(input: CommentExport): string {
  const title = `${input.title} v${input.version}`;
  const events = exportMarkers(input).flatMap((marker, index) => event(marker, index + 1, input));
  return [
    `TITLE: ${ascii(title)}`,
    `FCM: ${input.dropFrame ? "DROP FRAME" : "NON-DROP FRAME"}`,
    "",
    ...events,
    "",
  ].join("\r\n");
}

function event(marker: Marker, number: number, input: CommentExport): string[] {
  const start = timecodeAt(marker.frame, input);
  const end = timecodeAt(marker.frame + 1, input);
  const notes = field(markerLines(marker).join(" / "));
  return [
    `${String(number).padStart(3, "0")}  001      V     C        ${start} ${end} ${start} ${end}`,
    `${notes} |C:ResolveColor${colors[marker.state]} |M:${field(markerHeadline(marker))} |D:${marker.length}`,
    "",
  ];
}

/** The vertical bar separates the fields of a marker. */
function field(text: string): string {
  return oneLine(text).replaceAll("|", "/");
}

/** The letters of a title that ASCII has, at most 70 of them: the line of a title has 80 characters. */
function ascii(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/[^\u{20}-\u{7e}]/gu, "")
    .replace(/ {2,}/g, " ")
    .trim();
  return plain.slice(-70).trim();
}
