import type { FastifyInstance } from "fastify";

import { findChannel } from "../identity/people.ts";
import type { Platform } from "../youtube/platform.ts";
import { videoThumbnails } from "../youtube/resource.ts";
import { currentPrivacy, type Video } from "../youtube/videos.ts";
import { formatCount, formatTime } from "./format.ts";
import { html, type Html } from "./html.ts";
import { sendPage } from "./page.ts";

function videoCard(video: Video, url: string): Html {
  const thumbnail = videoThumbnails(video, url)["maxres"]?.url ?? "";
  return html`<li class="stack tight">
    <img
      class="frame"
      src="${new URL(thumbnail).pathname}${new URL(thumbnail).search}"
      alt=""
      loading="lazy"
    />
    <h2><a href="/watch?v=${video.id}">${video.metadata.snippet.title}</a></h2>
    <p class="small">
      ${findChannel(video.channelId)?.title} · <span class="tag">${currentPrivacy(video, new Date())}</span>
    </p>
    <p class="soft small">${formatTime(video.createdAt)}</p>
  </li>`;
}

const noVideos = html`<div class="sheet stack tight">
  <h2>Nothing has been uploaded yet</h2>
  <p class="soft">Publish a video from the application. It appears here with every byte and every request.</p>
</div>`;

/** The home page: uploaded videos and quota usage. */
export function registerHome(app: FastifyInstance, platform: Platform): void {
  const { videos, quota, sandbox } = platform;
  app.get("/", (_request, reply) => {
    const all = videos.all();
    const used = quota.usedToday();
    const body = html`<div class="stack">
      <h1>Videos</h1>
      ${
        all.length === 0
          ? noVideos
          : html`<ul class="videos">
              ${all.map((video) => videoCard(video, sandbox.url))}
            </ul>`
      }
      <section class="notice stack tight" aria-labelledby="quota">
        <h2 id="quota">Quota used today</h2>
        <p>
          Uploads ${formatCount(used["videos.insert"])} of ${formatCount(quota.allowances["videos.insert"])},
          other calls ${formatCount(used.units)} of ${formatCount(quota.allowances.units)} units. The sandbox
          refuses what exceeds them.
        </p>
      </section>
    </div>`;
    return sendPage(reply, { title: "Videos", body });
  });

  app.setNotFoundHandler((request, reply) => {
    const body = html`<div class="sheet stack">
      <h1>There is no such page</h1>
      <p>The sandbox has nothing at <code>${request.url.split("?")[0]}</code>.</p>
      <p><a href="/">All videos</a></p>
    </div>`;
    return sendPage(reply.code(404), { title: "No such page", body, narrow: true });
  });
}
