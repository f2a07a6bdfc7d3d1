import { Agent } from "undici";

import { authorized } from "../api-client.ts";
import { defaultTimeouts, type PlatformLog, type Timeouts } from "../http.ts";
import type { ClientCredentials, ConsentScreen, Platform } from "../platform.ts";
import type { PublishingPlatform } from "../publishing-platform.ts";
import type { PlatformAddresses } from "./addresses.ts";
import { createAuthorization } from "./authorization.ts";
import { addCaption } from "./captions.ts";
import { readCategories } from "./categories.ts";
import { readChannel } from "./channel.ts";
import { createYouTubeClient, type YouTubeClient } from "./client.ts";
import { addToPlaylist, createPlaylist, readPlaylists } from "./playlists.ts";
import { pacificTime, quotaDay, secondsUntilQuotaRenewal } from "./quota-renewal.ts";
import { playlistsPerPage, quotaUnits } from "./quota-units.ts";
import { findUpload } from "./recent-uploads.ts";
import {
  lagDays,
  readCounts,
  readDays,
  readRetention,
  statisticsScope,
  videosPerCall,
} from "./statistics.ts";
import {
  chunkBytes,
  chunkUnit,
  maxChunkBytes,
  openSession,
  sendChunk,
  sessionStatus,
} from "./upload-session.ts";
import { deleteVideo, readVideoState, setThumbnail, updateVideo } from "./video.ts";

/** Any channel of YouTube: the access token says which. */
type AnyChannel = PublishingPlatform & Required<Pick<PublishingPlatform, "playlists" | "categories">>;

/** YouTube, or the sandbox, which has the same API. */
export interface YouTube extends Platform {
  connect: () => AnyChannel;
  consent: ConsentScreen;
}

export interface YouTubeSettings extends ClientCredentials {
  addresses: PlatformAddresses;
  log: PlatformLog;
  timeouts?: Partial<Timeouts>;
}

export function createYouTube(settings: YouTubeSettings): YouTube {
  const { addresses, log } = settings;
  // HTTP/1.1: all upload figures were measured with it, and a chunk occupies its connection anyway.
  const agent = new Agent({ allowH2: false });
  const timeouts = { ...defaultTimeouts, ...settings.timeouts };
  const client = createYouTubeClient({ addresses, log, agent, timeouts });
  const { consent, ...tokens } = createAuthorization(client, settings);
  const open = (access: string): YouTubeClient => ({ ...client, access });
  const platform: AnyChannel = {
    name: addresses.name,
    watchUrl: addresses.watch,
    ...tokens,
    chunkBytes,
    maxChunkBytes,
    chunkUnit,
    ...authorized(open, {
      channel: readChannel,
      openSession,
      sessionStatus,
      sendChunk,
      findUpload,
      video: readVideoState,
      updateVideo,
      setThumbnail,
      addCaption,
      deleteVideo,
      categories: readCategories,
    }),
    statistics: {
      scope: statisticsScope,
      videosPerCall,
      lagDays,
      timeZone: pacificTime,
      ...authorized(open, { counts: readCounts, days: readDays, retention: readRetention }),
    },
    playlists: authorized(open, { list: readPlaylists, create: createPlaylist, add: addToPlaylist }),
    captionKey: ({ language, name }) => `${language} ${name}`,
  };
  return {
    name: addresses.name,
    connect: () => platform,
    consent,
    quota: {
      units: quotaUnits,
      playlistsPerPage,
      day: quotaDay,
      secondsUntilRenewal: secondsUntilQuotaRenewal,
    },
    close: () => agent.close(),
  };
}
