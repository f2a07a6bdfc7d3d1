import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { createDiskStorage } from "#adapters/object-storage/disk.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";

import { publishRendition, stillsResults } from "./publish-rendition.ts";

const videoId = "0b7c8d3e-0000-4000-8000-000000000001";
const head = `#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n`;
const segment = (at: number) => `segment0000${at}.m4s`;
const playlist = (count: number) =>
  head + Array.from({ length: count }, (_, at) => `#EXTINF:2,\n${segment(at)}\n`).join("");

let folder: string;
let storage: ObjectStorage;
let happened: string[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reelay-publish-"));
  storage = createDiskStorage(path.join(folder, "store"));
  happened = [];
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("the results of preparation", () => {
  const now = new Date();
  const unmade = { poster: null, storyboard: null, waveform: null, files: [] };

  it("state which stills can't be made", () => {
    const audio = { codec: "aac", codecString: null, channels: 2, sampleRate: 48_000, startSeconds: 0 };
    expect(stillsResults({ audio }, unmade, now)).toEqual({
      posterDone: null,
      stillsDone: now,
      unmadeStills: ["storyboard", "waveform"],
    });
  });

  it("lack no waveform without sound", () => {
    const made = { ...unmade, poster: "poster.jpg" };
    expect(stillsResults({ audio: null }, made, now)).toEqual({
      posterDone: now,
      stillsDone: now,
      unmadeStills: ["storyboard"],
    });
  });
});

const publish = (store = storage) =>
  publishRendition({
    storage: store,
    videoId,
    folder,
    onPlayable: async () => void happened.push("playable"),
    onPoster: async () => void happened.push("poster"),
    onFailure: (error) => void happened.push(`failure: ${String(error)}`),
  });

/** Writes the folder as ffmpeg does, with a playlist of `count` segments. */
async function make(count: number): Promise<void> {
  await writeFile(path.join(folder, "init.mp4"), "init");
  for (let at = 0; at < count; at++) await writeFile(path.join(folder, segment(at)), `segment ${at}`);
  await writeFile(path.join(folder, "index.m3u8"), playlist(count));
}

const stored = async () => text(await storage.read(`videos/${videoId}/rendition/index.m3u8`));

describe("publishing a growing rendition", () => {
  it("lists a segment only when it is stored, and is playable from the first one", async () => {
    await make(3);
    const publisher = await publish();
    publisher.add("init.mp4");
    await publisher.settled();
    expect(happened).toEqual([]);
    publisher.add(segment(0));
    await publisher.settled();
    expect(happened).toEqual(["playable"]);
    expect(await stored()).toBe(playlist(1));
    await writeFile(path.join(folder, "poster.jpg"), "poster");
    publisher.add(segment(1));
    publisher.add(segment(2));
    await publisher.settled();
    expect(happened).toEqual(["playable", "poster"]);
    expect(await stored()).toBe(playlist(3));
    expect(await text(await storage.read(`videos/${videoId}/rendition/${segment(2)}`))).toBe("segment 2");
  });

  it("never removes listed segments when it starts again", async () => {
    await make(3);
    const before = await publish();
    for (const name of ["init.mp4", segment(0), segment(1)]) before.add(name);
    await before.settled();
    const again = await publish();
    again.add("init.mp4");
    again.add(segment(0));
    await again.settled();
    expect(await stored()).toBe(playlist(2));
    again.add(segment(1));
    again.add(segment(2));
    await again.settled();
    expect(await stored()).toBe(playlist(3));
  });

  it("reports once that the store fails, and stores nothing more", async () => {
    await make(2);
    const failing = {
      ...storage,
      put: async () => {
        throw new Error("The store is away.");
      },
    };
    const publisher = await publish(failing);
    publisher.add("init.mp4");
    await expect(publisher.settled()).rejects.toThrow("away");
    expect(happened).toEqual(["failure: Error: The store is away."]);
  });
});
