import { randomBytes, randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

import { z } from "zod";

const schema = `
CREATE TABLE IF NOT EXISTS peertube_tokens (
  access TEXT PRIMARY KEY, refresh TEXT NOT NULL UNIQUE, username TEXT NOT NULL, expires_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS peertube_uploads (
  id TEXT PRIMARY KEY, username TEXT NOT NULL, size INTEGER NOT NULL, details TEXT NOT NULL, received INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE IF NOT EXISTS peertube_videos (
  id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, username TEXT NOT NULL, size INTEGER NOT NULL, sha256 TEXT NOT NULL,
  details TEXT NOT NULL, state INTEGER NOT NULL, created_at TEXT NOT NULL, thumbnail INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE IF NOT EXISTS peertube_captions (
  uuid TEXT NOT NULL, language TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (uuid, language)
) STRICT;
`;

/** Details of a video that a client sets, by PeerTube's names. */
export const detailsSchema = z.object({
  channelId: z.coerce.number().int(),
  name: z.string().trim().min(3).max(120),
  description: z.string().max(10_000).nullish(),
  privacy: z.coerce.number().int().min(1).max(5).default(1),
  tags: z.array(z.string().min(2).max(30)).max(5).default([]),
  category: z.coerce.number().int().min(1).max(18).nullish(),
  language: z.string().min(1).max(10).nullish(),
  licence: z.coerce.number().int().min(1).max(7).nullish(),
  nsfw: z.boolean().optional(),
  waitTranscoding: z.boolean().optional(),
  originallyPublishedAt: z.string().nullish(),
  scheduleUpdate: z.object({ updateAt: z.string(), privacy: z.number() }).nullish(),
});
export type Details = z.output<typeof detailsSchema>;

const json = z.string().transform((text) => detailsSchema.parse(JSON.parse(text)));
const uploadRow = z.object({
  id: z.string(),
  username: z.string(),
  size: z.number(),
  received: z.number(),
  details: json,
});
const videoRow = z.object({
  id: z.number(),
  uuid: z.string(),
  username: z.string(),
  size: z.number(),
  sha256: z.string(),
  details: json,
  state: z.number(),
  created_at: z.string(),
  thumbnail: z.number(),
});
const captionRows = z.array(z.object({ language: z.string(), content: z.string() }));
export type Upload = z.output<typeof uploadRow>;
export type Video = z.output<typeof videoRow>;

export type Store = ReturnType<typeof createStore>;

/** Tokens, uploads and videos of the instance. */
export function createStore(db: DatabaseSync) {
  db.exec(schema);
  const token = () => randomBytes(20).toString("hex");
  const run = (sql: string, ...values: (string | number)[]) => db.prepare(sql).run(...values);
  const row = (sql: string, ...values: (string | number)[]) => db.prepare(sql).get(...values);

  return {
    issueTokens(username: string) {
      const [access, refresh, lifetime] = [token(), token(), 14_399];
      const expiresAt = Date.now() + lifetime * 1000;
      run("INSERT INTO peertube_tokens VALUES (?, ?, ?, ?)", access, refresh, username, expiresAt);
      return { access, refresh, lifetime };
    },
    findUser(access: string): string | undefined {
      const tokenRow = row(
        "SELECT username FROM peertube_tokens WHERE access = ? AND expires_at > ?",
        access,
        Date.now(),
      );
      return tokenRow && z.object({ username: z.string() }).parse(tokenRow).username;
    },
    /** Ends a pair of tokens, and returns its user. A refresh token works once. */
    endRefresh(refresh: string): string | undefined {
      const tokenRow = row("DELETE FROM peertube_tokens WHERE refresh = ? RETURNING username", refresh);
      return tokenRow && z.object({ username: z.string() }).parse(tokenRow).username;
    },
    endAccess: (access: string) => void run("DELETE FROM peertube_tokens WHERE access = ?", access),
    expireAccess: (access: string) =>
      void run("UPDATE peertube_tokens SET expires_at = 0 WHERE access = ?", access),

    createUpload(username: string, size: number, details: Details): Upload {
      const id = randomBytes(16).toString("hex");
      run(
        "INSERT INTO peertube_uploads (id, username, size, details) VALUES (?, ?, ?, ?)",
        ...[id, username, size, JSON.stringify(details)],
      );
      return { id, username, size, details, received: 0 };
    },
    findUpload(id: string): Upload | undefined {
      const uploadRecord = row("SELECT * FROM peertube_uploads WHERE id = ?", id);
      return uploadRecord && uploadRow.parse(uploadRecord);
    },
    countReceived: (id: string, bytes: number) =>
      void run("UPDATE peertube_uploads SET received = received + ? WHERE id = ?", bytes, id),
    deleteUpload: (id: string) => void run("DELETE FROM peertube_uploads WHERE id = ?", id),
    uploads: () =>
      db
        .prepare("SELECT * FROM peertube_uploads")
        .all()
        .map((found) => uploadRow.parse(found)),

    createVideo(upload: Upload, sha256: string, state: number): Video {
      const uuid = randomUUID();
      const { username, size, details } = upload;
      const now = new Date().toISOString();
      run(
        `INSERT INTO peertube_videos (uuid, username, size, sha256, details, state, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[uuid, username, size, sha256, JSON.stringify(details), state, now],
      );
      return videoRow.parse(row("SELECT * FROM peertube_videos WHERE uuid = ?", uuid));
    },
    findVideo(idOrUuid: string): Video | undefined {
      const videoRecord = row("SELECT * FROM peertube_videos WHERE uuid = ? OR id = ?", idOrUuid, idOrUuid);
      return videoRecord && videoRow.parse(videoRecord);
    },
    changeVideo: ({ uuid }: Video, details: Details) =>
      void run("UPDATE peertube_videos SET details = ? WHERE uuid = ?", JSON.stringify(details), uuid),
    setState: ({ uuid }: Video, state: number) =>
      void run("UPDATE peertube_videos SET state = ? WHERE uuid = ?", state, uuid),
    recordThumbnail: ({ uuid }: Video) =>
      void run("UPDATE peertube_videos SET thumbnail = 1 WHERE uuid = ?", uuid),
    /** A video has one file of captions per language. */
    saveCaptions: ({ uuid }: Video, language: string, content: string) =>
      void run("INSERT OR REPLACE INTO peertube_captions VALUES (?, ?, ?)", uuid, language, content),
    captions: ({ uuid }: Video) =>
      captionRows.parse(
        db
          .prepare("SELECT language, content FROM peertube_captions WHERE uuid = ? ORDER BY language")
          .all(uuid),
      ),
    deleteVideo: ({ uuid }: Video) => void run("DELETE FROM peertube_videos WHERE uuid = ?", uuid),
    /** Newest first. */
    videos: () =>
      db
        .prepare("SELECT * FROM peertube_videos ORDER BY id DESC")
        .all()
        .map((found) => videoRow.parse(found)),
  };
}
