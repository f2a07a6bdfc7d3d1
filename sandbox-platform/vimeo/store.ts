import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

import { z } from "zod";

const schema = `
CREATE TABLE IF NOT EXISTS vimeo_grants (
  code TEXT PRIMARY KEY, token TEXT UNIQUE, person_id TEXT NOT NULL, scope TEXT NOT NULL, redirect_uri TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS vimeo_videos (
  id INTEGER PRIMARY KEY AUTOINCREMENT, person_id TEXT NOT NULL, size INTEGER NOT NULL, link TEXT NOT NULL UNIQUE,
  upload TEXT NOT NULL, transcode TEXT NOT NULL, details TEXT NOT NULL, tags TEXT NOT NULL, created_at TEXT NOT NULL,
  sha256 TEXT, thumbnail INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE IF NOT EXISTS vimeo_files (
  id INTEGER PRIMARY KEY AUTOINCREMENT, video_id INTEGER NOT NULL, kind TEXT NOT NULL, language TEXT, name TEXT, content TEXT
) STRICT;
`;

/** Details of a video that a client sets, by Vimeo's names. */
export const detailsSchema = z.object({
  name: z.string().trim().min(1).max(128),
  description: z.string().max(5000).nullish(),
  license: z.enum(["by", "by-nc", "by-nc-nd", "by-nc-sa", "by-nd", "by-sa", "cc0"]).nullish(),
  privacy: z
    .object({ view: z.enum(["anybody", "nobody", "unlisted", "disable", "password", "users"]) })
    .default({ view: "anybody" }),
});
export type Details = z.output<typeof detailsSchema>;

const json = z.string().transform((text): unknown => JSON.parse(text));
const grantRow = z.object({
  code: z.string(),
  token: z.string().nullable(),
  person_id: z.string(),
  scope: z.string(),
  redirect_uri: z.string(),
});
const videoRow = z.object({
  id: z.number(),
  person_id: z.string(),
  size: z.number(),
  link: z.string(),
  upload: z.string(),
  transcode: z.string(),
  details: json.pipe(detailsSchema),
  tags: json.pipe(z.array(z.string())),
  created_at: z.string(),
  sha256: z.string().nullable(),
  thumbnail: z.number(),
});
const fileRow = z.object({
  id: z.number(),
  video_id: z.number(),
  kind: z.enum(["pictures", "texttracks"]),
  language: z.string().nullable(),
  name: z.string().nullable(),
  content: z.string().nullable(),
});
export type Grant = z.output<typeof grantRow>;
export type Video = z.output<typeof videoRow>;
export type StoredFile = z.output<typeof fileRow>;

export type Store = ReturnType<typeof createStore>;

/** Tokens and videos of the stand-in for Vimeo. */
export function createStore(db: DatabaseSync) {
  db.exec(schema);
  const key = () => randomBytes(16).toString("hex");
  const run = (sql: string, ...values: (string | number | null)[]) => db.prepare(sql).run(...values);
  const row = (sql: string, ...values: (string | number)[]) => db.prepare(sql).get(...values);
  const rows = (sql: string, ...values: (string | number)[]) => db.prepare(sql).all(...values);
  const parseRow = <T>(shape: z.ZodType<T>, record: unknown): T | undefined =>
    record === undefined ? undefined : shape.parse(record);

  return {
    grant(personId: string, scope: string, redirectUri: string): string {
      const code = key();
      run("INSERT INTO vimeo_grants VALUES (?, NULL, ?, ?, ?)", code, personId, scope, redirectUri);
      return code;
    },
    /** A code works once. */
    issueToken(code: string): Grant | undefined {
      const sql = "UPDATE vimeo_grants SET token = ? WHERE code = ? AND token IS NULL RETURNING *";
      return parseRow(grantRow, row(sql, key(), code));
    },
    findGrant: (token: string) =>
      parseRow(grantRow, row("SELECT * FROM vimeo_grants WHERE token = ?", token)),
    endToken: (token: string) => void run("DELETE FROM vimeo_grants WHERE token = ?", token),

    createVideo(personId: string, size: number, details: Details): Video {
      const sql = `INSERT INTO vimeo_videos (person_id, size, link, upload, transcode, details, tags, created_at)
        VALUES (?, ?, ?, 'in_progress', 'in_progress', ?, '[]', ?) RETURNING *`;
      const now = new Date().toISOString();
      return videoRow.parse(row(sql, personId, size, key(), JSON.stringify(details), now));
    },
    findVideo: (id: string) => parseRow(videoRow, row("SELECT * FROM vimeo_videos WHERE id = ?", id)),
    findUpload: (link: string) => parseRow(videoRow, row("SELECT * FROM vimeo_videos WHERE link = ?", link)),
    change({ id }: Video, change: Partial<Omit<Video, "id">>): Video {
      for (const [column, value] of Object.entries(change)) {
        const stored = typeof value === "object" ? JSON.stringify(value) : value;
        run(`UPDATE vimeo_videos SET ${column} = ? WHERE id = ?`, stored, id);
      }
      return videoRow.parse(row("SELECT * FROM vimeo_videos WHERE id = ?", id));
    },
    deleteVideo: ({ id }: Video) => void run("DELETE FROM vimeo_videos WHERE id = ?", id),
    /** Newest first. */
    videos: () => rows("SELECT * FROM vimeo_videos ORDER BY id DESC").map((record) => videoRow.parse(record)),

    createFile(video: Video, kind: StoredFile["kind"], language: string | null, name: string | null) {
      const sql = "INSERT INTO vimeo_files (video_id, kind, language, name) VALUES (?, ?, ?, ?) RETURNING *";
      return fileRow.parse(db.prepare(sql).get(video.id, kind, language, name));
    },
    findFile: (id: string) => parseRow(fileRow, row("SELECT * FROM vimeo_files WHERE id = ?", id)),
    storeContent: ({ id }: StoredFile, content: string) =>
      void run("UPDATE vimeo_files SET content = ? WHERE id = ?", content, id),
    deleteFile: (id: string) => void run("DELETE FROM vimeo_files WHERE id = ?", id),
    captions: ({ id }: Video) =>
      rows("SELECT * FROM vimeo_files WHERE video_id = ? AND kind = 'texttracks' ORDER BY language", id).map(
        (record) => fileRow.parse(record),
      ),
  };
}
