import { createRequire } from "node:module";

import type * as Mediabunny from "mediabunny";
import type { Input, InputVideoTrack } from "mediabunny";

const mediabunny: typeof Mediabunny = createRequire(import.meta.url)("mediabunny");
const { EncodedPacketSink } = mediabunny;

/** The picture track of the film: no still, the default one, the longest, the first one. Null if there is none. */
export async function choosePicture(input: Input): Promise<InputVideoTrack | null> {
  const tracks = await input.getVideoTracks();
  if (tracks.length < 2) return tracks[0] ?? null;
  const rated = await Promise.all(
    tracks.map(async (track) => {
      const sink = new EncodedPacketSink(track);
      const first = await sink.getFirstPacket({ metadataOnly: true });
      const last = await sink.getPacket(Number.POSITIVE_INFINITY, { metadataOnly: true });
      const moves = first !== null && last?.timestamp !== first.timestamp;
      const isDefault = (await track.getDisposition()).default;
      return {
        track,
        rank: (moves ? 2 : 0) + (isDefault ? 1 : 0),
        seconds: Math.round(last?.timestamp ?? 0),
      };
    }),
  );
  return rated.toSorted((a, b) => b.rank - a.rank || b.seconds - a.seconds)[0]?.track ?? null;
}

/** Whether the track is the first picture track of its file. */
export async function isFirst(track: InputVideoTrack): Promise<boolean> {
  return (await track.input.getVideoTracks())[0]?.id === track.id;
}

/** ffmpeg's specifier of a track: its number where the container has one that ffmpeg keeps, else its position. */
export function streamSpecifier({ id, number }: InputVideoTrack, { hasIds }: { hasIds: boolean }): string {
  return hasIds ? `i:${id}` : `v:${number - 1}`;
}
