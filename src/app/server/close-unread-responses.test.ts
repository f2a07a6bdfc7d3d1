import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { Readable } from "node:stream";

import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { closeUnreadResponses } from "./close-unread-responses.ts";

/** Long enough for the pauses of a busy machine. */
const unreadMilliseconds = 1500;
const megabyte = 1024 * 1024;
/** More than the buffers of a connection hold. */
const length = 64 * megabyte;

let app: FastifyInstance;
/** Resolves when the server has closed the stream of the unread response. */
const ended = Promise.withResolvers<void>();

beforeAll(async () => {
  app = Fastify();
  closeUnreadResponses(app, unreadMilliseconds);
  app.get("/video", (_request, reply) => reply.send(Readable.from(chunks())));
  app.get("/unread", (_request, reply) => {
    const video = Readable.from(chunks());
    video.once("close", ended.resolve);
    return reply.send(video);
  });
  app.get("/slow", (_request, reply) => reply.send(Readable.from(slowly())));
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

function* chunks() {
  for (let sent = 0; sent < length; sent += megabyte) yield Buffer.alloc(megabyte);
}

async function* slowly() {
  yield "first";
  await new Promise((resolve) => setTimeout(resolve, unreadMilliseconds * 2));
  yield "last";
}

function request(path: string): Socket {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  return socket;
}

describe("a response", () => {
  it.concurrent("that is not read ends, with the stream that it sends", async () => {
    const socket = request("/unread");
    socket.pause();
    await ended.promise;
    let received = 0;
    socket.on("data", (bytes: Buffer) => (received += bytes.length)).resume();
    await once(socket, "close");
    expect(received).toBeLessThan(length);
  });

  it.concurrent("that is read with pauses is complete", async () => {
    const socket = request("/video");
    let received = 0;
    socket.on("data", (bytes: Buffer) => (received += bytes.length));
    for (let pauses = 0; pauses < 4; pauses += 1) {
      await expect.poll(() => received).toBeGreaterThan(pauses * 8 * megabyte);
      socket.pause();
      await new Promise((resolve) => setTimeout(resolve, unreadMilliseconds / 15));
      socket.resume();
    }
    await once(socket, "close");
    expect(received).toBeGreaterThan(length);
  });

  it.concurrent("that the server has not finished is not cut off", async () => {
    let received = "";
    const socket = request("/slow").on("data", (bytes: Buffer) => (received += bytes.toString()));
    await once(socket, "close");
    expect(received).toContain("last");
  });
});
