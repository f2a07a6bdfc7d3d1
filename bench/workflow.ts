import { createReadStream } from "node:fs";
import { Agent, request } from "node:http";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";

import { io } from "socket.io-client";
import type { z } from "zod";

import type { Endpoint, Input, ResponseOf } from "#core/endpoint.ts";
import type { RealtimeMessage } from "#core/event.ts";
import { day } from "#core/time.ts";
import type { Playback } from "#modules/media/contract/videos.ts";
import { uploadPiece } from "#modules/media/rules/limits.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { createClient, overHttp } from "#testing/client.ts";

/** A user signed in to a running server. */
export interface Person {
  name: string;
  url: string;
  email: string;
  password: string;
  cookie: string;
  /** Throws the server's error message if the call fails. */
  call: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<ResponseOf<E>>;
  /** Waits for the next realtime message of this kind. The connection is open when `listen` resolves. */
  listen: <P extends z.ZodType>(message: RealtimeMessage<P>) => Promise<{ next: Promise<z.output<P>> }>;
  /** Calls `act` for every realtime message of this kind, until the returned function is called. */
  subscribe: (message: RealtimeMessage, act: () => void) => Promise<() => void>;
}

export async function signUp(url: string, name: string, role: "YOUTUBER" | "EDITOR"): Promise<Person> {
  const transport = overHttp(url);
  const [email, password] = [`${name}@example.com`, `${name} counts the seconds`];
  const signedUp = await createClient(transport).call(passwordEndpoints.signup, {
    body: { email, password, role },
  });
  const { cookie, data, message } = signedUp;
  if (!cookie) throw new Error(`${name} could not sign up: ${message}`);
  const client = createClient(transport, cookie);
  return {
    name: data.name,
    url,
    email,
    password,
    cookie,
    call: async (endpoint, input) => {
      const answer = await client.call(endpoint, input);
      if (answer.status >= 300) throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.message}`);
      return answer.data;
    },
    listen: async (message) => {
      const { promise: next, resolve } = Promise.withResolvers<z.output<typeof message.payload>>();
      const socket = await connect(url, data.socketToken, message, (payload) => {
        socket.disconnect();
        resolve(message.payload.parse(payload));
      });
      return { next };
    },
    subscribe: async (message, act) => {
      const socket = await connect(url, data.socketToken, message, act);
      return () => socket.disconnect();
    },
  };
}

async function connect(
  url: string,
  token: string,
  { name }: RealtimeMessage,
  act: (payload: unknown) => void,
) {
  const socket = io(url, { transports: ["websocket"], auth: { token } });
  socket.on(name, act);
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
}

export async function createTask(creator: Person, editor: Person, taskTitle: string): Promise<number> {
  const created = await creator.call(tasksEndpoints.createTask, {
    form: {
      fields: {
        taskTitle,
        workDescription: "Send it as it is.",
        title: taskTitle,
        description: "Made to be measured.",
        deadline: new Date(Date.now() + 7 * day).toISOString(),
        assignedTo: editor.name,
        madeForKids: "false",
        tags: "[]",
      },
      files: {},
    },
  });
  return created.id;
}

/**
 * Uploads a task's next version over tus, in pieces like a browser after its first request. Resolves with the
 * time (`performance.now()`) at which the last byte was passed to the network.
 */
export async function sendVersion(
  editor: Person,
  taskId: number,
  file: { path: string; bytes: number; type?: string },
): Promise<number> {
  const { path, bytes, type = "video/mp4" } = file;
  const { uploadUrl } = await editor.call(reviewEndpoints.beginVersion, {
    body: { taskId, bytes, fileName: basename(path), type, fingerprint: `${path} ${taskId}` },
  });
  return sendToUpload(editor, uploadUrl, file);
}

/** Sends a file to an open upload, like `sendVersion`. */
export async function sendToUpload(
  editor: Person,
  uploadUrl: string,
  file: { path: string; bytes: number },
): Promise<number> {
  const { bytes } = file;
  const agent = new Agent({ keepAlive: true });
  let sentAt = 0;
  for (let offset = 0; offset < bytes; offset += uploadPiece) {
    sentAt = await sendPiece(agent, editor, new URL(uploadUrl, editor.url), {
      ...file,
      offset,
      end: Math.min(bytes, offset + uploadPiece),
    });
  }
  agent.destroy();
  return sentAt;
}

async function sendPiece(
  agent: Agent,
  { cookie }: Person,
  url: URL,
  piece: { path: string; offset: number; end: number },
): Promise<number> {
  const { path, offset, end } = piece;
  const sending = request(url, {
    agent,
    method: "PATCH",
    headers: {
      cookie,
      "tus-resumable": "1.0.0",
      "content-type": "application/offset+octet-stream",
      "content-length": end - offset,
      "upload-offset": offset,
    },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sending.once("error", reject);
    sending.once("response", (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode));
    });
  });
  const bytes = createReadStream(path, { start: offset, end: end - 1, highWaterMark: 1024 * 1024 });
  await pipeline(bytes, sending);
  const sentAt = performance.now();
  const status = await answered;
  if (status !== 204) throw new Error(`The server responded to a piece of the upload with ${status}.`);
  return sentAt;
}

/** Polls until the task reaches `stage`. */
export async function untilStage(person: Person, taskId: number, stage: string): Promise<void> {
  for (let tries = 0; tries < 3000; tries += 1) {
    const task = await person.call(tasksEndpoints.fetchTask, { params: { id: taskId } });
    if (task.stage === stage) return;
    await wait(200);
  }
  throw new Error(`The task did not become ${stage} within ten minutes.`);
}

/**
 * Fetches the playback, as a browser does, whenever a message says that the task changed, until its newest
 * version can be watched. Call it before the upload.
 */
export async function untilWatchable(person: Person, taskId: number): Promise<Playback> {
  let changed = Promise.withResolvers<void>();
  const stop = await person.subscribe(taskChanged, () => changed.resolve());
  try {
    for (let tries = 0; tries < 60; tries += 1) {
      const { playback, next, version } = await person.call(reviewEndpoints.preview, {
        params: { id: taskId },
        query: {},
      });
      const refusal = version?.refusal ?? next?.refusal;
      if (refusal) throw new Error(`The video was refused: ${refusal}`);
      if (playback?.state === "ready") return playback;
      await Promise.race([changed.promise, wait(1000)]);
      changed = Promise.withResolvers<void>();
    }
  } finally {
    stop();
  }
  throw new Error("The video was not ready within a minute.");
}
