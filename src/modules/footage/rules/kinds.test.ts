import { expect, it } from "vitest";

import { footageKind, playableType } from "./kinds.ts";

it.each([
  ["A001/C0001.MXF", "video", null],
  ["clip.MP4", "video", "video/mp4"],
  ["clip.mov", "video", "video/quicktime"],
  ["00001.MTS", "video", null],
  ["A001_C001.R3D", "camera_original", null],
  ["A001.braw", "camera_original", null],
  ["ZOOM0001.WAV", "sound", "audio/wav"],
  ["voice.ogg", "sound", "audio/ogg"],
  ["IMG_0001.JPG", "picture", "image/jpeg"],
  ["IMG_0001.CR3", "picture", null],
  ["cut.prproj", "project", null],
  ["look.cube", "project", null],
  ["brief.pdf", "document", null],
  ["C0001M01.XML", "document", null],
  ["A001/C0001.BIM", "other", null],
  ["README", "other", null],
  ["folder.mov/README", "other", null],
  [".mov", "other", null],
])("%s is %s and plays as %s", (path, kind, type) => {
  expect([footageKind(path), playableType(path)]).toEqual([kind, type]);
});
