import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

import { z } from "zod";

const captionRow = z
  .object({
    id: z.string(),
    video_id: z.string(),
    language: z.string(),
    name: z.string(),
    content: z.string(),
    added_at: z.string(),
  })
  .transform(({ video_id, added_at, ...row }) =>
    Object.assign(row, { videoId: video_id, addedAt: added_at }),
  );
export type Caption = z.output<typeof captionRow>;

export type Captions = ReturnType<typeof createCaptions>;

/** Caption tracks of all videos. */
export function createCaptions(db: DatabaseSync) {
  const insert = db.prepare(
    "INSERT INTO captions (id, video_id, language, name, content, added_at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const one = db.prepare("SELECT * FROM captions WHERE id = ?");
  const ofVideo = db.prepare("SELECT * FROM captions WHERE video_id = ? ORDER BY number");

  return {
    find(id: string): Caption | undefined {
      const row = one.get(id);
      return row && captionRow.parse(row);
    },
    ofVideo: (videoId: string): Caption[] => ofVideo.all(videoId).map((row) => captionRow.parse(row)),
    add(track: Pick<Caption, "videoId" | "language" | "name" | "content">): Caption {
      const id = randomBytes(12).toString("base64url");
      const addedAt = new Date().toISOString();
      insert.run(id, track.videoId, track.language, track.name, track.content, addedAt);
      return { id, ...track, addedAt };
    },
  };
}

/** The content of an SRT or VTT file as VTT, which browsers play. */
export function toVtt(content: string): string {
  const text = content.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  if (text.startsWith("WEBVTT")) return text;
  return `WEBVTT\n\n${text.replaceAll(/(\d{2}:\d{2}:\d{2}),(\d{3})/g, "$1.$2")}`;
}
