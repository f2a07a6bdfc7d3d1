import { createHash } from "node:crypto";

import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { z } from "zod";

import { findChannel, findPerson } from "../identity/people.ts";
import { escapeHtml } from "./html.ts";

const sand: readonly [string, string] = ["#4b3d24", "#e0cfa8"];

/** Numbers from 0 to 255, derived from a text. */
const pictureSeed = (text: string) => createHash("sha256").update(text).digest();

function nameInitials(name: string): string {
  return name
    .split(" ")
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join("");
}

/** The picture of an account: its initials. */
function drawPerson(name: string, [ground, shape]: readonly [string, string]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 88 88" width="88" height="88">
<rect width="88" height="88" fill="${ground}"/>
<text x="44" y="56" text-anchor="middle" font-family="Georgia, 'Liberation Serif', serif" font-size="34" fill="${shape}">${escapeHtml(nameInitials(name))}</text>
</svg>`;
}

/** The picture of a channel: dunes under a sun, derived from its id. */
function drawChannel(id: string, [ground, shape]: readonly [string, string]): string {
  const [a = 0, b = 0, c = 0, d = 0] = pictureSeed(id);
  const sun = `<circle cx="${24 + (a % 40)}" cy="${20 + (b % 14)}" r="${9 + (c % 5)}" fill="${shape}"/>`;
  const crest = 42 + (d % 12);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 88 88" width="88" height="88">
<rect width="88" height="88" fill="${ground}"/>${sun}
<path d="M0 ${crest}c18-14 28-12 44 2s30 12 44-4V88H0z" fill="${shape}" opacity=".55"/>
<path d="M0 ${crest + 20}c20-12 34-8 48 2s28 8 40-2V88H0z" fill="${shape}"/>
</svg>`;
}

/** The placeholder of a video without a thumbnail. */
export function drawVideo(id: string, colours: readonly [string, string] = sand): string {
  const [ground, shape] = colours;
  const [a = 0, b = 0, c = 0, d = 0] = pictureSeed(id);
  const crest = 420 + (a % 120);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="1280" height="720">
<rect width="1280" height="720" fill="${ground}"/>
<circle cx="${260 + b * 3}" cy="${150 + (c % 90)}" r="${70 + (d % 40)}" fill="${shape}"/>
<path d="M0 ${crest}c240-170 400-150 640 20s420 150 640-40V720H0z" fill="${shape}" opacity=".45"/>
<path d="M0 ${crest + 150}c280-140 480-100 700 20s400 90 580-30V720H0z" fill="${shape}" opacity=".85"/>
</svg>`;
}

function findPicture(id: string): string | undefined {
  const person = findPerson(id);
  if (person) return drawPerson(person.name, person.colours);
  const channel = findChannel(id);
  return channel && drawChannel(channel.id, channel.colours);
}

const pathSchema = z.object({ file: z.string().regex(/^[\w-]+\.(svg|png)$/) });
const querySchema = z.object({ size: z.coerce.number().int().min(16).max(800).catch(88) });

/** Routes of the pictures of accounts and channels, as .svg and .png (`?size=` in pixels). */
export function registerPictures(app: FastifyInstance): void {
  app.get("/pictures/:file", async (request, reply) => {
    const path = pathSchema.safeParse(request.params);
    const [id = "", extension] = path.success ? path.data.file.split(".") : [];
    const svg = findPicture(id);
    if (svg === undefined) return reply.code(404).send({ error: "No such picture." });
    const headers = { "x-content-type-options": "nosniff", "cache-control": "public, max-age=3600" };
    if (extension === "svg") {
      const policy = { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" };
      return reply.headers({ ...headers, ...policy, "content-type": "image/svg+xml" }).send(svg);
    }
    const { size } = querySchema.parse(request.query);
    const density = (72 * size) / 88;
    const png = await sharp(Buffer.from(svg), { density }).resize(size, size).png().toBuffer();
    return reply.headers({ ...headers, "content-type": "image/png" }).send(png);
  });
}
