import type { RequestListener } from "node:http";

import { afterEach, describe, expect, it } from "vitest";

import { type HttpServer, startHttpServer } from "#testing/http-server.ts";

import { googleIdentity, sandboxIdentity } from "./addresses.ts";
import { downloadPicture, maxPictureBytes } from "./picture.ts";

const servers: HttpServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = await startHttpServer(answer);
  servers.push(server);
  return server.origin;
}

/** Downloads from a provider at `origin`. */
const download = (origin: string, url = `${origin}/me.png`) =>
  downloadPicture(sandboxIdentity(origin), url, new AbortController().signal);

describe("the hosts of pictures", () => {
  it.each([
    ["https://lh3.googleusercontent.com/a/x=s96-c", true],
    ["http://lh3.googleusercontent.com/a/x", false],
    ["https://lh3.googleusercontent.com:8443/a/x", false],
    ["https://googleusercontent.com.example.com/x", false],
    ["https://evilgoogleusercontent.com/x", false],
    ["http://127.0.0.1/x", false],
  ])("of Google: %s", (url, allowed) => {
    expect(googleIdentity.isPicture(new URL(url))).toBe(allowed);
  });
});

describe("a picture", () => {
  it("is downloaded", async () => {
    const origin = await serve((_request, response) => void response.end("a picture"));
    expect((await download(origin)).toString()).toBe("a picture");
  });

  it("isn't requested from another host", async () => {
    let requests = 0;
    const elsewhere = await serve((_request, response) => {
      requests += 1;
      response.end("internal");
    });
    const refused = download("http://127.0.0.1:9", elsewhere);
    await expect(refused).rejects.toMatchObject({ kind: "permanent", code: "picture_elsewhere" });
    expect(requests).toBe(0);
  });

  it("isn't followed to another host", async () => {
    let requests = 0;
    const elsewhere = await serve((_request, response) => {
      requests += 1;
      response.end("internal");
    });
    const origin = await serve((_request, response) => {
      response.writeHead(302, { location: `${elsewhere}/secret` }).end();
    });
    await expect(download(origin)).rejects.toMatchObject({ kind: "permanent", code: "picture_refused" });
    expect(requests).toBe(0);
  });

  it("is refused above the limit, whatever the server states", async () => {
    const origin = await serve((_request, response) => {
      const piece = Buffer.alloc(1024 * 1024);
      for (let sent = 0; sent <= maxPictureBytes; sent += piece.length) response.write(piece);
      response.end();
    });
    await expect(download(origin)).rejects.toMatchObject({ kind: "permanent", code: "picture_too_large" });
  });

  it.each([
    [404, "permanent"],
    [429, "retry"],
    [503, "retry"],
  ])("that is answered with %i fails as %s", async (status, kind) => {
    const origin = await serve((_request, response) => void response.writeHead(status).end());
    await expect(download(origin)).rejects.toMatchObject({ kind });
  });

  it("of an unreachable provider is retried", async () => {
    await expect(download("http://127.0.0.1:9")).rejects.toMatchObject({ kind: "retry" });
  });
});
