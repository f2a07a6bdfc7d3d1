import type { VideoMetadata, VideoState } from "./video.ts";

export interface SessionRequest {
  metadata: VideoMetadata;
  /** Identifies the upload, unlike any other. Stored before the session is opened. */
  reference: string;
  /** Whether the channel's subscribers are notified once the video is public. */
  notifySubscribers: boolean;
  /** Size of the whole file. */
  bytes: number;
  /** Media type of the file; `application/octet-stream` if it is unknown. */
  type: string;
}

/** An upload that may have been opened by a process that ended before it stored the session. */
export interface UnstoredUpload extends Pick<SessionRequest, "reference" | "type"> {
  title: string;
}

/**
 * Bytes confirmed from the start of the file, or the finished video. When all bytes are confirmed and there is no video
 * yet, the platform is still finishing: call `sessionStatus` again a little later.
 */
export type Received = { received: number } | { video: VideoState };

/** One of the newest videos of a channel. */
export interface RecentUpload {
  videoId: string;
  title: string;
  /** When the platform created the video. */
  createdAt: Date;
  /** Size of the file that was uploaded; null while the platform does not return it. */
  fileBytes: number | null;
}

/** An upload whose outcome is unknown. */
export interface LostUpload {
  /** Playlist in which the platform lists uploads; null if it is unknown. */
  uploadsPlaylistId: string | null;
  /** The title that the session was opened with. */
  title: string;
  bytes: number;
  /** When the session was opened. */
  startedAt: Date;
}

/** Time by which the platform's clock may be behind ours. */
const clockToleranceMilliseconds = 5 * 60_000;

/** The uploads with the title of a lost one that are not older, nor of another size where it is known. */
export function listMatches(lost: LostUpload, recent: readonly RecentUpload[]): RecentUpload[] {
  const since = lost.startedAt.getTime() - clockToleranceMilliseconds;
  return recent.filter(
    (upload) =>
      upload.title.trim() === lost.title.trim() &&
      upload.createdAt.getTime() >= since &&
      (upload.fileBytes === null || upload.fileBytes === lost.bytes),
  );
}
