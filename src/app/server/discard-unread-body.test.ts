import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { PassThrough } from "node:stream";

import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { discardUnreadBodies } from "./discard-unread-body.ts";

let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = Fastify({ requestTimeout: 0 });
  await app.register(multipart);
  discardUnreadBodies(app, 300);
  app.post("/form", async (request, reply) => {
    for await (const part of request.parts()) {
      if (part.type === "file") return reply.code(415).send("not this file");
    }
    return "taken";
  });
  app.addHook("onRequest", async ({ url }) => {
    if (url === "/foreign") throw new Error("not from there");
  });
  app.post("/foreign", async () => "taken");
  app.post("/closed", async (_request, reply) => reply.code(403).send("not you"));
  app.addContentTypeParser("application/octet-stream", (_request, body, done) => done(null, body));
  app.post("/piece", async (request, reply) => {
    const kept = new PassThrough();
    request.raw.pipe(kept);
    return reply.code(409).send("not here");
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Sends an endless body until the server closes the connection; returns the response. */
async function sendWithoutEnd(
  path: string,
  head: string,
  type: string,
  wish = "keep-alive",
): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1" });
  const heard: Buffer[] = [];
  socket.on("data", (bytes: Buffer) => heard.push(bytes));
  socket.on("error", () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: ${wish}\r\ncontent-type: ${type}\r\ncontent-length: 9000000000\r\n\r\n${head}`,
  );
  const piece = Buffer.alloc(64 * 1024, "x");
  const feed = setInterval(() => socket.write(piece), 5);
  // The connection may be reset after the response.
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(feed);
  return Buffer.concat(heard).toString();
}

const form =
  '--b\r\ncontent-disposition: form-data; name="f"; filename="a.bin"\r\ncontent-type: video/mp4\r\n\r\n';

describe("a response before the end of the request body", () => {
  it.each([
    ["a refused file of a form", "/form", form, "multipart/form-data; boundary=b", "not this file"],
    ["a body that nobody has begun to read", "/closed", "", "application/octet-stream", "not you"],
    ["a piece that is poured elsewhere", "/piece", "", "application/octet-stream", "not here"],
  ])("reaches the sender of %s, and ends the connection", async (_what, path, head, type, words) => {
    expect(await sendWithoutEnd(path, head, type)).toContain(words);
  });

  it.each([
    ["/foreign", "application/octet-stream", "not from there"],
    ["/closed", "application/octet-stream", "not you"],
    ["/foreign", "text/html", "not from there"],
    ["/closed", "application/json", "too large"],
  ])("is not the connection's end for %s of %s, though a proxy asks for that", async (path, type, words) => {
    const answer = await sendWithoutEnd(path, "", type, "close");
    expect(answer).toContain(words);
    expect(answer).not.toMatch(/^connection: close/im);
  });

  it("closes the connection after the body if requested", async () => {
    const socket = connect({ port, host: "127.0.0.1" });
    const heard: Buffer[] = [];
    socket.on("data", (bytes: Buffer) => heard.push(bytes));
    socket.write(
      "POST /closed HTTP/1.0\r\ncontent-type: application/octet-stream\r\ncontent-length: 4\r\n\r\nno",
    );
    await expect.poll(() => Buffer.concat(heard).toString()).toContain("not you");
    socket.write("pe");
    await once(socket, "close");
  });

  it("keeps the connection of an ordinary request open", async () => {
    const socket = connect({ port, host: "127.0.0.1" });
    let heard = "";
    socket.on("data", (bytes: Buffer) => (heard += bytes.toString()));
    const ask = () =>
      socket.write(
        `POST /closed HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/octet-stream\r\ncontent-length: 2\r\n\r\nok`,
      );
    ask();
    await new Promise((resolve) => setTimeout(resolve, 700));
    ask();
    await expect.poll(() => heard.split("not you").length - 1).toBe(2);
    socket.destroy();
  });
});
