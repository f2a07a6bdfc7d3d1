import { timebase, timecodeAt } from "#modules/feedback/rules/positions.ts";

import { type CommentExport, type Marker, exportMarkers } from "./comment-export.ts";
import { markerAuthors, fileNameText, markerLines, oneLine } from "./marker-text.ts";
import { element, type XmlElement, xmlDocument } from "./xml.ts";

/** A sequence with the video as its only clip, and the comments as its markers, as Final Cut Pro XML version 5 (xmeml). */
export function toPremiereXml(input: CommentExport): string {
  const name = `${oneLine(input.title)}, version ${input.version}`;
  const sequence = element("sequence", { id: "sequence-1" }, [
    element("name", {}, name),
    element("duration", {}, input.frames),
    rate(input),
    timecode(input),
    element("media", {}, [
      element("video", {}, [
        element("format", {}, [element("samplecharacteristics", {}, [rate(input), ...size(input)])]),
        element("track", {}, [clip(input)]),
      ]),
    ]),
    ...exportMarkers(input).map(xmlMarker),
  ]);
  return xmlDocument("xmeml", element("xmeml", { version: 5 }, [sequence]));
}

function xmlMarker(marker: Marker): XmlElement {
  const { frame, length } = marker;
  return element("marker", {}, [
    element("name", {}, markerAuthors(marker)),
    element("comment", {}, markerLines(marker).join("\n")),
    element("in", {}, frame),
    // The end is exclusive; -1 means that the marker has no duration.
    element("out", {}, length > 1 ? frame + length : -1),
  ]);
}

function clip(input: CommentExport): XmlElement {
  return element("clipitem", { id: "clipitem-1" }, [
    element("name", {}, fileNameText(input.fileName)),
    element("duration", {}, input.frames),
    rate(input),
    element("start", {}, 0),
    element("end", {}, input.frames),
    element("in", {}, 0),
    element("out", {}, input.frames),
    file(input),
  ]);
}

/** The path names no folder, so that programs ask where the file is. */
function file(input: CommentExport): XmlElement {
  const { audio } = input;
  const picture = element("video", {}, [element("samplecharacteristics", {}, [rate(input), ...size(input)])]);
  const sound =
    audio &&
    element("audio", {}, [
      element("samplecharacteristics", {}, [element("samplerate", {}, audio.sampleRate)]),
      element("channelcount", {}, audio.channels),
    ]);
  return element("file", { id: "file-1" }, [
    element("name", {}, fileNameText(input.fileName)),
    element("pathurl", {}, `file://localhost/${encodeURIComponent(fileNameText(input.fileName))}`),
    rate(input),
    element("duration", {}, input.frames),
    timecode(input),
    element("media", {}, sound ? [picture, sound] : [picture]),
  ]);
}

function rate({ rate: { num, den } }: CommentExport): XmlElement {
  return element("rate", {}, [
    element("timebase", {}, timebase({ num, den })),
    element("ntsc", {}, den === 1001 ? "TRUE" : "FALSE"),
  ]);
}

function timecode(input: CommentExport): XmlElement {
  return element("timecode", {}, [
    rate(input),
    element("string", {}, timecodeAt(0, input)),
    element("frame", {}, input.startFrame),
    element("displayformat", {}, input.dropFrame ? "DF" : "NDF"),
  ]);
}

function size({ width, height }: CommentExport): XmlElement[] {
  return [element("width", {}, width), element("height", {}, height)];
}
