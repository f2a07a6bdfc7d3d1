import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

import { z } from "zod";

import { privacyStatuses } from "./metadata.ts";

const playlistRow = z
  .object({
    id: z.string(),
    channel_id: z.string(),
    title: z.string(),
    privacy: z.enum(privacyStatuses),
    created_at: z.string(),
  })
  .transform(({ id, channel_id, title, privacy, created_at }) => ({
    id,
    channelId: channel_id,
    title,
    privacy,
    createdAt: created_at,
  }));
export type Playlist = z.output<typeof playlistRow>;

const itemRow = z
  .object({ number: z.number(), playlist_id: z.string(), video_id: z.string(), added_at: z.string() })
  .transform(({ number, playlist_id, video_id, added_at }) => ({
    number,
    playlistId: playlist_id,
    videoId: video_id,
    addedAt: added_at,
  }));
export type PlaylistItem = z.output<typeof itemRow>;

export type Playlists = ReturnType<typeof createPlaylists>;

/** Playlists that the channels have created, and their videos. The playlist of all uploads is not among them. */
export function createPlaylists(db: DatabaseSync) {
  const insert = db.prepare(
    "INSERT INTO playlists (id, channel_id, title, privacy, created_at) VALUES (?, ?, ?, ?, ?)",
  );
  const one = db.prepare("SELECT * FROM playlists WHERE id = ?");
  const ofChannel = db.prepare("SELECT * FROM playlists WHERE channel_id = ? ORDER BY number DESC");
  const insertItem = db.prepare(
    "INSERT INTO playlist_items (playlist_id, video_id, added_at) VALUES (?, ?, ?) RETURNING *",
  );
  const selectItems = db.prepare("SELECT * FROM playlist_items WHERE playlist_id = ? ORDER BY number");
  const everyItem = db.prepare("SELECT * FROM playlist_items ORDER BY number");

  function find(id: string): Playlist | undefined {
    const row = one.get(id);
    return row && playlistRow.parse(row);
  }

  return {
    find,
    /** Newest first. */
    ofChannel: (channelId: string): Playlist[] =>
      ofChannel.all(channelId).map((row) => playlistRow.parse(row)),
    create(channelId: string, { title, privacy }: Pick<Playlist, "title" | "privacy">): Playlist {
      const id = `PL${randomBytes(12).toString("base64url")}`;
      const createdAt = new Date().toISOString();
      insert.run(id, channelId, title, privacy, createdAt);
      return { id, channelId, title, privacy, createdAt };
    },
    /** In order. A video can be in a playlist several times. */
    listItems: (playlistId: string): PlaylistItem[] =>
      selectItems.all(playlistId).map((row) => itemRow.parse(row)),
    allItems: (): PlaylistItem[] => everyItem.all().map((row) => itemRow.parse(row)),
    add(playlistId: string, videoId: string): PlaylistItem {
      return itemRow.parse(insertItem.get(playlistId, videoId, new Date().toISOString()));
    },
  };
}
