import { once } from "node:events";
import { mkdtemp, rm, unlink, writeFile } from "node:fs/promises";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { sendFile } from "./send-file.ts";

const bytes = 64 * 1024 * 1024;
let folder: string;
let file: string;
let sending: Promise<void>;
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-length": bytes });
  sending = sendFile(file, { start: 0, end: bytes - 1 }, response, { checkEvery: 20 });
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelay-send-"));
  file = join(folder, "video.mp4");
  await writeFile(file, Buffer.alloc(bytes, 7));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Requests the file without reading the response yet. */
async function open(): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const asked = get({ port, host: "127.0.0.1" });
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return answer;
}

async function read(answer: IncomingMessage): Promise<number> {
  let length = 0;
  for await (const piece of answer) length += (piece as Buffer).length;
  return length;
}

it("ends the response when the file is deleted, even for a stalled client", async () => {
  const answer = await open();
  await unlink(file);
  await sending;
  await expect(read(answer)).rejects.toThrow("aborted");
});

it("sends an existing file to its end, however long a client stalls", async () => {
  const answer = await open();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await read(answer)).toBe(bytes);
  await sending;
});
