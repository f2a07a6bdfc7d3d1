import { videoExtensions } from "#core/video-types.ts";

/**
 * Kinds of footage files. A `camera_original` is video in a format of a camera's manufacturer, of which neither browsers nor
 * ffmpeg show a picture.
 */
export const footageKinds = [
  "video",
  "camera_original",
  "sound",
  "picture",
  "project",
  "document",
  "other",
] as const;
export type FootageKind = (typeof footageKinds)[number];

/** Extensions of each kind, separated by spaces. One that is listed twice belongs to the first kind. */
const extensions: readonly [FootageKind, string][] = [
  // RED, Blackmagic, ARRI, Canon Cinema RAW, Nikon N-RAW, Phantom, Magic Lantern, Panasonic, Kinefinity.
  ["camera_original", "r3d braw ari arx crm rmf nev cine mlv vrw krw"],
  ["sound", "wav bwf rf64 w64 aif aiff aifc caf mp3 m4a aac flac ogg oga opus wma ac3 eac3 mka amr"],
  ["video", `${videoExtensions.join(" ")} insv 360`],
  [
    "picture",
    "jpg jpeg png gif webp avif heic heif tif tiff bmp tga exr dpx psd psb svg ai eps " +
      // Stills of cameras; DNG is also a frame of CinemaDNG.
      "dng cr2 cr3 nef nrw arw raf orf rw2 pef srw 3fr iiq gpr",
  ],
  [
    "project",
    "prproj aep aepx aet mogrt drp drt drb dra fcpxml fcpxmld fcp avp avb aaf omf edl otio otioz veg kdenlive mlt " +
      "blend c4d nk hip motn ptx ptf logicx als rpp sesx flp cube 3dl look lut",
  ],
  [
    "document",
    "pdf doc docx odt pages txt md rtf csv tsv xls xlsx ods numbers ppt pptx key fdx fountain srt vtt ass ssa xml xmp json ale mhl",
  ],
];

const kindsByExtension = new Map(
  extensions
    .flatMap(([kind, list]) => list.split(" ").map((extension): [string, FootageKind] => [extension, kind]))
    // A map keeps the last of several values.
    .toReversed(),
);

/** The extension of a file's name in lower case, without a dot; empty if it has none. */
function fileExtension(path: string): string {
  return /[^./]\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

/** The kind of a file by the extension of its path. */
export function footageKind(path: string): FootageKind {
  return kindsByExtension.get(fileExtension(path)) ?? "other";
}

/** Media types of files that browsers show or play. Whether they know the codec in it shows only when they try. */
const playableTypes = new Map([
  ["mp4", "video/mp4"],
  ["m4v", "video/mp4"],
  ["mov", "video/quicktime"],
  ["webm", "video/webm"],
  ["mp3", "audio/mpeg"],
  ["m4a", "audio/mp4"],
  ["aac", "audio/aac"],
  ["wav", "audio/wav"],
  ["flac", "audio/flac"],
  ["ogg", "audio/ogg"],
  ["oga", "audio/ogg"],
  ["opus", "audio/ogg"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["png", "image/png"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["bmp", "image/bmp"],
]);

/** The media type with which a file is shown in the browser, or null if it can only be downloaded. */
export function playableType(path: string): string | null {
  return playableTypes.get(fileExtension(path)) ?? null;
}
