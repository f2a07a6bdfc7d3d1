import type { Rate } from "#modules/media/rules/frames.ts";

import { type CommentExport, type MarkerState, type Marker, exportMarkers } from "./comment-export.ts";
import { markerHeadline, markerLines } from "./marker-text.ts";

const colors: Record<MarkerState, string> = {
  open: "RED",
  done: "YELLOW",
  resolved: "GREEN",
  finding: "BLUE",
};

/**
 * An OpenTimelineIO timeline with the video as its only clip, and the comments as markers of the timeline. Schema
 * versions that all readers know are used; newer readers upgrade them.
 */
export function toOpenTimelineIo(input: CommentExport): string {
  const { title, version, fileName, rate, frames, startFrame } = input;
  const clip = {
    OTIO_SCHEMA: "Clip.1",
    ...item(fileName),
    source_range: range(startFrame, frames, rate),
    media_reference: {
      OTIO_SCHEMA: "ExternalReference.1",
      metadata: {},
      name: fileName.toWellFormed(),
      available_range: range(startFrame, frames, rate),
      target_url: encodeURIComponent(fileName.toWellFormed()),
    },
  };
  const track = {
    OTIO_SCHEMA: "Track.1",
    ...item("V1"),
    kind: "Video",
    source_range: null,
    children: [clip],
  };
  const timeline = {
    OTIO_SCHEMA: "Timeline.1",
    metadata: {},
    name: `${title}, version ${version}`.toWellFormed(),
    global_start_time: time(startFrame, rate),
    tracks: {
      OTIO_SCHEMA: "Stack.1",
      ...item("tracks"),
      source_range: null,
      markers: exportMarkers(input).map((marker) => otioMarker(marker, rate)),
      children: [track],
    },
  };
  return `${JSON.stringify(timeline, null, 2)}\n`;
}

/** Markers of a timeline count from its first frame. */
function otioMarker(marker: Marker, rate: Rate) {
  return {
    OTIO_SCHEMA: "Marker.2",
    name: markerHeadline(marker),
    marked_range: range(marker.frame, marker.length, rate),
    color: colors[marker.state],
    comment: markerLines(marker).join("\n").toWellFormed(),
    metadata: { state: marker.state },
  };
}

function item(name: string) {
  return { name: name.toWellFormed(), metadata: {}, effects: [], markers: [] };
}

function range(start: number, duration: number, rate: Rate) {
  return {
    OTIO_SCHEMA: "TimeRange.1",
    start_time: time(start, rate),
    duration: time(duration, rate),
  };
}

function time(frame: number, { num, den }: Rate) {
  return { OTIO_SCHEMA: "RationalTime.1", value: frame, rate: num / den };
}
