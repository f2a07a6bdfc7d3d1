import { DatabaseSync } from "node:sqlite";

/*
 * The number of stored bytes is not a column: it is read from the size of the file on disk, so that no crash can
 * make the database promise bytes that are not there.
 */
const schema = `
CREATE TABLE IF NOT EXISTS keys (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE IF NOT EXISTS oidc_records (
  model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL,
  grant_id TEXT, uid TEXT, expires_at INTEGER,
  PRIMARY KEY (model, id)
) STRICT;
CREATE INDEX IF NOT EXISTS oidc_records_grant ON oidc_records (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS oidc_records_uid ON oidc_records (model, uid) WHERE uid IS NOT NULL;

CREATE TABLE IF NOT EXISTS consents (
  grant_id TEXT PRIMARY KEY, account_id TEXT NOT NULL, client_id TEXT NOT NULL, channel_id TEXT,
  scopes TEXT NOT NULL, refresh_token_due INTEGER NOT NULL, created_at TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS upload_sessions (
  id TEXT PRIMARY KEY, client_id TEXT NOT NULL, channel_id TEXT NOT NULL,
  parts TEXT NOT NULL, metadata TEXT NOT NULL, size INTEGER NOT NULL, content_type TEXT NOT NULL, file_name TEXT,
  notify_subscribers INTEGER NOT NULL, created_at TEXT NOT NULL, video_id TEXT, gone INTEGER
) STRICT;

CREATE TABLE IF NOT EXISTS upload_requests (
  number INTEGER PRIMARY KEY, session_id TEXT NOT NULL, at TEXT NOT NULL, content_range TEXT,
  first INTEGER, received INTEGER NOT NULL DEFAULT 0, confirmed INTEGER, answer TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS upload_requests_session ON upload_requests (session_id, number);

CREATE TABLE IF NOT EXISTS videos (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, channel_id TEXT NOT NULL, session_id TEXT NOT NULL UNIQUE,
  metadata TEXT NOT NULL, size INTEGER NOT NULL, content_type TEXT NOT NULL, file_name TEXT,
  created_at TEXT NOT NULL, once_public INTEGER NOT NULL, locked_private INTEGER NOT NULL DEFAULT 0,
  sha256 TEXT, outcome TEXT, outcome_reason TEXT, hidden INTEGER NOT NULL DEFAULT 0,
  thumbnail_file TEXT, thumbnail_type TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS videos_channel ON videos (channel_id, number);

CREATE TABLE IF NOT EXISTS playlists (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, channel_id TEXT NOT NULL, title TEXT NOT NULL,
  privacy TEXT NOT NULL, created_at TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS playlist_items (
  number INTEGER PRIMARY KEY, playlist_id TEXT NOT NULL, video_id TEXT NOT NULL, added_at TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS captions (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, video_id TEXT NOT NULL, language TEXT NOT NULL,
  name TEXT NOT NULL, content TEXT NOT NULL, added_at TEXT NOT NULL, UNIQUE (video_id, language, name)
) STRICT;

CREATE TABLE IF NOT EXISTS quota (
  day TEXT NOT NULL, client_id TEXT NOT NULL, bucket TEXT NOT NULL, used INTEGER NOT NULL,
  PRIMARY KEY (day, client_id, bucket)
) STRICT;

CREATE TABLE IF NOT EXISTS failures (
  number INTEGER PRIMARY KEY, kind TEXT NOT NULL, rule TEXT NOT NULL, pass INTEGER NOT NULL, remaining INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS messages (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, received_at TEXT NOT NULL, raw BLOB NOT NULL
) STRICT;
`;

/** Opens (and on first use creates) the database of the sandbox. */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;");
  db.exec(schema);
  return db;
}

/** Runs `work` in one transaction. What it wrote outlives the process, but perhaps not a power cut. */
export function atomically<T>(db: DatabaseSync, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

/**
 * Like {@link atomically}, and on the disk itself when this returns. It can take a second while gigabytes of an upload
 * wait for the disk, so it is for what cannot be made again and is written rarely.
 */
export function durably<T>(db: DatabaseSync, work: () => T): T {
  db.exec("PRAGMA synchronous = FULL");
  try {
    return atomically(db, work);
  } finally {
    db.exec("PRAGMA synchronous = NORMAL");
  }
}
