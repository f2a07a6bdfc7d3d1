import { open } from "node:fs/promises";

import type { StatedTimecode } from "./facts.ts";

/** Key of a timecode component (SMPTE ST 377-1, B.17). */
const componentKey = Buffer.from("060e2b34025301010d01010101011400", "hex");
const headerBytes = 1024 * 1024;

/** Tags of its start, frames per second and drop-frame flag. */
const [startTag, baseTag, dropTag] = [0x15_01, 0x15_02, 0x15_03];

type Count = Exclude<StatedTimecode, string>;

/**
 * The timecode of an MXF file with the rate that it counts at, which ffmpeg doesn't print: at 59.94 frames per second most
 * cameras count pairs of frames. `text` is what ffmpeg prints; it is returned if the header has no component like that.
 */
export async function readMxfTimecode(path: string, text: string): Promise<StatedTimecode> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
  return mxfTimecode(buffer.subarray(0, bytesRead), text);
}

/** Exported for its test. */
export function mxfTimecode(header: Buffer, text: string): StatedTimecode {
  for (let at = header.indexOf(componentKey); at >= 0; at = header.indexOf(componentKey, at + 1)) {
    const component = readComponent(header, at + componentKey.length);
    if (component && component.frames === frameCount(text, component)) return component;
  }
  return text;
}

/** The set of a component at its length, or null if it is incomplete. */
function readComponent(header: Buffer, at: number): Count | null {
  if (at >= header.length) return null;
  const first = header.readUInt8(at);
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 6 || at + 1 + lengthBytes > header.length) return null;
  const size = lengthBytes === 0 ? first : header.readUIntBE(at + 1, lengthBytes);
  const set = header.subarray(at + 1 + lengthBytes, at + 1 + lengthBytes + size);
  const values = new Map<number, Buffer>();
  for (let tag = 0; tag + 4 <= set.length; tag += 4 + set.readUInt16BE(tag + 2)) {
    values.set(set.readUInt16BE(tag), set.subarray(tag + 4, tag + 4 + set.readUInt16BE(tag + 2)));
  }
  const [start, base, drop] = [values.get(startTag), values.get(baseTag), values.get(dropTag)];
  if (start?.length !== 8 || base?.length !== 2 || drop?.length !== 1) return null;
  const counted = { frames: Number(start.readBigInt64BE(0)), perSecond: base.readUInt16BE(0) };
  return counted.perSecond === 0 ? null : { ...counted, dropFrame: drop.readUInt8(0) !== 0 };
}

/** Frames since midnight of a timecode that counts as `component` does. */
function frameCount(text: string, { perSecond, dropFrame }: Count): number {
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = text.split(/[:;.]/).map(Number);
  const allMinutes = hours * 60 + minutes;
  const dropped = dropFrame ? (perSecond / 15) * (allMinutes - Math.floor(allMinutes / 10)) : 0;
  return (allMinutes * 60 + seconds) * perSecond + frames - dropped;
}
