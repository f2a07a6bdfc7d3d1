import { finished } from "node:stream/promises";

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

import { isFor } from "../control/failures.ts";
import { dropConnection } from "../web/raw-connection.ts";
import { calls, type Caller, retryHeaders } from "./access.ts";
import { readContentRange } from "./content-range.ts";
import { ApiError } from "./errors.ts";
import type { Platform } from "./platform.ts";
import { receiveBody } from "./receive.ts";
import { videoResource } from "./resource.ts";
import { confirmedUnit, type UploadSession } from "./sessions.ts";
import type { Outcome } from "./videos.ts";

/** A PUT whose body is being received. */
interface ActivePut {
  abort: () => void;
  ended: Promise<void>;
  /** The bytes that the client may consider stored: the start of this PUT, or the result of a later status query. */
  promised: number;
}

const querySchema = z.object({ upload_id: z.string().default("") });
const lengthSchema = z.coerce.number().int().min(0).optional();

const noSession = (status: number, retryAfter?: number | string) =>
  new ApiError(
    status,
    status === 410 ? "gone" : "notFound",
    "This upload session does not exist or has ended.",
    { headers: retryHeaders(retryAfter) },
  );

/** Receives PUTs to upload sessions: chunks, whole files and status queries. */
export function registerReceiveUpload(app: FastifyInstance, platform: Platform): void {
  const { sandbox, admit, sessions, videos, processing } = platform;
  const { failures } = sandbox;
  const active = new Map<string, ActivePut>();

  function findSession(id: string, caller: Caller): UploadSession {
    const session = sessions.find(id);
    if (!session || session.channelId !== caller.channel.id) throw noSession(404);
    if (session.gone !== undefined) throw noSession(session.gone);
    const lost = failures.take("session_gone");
    if (lost) {
      sessions.lose(session.id, lost.status);
      throw noSession(lost.status, lost.retryAfter);
    }
    return session;
  }

  function orderedFate() {
    const failed = failures.take("processing_failed");
    const rejected = failures.take("rejected");
    const stuck = failures.take("stuck_processing");
    const disappeared = failures.take("disappeared");
    const outcomes: [Outcome, unknown][] = [
      ["failed", failed],
      ["rejected", rejected],
      ["stuck", stuck],
      ["disappeared", disappeared],
    ];
    return {
      lockedPrivate: failures.take("locked_private") !== undefined,
      outcome: outcomes.find(([, rule]) => rule !== undefined)?.[0],
      outcomeReason: failed?.reason ?? rejected?.reason,
    };
  }

  /** The id of the session's video, created if all bytes are stored and it does not exist yet. */
  function completeVideo(session: UploadSession): string {
    const existing = sessions.find(session.id)?.videoId;
    if (existing !== undefined) return existing;
    const id = videos.create(session, orderedFate());
    processing.enqueue(id);
    return id;
  }

  function sendVideo(reply: FastifyReply, status: 200 | 201, session: UploadSession, videoId: string) {
    const video = videos.find(videoId);
    if (!video) throw noSession(404);
    const progress = processing.findProgress(videoId);
    const view = { parts: session.parts, url: sandbox.url, now: new Date(), progress };
    return reply.code(status).send(videoResource(video, view));
  }

  /** 308 without a Location; without a Range either while nothing is stored. */
  function sendIncomplete(reply: FastifyReply, confirmed: number) {
    if (confirmed > 0) reply.header("range", `bytes=0-${confirmed - 1}`);
    return reply.code(308).send();
  }

  async function answerStatus(reply: FastifyReply, session: UploadSession, contentRange: string | undefined) {
    const number = sessions.beginRequest(session.id, contentRange, undefined);
    const confirmed = sessions.confirmedBytes(session);
    const done = confirmed === session.size;
    sessions.endRequest(number, { received: 0, confirmed, answer: done ? "200" : "308" });
    if (done) {
      await active.get(session.id)?.ended;
      return sendVideo(reply, 200, session, completeVideo(session));
    }
    const running = active.get(session.id);
    if (running) running.promised = confirmed;
    return sendIncomplete(reply, confirmed);
  }

  /**
   * Makes a PUT the only one of its session. An earlier one that the client has aborted without the server noticing is
   * ended first, back to the bytes that the client may consider stored.
   */
  async function claim(session: UploadSession) {
    let promised = Infinity;
    for (let running = active.get(session.id); running; running = active.get(session.id)) {
      promised = running.promised;
      running.abort();
      await running.ended;
    }
    const confirmed = sessions.confirmedBytes(session);
    const next = confirmed === session.size ? confirmed : Math.min(promised, confirmed);
    const controller = new AbortController();
    const ended = Promise.withResolvers<void>();
    const resume = processing.hold();
    let held = true;
    // Not while a rule makes the upload slow or stall, so that it delays no other channel's videos.
    const resumeProcessing = () => {
      if (held) resume();
      held = false;
    };
    active.set(session.id, { abort: () => controller.abort(), ended: ended.promise, promised: next });
    const release = () => {
      active.delete(session.id);
      resumeProcessing();
      ended.resolve();
    };
    return { next, signal: controller.signal, release, onPause: resumeProcessing };
  }

  interface Chunk {
    session: UploadSession;
    contentRange: string | undefined;
    first: number;
    length: number;
    signal: AbortSignal;
    onPause: () => void;
  }

  async function storeChunk(request: FastifyRequest, chunk: Chunk) {
    const { session, contentRange, first, length, signal, onPause } = chunk;
    const partial = failures.take("partial_308");
    const number = sessions.beginRequest(session.id, contentRange, first);
    try {
      const received = await receiveBody(request.raw, {
        file: sessions.filePath(session.id),
        first,
        keep: partial ? Math.min(length, partial.keep * confirmedUnit) : length,
        cutAfter: failures.take("dropped_connection")?.bytes,
        bytesPerSecond: failures.take("slow", (rule) => isFor(rule, session.channelId))?.bytesPerSecond,
        stallSeconds: failures.take("stalled")?.seconds,
        onPause,
        signal,
      });
      const confirmed = sessions.confirmedBytes(session);
      const whole = confirmed === session.size;
      const answer = received.complete ? (whole ? "201" : "308") : "connection lost";
      sessions.endRequest(number, { received: received.bytes, confirmed, answer });
      return { complete: received.complete, confirmed, videoId: whole ? completeVideo(session) : undefined };
    } catch (error) {
      const confirmed = sessions.confirmedBytes(session);
      sessions.endRequest(number, { received: Math.max(0, confirmed - first), confirmed, answer: "503" });
      throw error;
    }
  }

  app.put("/upload/youtube/v3/videos", async (request, reply) => {
    const contentRange = request.headers["content-range"];
    const asks = contentRange?.startsWith("bytes */") === true;
    const caller = await admit(request, asks ? calls.queryStatus : calls.sendBytes);
    const session = findSession(querySchema.parse(request.query).upload_id, caller);
    const contentLength = lengthSchema.parse(request.headers["content-length"]);
    const put = readContentRange(contentRange, contentLength, session.size);
    if (put.kind === "status") return answerStatus(reply, session, contentRange);

    const { next, signal, release, onPause } = await claim(session);
    try {
      if (next === session.size) return sendVideo(reply, 200, session, completeVideo(session));
      if (put.first !== next) {
        throw new ApiError(
          416,
          "requestedRangeNotSatisfiable",
          `The next byte is ${next}, not ${put.first}.`,
          {
            location: "Content-Range",
            locationType: "header",
          },
        );
      }
      const wrong = failures.take("wrong_range");
      if (wrong) {
        await finished(request.raw.resume());
        return reply.code(308).header("range", wrong.range).send();
      }
      const stored = await storeChunk(request, { session, contentRange, ...put, signal, onPause });
      if (!stored.complete) return dropConnection(reply);
      if (stored.videoId === undefined) return sendIncomplete(reply, stored.confirmed);
      if (failures.take("lost_last_reply")) return dropConnection(reply);
      return sendVideo(reply, 201, session, stored.videoId);
    } finally {
      release();
    }
  });
}
