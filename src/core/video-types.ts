import { isUtf8 } from "./text-encoding.ts";

/** A format of video files. */
interface VideoType {
  /** Media type. */
  type: string;
  /** Other media types that browsers and systems use for it. */
  aliases?: readonly string[];
  /** Extensions of file names, the usual one first. */
  extensions: readonly string[];
  /** Names of its container in `ProbeFacts`. */
  containers: readonly string[];
}

/** All formats that are accepted by their name. Of several with one container, the first is the usual one. */
const videoTypes: readonly VideoType[] = [
  {
    type: "video/mp4",
    aliases: ["video/x-m4v", "video/mp4v-es"],
    extensions: ["mp4", "m4v", "f4v"],
    containers: ["mp4"],
  },
  { type: "video/quicktime", extensions: ["mov", "qt"], containers: ["mov"] },
  { type: "video/3gpp", extensions: ["3gp", "3gpp"], containers: ["mp4", "mov"] },
  { type: "video/3gpp2", extensions: ["3g2", "3gp2"], containers: ["mp4", "mov"] },
  { type: "video/webm", extensions: ["webm"], containers: ["webm"] },
  {
    type: "video/x-matroska",
    aliases: ["video/matroska", "video/x-matroska-3d", "video/matroska-3d"],
    extensions: ["mkv", "mk3d"],
    containers: ["matroska"],
  },
  {
    type: "video/mp2t",
    aliases: ["video/vnd.dlna.mpeg-tts", "video/mpeg2ts", "video/x-mpegts"],
    extensions: ["ts", "mts", "m2ts", "m2t", "m2s", "tp", "trp"],
    containers: ["mpeg-ts", "mpegts"],
  },
  {
    type: "video/mpeg",
    aliases: ["video/mp2p", "video/mpeg2", "video/x-mpeg", "video/x-mpeg2", "video/mpg"],
    extensions: ["mpg", "mpeg", "m2v", "m1v", "m2p", "mpe", "mpv", "ps", "vob", "mod", "tod"],
    containers: ["mpeg", "mpegvideo"],
  },
  {
    type: "application/mxf",
    aliases: ["video/mxf", "video/x-mxf"],
    extensions: ["mxf"],
    containers: ["mxf"],
  },
  {
    type: "video/x-msvideo",
    aliases: ["video/avi", "video/msvideo", "video/vnd.avi", "video/divx"],
    extensions: ["avi", "divx"],
    containers: ["avi"],
  },
  { type: "video/x-dv", aliases: ["video/dv"], extensions: ["dv", "dif"], containers: ["dv"] },
  { type: "video/x-flv", aliases: ["video/flv"], extensions: ["flv"], containers: ["flv", "live_flv"] },
  {
    type: "video/x-ms-wmv",
    aliases: ["video/x-ms-asf", "application/vnd.ms-asf"],
    extensions: ["wmv", "asf"],
    containers: ["asf"],
  },
  { type: "video/ogg", aliases: ["application/ogg"], extensions: ["ogv", "ogg", "ogm"], containers: ["ogg"] },
  {
    type: "application/gxf",
    aliases: ["video/x-gxf"],
    extensions: ["gxf"],
    containers: ["gxf"],
  },
  {
    type: "application/vnd.rn-realmedia",
    aliases: ["application/vnd.rn-realmedia-vbr", "video/vnd.rn-realvideo"],
    extensions: ["rm", "rmvb"],
    containers: ["rm"],
  },
  { type: "video/x-nut", extensions: ["nut"], containers: ["nut"] },
  { type: "video/x-ivf", extensions: ["ivf"], containers: ["ivf"] },
  { type: "video/av1", extensions: ["obu", "av1"], containers: ["obu", "av1"] },
  { type: "video/h264", extensions: ["h264", "264", "avc"], containers: ["h264"] },
  { type: "video/h265", extensions: ["h265", "265", "hevc"], containers: ["hevc"] },
  { type: "video/x-yuv4mpeg", extensions: ["y4m"], containers: ["yuv4mpegpipe"] },
];

/** The media type of content that is not known, or not known yet. */
export const unknownType = "application/octet-stream";

/** Extensions of all formats, the usual one of each first. */
export const videoExtensions: readonly string[] = videoTypes.flatMap(({ extensions }) => extensions);

const byExtension = new Map(
  videoTypes.flatMap(({ type, extensions }) =>
    extensions.map((extension): [string, string] => [extension, type]),
  ),
);
const byName = new Map(
  videoTypes.flatMap(({ type, aliases = [] }) =>
    [type, ...aliases].map((name): [string, string] => [name, type]),
  ),
);
const usualExtensions = new Map(videoTypes.map(({ type, extensions }) => [type, extensions[0] ?? "bin"]));

/** The usual extension of a format by any of its media types, without a dot; null for an unknown one. */
export function extensionOfVideo(type: string): string | null {
  return usualExtensions.get(knownVideoType(type) ?? "") ?? null;
}

/** The media type by which a format is served; null for one that is not in the table. */
export function knownVideoType(type: string): string | null {
  return byName.get(type.toLowerCase()) ?? null;
}

/** The media type by the extension of a file's name, or null. */
export function videoTypeOfName(name: string): string | null {
  return byExtension.get(extensionIn(name) ?? "") ?? null;
}

/** The media type of a file in this container. Formats that share a container are distinguished by the name. */
export function videoTypeOfContainer(container: string, name: string): string | null {
  const matches = videoTypes.filter(({ containers }) => containers.includes(container.toLowerCase()));
  const named = videoTypeOfName(name);
  return (matches.find(({ type }) => type === named) ?? matches[0])?.type ?? null;
}

/**
 * The media type of a file that may be a video, or null for one that is none. Content decides, then the extension; the type
 * that a browser states only where both are unknown. A name without an extension says nothing: without content, the type of
 * such a file is `unknownType`.
 */
export function detectVideoType(file: { name: string; type: string; head?: Uint8Array }): string | null {
  const { name, type, head } = file;
  if (head && (isText(head) || isOtherFormat(head))) return null;
  const detectedType = (head && videoTypeOfContent(head)) ?? videoTypeOfName(name) ?? knownVideoType(type);
  if (detectedType !== null) return detectedType;
  if (/^video\/[\w.+-]{1,90}$/i.test(type)) return unknownType;
  return !head && extensionIn(name) === null ? unknownType : null;
}

function extensionIn(name: string): string | null {
  return /[^.]\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? null;
}

/** Number of first bytes that tell the format of a file. */
export const videoHeadBytes = 4096;

/** Brands of still images in the MP4 container. */
const imageBrands = new Set(["avif", "avis", "heic", "heix", "heif", "hevc", "mif1", "msf1"]);

function latin(head: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...head.subarray(start, end));
}

const startsWith = (head: Uint8Array, ...bytes: number[]) => bytes.every((byte, at) => head[at] === byte);

/** The media type by the first bytes, or null. */
export function videoTypeOfContent(head: Uint8Array): string | null {
  if (head.length < 12) return null;
  if (latin(head, 4, 8) === "ftyp") {
    const brand = latin(head, 8, 12);
    if (imageBrands.has(brand)) return null;
    if (brand === "qt  ") return "video/quicktime";
    if (brand.startsWith("3g2")) return "video/3gpp2";
    return /^3g[a-z]/.test(brand) ? "video/3gpp" : "video/mp4";
  }
  if (["moov", "mdat", "wide", "free", "skip"].includes(latin(head, 4, 8))) return "video/quicktime";
  if (startsWith(head, 0x1a, 0x45, 0xdf, 0xa3)) {
    return latin(head, 0, 256).includes("webm") ? "video/webm" : "video/x-matroska";
  }
  return signatures.find(({ matches }) => matches(head))?.type ?? null;
}

const starting = (text: string) => (head: Uint8Array) => latin(head, 0, text.length) === text;

/** The sync byte of each of the first packets, of 188 bytes, or of 192 with a time code before each. */
function isTransportStream(head: Uint8Array): boolean {
  return [
    [0, 188],
    [4, 192],
    [0, 204],
  ].some(([first = 0, size = 188]) => {
    const packets = Math.min(5, Math.floor((head.length - first) / size));
    return (
      packets > 1 &&
      Array.from({ length: packets }, (_, n) => head[first + n * size]).every((b) => b === 0x47)
    );
  });
}

const partitionKey = "\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02\x01\x01";

/** Whether the stream starts with the parameters or the delimiter of H.264 or H.265 (Annex B). */
function startsNalUnit(types: readonly number[]) {
  return (head: Uint8Array) => {
    const at = startsWith(head, 0, 0, 0, 1) ? 4 : startsWith(head, 0, 0, 1) ? 3 : -1;
    return at > 0 && types.includes(head[at] ?? -1);
  };
}

const signatures: readonly { type: string; matches: (head: Uint8Array) => boolean }[] = [
  { type: "video/ogg", matches: starting("OggS") },
  {
    type: "video/x-msvideo",
    matches: (head) => latin(head, 0, 4) === "RIFF" && latin(head, 8, 11) === "AVI",
  },
  { type: "video/x-flv", matches: starting("FLV\x01") },
  { type: "video/x-ms-wmv", matches: starting("\x30\x26\xb2\x75\x8e\x66\xcf\x11") },
  { type: "application/mxf", matches: (head) => latin(head, 0, videoHeadBytes).includes(partitionKey) },
  { type: "video/mpeg", matches: starting("\x00\x00\x01\xba") },
  { type: "video/mpeg", matches: starting("\x00\x00\x01\xb3") },
  { type: "application/gxf", matches: starting("\x00\x00\x00\x00\x01\xbc") },
  { type: "video/x-dv", matches: (head) => startsWith(head, 0x1f, 0x07, 0x00) },
  { type: "video/x-ivf", matches: starting("DKIF") },
  { type: "video/av1", matches: starting("\x12\x00\x0a") },
  { type: "video/x-yuv4mpeg", matches: starting("YUV4MPEG2 ") },
  { type: "video/x-nut", matches: starting("nut/multimedia container") },
  { type: "application/vnd.rn-realmedia", matches: starting(".RMF") },
  // Parameter sets and access unit delimiters.
  { type: "video/h264", matches: startsNalUnit([0x67, 0x27, 0x47, 0x09]) },
  { type: "video/h265", matches: startsNalUnit([0x40, 0x42, 0x46]) },
  { type: "video/mp2t", matches: isTransportStream },
];

/** Starts of images, sound, documents and archives. */
const others = [
  "\xff\xd8\xff",
  "\x89PNG",
  "GIF8",
  "BM",
  "II*\x00",
  "MM\x00*",
  "ID3",
  "fLaC",
  "%PDF",
  "PK\x03\x04",
  "Rar!",
];

function isOtherFormat(head: Uint8Array): boolean {
  const start = latin(head, 0, 12);
  if (others.some((other) => start.startsWith(other))) return true;
  if (start.startsWith("RIFF")) return start.endsWith("WAVE") || start.endsWith("WEBP");
  return start.slice(4, 8) === "ftyp" && imageBrands.has(start.slice(8));
}

// oxlint-disable-next-line no-control-regex -- finds the characters that no text has.
const controlCharacter = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/;

/** Whether the first bytes are those of a text in UTF-8, which no video format but YUV4MPEG is. False without any bytes. */
export function isText(head: Uint8Array): boolean {
  if (head.length === 0 || controlCharacter.test(latin(head, 0, videoHeadBytes))) return false;
  // The last character may be cut.
  const lead = head.findLastIndex((byte) => byte < 0x80 || byte >= 0xc0);
  const whole = head.length - lead <= 3 && (head[lead] ?? 0) >= 0xc0 ? head.subarray(0, lead) : head;
  return isUtf8(head) || isUtf8(whole);
}
