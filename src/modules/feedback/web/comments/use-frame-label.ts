import type { Playback } from "#modules/media/contract/videos.ts";
import { useTimecode } from "#modules/media/web/public/use-timecode.ts";

import { type FrameLabel, frameNumber } from "./comment-time.ts";

/** Names the frames of a video by the timecode that the user has chosen, or by their number while the rate is unknown. */
export function useFrameLabel(video: Pick<Playback, "rate" | "startTimecode">): FrameLabel {
  const { formatTimecode } = useTimecode(video);
  return video.rate ? formatTimecode : frameNumber;
}
