import type { Caller } from "./access.ts";
import { ApiError } from "./errors.ts";
import type { Platform } from "./platform.ts";
import { isListed, type Video } from "./videos.ts";

export const videoNotFound = () =>
  new ApiError(404, "videoNotFound", "The video cannot be found.", {
    domain: "youtube.video",
    location: "id",
    locationType: "parameter",
  });

/** A video of the caller's channel. */
export function ownVideo(platform: Platform, caller: Caller, id: string | undefined): Video {
  const video = platform.videos.find(id ?? "");
  if (!video || !isListed(video)) throw videoNotFound();
  if (video.channelId !== caller.channel.id) {
    throw new ApiError(403, "forbidden", "The video belongs to another channel.", {
      domain: "youtube.common",
    });
  }
  return video;
}
