import type { MeteredCall } from "#adapters/video-platform/platform.ts";
import type { PlatformPlaylists, PublishingPlatform } from "#adapters/video-platform/publishing-platform.ts";
import type { PlatformStatistics } from "#adapters/video-platform/statistics.ts";
import type { DestinationKind } from "#modules/publishing/platforms/platforms.ts";
import { publishingProblem, quotaProblem, type QuotaPurpose } from "#modules/publishing/rules/quota.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { charge } from "./ledger.ts";

/** The creator whose channel calls are for, and their purpose. */
interface Charged {
  personId: number;
  purpose: QuotaPurpose;
}

/**
 * A platform whose calls are charged to a creator before they are made, if they use a quota. They also throw
 * `quota_share_used` and `quota_exceeded`: of publishing only the start of an upload and captions, never the later steps of
 * a started video.
 */
export function chargedPlatform(
  dependencies: Pick<PublishingDependencies, "run" | "platforms" | "youtubeQuota">,
  { kind, platform }: { kind: DestinationKind; platform: PublishingPlatform },
  { personId, purpose }: Charged,
): PublishingPlatform {
  const { quota } = dependencies.platforms[kind];
  if (!quota) return platform;
  const limits = dependencies.youtubeQuota;
  const { addCaption, setThumbnail, updateVideo } = quota.units;
  const chargeShare = (bucket: "other" | "counts" | "reports", amount: number) =>
    charge(dependencies, personId, { [bucket]: amount }, (use) => quotaProblem(bucket, amount, use, limits));
  const chargeUnits = (units: number) =>
    purpose === "publishing"
      ? charge(dependencies, personId, { publishing: units })
      : chargeShare("other", units);
  const metered =
    <Given extends unknown[], Result>(pay: () => Promise<void>, call: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      await pay();
      return call(...given);
    };
  const before = <Given extends unknown[], Result>(
    name: MeteredCall,
    call: (...given: Given) => Promise<Result>,
  ) => metered(() => chargeUnits(quota.units[name]), call);
  const chargedPlaylists = ({ list, create, add }: PlatformPlaylists): PlatformPlaylists => ({
    list: async (access) => {
      await chargeUnits(quota.units.playlists);
      const playlists = await list(access);
      const furtherPages = Math.ceil(playlists.length / quota.playlistsPerPage) - 1;
      const units = furtherPages * quota.units.playlists;
      if (units > 0) await charge(dependencies, personId, { [purpose]: units });
      return playlists;
    },
    create: before("createPlaylist", create),
    add: before("addToPlaylist", add),
  });
  const chargedStatistics = ({ counts, days, retention, ...others }: PlatformStatistics) => ({
    ...others,
    counts: async (...call: Parameters<typeof counts>) => {
      await chargeShare("counts", 1);
      const counted = await counts(...call);
      if (counted.units > 0) await charge(dependencies, personId, { other: counted.units });
      return counted;
    },
    days: metered(() => chargeShare("reports", 1), days),
    retention: metered(() => chargeShare("reports", 1), retention),
  });
  const chargeStart = () =>
    charge(dependencies, personId, { uploads: 1 }, (use) =>
      publishingProblem({ uploads: 1, units: setThumbnail + updateVideo }, use, limits),
    );
  const chargeCaption = () =>
    purpose === "other"
      ? chargeUnits(addCaption)
      : charge(dependencies, personId, { publishing: addCaption }, (use) =>
          publishingProblem({ uploads: 0, units: addCaption }, use, limits),
        );
  const { categories, playlists, statistics } = platform;
  return {
    ...platform,
    channel: before("channel", platform.channel),
    openSession: metered(chargeStart, platform.openSession),
    addCaption: metered(chargeCaption, platform.addCaption),
    setThumbnail: before("setThumbnail", platform.setThumbnail),
    updateVideo: before("updateVideo", platform.updateVideo),
    video: before("video", platform.video),
    deleteVideo: before("deleteVideo", platform.deleteVideo),
    findUpload: before("findUpload", platform.findUpload),
    ...(categories && { categories: before("categories", categories) }),
    ...(playlists && { playlists: chargedPlaylists(playlists) }),
    ...(statistics && { statistics: chargedStatistics(statistics) }),
  };
}
