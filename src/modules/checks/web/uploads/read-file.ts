import {
  BlobSource,
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  MPEG_TS,
  QTFF,
  WEBM,
} from "mediabunny";

import type { FileFacts } from "#modules/checks/rules/facts.ts";
import type { Rate } from "#modules/media/rules/frames.ts";

import { frameRates, parseRate } from "../specifications/specification-values.ts";

/** Packets whose times the frame rate is read from. */
const readPackets = 300;

/** Properties of a chosen file by its head and tail; null for a file that the browser can't read. */
export async function readFile(file: File): Promise<FileFacts | null> {
  using input = new Input({
    source: new BlobSource(file),
    formats: [MP4, QTFF, WEBM, MATROSKA, MPEG_TS],
  });
  if (!(await input.canRead())) return null;
  const track = await input.getPrimaryVideoTrack();
  if (!track) return null;
  const { matrix, transfer, fullRange } = await track.getColorSpace();
  return {
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    rate: await readRate(track),
    constantRate: null,
    durationSeconds: (await track.getDurationFromMetadata()) ?? (await input.getDurationFromMetadata()),
    codec: await track.getCodec(),
    // Of these containers, MPEG-TS may have sound that the reader doesn't know.
    soundTracks: (await input.getFormat()) === MPEG_TS ? null : (await input.getAudioTracks()).length,
    colour: {
      matrix: matrix ?? null,
      hdr: (["pq", "hlg"] as const).find((name) => name === String(transfer)) ?? null,
      fullRange: fullRange ?? false,
    },
    interlaced: null,
  };
}

/** The exact rate, if it is a usual one and the first frames have it; otherwise null. */
async function readRate(track: InputVideoTrack): Promise<Rate | null> {
  const times: number[] = [];
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true });
  for await (const { timestamp } of packets) {
    times.push(timestamp);
    if (times.length === readPackets) break;
  }
  times.sort((one, other) => one - other);
  // Frames after the last packet that was read may belong before it.
  const ordered = times.length === readPackets ? times.slice(0, -16) : times;
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (first === undefined || last === undefined || last === first) return null;
  const mean = (last - first) / (ordered.length - 1);
  const isSteady = ordered.every((time, index) => {
    const before = ordered[index - 1];
    return before === undefined || Math.abs(time - before - mean) < mean / 4;
  });
  if (!isSteady) return null;
  const rates = frameRates.map(([, value]) => parseRate(value));
  // 29.97 and 30 differ by 0.1%.
  return rates.find(({ num, den }) => Math.abs((mean * num) / den - 1) < 0.0004) ?? null;
}
