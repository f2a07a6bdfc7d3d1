import type { VideoPlatform } from "#adapters/video-platform/youtube/youtube.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { type Charged, chargeUnits } from "./charge-units.ts";

type Costly = keyof VideoPlatform["quotaUnits"];

/** YouTube, whose calls are charged to a creator before they are made. They also throw the errors of `chargeUnits`. */
export function chargedYouTube(
  dependencies: Pick<PublishingDependencies, "run" | "platform" | "youtubeQuota">,
  charged: Charged,
): VideoPlatform {
  const { platform } = dependencies;
  const { quotaUnits, playlistsPerPage } = platform;
  const charge = (units: number, spent = false) => chargeUnits(dependencies, charged, { units, spent });
  const calls = {
    channel: before("channel", platform.channel),
    categories: before("categories", platform.categories),
    createPlaylist: before("createPlaylist", platform.createPlaylist),
    addToPlaylist: before("addToPlaylist", platform.addToPlaylist),
    addCaption: before("addCaption", platform.addCaption),
    setThumbnail: before("setThumbnail", platform.setThumbnail),
    updateVideo: before("updateVideo", platform.updateVideo),
    video: before("video", platform.video),
    deleteVideo: before("deleteVideo", platform.deleteVideo),
    recentUploads: before("recentUploads", platform.recentUploads),
    findUpload: before("findUpload", platform.findUpload),
    playlists: async (access: string) => {
      await charge(quotaUnits.playlists);
      const playlists = await platform.playlists(access);
      const furtherPages = Math.ceil(playlists.length / playlistsPerPage) - 1;
      if (furtherPages > 0) await charge(furtherPages * quotaUnits.playlists, true);
      return playlists;
    },
  } satisfies Pick<VideoPlatform, Costly>;
  return { ...platform, ...calls };

  function before<Given extends unknown[], Result>(
    name: Costly,
    call: (...given: Given) => Promise<Result>,
  ): (...given: Given) => Promise<Result> {
    return async (...given) => {
      await charge(quotaUnits[name]);
      return call(...given);
    };
  }
}
