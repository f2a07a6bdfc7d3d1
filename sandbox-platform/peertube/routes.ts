import type { FastifyInstance } from "fastify";
import { z } from "zod";

import type { Sandbox } from "../sandbox.ts";
import { html } from "../web/html.ts";
import { sendPage } from "../web/page.ts";
import { streamBodies } from "../web/raw-connection.ts";
import { createInstance } from "./instance.ts";
import { answerInProblems } from "./problem.ts";
import { createStore } from "./store.ts";
import { registerUploadBytes, registerUploadStart } from "./uploads.ts";
import { registerUsers } from "./users.ts";
import { registerVideos, showVideo } from "./videos.ts";

/** A PeerTube instance at the sandbox's origin: its REST API, a watch page, and its state for tests. */
export function registerPeerTube(app: FastifyInstance, sandbox: Sandbox): void {
  const store = createStore(sandbox.db);
  const instance = createInstance(sandbox, store);
  app.register(async (scope) => {
    answerInProblems(scope, sandbox.logFailure);
    const asForm = (body: string | Buffer) => Object.fromEntries(new URLSearchParams(String(body)));
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (_request: unknown, body: string | Buffer) => asForm(body),
    );
    scope.addContentTypeParser(
      "multipart/form-data",
      { parseAs: "buffer", bodyLimit: 16 * 1024 * 1024 },
      async (_request: unknown, body: string | Buffer) => body,
    );
    registerUsers(scope, instance);
    registerUploadStart(scope, instance);
    registerVideos(scope, instance);
  });
  app.register(async (scope) => {
    answerInProblems(scope, sandbox.logFailure);
    streamBodies(scope);
    registerUploadBytes(scope, instance);
  });

  app.get("/w/:id", async (request, reply) => {
    const video = store.findVideo(z.object({ id: z.string() }).parse(request.params).id);
    if (!video) return reply.code(404).send("There is no such video.");
    const { name, description, privacy } = showVideo(video);
    const body = html`<h1>${name}</h1>
      <p class="soft">PeerTube (sandbox) · ${privacy.label ?? ""}</p>
      <p>${description ?? ""}</p>`;
    return sendPage(reply, { title: name, body });
  });

  app.get("/control/peertube", () => ({
    videos: store.videos().map((video) => {
      const { size: bytes, sha256, thumbnail } = video;
      return Object.assign(showVideo(video), {
        bytes,
        sha256,
        hasThumbnail: thumbnail === 1,
        captions: store.captions(video),
      });
    }),
    uploads: store.uploads(),
  }));
}
