import { Agent } from "undici";

import type { AdapterError } from "#core/adapter-error.ts";

import type { PlatformAddresses } from "./addresses.ts";
import {
  type AuthorizationRequest,
  type ClientCredentials,
  type CodeExchange,
  createAuthorization,
  createPkce,
  type Tokens,
} from "./authorization.ts";
import { type Channel, readChannel } from "./channel.ts";
import type { Line, Patience, PlatformLog } from "./http.ts";
import { largestPieceBytes, type Piece, pieceBytes, pieceUnit, sendPiece } from "./piece.ts";
import { findUpload, type LostUpload, type RecentUpload, recentUploads } from "./recent-uploads.ts";
import { type Received, type SessionRequest, sessionStatus, startSession } from "./session.ts";
import type { VideoState } from "./video-state.ts";
import { readVideoState, setThumbnail, type Thumbnail, updateVideo, type VideoChange } from "./video.ts";

/**
 * The platform on which videos are published: YouTube, or the sandbox that speaks its protocol. `access` is always an
 * access token. Every function throws a `AdapterError` whose code is one of the failure catalogue; `access_expired`
 * asks for one `refresh` and a repeat. Nothing is retried here. (Video platform reference, sections 1 and 2.)
 */
export interface VideoPlatform {
  /** How sentences call it. */
  name: string;
  /** The page on which people watch a video. */
  watchUrl: (videoId: string) => string;

  /** A verifier to keep and its challenge to send along with `authorizationUrl`. */
  createPkce: () => Promise<{ codeVerifier: string; codeChallenge: string }>;
  /** Where the person's browser goes to give consent. */
  authorizationUrl: (request: AuthorizationRequest) => string;
  /** What the `error` means with which the consent screen sent the person back. */
  authorizationRefused: (error: string) => AdapterError;
  /** Turns the code of the redirect into tokens. Throws `scope_missing` and `no_refresh_token` besides. */
  exchangeCode: (request: CodeExchange) => Promise<Tokens>;
  /** A fresh access token. `reconnect_needed` is final. */
  refresh: (refreshToken: string) => Promise<Tokens>;
  /** Ends the connection at the platform: all of the person's tokens and scopes of this client (reference, 1.7). */
  revoke: (token: string) => Promise<void>;

  channel: (access: string) => Promise<Channel>;

  /** Opens a resumable upload. Keep the session URI encrypted, before the first byte is sent. */
  startSession: (access: string, request: SessionRequest) => Promise<{ sessionUri: string }>;
  /** How far an upload has got; ask after every doubt. */
  sessionStatus: (
    access: string,
    session: { sessionUri: string; bytes: number },
  ) => Promise<Received | { gone: true }>;
  /** Bytes of the usual piece; after failures smaller ones, in multiples of `pieceUnit`. */
  pieceBytes: number;
  /** Bytes of the largest piece, for fast lines. */
  largestPieceBytes: number;
  /** Every piece but a file's last is a multiple of so many bytes. */
  pieceUnit: number;
  /** Sends one piece; continue from the `received` of its answer. */
  sendPiece: (access: string, piece: Piece) => Promise<Received>;

  setThumbnail: (access: string, videoId: string, thumbnail: Thumbnail) => Promise<void>;
  /** Changes some properties and answers with what the video really got. */
  updateVideo: (access: string, videoId: string, change: VideoChange) => Promise<VideoState>;
  /** How a video stands; null when the platform shows none. */
  video: (access: string, videoId: string) => Promise<VideoState | null>;
  /** The channel's newest uploads, at most 50. */
  recentUploads: (access: string, uploadsPlaylistId: string) => Promise<RecentUpload[]>;
  /** The recent uploads that match one whose outcome was lost. */
  findUpload: (access: string, lost: LostUpload) => Promise<RecentUpload[]>;

  /** Lets running requests end and closes the connections. */
  close: () => Promise<void>;
}

export interface PlatformSettings extends ClientCredentials {
  addresses: PlatformAddresses;
  log: PlatformLog;
  patience?: Partial<Patience>;
}

const usualPatience: Patience = { answerSeconds: 60, stallSeconds: 120 };

export function createVideoPlatform(settings: PlatformSettings): VideoPlatform {
  const { addresses, log } = settings;
  // HTTP/1.1 on purpose: every figure of the relay was measured with it, and a piece keeps its connection busy anyway.
  const agent = new Agent({ allowH2: false });
  const line: Line = { addresses, log, agent, patience: { ...usualPatience, ...settings.patience } };
  return {
    name: addresses.name,
    watchUrl: addresses.watch,
    createPkce,
    ...createAuthorization(line, settings),
    channel: (access) => readChannel(line, access),
    startSession: (access, request) => startSession(line, access, request),
    sessionStatus: (access, session) => sessionStatus(line, access, session),
    pieceBytes,
    largestPieceBytes,
    pieceUnit,
    sendPiece: (access, piece) => sendPiece(line, access, piece),
    setThumbnail: (access, videoId, thumbnail) => setThumbnail(line, access, videoId, thumbnail),
    updateVideo: (access, videoId, change) => updateVideo(line, access, videoId, change),
    video: (access, videoId) => readVideoState(line, access, videoId),
    recentUploads: (access, uploadsPlaylistId) => recentUploads(line, access, uploadsPlaylistId),
    findUpload: (access, lost) => findUpload(line, access, lost),
    close: () => agent.close(),
  };
}
