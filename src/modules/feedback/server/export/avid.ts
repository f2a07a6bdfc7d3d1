import { timecodeAt } from "#modules/feedback/rules/positions.ts";

import { type CommentExport, type MarkerState, type Marker, exportMarkers } from "./comment-export.ts";
import { markerAuthors, markerLines, oneLine } from "./marker-text.ts";

const colors: Record<MarkerState, string> = {
  open: "red",
  done: "yellow",
  resolved: "green",
  finding: "blue",
};

/**
 * A marker list of Media Composer: one marker in each line with user name, timecode, track, color, comment and the number
 * of frames, separated by tabs.
 */
export function toAvidMarkers(input: CommentExport): string {
  return exportMarkers(input)
    .map((marker) => `${columns(marker, input).map(oneLine).join("\t")}\r\n`)
    .join("");
}

function columns(marker: Marker, input: CommentExport): string[] {
  const comment = markerLines(marker).join(" / ");
  return [
    markerAuthors(marker),
    timecodeAt(marker.frame, input),
    "V1",
    colors[marker.state],
    comment,
    String(marker.length),
  ];
}
