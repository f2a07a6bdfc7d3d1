import { timecodeAt } from "#modules/feedback/rules/positions.ts";
import type { Rate } from "#modules/media/rules/frames.ts";

import { type CommentExport, type Marker, exportMarkers } from "./comment-export.ts";
import { fileNameText, markerHeadline, markerLines, oneLine } from "./marker-text.ts";
import { element, type XmlElement, xmlDocument } from "./xml.ts";

/**
 * A Final Cut Pro project with the video as its only clip, and the comments as to-do markers of the clip: open and done
 * ones are to do, resolved ones completed. FCPXML version 1.10.
 */
export function toFinalCutXml(input: CommentExport): string {
  const { frames, rate, startFrame, dropFrame } = input;
  const title = `${oneLine(input.title)}, version ${input.version}`;
  const name = fileNameText(input.fileName);
  const start = seconds(startFrame, rate);
  const duration = seconds(frames, rate);
  const tcFormat = dropFrame ? "DF" : "NDF";
  const clip = element(
    "asset-clip",
    { ref: "r2", offset: start, name, start, duration, format: "r1", tcFormat },
    exportMarkers(input).map((marker) => finalCutMarker(marker, input)),
  );
  const sequence = element("sequence", { format: "r1", duration, tcStart: start, tcFormat }, [
    element("spine", {}, [clip]),
  ]);
  const document = element("fcpxml", { version: "1.10" }, [
    element("resources", {}, [format(input), asset(input)]),
    element("event", { name: oneLine(input.title) }, [element("project", { name: title }, [sequence])]),
  ]);
  return xmlDocument("fcpxml", document);
}

/** Final Cut Pro's markers are one frame long; a range is stated in the note. */
function finalCutMarker(marker: Marker, input: CommentExport): XmlElement {
  const { frame, length, state } = marker;
  const isRange = length > 1;
  const last = frame + length - 1;
  const lines = markerLines(marker);
  if (isRange) lines.push(`${timecodeAt(frame, input)} – ${timecodeAt(last, input)}`);
  return element("marker", {
    // On the clip's own timeline, which begins at the start timecode.
    start: seconds(input.startFrame + frame, input.rate),
    duration: seconds(1, input.rate),
    value: markerHeadline(marker),
    completed: state === "resolved" ? 1 : 0,
    note: lines.join("\n"),
  });
}

function format({ rate, width, height }: CommentExport): XmlElement {
  return element("format", { id: "r1", frameDuration: seconds(1, rate), width, height });
}

/** The path names no folder, so that the file is offline until it is relinked. */
function asset({ fileName, startFrame, frames, rate, audio }: CommentExport): XmlElement {
  const name = fileNameText(fileName);
  const sound = audio && {
    hasAudio: 1,
    audioSources: 1,
    audioChannels: audio.channels,
    audioRate: audio.sampleRate,
  };
  const attributes = {
    id: "r2",
    name,
    start: seconds(startFrame, rate),
    duration: seconds(frames, rate),
    hasVideo: 1,
    format: "r1",
    videoSources: 1,
    ...sound,
  };
  const source = element("media-rep", { kind: "original-media", src: `file:///${encodeURIComponent(name)}` });
  return element("asset", attributes, [source]);
}

/** The time of a frame as Final Cut Pro writes it: a fraction of seconds. */
function seconds(frame: number, { num, den }: Rate): string {
  return frame === 0 ? "0s" : `${frame * den}/${num}s`;
}
