import { Agent } from "undici";

import type { AdapterError } from "#core/adapter-error.ts";

import type { Tokens } from "../connection.ts";
import type { PlatformLog, Timeouts } from "../http.ts";
import type { PublishingPlatform } from "../publishing-platform.ts";
import type { RecentUpload } from "../upload.ts";
import type { PlatformAddresses } from "./addresses.ts";
import {
  type AuthorizationRequest,
  type ClientCredentials,
  type CodeExchange,
  createAuthorization,
  createPkce,
  publishingScopes,
} from "./authorization.ts";
import { addCaption } from "./captions.ts";
import { type Category, readCategories } from "./categories.ts";
import { readChannel } from "./channel.ts";
import type { PlatformClient } from "./client.ts";
import {
  addToPlaylist,
  createPlaylist,
  type NewPlaylist,
  type Playlist,
  readPlaylists,
} from "./playlists.ts";
import { quotaDay, secondsUntilQuotaRenewal } from "./quota-renewal.ts";
import { playlistsPerPage, quotaUnits } from "./quota-units.ts";
import { findUpload, recentUploads } from "./recent-uploads.ts";
import {
  chunkBytes,
  chunkUnit,
  maxChunkBytes,
  openSession,
  sendChunk,
  sessionStatus,
} from "./upload-session.ts";
import { deleteVideo, readVideoState, setThumbnail, updateVideo } from "./video.ts";

/** How a user connects a channel: at the platform's consent screen. */
interface ConsentScreen {
  /** A verifier to store and its challenge to send along with `authorizationUrl`. */
  createPkce: () => Promise<{ codeVerifier: string; codeChallenge: string }>;
  /** The URL of the consent screen, opened in the user's browser. */
  authorizationUrl: (request: AuthorizationRequest) => string;
  /** The error for the `error` parameter with which the consent screen redirects back. */
  authorizationRefused: (error: string) => AdapterError;
  /** Exchanges the code of the redirect for tokens. Also throws `scope_missing` and `no_refresh_token`. */
  exchangeCode: (request: CodeExchange) => Promise<Tokens>;
}

/** YouTube, or the sandbox, which has the same API. */
export interface VideoPlatform extends PublishingPlatform, ConsentScreen {
  watchUrl: (videoId: string) => string;
  /** The scopes that publishing needs. */
  scopes: readonly string[];
  /** Units of the quota that the calls cost. */
  quotaUnits: typeof quotaUnits;
  playlistsPerPage: number;
  /** The day that the quota is counted for, as a date. */
  quotaDay: (now: Date) => string;
  /** Seconds until the quota of the client renews. */
  secondsUntilQuotaRenewal: (now: Date) => number;
  /** The channel's newest uploads, at most 50. */
  recentUploads: (access: string, uploadsPlaylistId: string) => Promise<RecentUpload[]>;

  /** The categories that videos can be assigned to in a region. */
  categories: (access: string, regionCode: string) => Promise<Category[]>;
  /** The channel's playlists. */
  playlists: (access: string) => Promise<Playlist[]>;
  createPlaylist: (access: string, playlist: NewPlaylist) => Promise<Playlist>;
  /** Adds a video to a playlist. A repeated call does nothing. */
  addToPlaylist: (access: string, entry: { playlistId: string; videoId: string }) => Promise<void>;

  /** Waits for running requests and closes the connections. */
  close: () => Promise<void>;
}

export interface PlatformSettings extends ClientCredentials {
  addresses: PlatformAddresses;
  log: PlatformLog;
  timeouts?: Partial<Timeouts>;
}

const defaultTimeouts: Timeouts = { responseSeconds: 60, stallSeconds: 120 };

export function createVideoPlatform(settings: PlatformSettings): VideoPlatform {
  const { addresses, log } = settings;
  // HTTP/1.1: all upload figures were measured with it, and a chunk occupies its connection anyway.
  const agent = new Agent({ allowH2: false });
  const timeouts = { ...defaultTimeouts, ...settings.timeouts };
  const client: PlatformClient = { addresses, log, agent, timeouts };
  return {
    name: addresses.name,
    watchUrl: addresses.watch,
    createPkce,
    ...createAuthorization(client, settings),
    scopes: publishingScopes,
    ...{ quotaUnits, playlistsPerPage, quotaDay, secondsUntilQuotaRenewal },
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
    recentUploads: (access, uploadsPlaylistId) => recentUploads(client, access, uploadsPlaylistId),
    findUpload: (access, lost) => findUpload(client, access, lost),
    categories: (access, regionCode) => readCategories(client, access, regionCode),
    playlists: (access) => readPlaylists(client, access),
    createPlaylist: (access, playlist) => createPlaylist(client, access, playlist),
    addToPlaylist: (access, entry) => addToPlaylist(client, access, entry),
    addCaption: (access, videoId, track) => addCaption(client, access, videoId, track),
    captionKey: ({ language, name }) => `${language} ${name}`,
    close: () => agent.close(),
  };
}
