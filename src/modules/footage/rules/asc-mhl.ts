import { sha256SumsName } from "./checksums.ts";

/** Folder of the manifests beside the files that they list. Reference: ascmitc/mhl, schemas `ASCMHL` and `ASCMHLDirectory`. */
export const ascMhlFolder = "ascmhl";

/** Patterns of what isn't listed: the defaults of the standard, and our other list. */
const ignored = [".DS_Store", ascMhlFolder, `${ascMhlFolder}/`, sha256SumsName];

/** Digits of C4 identifiers, in ascending order. */
const c4Digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const c4Length = 90;

/** The C4 identifier (SMPTE ST 2114) of content by its SHA-512 in hexadecimal digits: "c4" and 88 digits to the base of 58. */
export function c4Id(sha512: string): string {
  let digits = "";
  for (let rest = BigInt(`0x${sha512}`); rest > 0n; rest /= 58n) {
    digits = (c4Digits[Number(rest % 58n)] ?? "") + digits;
  }
  return `c4${digits.padStart(c4Length - 2, c4Digits[0])}`;
}

/** A file in a manifest. */
interface ListedFile {
  /** Relative to the folder in which the folder `ascmhl` is. */
  path: string;
  bytes: number;
  /** In hexadecimal digits. */
  sha512: string;
  /** Time of the upload, which the downloaded file has as modification time. */
  modified: Date;
}

interface ManifestFacts {
  files: readonly ListedFile[];
  created: Date;
  /** Host name of the server. */
  host: string;
  /** Version of Reelay. */
  version: string;
}

/** The name of the first manifest of a folder: number, name of the folder and time in UTC. */
export function ascMhlName(folder: string, created: Date): string {
  const [date = "", time = ""] = utc(created).split("T");
  return `0001_${folder}_${date}_${time.replaceAll(":", "")}.mhl`;
}

/**
 * The first manifest of transferred files, in the ASC MHL format 2.0. The format has MD5, SHA-1, C4, XXH64, XXH3 and XXH128 and no
 * SHA-256 (ascmitc/mhl, issue 142). C4 is the only one of them that nobody can forge, and the one of chains of manifests.
 */
export function ascMhlManifest({ files, created, host, version }: ManifestFacts): string {
  const hashes = files.flatMap(({ path, bytes, sha512, modified }) => [
    "    <hash>",
    `      <path size="${bytes}" lastmodificationdate="${utc(modified)}">${escapeXml(path)}</path>`,
    `      <c4 action="original">${c4Id(sha512)}</c4>`,
    "    </hash>",
  ]);
  return document([
    `<hashlist version="2.0" xmlns="urn:ASC:MHL:v2.0">`,
    "  <creatorinfo>",
    `    <creationdate>${utc(created)}</creationdate>`,
    `    <hostname>${escapeXml(host)}</hostname>`,
    `    <tool version="${escapeXml(version)}">Reelay</tool>`,
    "  </creatorinfo>",
    "  <processinfo>",
    "    <process>transfer</process>",
    "    <ignore>",
    ...ignored.map((pattern) => `      <pattern>${pattern}</pattern>`),
    "    </ignore>",
    "  </processinfo>",
    // The schema requires an entry in the list.
    ...(hashes.length === 0 ? [] : ["  <hashes>", ...hashes, "  </hashes>"]),
    "</hashlist>",
  ]);
}

/** The chain file of a folder with one manifest, by the manifest's name and SHA-512. */
export function ascMhlChain(manifest: { name: string; sha512: string }): string {
  return document([
    `<ascmhldirectory xmlns="urn:ASC:MHL:DIRECTORY:v2.0">`,
    `  <hashlist sequencenr="1">`,
    `    <path>${escapeXml(manifest.name)}</path>`,
    `    <c4>${c4Id(manifest.sha512)}</c4>`,
    "  </hashlist>",
    "</ascmhldirectory>",
  ]);
}

const document = (lines: readonly string[]) =>
  ['<?xml version="1.0" encoding="UTF-8"?>', ...lines, ""].join("\n");

/** Date and time in UTC, to the second. */
const utc = (date: Date) => date.toISOString().replace(/\.\d+Z$/, "Z");

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
