/** The type of a file, detected from its first bytes. */
export interface FileType {
  kind: "image" | "video";
  type: string;
  extension: string;
}

const image = (type: string, extension: string): FileType => ({ kind: "image", type, extension });
const video = (type: string, extension: string): FileType => ({ kind: "video", type, extension });

/** Brands of images in the MP4 container, which not all browsers display. */
const imageBrands = new Set(["avif", "avis", "heic", "heix", "heif", "hevc", "mif1", "msf1"]);

/** Number of first bytes that `fileTypeOf` needs. */
export const typeBytes = 4096;

/** The type by content; null for anything that is neither an image nor a video. */
export function fileTypeOf(head: Buffer): FileType | null {
  const ascii = (start: number, end: number) => head.toString("latin1", start, end);
  if (head.length < 12) return null;
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return image("image/jpeg", "jpg");
  if (ascii(0, 8) === "\x89PNG\r\n\x1a\n") return image("image/png", "png");
  if (ascii(0, 6) === "GIF87a" || ascii(0, 6) === "GIF89a") return image("image/gif", "gif");
  if (ascii(0, 4) === "RIFF" && ascii(8, 12) === "WEBP") return image("image/webp", "webp");
  if (ascii(4, 8) === "ftyp") {
    const brand = ascii(8, 12);
    if (imageBrands.has(brand)) return null;
    return brand === "qt  " ? video("video/quicktime", "mov") : video("video/mp4", "mp4");
  }
  if (["moov", "mdat", "wide", "free"].includes(ascii(4, 8))) return video("video/quicktime", "mov");
  if (head.readUInt32BE(0) === 0x1a45dfa3) {
    return ascii(0, 256).includes("webm") ? video("video/webm", "webm") : video("video/x-matroska", "mkv");
  }
  if (ascii(0, 4) === "OggS") return video("video/ogg", "ogv");
  if (ascii(0, 4) === "RIFF" && ascii(8, 11) === "AVI") return video("video/x-msvideo", "avi");
  return null;
}

// oxlint-disable-next-line no-control-regex -- finds the characters that no text has.
const controlCharacter = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/;

/** Whether the first bytes are those of a text in UTF-8, which no video format is. False without any bytes. */
export function isText(head: Buffer): boolean {
  try {
    // The last character may be cut.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return text !== "" && !controlCharacter.test(text);
  } catch {
    return false;
  }
}

const byExtension = new Map([
  ["jpg", "image/jpeg"],
  ["png", "image/png"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["mp4", "video/mp4"],
  ["mov", "video/quicktime"],
  ["webm", "video/webm"],
  ["mkv", "video/x-matroska"],
  ["ogv", "video/ogg"],
  ["avi", "video/x-msvideo"],
  ["m3u8", "application/vnd.apple.mpegurl"],
  ["m4s", "video/iso.segment"],
  ["json", "application/json"],
  ["vtt", "text/vtt"],
]);

/** The media type for a file name's extension; `application/octet-stream` for unknown ones. */
export function typeOfName(name: string): string {
  return byExtension.get(name.slice(name.lastIndexOf(".") + 1).toLowerCase()) ?? "application/octet-stream";
}

const extensions = new Map([...byExtension].map(([extension, type]) => [type, extension]));

/** The file extension for a media type; `bin` for unknown ones. */
export function extensionOf(type: string): string {
  return extensions.get(type) ?? "bin";
}

/**
 * A file's name as the last segment of its URL: letters and digits of its name, and the extension of its real type. Other
 * dots are replaced, because clients take a URL that contains ".mp4" for a video.
 */
export function nameInAddress(name: string, extension: string): string {
  const stem = name.replace(/\.[^.]*$/, "").normalize("NFC");
  const words = stem
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);
  return `${words || "file"}.${extension}`;
}
