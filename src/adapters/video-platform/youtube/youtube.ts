import { Agent } from "undici";

import { defaultTimeouts, type PlatformLog, type Timeouts } from "../http.ts";
import type { ConsentScreen, Platform } from "../platform.ts";
import type { PublishingPlatform } from "../publishing-platform.ts";
import type { PlatformAddresses } from "./addresses.ts";
import { type ClientCredentials, createAuthorization } from "./authorization.ts";
import { addCaption } from "./captions.ts";
import { readCategories } from "./categories.ts";
import { readChannel } from "./channel.ts";
import type { PlatformClient } from "./client.ts";
import { addToPlaylist, createPlaylist, readPlaylists } from "./playlists.ts";
import { quotaDay, secondsUntilQuotaRenewal } from "./quota-renewal.ts";
import { playlistsPerPage, quotaUnits } from "./quota-units.ts";
import { findUpload } from "./recent-uploads.ts";
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
  const client: PlatformClient = { addresses, log, agent, timeouts };
  const { consent, ...tokens } = createAuthorization(client, settings);
  const platform: AnyChannel = {
    name: addresses.name,
    watchUrl: addresses.watch,
    ...tokens,
    channel: (access) => readChannel(client, access),
    openSession: (access, request) => openSession(client, access, request),
    sessionStatus: (access, session) => sessionStatus(client, access, session),
    chunkBytes,
    maxChunkBytes,
    chunkUnit,
    sendChunk: (access, chunk) => sendChunk(client, access, chunk),
    setThumbnail: (access, videoId, thumbnail) => setThumbnail(client, access, videoId, thumbnail),
    updateVideo: (access, videoId, change) => updateVideo(client, access, videoId, change),
    video: (access, videoId) => readVideoState(client, access, videoId),
    deleteVideo: (access, videoId) => deleteVideo(client, access, videoId),
    findUpload: (access, lost) => findUpload(client, access, lost),
    categories: (access, regionCode) => readCategories(client, access, regionCode),
    playlists: {
      list: (access) => readPlaylists(client, access),
      create: (access, playlist) => createPlaylist(client, access, playlist),
      add: (access, entry) => addToPlaylist(client, access, entry),
    },
    addCaption: (access, videoId, track) => addCaption(client, access, videoId, track),
    captionKey: ({ language, name }) => `${language} ${name}`,
  };
  return {
    name: addresses.name,
    connect: () => platform,
    consent,
    quota: {
      ...{ units: quotaUnits, playlistsPerPage, day: quotaDay },
      secondsUntilRenewal: secondsUntilQuotaRenewal,
    },
    close: () => agent.close(),
  };
}
