import { parseJson } from "./answer-failures.ts";
import { platformError } from "./failure-catalogue.ts";
import { type Answer, at, exchange, header, type Line, refusal } from "./http.ts";
import type { VideoMetadata } from "./metadata.ts";
import { readVideo, videoResource, type VideoState } from "./video-state.ts";

export interface SessionRequest {
  metadata: VideoMetadata;
  /** Whether the channel's subscribers are told once the video is public. */
  notifySubscribers: boolean;
  /** Size of the whole file. */
  bytes: number;
  /** Media type of the file, `video/*` or `application/octet-stream`. */
  type: string;
}

/**
 * How far the platform has got: bytes confirmed from the start of the file, or the finished video. When all bytes are
 * confirmed and there is no video yet, it is still finishing: ask `sessionStatus` again a little later.
 */
export type Received = { received: number } | { video: VideoState };

const largestFile = 256 * 1024 ** 3;

/**
 * Opens a resumable upload (reference, 2.1 step 1). The platform checks the metadata here, before a byte is sent. The
 * `sessionUri` is a capability: keep it encrypted, never log it.
 */
export async function startSession(
  line: Line,
  access: string,
  request: SessionRequest,
): Promise<{ sessionUri: string }> {
  if (request.bytes <= 0 || request.bytes > largestFile)
    throw platformError("file_size", line.addresses.name);
  const url = at(line.addresses.upload, "videos", {
    uploadType: "resumable",
    part: "snippet,status",
    notifySubscribers: String(request.notifySubscribers),
  });
  const answer = await exchange(line, {
    operation: "startSession",
    method: "POST",
    url,
    access,
    headers: {
      "content-type": "application/json; charset=UTF-8",
      "x-upload-content-length": String(request.bytes),
      "x-upload-content-type": request.type,
    },
    body: JSON.stringify(resourceOf(request.metadata)),
  });
  if (answer.status !== 200) throw refusal(line, "startSession", answer);
  const location = header(answer, "location");
  if (location === undefined) throw platformError("unavailable", line.addresses.name);
  return { sessionUri: trustedSession(line, location, url).href };
}

/** Asks how far an upload has got; nothing is sent. `gone` when the platform no longer knows the session. */
export async function sessionStatus(
  line: Line,
  access: string,
  session: { sessionUri: string; bytes: number },
): Promise<Received | { gone: true }> {
  const answer = await exchange(line, {
    operation: "sessionStatus",
    method: "PUT",
    url: trustedSession(line, session.sessionUri),
    access,
    headers: { "content-length": "0", "content-range": `bytes */${session.bytes}` },
  });
  if (answer.status === 404 || answer.status === 410) return { gone: true };
  return readReceived(line, "sessionStatus", answer, session.bytes);
}

/** Reads the answer to a piece or a status query (reference, 2.1). */
export function readReceived(
  line: Line,
  operation: "sessionStatus" | "sendPiece",
  answer: Answer,
  bytes: number,
): Received {
  if (answer.status === 308) {
    const received = readRange(header(answer, "range"));
    if (received !== undefined && received <= bytes) return { received };
    line.log.warn({ operation, status: 308 }, "Video platform named an unreadable range");
    throw platformError("outcome_unknown", line.addresses.name);
  }
  if (answer.status !== 200 && answer.status !== 201) throw refusal(line, operation, answer);
  const video = videoResource.safeParse(parseJson(answer.body));
  if (video.success) return { video: readVideo(video.data) };
  line.log.warn({ operation, status: answer.status }, "Video platform finished without naming the video");
  throw platformError("outcome_unknown", line.addresses.name);
}

/**
 * The session's address, when it lies with the platform's uploads: a bearer token goes there (reference, section 7,
 * point 10). Throws `untrusted_session` otherwise.
 */
export function trustedSession(line: Line, sessionUri: string, base?: URL): URL {
  const { uploadOrigins, upload, name } = line.addresses;
  const url = URL.parse(sessionUri, base?.href);
  const trusted =
    url !== null &&
    uploadOrigins.includes(url.origin) &&
    url.pathname.startsWith(new URL(upload).pathname) &&
    url.username === "" &&
    url.password === "";
  if (!trusted) throw platformError("untrusted_session", name);
  return url;
}

/** Bytes confirmed by a 308's `Range`; without the header nothing is stored yet. */
function readRange(range: string | undefined): number | undefined {
  if (range === undefined) return 0;
  const last = /^(?:bytes=)?0-(\d+)$/.exec(range.trim())?.[1];
  return last === undefined ? undefined : Number(last) + 1;
}

function resourceOf(metadata: VideoMetadata) {
  return {
    snippet: {
      title: metadata.title,
      description: metadata.description,
      tags: metadata.tags,
      categoryId: metadata.categoryId,
      ...(metadata.language !== undefined && { defaultLanguage: metadata.language }),
    },
    status: {
      privacyStatus: metadata.privacy,
      ...(metadata.publishAt && { publishAt: metadata.publishAt.toISOString() }),
      selfDeclaredMadeForKids: metadata.madeForKids,
      containsSyntheticMedia: metadata.syntheticMedia,
    },
  };
}
