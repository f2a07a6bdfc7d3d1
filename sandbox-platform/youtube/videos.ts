import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

import { z } from "zod";

import { atomically, durably } from "../storage/database.ts";
import { metadataSchema, type VideoMetadata } from "./metadata.ts";
import type { UploadSession } from "./sessions.ts";

/** A scripted result of processing other than "processed". */
export type Outcome = z.output<typeof outcomeSchema>;

export interface Video {
  /** Sequence number in the order of creation. */
  number: number;
  id: string;
  channelId: string;
  sessionId: string;
  metadata: VideoMetadata;
  size: number;
  contentType: string;
  fileName: string | undefined;
  createdAt: string;
  /** Whether it was ever visible to others: then `publishAt` is refused. */
  oncePublic: boolean;
  /** Whether the platform keeps it private regardless of the request. */
  lockedPrivate: boolean;
  /** Lower-case hex; absent until the video is processed. */
  sha256: string | undefined;
  outcome: Outcome | undefined;
  outcomeReason: string | undefined;
  thumbnail: { file: string; type: string } | undefined;
}

export const outcomeSchema = z.enum(["failed", "rejected", "deleted", "stuck", "disappeared"]);

const videoRow = z
  .object({
    number: z.number(),
    id: z.string(),
    channel_id: z.string(),
    session_id: z.string(),
    metadata: z.string(),
    size: z.number(),
    content_type: z.string(),
    file_name: z.string().nullable(),
    created_at: z.string(),
    once_public: z.number(),
    locked_private: z.number(),
    sha256: z.string().nullable(),
    outcome: outcomeSchema.nullable(),
    outcome_reason: z.string().nullable(),
    thumbnail_file: z.string().nullable(),
    thumbnail_type: z.string().nullable(),
  })
  .transform((row): Video => ({
    number: row.number,
    id: row.id,
    channelId: row.channel_id,
    sessionId: row.session_id,
    metadata: metadataSchema.parse(JSON.parse(row.metadata)),
    size: row.size,
    contentType: row.content_type,
    fileName: row.file_name ?? undefined,
    createdAt: row.created_at,
    oncePublic: row.once_public === 1,
    lockedPrivate: row.locked_private === 1,
    sha256: row.sha256 ?? undefined,
    outcome: row.outcome ?? undefined,
    outcomeReason: row.outcome_reason ?? undefined,
    thumbnail:
      row.thumbnail_file === null
        ? undefined
        : { file: row.thumbnail_file, type: row.thumbnail_type ?? "image/jpeg" },
  }));

interface Fate {
  lockedPrivate: boolean;
  outcome: Outcome | undefined;
  outcomeReason: string | undefined;
}

/** The current visibility, with a `publishAt` that has passed. */
export function currentPrivacy(video: Video, now: Date): VideoMetadata["status"]["privacyStatus"] {
  const { privacyStatus, publishAt } = video.metadata.status;
  if (video.lockedPrivate) return "private";
  return publishAt !== undefined && new Date(publishAt) <= now ? "public" : privacyStatus;
}

/** Whether responses still contain the video. */
export function isListed(video: Video): boolean {
  return !(video.outcome === "disappeared" && video.sha256 !== undefined);
}

export type Videos = ReturnType<typeof createVideos>;

/** The videos of all channels. */
export function createVideos(db: DatabaseSync) {
  const insert = db.prepare(
    `INSERT INTO videos (id, channel_id, session_id, metadata, size, content_type, file_name, created_at,
       once_public, locked_private, outcome, outcome_reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const setVideoOfSession = db.prepare("UPDATE upload_sessions SET video_id = ? WHERE id = ?");
  const one = db.prepare("SELECT * FROM videos WHERE id = ?");
  const every = db.prepare("SELECT * FROM videos ORDER BY number DESC");
  const setMetadata = db.prepare(
    "UPDATE videos SET metadata = ?, once_public = max(once_public, ?) WHERE id = ?",
  );
  const setSha256 = db.prepare("UPDATE videos SET sha256 = ? WHERE id = ?");
  const setThumbnail = db.prepare("UPDATE videos SET thumbnail_file = ?, thumbnail_type = ? WHERE id = ?");
  const setFate = db.prepare(
    "UPDATE videos SET locked_private = ?, outcome = ?, outcome_reason = ? WHERE id = ?",
  );
  const remove = db.prepare("DELETE FROM videos WHERE id = ?");

  function find(id: string): Video | undefined {
    const row = one.get(id);
    return row && videoRow.parse(row);
  }

  return {
    find,
    /** Newest first. */
    all: (): Video[] => every.all().map((row) => videoRow.parse(row)),
    /** Creates the video of a complete session; both are written in one transaction. */
    create(session: UploadSession, fate: Fate): string {
      const id = randomBytes(8).toString("base64url");
      const visible = session.metadata.status.privacyStatus !== "private" && !fate.lockedPrivate;
      atomically(db, () => {
        insert.run(
          id,
          session.channelId,
          session.id,
          JSON.stringify(session.metadata),
          session.size,
          session.contentType,
          session.fileName ?? null,
          new Date().toISOString(),
          visible ? 1 : 0,
          fate.lockedPrivate ? 1 : 0,
          fate.outcome ?? null,
          fate.outcomeReason ?? null,
        );
        setVideoOfSession.run(id, session.id);
      });
      return id;
    },
    replaceMetadata(id: string, metadata: VideoMetadata): void {
      const visible = metadata.status.privacyStatus !== "private" ? 1 : 0;
      setMetadata.run(JSON.stringify(metadata), visible, id);
    },
    /** Durably completes the processing of a video whose bytes are on disk. */
    recordSha256(id: string, sha256: string): void {
      durably(db, () => setSha256.run(sha256, id));
    },
    recordThumbnail(id: string, file: string, type: string): void {
      setThumbnail.run(file, type, id);
    },
    /** Replaces the scripted result of processing, also after it has ended. */
    changeFate(id: string, { lockedPrivate, outcome, outcomeReason }: Fate): void {
      setFate.run(lockedPrivate ? 1 : 0, outcome ?? null, outcomeReason ?? null, id);
    },
    delete(id: string): void {
      remove.run(id);
    },
  };
}
