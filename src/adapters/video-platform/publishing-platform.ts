import type { Chunk } from "./chunk-transfer.ts";
import type { Tokens, Channel } from "./connection.ts";
import type { PlatformStatistics } from "./statistics.ts";
import type { LostUpload, RecentUpload, Received, SessionRequest, UnstoredUpload } from "./upload.ts";
import type { CaptionTrack, VideoState, Thumbnail, VideoChange } from "./video.ts";

/** Tokens and account of a connected channel. */
export interface PlatformAuthorization {
  /** A new access token. `reconnect_needed` is final. The refresh token may have changed with it. */
  refresh: (refreshToken: string) => Promise<Tokens>;
  /** Revokes the connection that a refresh token belongs to. An invalid token counts as revoked. */
  revoke: (refreshToken: string) => Promise<void>;
  channel: (access: string) => Promise<Channel>;
}

/** The resumable upload of a file. */
export interface PlatformUpload {
  /** Opens a resumable upload. Store the session URI encrypted before the first byte is sent. */
  openSession: (access: string, request: SessionRequest) => Promise<{ sessionUri: string }>;
  /** Progress of an upload; call it whenever the outcome of a request is unknown. */
  sessionStatus: (
    access: string,
    session: { sessionUri: string; bytes: number },
  ) => Promise<Received | { gone: true }>;
  /** Bytes of the default chunk; after failures smaller ones, in multiples of `chunkUnit`. */
  chunkBytes: number;
  /** Bytes of the largest chunk, for fast connections. */
  maxChunkBytes: number;
  /** Every chunk but a file's last is a multiple of this many bytes. */
  chunkUnit: number;
  /** Sends one chunk; continue at the returned `received`. */
  sendChunk: (access: string, chunk: Chunk) => Promise<Received>;
  /** Ends an unfinished upload and deletes its bytes, where the platform would keep them. */
  discardSession?: (access: string, sessionUri: string) => Promise<void>;
  /** Ends uploads that were opened with this reference, where the platform would keep them. */
  discardUnstored?: (access: string, upload: UnstoredUpload) => Promise<void>;
  /** The recent uploads that match an upload whose outcome is unknown. */
  findUpload: (access: string, lost: LostUpload) => Promise<RecentUpload[]>;
}

/** Details and state of uploaded videos. */
export interface PlatformMetadata {
  /** The page on which people watch a video; null where there is none. */
  watchUrl: (videoId: string) => string | null;
  setThumbnail: (access: string, videoId: string, thumbnail: Thumbnail) => Promise<void>;
  /** Changes some properties and returns the resulting state. */
  updateVideo: (access: string, videoId: string, change: VideoChange) => Promise<VideoState>;
  /** The state of a video; null when the platform has none with this id. */
  video: (access: string, videoId: string) => Promise<VideoState | null>;
  /** Adds captions to a video. A repeated call does nothing. */
  addCaption: (access: string, videoId: string, track: CaptionTrack) => Promise<void>;
  /** Of tracks with the same key, a video can have only one. */
  captionKey: (track: Pick<CaptionTrack, "language" | "name">) => string;
  /** Deletes a video; one that no longer exists counts as deleted. */
  deleteVideo: (access: string, videoId: string) => Promise<void>;
}

/** A playlist of the channel. */
export interface Playlist {
  id: string;
  title: string;
}

export interface NewPlaylist {
  title: string;
  privacy: "private" | "public" | "unlisted";
}

/** The playlists of a channel. */
export interface PlatformPlaylists {
  list: (access: string) => Promise<Playlist[]>;
  create: (access: string, playlist: NewPlaylist) => Promise<Playlist>;
  /** Adds a video to a playlist. A repeated call does nothing. */
  add: (access: string, entry: { playlistId: string; videoId: string }) => Promise<void>;
}

/** A category that videos can be assigned to. */
export interface Category {
  id: string;
  title: string;
}

/**
 * A platform that deliveries run on, whichever it is. `access` is always an access token. Every function throws an
 * `AdapterError` with a code of `platformErrors`; `access_expired` requires one `refresh` and a repeat. Nothing is retried
 * here.
 */
export interface PublishingPlatform extends PlatformAuthorization, PlatformUpload, PlatformMetadata {
  /** Its name in messages to users. */
  name: string;
  /** Playlists, on platforms that have them. */
  playlists?: PlatformPlaylists;
  /** Statistics of the videos, on platforms that have them. */
  statistics?: PlatformStatistics;
  /** The categories that videos can be assigned to in a region (ISO 3166-1 alpha-2), where the platform has its own. */
  categories?: (access: string, regionCode: string) => Promise<Category[]>;
}
