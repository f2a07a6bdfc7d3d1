import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { formatBytes, formatTime } from "../web/format.ts";
import { html, type Html } from "../web/html.ts";
import { sendPage } from "../web/page.ts";
import type { Message, Messages } from "./messages.ts";

const maxMessageBytes = 25 * 1_048_576;
const maxListed = 200;
const pathSchema = z.object({ id: z.string() });
const querySchema = z.object({ to: z.string().optional() });

/** Emails may contain styles and images but no scripts; their links open in a new tab. */
const mailPolicy = [
  "sandbox allow-popups allow-popups-to-escape-sandbox",
  "default-src 'none'",
  "img-src data:",
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
].join("; ");

function mailLine(message: Message): Html {
  return html`<li>
    <a href="/mailbox/${message.id}"><strong>${message.subject || "No subject"}</strong></a>
    <span>to ${message.to.join(", ")}</span>
    <span class="soft small">${formatTime(message.receivedAt)} · from ${message.from}</span>
  </li>`;
}

/** The text with its URLs as links. */
function linkedText(text: string): Html {
  const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))}`;
}

function mailPage(message: Message): Html {
  return html`<article class="stack">
    <p><a href="/mailbox">All messages</a></p>
    <h1>${message.subject || "No subject"}</h1>
    <dl class="facts small">
      <dt>From</dt>
      <dd>${message.from}</dd>
      <dt>To</dt>
      <dd>${message.to.join(", ")}</dd>
      <dt>Received</dt>
      <dd>${formatTime(message.receivedAt)}</dd>
    </dl>
    ${
      message.html !== undefined &&
      html`<section class="stack near" aria-labelledby="html">
        <h2 id="html">As it looks</h2>
        <iframe
          class="mail-frame"
          src="/mailbox/${message.id}/html"
          title="The rendered message"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        ></iframe>
      </section>`
    }
    <section class="stack near" aria-labelledby="text">
      <h2 id="text">As text</h2>
      ${
        message.text === ""
          ? html`<p class="soft">The message has no text part.</p>`
          : html`<pre class="sheet">${linkedText(message.text)}</pre>`
      }
    </section>
    ${
      message.attachments.length > 0 &&
      html`<section class="stack near" aria-labelledby="attachments">
        <h2 id="attachments">Attachments</h2>
        <ul>
          ${message.attachments.map(({ name, type, bytes }) => html`<li>${name}, ${type}, ${formatBytes(bytes)}</li>`)}
        </ul>
      </section>`
    }
  </article>`;
}

const emptyMailbox = html`<div class="sheet stack tight">
  <h2>No mail yet</h2>
  <p class="soft">What the application sends to anybody lands here instead of leaving the computer.</p>
</div>`;

/** Receives the application's emails and shows them. */
export function registerMailbox(app: FastifyInstance, messages: Messages): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const limit = { parseAs: "buffer", bodyLimit: maxMessageBytes } as const;
    scope.addContentTypeParser("message/rfc822", limit, async (_request: unknown, body: Buffer) => body);
    scope.post("/mailbox/messages", (request, reply) => {
      const raw = request.body;
      if (!Buffer.isBuffer(raw) || raw.length === 0) {
        return reply.code(400).send({ error: "Send the raw message with content-type message/rfc822." });
      }
      return reply.code(201).send({ id: messages.store(raw) });
    });
  });

  app.get("/mailbox", async (_request, reply) => {
    const newest = await messages.newest(maxListed);
    const body = html`<div class="stack">
      <h1>Mailbox</h1>
      ${
        newest.length === 0
          ? emptyMailbox
          : html`<ul class="mails sheet">
              ${newest.map(mailLine)}
            </ul>`
      }
    </div>`;
    return sendPage(reply, { title: "Mailbox", body });
  });

  app.get("/mailbox.json", async (request, reply) => {
    const { to } = querySchema.parse(request.query);
    const newest = await messages.newest(maxListed);
    return reply.send({
      messages: newest.filter((message) => to === undefined || message.to.includes(to)),
    });
  });

  app.get("/mailbox/:id", async (request, reply) => {
    const message = await messages.find(pathSchema.parse(request.params).id);
    if (!message) return reply.callNotFound();
    return sendPage(reply, { title: message.subject || "Message", body: mailPage(message) });
  });

  app.get("/mailbox/:id/html", async (request, reply) => {
    const message = await messages.find(pathSchema.parse(request.params).id);
    if (message?.html === undefined) return reply.callNotFound();
    return reply
      .headers({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": mailPolicy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
      })
      .send(`<base target="_blank">${message.html}`);
  });
}
