import { expect, it } from "vitest";

import { rubbishReason } from "./card-rubbish.ts";

it.each([
  ["Card/.DS_Store"],
  ["Card/._C0001.MXF"],
  [".Spotlight-V100/Store-V2/0.index"],
  ["Card/.Trashes/501/C0001.MXF"],
  [".Trash-1000/files/C0001.MXF"],
  ["$RECYCLE.BIN/S-1-5/desktop.ini"],
  ["System Volume Information/WPSettings.dat"],
  ["DCIM/Thumbs.db"],
  ["DCIM/desktop.ini"],
  ["__MACOSX/Card/._C0001.MXF"],
  ["Card/Icon\r"],
  ["@eaDir/C0001.MXF/SYNOVIDEO"],
])("%j is of a system", (path) => {
  expect(rubbishReason(path)).toBe("system");
});

it.each([["DCIM/100GOPRO/GX010001.THM"], ["DCIM/100GOPRO/GL010001.LRV"], ["DCIM/DJI_001/DJI_0001.LRF"]])(
  "%s is a preview",
  (path) => {
    expect(rubbishReason(path)).toBe("preview");
  },
);

it.each([
  ["DCIM/100GOPRO/GX010001.MP4"],
  ["PRIVATE/M4ROOT/CLIP/C0001.MP4"],
  ["PRIVATE/M4ROOT/CLIP/C0001M01.XML"],
  ["PRIVATE/M4ROOT/SUB/C0001S03.MP4"],
  ["PRIVATE/M4ROOT/THMBNL/C0001T01.JPG"],
  ["PRIVATE/M4ROOT/MEDIAPRO.XML"],
  ["BPAV/CLPR/A/AR01.BIM"],
  ["CONTENTS/CLIPS001/AA0001/AA0001.CPF"],
  ["DCIM/DJI_0001.SRT"],
  ["LUT/look.cube"],
  ["C0001.xmp"],
  ["ascmhl/0001_A001_2026-11-29_221005Z.mhl"],
  ["thumbs.dbx"],
  ["My .DS_Store notes.txt"],
])("%s is kept", (path) => {
  expect(rubbishReason(path)).toBeNull();
});
