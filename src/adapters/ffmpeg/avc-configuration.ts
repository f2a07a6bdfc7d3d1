import type { ProbeFacts } from "./facts.ts";

type Coding = Pick<ProbeFacts["video"], "bitDepth" | "chroma" | "interlaced">;

const chromas = ["4:0:0", "4:2:0", "4:2:2", "4:4:4"] as const;

/** Profiles whose parameter sets contain sampling and bit depth (ISO/IEC 14496-10, 7.3.2.1.1). */
const highProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/**
 * Bit depth, sampling and interlacing of H.264 by the first sequence parameter set of its `avcC` box: the
 * profile states only the maximum. Interlaced means that pictures may be coded as fields. Null if the box is
 * damaged.
 */
export function readAvcConfiguration(description: ArrayBufferLike | ArrayBufferView): Coding | null {
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  // Version, profile, compatibility, level, length size; then the number of sets and the length of the first.
  const length = ((bytes[6] ?? 0) << 8) | (bytes[7] ?? 0);
  const set = bytes.subarray(8, 8 + length);
  if (set.length < length || length < 5) return null;
  const bits = bitReader(withoutEmulation(set.subarray(4)));
  bits.exp();
  const coding: Omit<Coding, "interlaced"> = { bitDepth: 8, chroma: "4:2:0" };
  if (highProfiles.has(set[1] ?? 0)) {
    const format = bits.exp();
    if (format === 3) bits.read(1);
    coding.chroma = chromas[format] ?? null;
    coding.bitDepth = 8 + bits.exp();
    bits.exp();
    bits.read(1);
    if (bits.read(1) === 1) skipScalingLists(bits, format === 3 ? 12 : 8);
  }
  bits.exp();
  skipOrder(bits);
  bits.exp();
  bits.read(1);
  bits.exp();
  bits.exp();
  const framesOnly = bits.read(1);
  return bits.ended() ? null : { ...coding, interlaced: framesOnly === 0 };
}

/** Removes emulation prevention bytes: a 3 after two zeros. */
function withoutEmulation(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => !(byte === 3 && at >= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0));
}

type Bits = ReturnType<typeof bitReader>;

function bitReader(bytes: Uint8Array) {
  let at = 0;
  const read = (count: number): number => {
    let value = 0;
    for (let n = 0; n < count; n++, at++) value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  };
  return {
    read,
    /** An unsigned Exp-Golomb number. */
    exp: (): number => {
      let zeros = 0;
      while (zeros < 32 && at < bytes.length * 8 && read(1) === 0) zeros++;
      return 2 ** zeros - 1 + read(zeros);
    },
    ended: () => at > bytes.length * 8,
  };
}

const signed = (value: number) => (value % 2 === 0 ? -value / 2 : (value + 1) / 2);

function skipScalingLists(bits: Bits, lists: number): void {
  for (let list = 0; list < lists; list++) {
    if (bits.read(1) === 0) continue;
    let last = 8;
    for (let n = 0, next = 8; n < (list < 6 ? 16 : 64) && next !== 0; n++) {
      next = (last + signed(bits.exp()) + 256) % 256;
      if (next !== 0) last = next;
    }
  }
}

/** Skips the picture order count. */
function skipOrder(bits: Bits): void {
  const kind = bits.exp();
  if (kind === 0) bits.exp();
  if (kind !== 1) return;
  bits.read(1);
  bits.exp();
  bits.exp();
  for (let remaining = Math.min(255, bits.exp()); remaining > 0; remaining--) bits.exp();
}
