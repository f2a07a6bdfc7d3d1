import { randomBytes } from "node:crypto";
import { request } from "node:http";

import { z } from "zod";

export const unit = 262_144;

/** Bytes without repetitions. */
export const makeBytes = (length: number) => randomBytes(length);

export interface ApiAnswer {
  status: number;
  headers: Headers;
  /** The JSON body; an empty object without one. */
  body: Record<string, unknown>;
}

const objectSchema = z.record(z.string(), z.unknown());

async function readAnswer(response: Response): Promise<ApiAnswer> {
  const text = await response.text();
  const body = text === "" ? {} : objectSchema.parse(JSON.parse(text));
  return { status: response.status, headers: response.headers, body };
}

/** One call of the Data API. */
export async function callApi(
  url: string,
  token: string | undefined,
  init: RequestInit = {},
): Promise<ApiAnswer> {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  if (typeof init.body === "string") headers.set("content-type", "application/json; charset=UTF-8");
  return readAnswer(await fetch(url, { ...init, headers, redirect: "manual" }));
}

/** The `reason` of an error response. */
export function refusalReason({ body }: ApiAnswer): string | undefined {
  const schema = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })) }) });
  return schema.safeParse(body).data?.error.errors[0]?.reason;
}

export const plainMetadata = {
  snippet: { title: "A day at the bench", description: "One chair, start to end.", categoryId: "26" },
  status: { privacyStatus: "private", selfDeclaredMadeForKids: false },
};

interface Start {
  size: number;
  metadata?: unknown;
  query?: string;
  headers?: Record<string, string>;
}

export function startUpload(origin: string, token: string | undefined, start: Start): Promise<ApiAnswer> {
  const query = start.query ?? "uploadType=resumable&part=snippet,status";
  return callApi(`${origin}/upload/youtube/v3/videos?${query}`, token, {
    method: "POST",
    body: JSON.stringify(start.metadata ?? plainMetadata),
    headers: {
      "x-upload-content-length": String(start.size),
      "x-upload-content-type": "video/mp4",
      ...start.headers,
    },
  });
}

/** Starts an upload and returns its session URI. */
export async function openSession(origin: string, token: string, start: Start): Promise<string> {
  const answer = await startUpload(origin, token, start);
  const location = answer.headers.get("location");
  if (location === null) throw new Error(`No session: ${JSON.stringify(answer.body)}`);
  return location;
}

/** Sends bytes `first` to `end` of a file of `total` bytes. */
export function putChunk(uri: string, token: string, file: Buffer, first: number, end: number) {
  return callApi(uri, token, {
    method: "PUT",
    body: new Uint8Array(file.subarray(first, end)),
    headers: { "content-range": `bytes ${first}-${end - 1}/${file.length}` },
  });
}

export function putWhole(uri: string, token: string, file: Buffer): Promise<ApiAnswer> {
  return callApi(uri, token, { method: "PUT", body: new Uint8Array(file) });
}

export function queryStatus(uri: string, token: string, total: number | "*"): Promise<ApiAnswer> {
  return callApi(uri, token, { method: "PUT", headers: { "content-range": `bytes */${total}` } });
}

/** Starts a PUT, sends `part` of the announced `length` bytes and keeps the connection open; `close` drops it. */
export function putIncomplete(uri: string, token: string, part: Buffer, range: string, length: number) {
  const sending = request(uri, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-range": range, "content-length": length },
  });
  const gone = new Promise<void>((resolve) => {
    sending.once("error", () => resolve());
    sending.once("close", () => resolve());
  });
  sending.write(part);
  return { gone, more: (next: Buffer) => sending.write(next), close: () => sending.destroy() };
}

/** Uploads a file and returns the id of its video. */
export async function uploadVideo(
  origin: string,
  token: string,
  file: Buffer,
  start: Partial<Start> = {},
): Promise<string> {
  const uri = await openSession(origin, token, { size: file.length, ...start });
  const answer = await putWhole(uri, token, file);
  return z.string().parse(answer.body["id"]);
}
