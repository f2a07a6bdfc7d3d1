/** What a file is by its first bytes. */
export interface FileType {
  kind: "image" | "video";
  type: string;
  extension: string;
}

const image = (type: string, extension: string): FileType => ({ kind: "image", type, extension });
const video = (type: string, extension: string): FileType => ({ kind: "video", type, extension });

/** Brands of still pictures in the same container as MP4; browsers can't be counted on to show them. */
const pictureBrands = new Set(["avif", "avis", "heic", "heix", "heif", "hevc", "mif1", "msf1"]);

/** How many first bytes `fileTypeOf` needs. */
export const typeBytes = 4096;

/** The type by content, whatever the name or the sender claims; null for anything that is neither. */
export function fileTypeOf(head: Buffer): FileType | null {
  const ascii = (start: number, end: number) => head.toString("latin1", start, end);
  if (head.length < 12) return null;
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return image("image/jpeg", "jpg");
  if (ascii(0, 8) === "\x89PNG\r\n\x1a\n") return image("image/png", "png");
  if (ascii(0, 6) === "GIF87a" || ascii(0, 6) === "GIF89a") return image("image/gif", "gif");
  if (ascii(0, 4) === "RIFF" && ascii(8, 12) === "WEBP") return image("image/webp", "webp");
  if (ascii(4, 8) === "ftyp") {
    const brand = ascii(8, 12);
    if (pictureBrands.has(brand)) return null;
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
]);

/** The type that an address's ending stands for; anything unknown is plain bytes. */
export function typeOfName(name: string): string {
  return byExtension.get(name.slice(name.lastIndexOf(".") + 1).toLowerCase()) ?? "application/octet-stream";
}

const endings = new Map([...byExtension].map(([ending, type]) => [type, ending]));

/** The ending that stands for a type, `bin` for an unknown one. */
export function extensionOf(type: string): string {
  return endings.get(type) ?? "bin";
}

/**
 * A file's name for the end of its address: its own words, and an ending that is true. Other dots go, so that a picture
 * called `clip.mp4.png` is not taken for a video (specification, section 3: a URL containing ".mp4" is a video).
 */
export function nameInAddress(name: string, extension: string): string {
  const stem = name.replace(/\.[^.]*$/, "").normalize("NFC");
  const words = stem
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);
  return `${words || "file"}.${extension}`;
}
