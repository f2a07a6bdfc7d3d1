import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

import { z } from "zod";

import { createEmptyFile, fileSize, type Folders } from "../storage/files.ts";
import { metadataSchema, type VideoMetadata } from "./metadata.ts";

/** Uploads are confirmed in whole multiples of this many bytes, except their end. */
export const confirmedUnit = 262_144;

/** Lifetime of a session: one week, in milliseconds. Google documents none for YouTube. */
const lifetime = 7 * 86_400_000;

export interface UploadSession {
  id: string;
  clientId: string;
  channelId: string;
  /** The parts in the response to the last byte. */
  parts: string[];
  metadata: VideoMetadata;
  /** Announced size of the file in bytes. */
  size: number;
  contentType: string;
  fileName: string | undefined;
  notifySubscribers: boolean;
  createdAt: string;
  /** Set once the last byte was received. */
  videoId: string | undefined;
  /** The response status of a session that a failure rule has ended. */
  gone: number | undefined;
}

export interface UploadRequest {
  number: number;
  at: string;
  contentRange: string | undefined;
  /** Offset of the first byte; absent for a status query. */
  first: number | undefined;
  /** Received bytes of the body, stored or not. */
  received: number;
  /** Total confirmed bytes when the request ended. */
  confirmed: number | undefined;
  /** Result of the request; absent while it is running. */
  answer: string | undefined;
}

const sessionRow = z
  .object({
    id: z.string(),
    client_id: z.string(),
    channel_id: z.string(),
    parts: z.string(),
    metadata: z.string(),
    size: z.number(),
    content_type: z.string(),
    file_name: z.string().nullable(),
    notify_subscribers: z.number(),
    created_at: z.string(),
    video_id: z.string().nullable(),
    gone: z.number().nullable(),
  })
  .transform((row): UploadSession => ({
    id: row.id,
    clientId: row.client_id,
    channelId: row.channel_id,
    parts: row.parts.split(","),
    metadata: metadataSchema.parse(JSON.parse(row.metadata)),
    size: row.size,
    contentType: row.content_type,
    fileName: row.file_name ?? undefined,
    notifySubscribers: row.notify_subscribers === 1,
    createdAt: row.created_at,
    videoId: row.video_id ?? undefined,
    gone: row.gone ?? undefined,
  }));

const requestRow = z
  .object({
    number: z.number(),
    at: z.string(),
    content_range: z.string().nullable(),
    first: z.number().nullable(),
    received: z.number(),
    confirmed: z.number().nullable(),
    answer: z.string().nullable(),
  })
  .transform((row): UploadRequest => ({
    number: row.number,
    at: row.at,
    contentRange: row.content_range ?? undefined,
    first: row.first ?? undefined,
    received: row.received,
    confirmed: row.confirmed ?? undefined,
    answer: row.answer ?? undefined,
  }));

type NewSession = Omit<UploadSession, "id" | "createdAt" | "videoId" | "gone">;

export type Sessions = ReturnType<typeof createSessions>;

/** Upload sessions and the log of their requests. */
export function createSessions(db: DatabaseSync, folders: Folders) {
  const insert = db.prepare(
    `INSERT INTO upload_sessions (id, client_id, channel_id, parts, metadata, size, content_type, file_name,
       notify_subscribers, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const one = db.prepare("SELECT * FROM upload_sessions WHERE id = ?");
  const every = db.prepare("SELECT * FROM upload_sessions ORDER BY created_at, id");
  const setGone = db.prepare("UPDATE upload_sessions SET gone = ? WHERE id = ?");
  const addRequest = db.prepare(
    "INSERT INTO upload_requests (session_id, at, content_range, first) VALUES (?, ?, ?, ?)",
  );
  const endRequest = db.prepare(
    "UPDATE upload_requests SET received = ?, confirmed = ?, answer = ? WHERE number = ?",
  );
  const requests = db.prepare("SELECT * FROM upload_requests WHERE session_id = ? ORDER BY number");
  const received = db.prepare("SELECT sum(received) AS bytes FROM upload_requests WHERE session_id = ?");
  const unended = db.prepare("SELECT number, session_id, first FROM upload_requests WHERE answer IS NULL");

  const unfinished = db.prepare(
    "SELECT id FROM upload_sessions WHERE video_id IS NULL AND gone IS NULL AND created_at < ?",
  );

  const filePath = (sessionId: string) => join(folders.uploads, sessionId);

  /** Bytes on disk that can be confirmed to the client. */
  function confirmedBytes(session: UploadSession): number {
    const stored = fileSize(filePath(session.id));
    return stored >= session.size ? session.size : stored - (stored % confirmedUnit);
  }

  /** Completes the log of requests that a crash interrupted, with the bytes on disk. */
  function closeInterruptedRequests(): void {
    const rows = z
      .array(z.object({ number: z.number(), session_id: z.string(), first: z.number().nullable() }))
      .parse(unended.all());
    for (const { number, session_id, first } of rows) {
      const stored = fileSize(filePath(session_id));
      const arrived = first === null ? 0 : Math.max(0, stored - first);
      endRequest.run(arrived, stored - (stored % confirmedUnit), "the sandbox stopped", number);
    }
  }
  closeInterruptedRequests();

  /** Deletes uploads that were not finished within a week, with their bytes. */
  function expireSessions(): void {
    const oldest = new Date(Date.now() - lifetime).toISOString();
    for (const row of unfinished.all(oldest)) {
      const { id } = z.object({ id: z.string() }).parse(row);
      setGone.run(404, id);
      rmSync(filePath(id), { force: true });
    }
  }
  expireSessions();

  return {
    filePath,
    confirmedBytes,
    create(fields: NewSession): UploadSession {
      const id = randomBytes(48).toString("base64url");
      const createdAt = new Date().toISOString();
      createEmptyFile(filePath(id));
      insert.run(
        id,
        fields.clientId,
        fields.channelId,
        fields.parts.join(","),
        JSON.stringify(fields.metadata),
        fields.size,
        fields.contentType,
        fields.fileName ?? null,
        fields.notifySubscribers ? 1 : 0,
        createdAt,
      );
      return { ...fields, id, createdAt, videoId: undefined, gone: undefined };
    },
    find(id: string): UploadSession | undefined {
      const row = one.get(id);
      return row && sessionRow.parse(row);
    },
    /** Oldest first. */
    all: (): UploadSession[] => every.all().map((row) => sessionRow.parse(row)),
    lose(id: string, status: number): void {
      setGone.run(status, id);
    },
    /** Logs the start of a request and returns its number for {@link endRequest}. */
    beginRequest(sessionId: string, contentRange: string | undefined, first: number | undefined): number {
      const now = new Date().toISOString();
      return Number(addRequest.run(sessionId, now, contentRange ?? null, first ?? null).lastInsertRowid);
    },
    endRequest(number: number, end: { received: number; confirmed: number; answer: string }): void {
      endRequest.run(end.received, end.confirmed, end.answer, number);
    },
    listRequests: (sessionId: string): UploadRequest[] =>
      requests.all(sessionId).map((row) => requestRow.parse(row)),
    /** All body bytes ever received for a session, stored or not. */
    bytesEverReceived: (sessionId: string): number =>
      z.object({ bytes: z.number().nullable() }).parse(received.get(sessionId)).bytes ?? 0,
  };
}
