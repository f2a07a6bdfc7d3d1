import { numberSquares } from "./clip-parts.ts";

/** Streams that no encoder of ffmpeg makes, by the name in a recipe. `from` is the clip that the recipe starts with. */
export const writers = { pulldown, fields, lostPackets, twoDescriptions };

const startCode = Buffer.from([0, 0, 1]);

/**
 * Film for television in MPEG-2 (ISO/IEC 13818-2): progressive pictures of 24000/1001 whose flags say which field comes first and
 * is repeated, so that they are shown in 60000/1001 fields.
 */
function pulldown(from: Buffer): Buffer {
  const bytes = Buffer.from(from);
  const flags = [0b1000_0010, 0b0000_0000, 0b0000_0010, 0b1000_0000];
  let pictures = 0;
  for (let at = bytes.indexOf(startCode); at >= 0; at = bytes.indexOf(startCode, at + 3)) {
    const [code = 0, first = 0] = bytes.subarray(at + 3, at + 5);
    const change = (offset: number, kept: number, set: number) => {
      bytes[at + offset] = ((bytes[at + offset] ?? 0) & kept) | set;
    };
    if (code === 0xb3) change(7, 0xf0, 4);
    else if (code === 0xb5 && first >> 4 === 1) change(5, 0b1111_0111, 0);
    else if (code === 0xb5 && first >> 4 === 8) {
      change(7, 0b0111_1101, flags[pictures % 4] ?? 0);
      pictures += 1;
    }
  }
  return bytes;
}

/** A transport stream (ISO/IEC 13818-1) without the packets from 40 to 50 % of it. */
function lostPackets(from: Buffer): Buffer {
  const upTo = (share: number) => Math.floor((from.length * share) / 188) * 188;
  return Buffer.concat([from.subarray(0, upTo(0.4)), from.subarray(upTo(0.5))]);
}

/**
 * An MP4 with its index at the end whose first track has a second sample description, from the middle of its chunks on (ISO/IEC
 * 14496-12, 8.5.2 and 8.7.4).
 */
function twoDescriptions(from: Buffer): Buffer {
  const table = from.indexOf("stsd") - 4;
  const end = table + from.readUInt32BE(table);
  const description = from.subarray(table + 16, end);
  const bytes = Buffer.concat([from.subarray(0, end), description, from.subarray(end)]);
  for (const name of ["moov", "trak", "mdia", "minf", "stbl", "stsd"]) {
    const box = from.lastIndexOf(name, table + 4) - 4;
    bytes.writeUInt32BE(from.readUInt32BE(box) + description.length, box);
  }
  bytes.writeUInt32BE(2, table + 12);
  const runs = bytes.indexOf("stsc", end) + 8;
  const count = bytes.readUInt32BE(runs);
  for (let run = Math.floor(count / 2); run < count; run += 1) bytes.writeUInt32BE(2, runs + 12 + run * 12);
  return bytes;
}

const [width, height, fps, frames, group] = [256, 128, 25, 50, 12];

/** Interlaced H.264 (ITU-T H.264) with a picture for each field, as camcorders write it (AVCHD), of samples that aren't compressed. */
function fields(): Buffer {
  const parts: Buffer[] = [];
  const delimiter = unit(9, Buffer.from([0x10]));
  for (let frame = 0; frame < frames; frame += 1) {
    parts.push(delimiter);
    if (frame % group === 0) parts.push(sequence(), pictureParameters());
    parts.push(field(frame, 0), delimiter, field(frame, 1));
  }
  return Buffer.concat(parts);
}

class Bits {
  readonly #bits: number[] = [];

  put(count: number, value: number): this {
    for (let bit = count - 1; bit >= 0; bit -= 1) this.#bits.push(Math.floor(value / 2 ** bit) % 2);
    return this;
  }

  /** Exponential Golomb codes. */
  golomb(...values: number[]): this {
    for (const value of values) {
      const count = Math.floor(Math.log2(value + 1));
      this.put(count, 0).put(count + 1, value + 1);
    }
    return this;
  }

  bytes(): Buffer {
    const bytes = Buffer.alloc(Math.ceil(this.#bits.length / 8));
    for (const [at, bit] of this.#bits.entries())
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (7 - (at % 8)));
    return bytes;
  }
}

/** A NAL unit (7.3.1): no byte sequence in it is a start code. */
function unit(type: number, payload: Buffer): Buffer {
  const bytes = [0, 0, 0, 1, type];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(bytes);
}

/** Sequence parameters (7.3.2.1): main profile, fields allowed, with the rate of fields. */
function sequence(): Buffer {
  const bits = new Bits().put(24, 0x4d001e).golomb(0, 0, 2, 1).put(1, 0);
  bits.golomb(width / 16 - 1, height / 32 - 1).put(5, 0b00101);
  const timing = bits
    .put(5, 0b00001)
    .put(32, 1)
    .put(32, 2 * fps)
    .put(1, 1);
  return unit(0x67, timing.put(5, 0b00101).bytes());
}

/** Picture parameters (7.3.2.2): CAVLC, and slices say that they are not filtered. */
function pictureParameters(): Buffer {
  const bits = new Bits().golomb(0, 0).put(2, 0).golomb(0, 0, 0).put(3, 0).golomb(0, 0, 0);
  return unit(0x68, bits.put(4, 0b1001).bytes());
}

/** One field (7.3.3): blocks of raw samples, the first row with the number of the frame. */
function field(frame: number, bottom: 0 | 1): Buffer {
  const place = frame % group;
  const isKey = place === 0 && bottom === 0;
  const header = new Bits()
    .golomb(0, 7, 0)
    .put(4, place % 16)
    .put(2, 0b10 | bottom);
  if (isKey) header.golomb((frame / group) % 2).put(2, 0);
  else header.put(1, 0);
  header.golomb(0, 1);
  const blocks: Buffer[] = [];
  for (let row = 0; row < height / 32; row += 1) {
    for (let column = 0; column < width / 16; column += 1) {
      const type = (blocks.length === 0 ? header : new Bits()).golomb(25).bytes();
      const luma = Buffer.alloc(256, 100 + ((column * 5 + row * 7 + frame) % 60));
      // The squares are 16 lines high, eight in each field.
      if (row === 0 && column < numberSquares) luma.fill((frame >> column) & 1 ? 235 : 16, 0, 128);
      blocks.push(type, luma, Buffer.alloc(128, 128));
    }
  }
  return unit(isKey ? 0x65 : 0x61, Buffer.concat([...blocks, Buffer.from([0x80])]));
}
