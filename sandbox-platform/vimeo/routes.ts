import type { FastifyInstance } from "fastify";

import type { Sandbox } from "../sandbox.ts";
import { html } from "../web/html.ts";
import { sendPage } from "../web/page.ts";
import { streamBodies } from "../web/raw-connection.ts";
import { answerInErrors, createApi } from "./api.ts";
import { registerIdentity } from "./identity.ts";
import { createStore } from "./store.ts";
import { registerUploadBytes, registerUploadStart } from "./uploads.ts";
import { registerVideos, showVideo, videoParams } from "./videos.ts";

/** A stand-in for Vimeo below `/vimeo`: its consent page and API, a watch page, and its state for tests. */
export function registerVimeo(app: FastifyInstance, sandbox: Sandbox): void {
  const store = createStore(sandbox.db);
  const api = createApi(sandbox, store);
  app.register(async (scope) => {
    answerInErrors(scope, sandbox.logFailure);
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (_request: unknown, body: string | Buffer) => new URLSearchParams(String(body)),
    );
    scope.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: 16 * 1024 * 1024 },
      async (_request: unknown, body: string | Buffer) => body,
    );
    registerIdentity(scope, api);
    registerUploadStart(scope, api);
    registerVideos(scope, api);
  });
  app.register(async (scope) => {
    answerInErrors(scope, sandbox.logFailure);
    streamBodies(scope);
    registerUploadBytes(scope, api);
  });

  app.get("/vimeo/watch/:id", async (request, reply) => {
    const video = store.findVideo(videoParams.parse(request.params).id);
    if (!video) return reply.code(404).send("There is no such video.");
    const { name, description, privacy } = showVideo(video);
    const body = html`<h1>${name}</h1>
      <p class="soft">Vimeo (sandbox) · ${privacy.view}</p>
      <p>${description ?? ""}</p>`;
    return sendPage(reply, { title: name, body });
  });

  app.delete("/control/vimeo/:id", (request, reply) => {
    const video = store.findVideo(videoParams.parse(request.params).id);
    if (video) store.deleteVideo(video);
    return reply.code(204).send();
  });

  app.get("/control/vimeo", () => ({
    videos: store.videos().map((video) => {
      const captions = store.captions(video).map(({ language, content }) => ({ language, content }));
      const { size: bytes, sha256, thumbnail } = video;
      return Object.assign(showVideo(video), {
        id: String(video.id),
        bytes,
        sha256,
        hasThumbnail: thumbnail === 1,
        captions,
      });
    }),
  }));
}
