import { connect, type AddressInfo } from "node:net";

import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { closeIdleBodies } from "./close-idle-bodies.ts";

/** Long enough for the pauses of a busy machine. */
const idleMilliseconds = 1500;

let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = Fastify({ requestTimeout: 0 });
  await app.register(multipart);
  closeIdleBodies(app, idleMilliseconds);
  app.post("/json", async ({ body }) => body);
  app.post("/form", { handler: async (request) => request.saveRequestFiles() });
  await app.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

const form = '--b\r\ncontent-disposition: form-data; name="f"; filename="a.mp4"\r\n\r\nftyp';

describe("a request body that stops arriving", () => {
  it.concurrent.each([
    ["JSON", "/json", "application/json", '{"email":'],
    ["text", "/json", "text/plain", "a"],
    ["a form", "/form", "multipart/form-data; boundary=b", form],
  ])("ends its connection (%s)", async (_what, path, type, start) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("error", () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ncontent-length: 9000\r\n\r\n${start}`,
    );
    await new Promise((resolve) => socket.once("close", resolve));
    expect(socket.bytesRead).toBe(0);
  });

  it("is received while it continues", async () => {
    const socket = connect({ port, host: "127.0.0.1" });
    let received = "";
    socket.on("data", (bytes: Buffer) => (received += bytes.toString()));
    socket.write(
      "POST /json HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 22\r\n\r\n",
    );
    for (const character of '"arrives byte by byte"') {
      socket.write(character);
      await new Promise((resolve) => setTimeout(resolve, idleMilliseconds / 15));
    }
    await expect.poll(() => received).toContain("arrives byte by byte");
    socket.destroy();
  });
});
