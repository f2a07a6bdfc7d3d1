import type { MeteredCall } from "#adapters/video-platform/platform.ts";
import type { PlatformPlaylists, PublishingPlatform } from "#adapters/video-platform/publishing-platform.ts";
import type { DestinationKind } from "#modules/publishing/platforms/platforms.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { type Charged, chargeUnits } from "./charge-units.ts";

/**
 * A platform whose calls are charged to a creator before they are made, if they cost units of a quota. They also throw the
 * errors of `chargeUnits`: of publishing only the start of an upload and captions, never the later steps of a started video.
 */
export function chargedPlatform(
  dependencies: Pick<PublishingDependencies, "run" | "platforms" | "youtubeQuota">,
  { kind, platform }: { kind: DestinationKind; platform: PublishingPlatform },
  charged: Charged,
): PublishingPlatform {
  const { quota } = dependencies.platforms[kind];
  if (!quota) return platform;
  const charge = (units: number, spent = false) => chargeUnits(dependencies, charged, { units, spent });
  const { addCaption, setThumbnail, updateVideo } = quota.units;
  const before =
    <Given extends unknown[], Result>(name: MeteredCall, call: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      await charge(quota.units[name]);
      return call(...given);
    };
  const chargedPlaylists = ({ list, create, add }: PlatformPlaylists): PlatformPlaylists => ({
    list: async (access) => {
      await charge(quota.units.playlists);
      const playlists = await list(access);
      const furtherPages = Math.ceil(playlists.length / quota.playlistsPerPage) - 1;
      if (furtherPages > 0) await charge(furtherPages * quota.units.playlists, true);
      return playlists;
    },
    create: before("createPlaylist", create),
    add: before("addToPlaylist", add),
  });
  const { categories, playlists } = platform;
  return {
    ...platform,
    channel: before("channel", platform.channel),
    openSession: async (access, request) => {
      const needed = { uploads: 1, units: setThumbnail + updateVideo };
      await chargeUnits(dependencies, charged, { uploads: 1, needed });
      return platform.openSession(access, request);
    },
    addCaption: async (...call) => {
      const needed = charged.purpose === "publishing" && { needed: { uploads: 0, units: addCaption } };
      await chargeUnits(dependencies, charged, { units: addCaption, ...needed });
      return platform.addCaption(...call);
    },
    setThumbnail: before("setThumbnail", platform.setThumbnail),
    updateVideo: before("updateVideo", platform.updateVideo),
    video: before("video", platform.video),
    deleteVideo: before("deleteVideo", platform.deleteVideo),
    findUpload: before("findUpload", platform.findUpload),
    ...(categories && { categories: before("categories", categories) }),
    ...(playlists && { playlists: chargedPlaylists(playlists) }),
  };
}
