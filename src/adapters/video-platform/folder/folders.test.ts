import { createHash, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { PublishingPlatform } from "../publishing-platform.ts";
import { captions, describePublishing } from "../publishing-suite.ts";
import type { VideoMetadata } from "../video.ts";
import { createFolders, type Folders } from "./folders.ts";

const log = { debug: () => undefined, warn: () => undefined };

describePublishing("a folder of the server", async () => {
  const root = await mkdtemp(join(tmpdir(), "reelay-folder-"));
  const folders = createFolders({ paths: [root], log });
  const { choices } = folders.form;
  const connect = () => folders.form.logIn({ root: choices?.["root"]?.[0], folder: "films/2026" });
  const [{ settings }] = (await connect()).channels;
  return {
    platform: folders.connect(settings),
    file: async () => randomBytes(1_000_000),
    connect: async () => (await connect()).tokens,
    received: {
      of: async (videoId) => {
        const names = await readdir(join(root, "films/2026"));
        const stem = videoId.slice("films/2026/".length).replace(/\.mp4$/, "");
        const captionFiles = names.filter((name) => name.startsWith(`${stem}.`) && name.endsWith(".vtt"));
        const contents = captionFiles.map((name) => readFile(join(root, "films/2026", name), "utf8"));
        return {
          names: captionFiles.map((name) => name.slice(stem.length)).toSorted(),
          contents: await Promise.all(contents),
        };
      },
      expected: { names: [".pt-BR.vtt", ".zh-TW.vtt"], contents: [captions, captions] },
    },
    revocable: false,
    close: () => rm(root, { recursive: true }),
  };
});

describe("a folder of the server", () => {
  let home: string;
  let root: string;
  let folders: Folders;
  let platform: PublishingPlatform;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "reelay-folders-"));
    root = join(home, "videos");
    await mkdir(root);
    folders = createFolders({ paths: [root], log });
    const { channels } = await folders.form.logIn({ root: "videos", folder: "" });
    platform = folders.connect(channels[0].settings);
  });
  afterAll(() => rm(home, { recursive: true }));

  const access = "folder";
  const content = randomBytes(600_000);
  const half = 262_144;
  const metadataOf = (title: string): VideoMetadata => ({
    title,
    description: "",
    tags: [],
    categoryId: "22",
    privacy: "private",
    madeForKids: false,
    syntheticMedia: false,
    paidPromotion: false,
    license: "youtube",
    embeddable: true,
  });

  async function open(title = `Monsoon ${randomUUID()}`) {
    const reference = randomUUID();
    const upload = { metadata: metadataOf(title), notifySubscribers: false, type: "video/mp4" };
    const request = { ...upload, reference, bytes: content.length };
    return { title, reference, ...(await platform.openSession(access, request)) };
  }

  const send = (sessionUri: string, start: number, end: number, inspect?: () => void) =>
    platform.sendChunk(access, {
      sessionUri,
      start,
      end,
      bytes: content.length,
      type: "video/mp4",
      body: Readable.from([content.subarray(start, start + 1000), content.subarray(start + 1000, end)]),
      signal: new AbortController().signal,
      ...(inspect && { inspect }),
    });
  const statusOf = (sessionUri: string) =>
    platform.sessionStatus(access, { sessionUri, bytes: content.length });

  async function uploaded(title?: string): Promise<string> {
    const { sessionUri } = await open(title);
    const result = await send(sessionUri, 0, content.length);
    if (!("video" in result)) throw new Error("The upload is not complete.");
    return result.video.id;
  }

  it("is offered only if the operator allows one", () => {
    expect(folders.offered).toBe(true);
    expect(createFolders({ paths: [], log }).offered).toBe(false);
  });

  it("has the whole video under its name or none, and nothing hidden in the end", async () => {
    const { sessionUri, title } = await open();
    await send(sessionUri, 0, half);
    expect((await readdir(root)).filter((name) => name.startsWith("Monsoon"))).toEqual([]);
    await send(sessionUri, half, content.length);
    const names = (await readdir(root)).filter((name) => name.startsWith(title));
    expect(names.map((name) => name.slice(-4)).toSorted()).toEqual([".mp4", "json"]);
    const video = names.find((name) => name.endsWith(".mp4")) ?? "";
    const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    expect(sha256(await readFile(join(root, video)))).toBe(sha256(content));
    expect((await readdir(root)).filter((name) => name.startsWith("."))).toEqual([]);
    await platform.deleteVideo(access, video);
    expect(await readdir(root)).toEqual([]);
  });

  it("replaces the details of a video as a whole", async () => {
    const id = await uploaded("Before");
    // Another name of the present file, which a change of its bytes would show as well.
    const before = join(home, "before.json");
    await link(join(root, id.replace(".mp4", ".json")), before);
    await platform.updateVideo(access, id, { title: "After" });
    expect(await readFile(before, "utf8")).toContain("Before");
    expect(await platform.video(access, id)).toMatchObject({ title: "After" });
    await rm(before);
    await platform.deleteVideo(access, id);
    expect(await readdir(root)).toEqual([]);
  });

  it("repeats a chunk that was interrupted, from the bytes that the disk has confirmed", async () => {
    const { sessionUri } = await open();
    await send(sessionUri, 0, half);
    let slices = 0;
    const interrupted = send(sessionUri, half, content.length, () => {
      slices += 1;
      if (slices === 2) throw new Error("killed");
    });
    await expect(interrupted).rejects.toThrow("killed");
    expect(await statusOf(sessionUri)).toEqual({ received: half });
    const result = await send(sessionUri, half, content.length);
    const id = "video" in result ? result.video.id : "";
    expect((await readFile(join(root, id))).equals(content)).toBe(true);
    await platform.deleteVideo(access, id);
  });

  it("finishes an upload whose process ended before its file had its name", async () => {
    const { sessionUri } = await open();
    await send(sessionUri, 0, half);
    const part = (await readdir(root)).find((name) => name.endsWith(".part")) ?? "";
    await writeFile(join(root, part), content);
    await rename(join(root, part), join(root, part.replace(`.${half}.`, `.${content.length}.`)));
    const status = await statusOf(sessionUri);
    const id = "video" in status ? status.video.id : "";
    expect((await readFile(join(root, id))).equals(content)).toBe(true);
    await platform.deleteVideo(access, id);
  });

  it("keeps nothing of an upload whose session was not stored", async () => {
    const { title, reference } = await open();
    await platform.discardUnstored?.(access, { title, reference, type: "video/mp4" });
    expect(await readdir(root)).toEqual([]);
  });

  it("takes titles and captions of any length", async () => {
    const id = await uploaded("季".repeat(100));
    const track = { language: "pt-BR", name: "語".repeat(150), content: captions };
    await platform.addCaption(access, id, track);
    const names = await readdir(root);
    expect(names.filter((name) => name.endsWith(".vtt"))).toHaveLength(1);
    expect(Math.max(...names.map((name) => Buffer.byteLength(name)))).toBeLessThanOrEqual(255);
    await platform.deleteVideo(access, id);
  });

  it.each(["../outside", "a/../../b", "/etc", ".hidden", "a//b", "a\\b", "a/\0"])(
    "is not left by a subfolder: %j",
    async (folder) => {
      await expect(folders.form.logIn({ root: "videos", folder })).rejects.toThrow(/folder/);
      expect(await readdir(home)).toEqual(["videos"]);
    },
  );

  it("is not left by the id of a video or by a link", async () => {
    const outside = join(home, "secret-0123abcd.mp4");
    await writeFile(outside, "secret");
    await symlink(home, join(root, "link"));
    for (const id of ["../secret-0123abcd.mp4", outside, "link/secret-0123abcd.mp4"]) {
      await expect(platform.video(access, id)).rejects.toMatchObject({ code: "video_not_found" });
      await expect(platform.deleteVideo(access, id)).rejects.toMatchObject({ code: "video_not_found" });
    }
    const below = folders.form.logIn({ root: "videos", folder: "link/new" });
    await expect(below).rejects.toMatchObject({ code: "video_not_found" });
    expect((await readdir(home)).toSorted()).toEqual(["secret-0123abcd.mp4", "videos"]);
    expect(await readFile(outside, "utf8")).toBe("secret");
    await rm(outside);
    await rm(join(root, "link"));
  });

  it("has only the videos that were stored with it", async () => {
    await writeFile(join(root, "family.mp4"), "own");
    await platform.deleteVideo(access, "family.mp4");
    expect(await platform.video(access, "family.mp4")).toBeNull();
    expect(await readFile(join(root, "family.mp4"), "utf8")).toBe("own");
    await rm(join(root, "family.mp4"));
  });

  it.skipIf(process.platform !== "linux")(
    "reports a full disk, and continues once it has space",
    async () => {
      const { sessionUri } = await open();
      const [part = ""] = await readdir(root);
      await rm(join(root, part));
      await symlink("/dev/full", join(root, part));
      await expect(send(sessionUri, 0, half)).rejects.toMatchObject({
        code: "storage_full",
        kind: "needs-user",
      });
      await rm(join(root, part));
      await writeFile(join(root, part), "");
      expect(await send(sessionUri, 0, content.length)).toHaveProperty("video.id");
    },
  );

  it.skipIf(process.platform !== "linux")("reports a folder that it may not write in", async () => {
    const readOnly = createFolders({ paths: ["/sys/kernel"], log });
    await expect(readOnly.form.logIn({ root: "kernel", folder: "reelay" })).rejects.toMatchObject({
      code: "destination_forbidden",
      kind: "needs-user",
    });
  });

  it("reports a folder that is gone, or no longer allowed, and has its name all the same", async () => {
    const { channels } = await folders.form.logIn({ root: "videos", folder: "" });
    const [{ settings }] = channels;
    const gone = { code: "destination_missing", kind: "needs-user" };
    const disallowed = createFolders({ paths: [], log }).connect(settings);
    expect(disallowed.name).toBe("Folder “videos”");
    await expect(disallowed.refresh("folder")).rejects.toMatchObject(gone);
    await rename(root, `${root}-away`);
    await expect(platform.channel(access)).rejects.toMatchObject(gone);
    await rename(`${root}-away`, root);
    expect(await platform.channel(access)).toMatchObject({ id: "videos" });
  });
});
