import { send } from "@fastify/send";
import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { findChannel } from "../identity/people.ts";
import { categories } from "../youtube/categories.ts";
import type { Platform } from "../youtube/platform.ts";
import { videoThumbnails, videoResource } from "../youtube/resource.ts";
import type { UploadRequest, UploadSession } from "../youtube/sessions.ts";
import { currentPrivacy, type Video } from "../youtube/videos.ts";
import { formatBytes, formatCount, formatTime } from "./format.ts";
import { html, type Html } from "./html.ts";
import { sendPage } from "./page.ts";

const bufferBytes = 1_048_576;
const querySchema = z.object({ v: z.string().catch("") });
const pathSchema = z.object({ id: z.string() });

const privacyWords = {
  public: html`Public`,
  unlisted: html`Unlisted. On YouTube only people with the link can watch it.`,
  private: html`Private. On YouTube only the owner can watch it. The sandbox shows it to everyone.`,
};

function renderVisibility(video: Video): Html {
  const privacy = currentPrivacy(video, new Date());
  const { publishAt } = video.metadata.status;
  if (privacy === "private" && publishAt !== undefined)
    return html`Private, public from ${formatTime(publishAt)}`;
  if (video.lockedPrivate) return html`Private, locked by the platform`;
  return privacyWords[privacy];
}

function requestRow(request: UploadRequest, index: number): Html {
  return html`<tr>
    <td>${index + 1}</td>
    <td>${formatTime(request.at)}</td>
    <td class="mono">${request.contentRange ?? "whole file"}</td>
    <td class="number">${formatCount(request.received)}</td>
    <td class="number">${request.confirmed === undefined ? "" : formatCount(request.confirmed)}</td>
    <td>${request.answer ?? "running"}</td>
  </tr>`;
}

function uploadLog(session: UploadSession, requests: readonly UploadRequest[], received: number): Html {
  return html`<section class="stack near" aria-labelledby="log">
    <h2 id="log">Upload log</h2>
    <p class="soft small">
      Session opened ${formatTime(session.createdAt)} for ${formatBytes(session.size)}. In all
      ${formatBytes(received)} were received.
    </p>
    <div class="scroll" role="group" aria-label="Requests" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Request</th>
            <th scope="col">Time</th>
            <th scope="col">Content-Range</th>
            <th scope="col" class="number">Received</th>
            <th scope="col" class="number">Confirmed</th>
            <th scope="col">Answer</th>
          </tr>
        </thead>
        <tbody>
          ${requests.map(requestRow)}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** The watch page, and the uploaded file of the video. */
export function registerWatch(app: FastifyInstance, platform: Platform): void {
  const { videos, sessions, sandbox, captions } = platform;

  function facts(video: Video): Html {
    const { snippet, status } = video.metadata;
    const view = { parts: ["status"], url: sandbox.url, now: new Date(), progress: undefined };
    const uploadStatus = videoResource(video, view).status?.uploadStatus;
    const reason = video.outcomeReason === undefined ? "" : ` (${video.outcomeReason})`;
    const category = categories.find(({ id }) => id === snippet.categoryId)?.title;
    return html`<dl class="facts small">
      <dt>Visibility</dt>
      <dd>${renderVisibility(video)}</dd>
      <dt>Made for kids</dt>
      <dd>${status.selfDeclaredMadeForKids ? "Yes" : "No"}</dd>
      <dt>Altered content</dt>
      <dd>${status.containsSyntheticMedia ? "Declared" : "Not declared"}</dd>
      <dt>Paid promotion</dt>
      <dd>
        ${video.metadata.paidProductPlacementDetails.hasPaidProductPlacement ? "Declared" : "Not declared"}
      </dd>
      <dt>Category</dt>
      <dd>${category}</dd>
      <dt>Language</dt>
      <dd>${snippet.defaultAudioLanguage ?? "Not set"}</dd>
      <dt>License</dt>
      <dd>${status.license === "youtube" ? "Standard YouTube License" : "Creative Commons"}</dd>
      <dt>Embedding</dt>
      <dd>${status.embeddable ? "Allowed" : "Not allowed"}</dd>
      <dt>Recorded</dt>
      <dd>${video.metadata.recordingDetails.recordingDate?.slice(0, 10) ?? "Not set"}</dd>
      <dt>State</dt>
      <dd>${uploadStatus}${uploadStatus === "processed" ? "" : reason}</dd>
      <dt>Uploaded</dt>
      <dd>${formatTime(video.createdAt)}</dd>
      <dt>Video id</dt>
      <dd class="mono">${video.id}</dd>
      <dt>File</dt>
      <dd>${video.fileName ?? "no name sent"}, ${video.contentType}</dd>
      <dt>Size</dt>
      <dd>${formatBytes(video.size)}</dd>
      <dt>SHA-256</dt>
      <dd class="mono">${video.sha256 ?? "is being computed; load the page again"}</dd>
    </dl>`;
  }

  function watchPage(video: Video): Html {
    const { snippet } = video.metadata;
    const channel = findChannel(video.channelId);
    const poster = new URL(videoThumbnails(video, sandbox.url)["maxres"]?.url ?? sandbox.url);
    const session = sessions.find(video.sessionId);
    return html`<article class="stack">
      <video
        class="frame"
        controls
        preload="metadata"
        poster="${poster.pathname}${poster.search}"
        src="/media/${video.id}"
        aria-label="${snippet.title}"
      >
        ${captions
          .ofVideo(video.id)
          .map(
            ({ id, language, name }) =>
              html`<track
                kind="captions"
                src="/captions/${id}"
                srclang="${language}"
                label="${name || language}"
              />`,
          )}
      </video>
      <div class="watch">
        <div class="stack">
          <h1>${snippet.title}</h1>
          <div class="who">
            <img class="picture" src="/pictures/${video.channelId}.svg" alt="" width="44" height="44" />
            <p><strong>${channel?.title}</strong><br /><span class="soft small">${channel?.handle}</span></p>
          </div>
          ${
            snippet.description === ""
              ? html`<p class="soft">No description was sent.</p>`
              : html`<p class="text">${snippet.description}</p>`
          }
          ${
            snippet.tags.length > 0 &&
            html`<ul class="tags" aria-label="Tags">
              ${snippet.tags.map((tag) => html`<li class="tag">${tag}</li>`)}
            </ul>`
          }
        </div>
        <div class="stack">
          <section class="stack near" aria-labelledby="facts">
            <h2 id="facts">What the platform has</h2>
            ${facts(video)}
          </section>
          <section class="stack near" aria-labelledby="thumbnail">
            <h2 id="thumbnail">Thumbnail</h2>
            ${
              video.thumbnail
                ? html`<img
                    class="frame"
                    src="/thumbnails/${video.id}/original"
                    alt="The uploaded thumbnail"
                  />`
                : html`<p class="soft">None was sent; the player shows a drawing.</p>`
            }
          </section>
        </div>
      </div>
      ${session && uploadLog(session, sessions.listRequests(session.id), sessions.bytesEverReceived(session.id))}
    </article>`;
  }

  app.get("/watch", (request, reply) => {
    const video = videos.find(querySchema.parse(request.query).v);
    if (!video) {
      const body = html`<div class="sheet stack">
        <h1>This video is not here</h1>
        <p>It was deleted, or it never was on this sandbox.</p>
        <p><a href="/">All videos</a></p>
      </div>`;
      return sendPage(reply.code(404), { title: "Video not found", body, narrow: true });
    }
    return sendPage(reply, { title: video.metadata.snippet.title, body: watchPage(video) });
  });

  app.get("/media/:id", async (request, reply) => {
    const video = videos.find(pathSchema.parse(request.params).id);
    if (!video) return reply.callNotFound();
    const { statusCode, headers, stream } = await send(request.raw, `/${video.sessionId}`, {
      root: sandbox.folders.uploads,
      highWaterMark: bufferBytes,
      contentType: false,
      cacheControl: false,
    });
    const type = video.contentType.startsWith("video/") ? video.contentType : "video/mp4";
    const safety = {
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
    };
    return reply
      .code(statusCode)
      .headers({ ...headers, ...safety, "content-type": type })
      .send(stream);
  });
}
