import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { videoProgressed } from "#modules/media/contract/videos.ts";
import { deleteVideo } from "#modules/media/server/public/media.ts";
import { storedFiles, videos } from "#modules/media/server/tables.ts";
import { fileKey, videoFolder } from "#modules/media/server/videos/object-keys.ts";
import { type AnalyticsScenario, analyticsScenario } from "#testing/analytics-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { saveSettings } from "../channel/settings.ts";
import { mayReadResultsFile } from "../results/access.ts";
import { keptPictures } from "../tables.ts";
import { keepTaskPictures, picturesWorker } from "./jobs.ts";

let app: TestApp;
let setup: AnalyticsScenario;
beforeAll(async () => {
  app = await startApp();
  setup = await analyticsScenario(app);
  await setup.connectYouTube();
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});

const [tileWidth, tileHeight] = [16, 8];

/** Stores a storyboard whose tile n is a grey of the brightness n, on sheets of ten tiles. */
async function storeStoryboard(videoId: string, count: number): Promise<void> {
  const [columns, rows] = [5, 2];
  const put = (name: string, content: Buffer) => app.storage.put(`${videoFolder(videoId)}/${name}`, content);
  const sheets: string[] = [];
  for (let first = 0; first < count; first += columns * rows) {
    const pixels = Buffer.alloc(columns * tileWidth * rows * tileHeight * 3);
    for (let y = 0; y < rows * tileHeight; y += 1) {
      for (let x = 0; x < columns * tileWidth; x += 1) {
        const tile = first + Math.floor(y / tileHeight) * columns + Math.floor(x / tileWidth);
        pixels.fill(tile, (y * columns * tileWidth + x) * 3, (y * columns * tileWidth + x + 1) * 3);
      }
    }
    const raw = { width: columns * tileWidth, height: rows * tileHeight, channels: 3 } as const;
    const name = `storyboard${sheets.length + 1}.jpg`;
    await put(name, await sharp(pixels, { raw }).jpeg({ quality: 95 }).toBuffer());
    sheets.push(name);
  }
  const layout = { intervalSeconds: 2, count, tileWidth, tileHeight, columns, rows, sheets };
  await put("storyboard.json", Buffer.from(JSON.stringify(layout)));
  const peaks = Array.from({ length: 3000 }, (_, index) => index % 100);
  await put("waveform.json", Buffer.from(JSON.stringify({ peaksPerSecond: 20, peaks })));
  await app.db.update(videos).set({ stillsDone: new Date() }).where(eq(videos.id, videoId));
}

describe("pictures of a published video", () => {
  it("are kept small, once, and are there after the video's deletion", async () => {
    const taskId = await setup.publishedTask(20);
    const { videoId } = await setup.deliveryOf(taskId);
    await storeStoryboard(videoId, 230);
    await keepTaskPictures(setup.analytics, taskId);
    await keepTaskPictures(setup.analytics, taskId);
    const [kept, ...others] = await app.db.select().from(keptPictures);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ videoId, intervalSeconds: 6, tiles: 77, columns: 10, rows: 8 });
    expect(kept?.waveform?.peaks).toHaveLength(1000);
    const file = app.storage.localPath(fileKey(kept?.sheetFileId ?? "")) ?? "";
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([10 * tileWidth, 8 * tileHeight]);
    // The middle of tile 42 shows the video's tile 126.
    const [x, y] = [2 * tileWidth + tileWidth / 2, 4 * tileHeight + tileHeight / 2];
    expect(Math.abs((data[(y * info.width + x) * info.channels] ?? 0) - 126)).toBeLessThan(6);
    await app.run(null, (ctx) => deleteVideo(ctx, videoId, { keep: "poster" }));
    const { video } = await setup.results(setup.creator, taskId);
    expect(video).toMatchObject({ playback: null, storyboard: { count: 77 }, frames: 12_000 });
    expect(video.storyboard?.url).toMatch(/storyboard\.jpg$/);
  });

  it("can be read by the editor while the creator shares results", async () => {
    const [kept] = await app.db.select().from(keptPictures);
    const stranger = await app.person("stranger", "EDITOR");
    const seenBy = ({ id: personId }: { id: number }) =>
      app.dependencies.read(null, (ctx) =>
        mayReadResultsFile(ctx, {
          id: kept?.sheetFileId ?? "",
          personId,
          owner: { kind: "results", id: kept?.taskId ?? 0 },
        }),
      );
    const everyone = [setup.creator, setup.editor, stranger];
    expect(await Promise.all(everyone.map(seenBy))).toEqual([true, true, false]);
    await app.run(setup.creator, (ctx) => saveSettings(ctx, { shareResults: false }));
    expect(await Promise.all(everyone.map(seenBy))).toEqual([true, false, false]);
    await app.run(setup.creator, (ctx) => saveSettings(ctx, { shareResults: true }));
  });

  it("are requested again when the storyboard is made after the publication", async () => {
    const taskId = await setup.publishedTask(20);
    const { videoId } = await setup.deliveryOf(taskId);
    await app.work([picturesWorker(setup.analytics)]);
    await storeStoryboard(videoId, 12);
    await app.run(null, (ctx) => ctx.emit(videoProgressed, { videoId, taskId, part: "stills" }));
    await app.work([picturesWorker(setup.analytics)]);
    expect((await setup.results(setup.creator, taskId)).video.storyboard).toMatchObject({ count: 12 });
  });

  it("of videos without a storyboard are not kept, and leave no file", async () => {
    const taskId = await setup.publishedTask(20);
    const before = await app.db.select({ id: storedFiles.id }).from(storedFiles);
    await keepTaskPictures(setup.analytics, taskId);
    expect(await app.db.select({ id: storedFiles.id }).from(storedFiles)).toEqual(before);
    expect((await setup.results(setup.creator, taskId)).video).toMatchObject({
      storyboard: null,
      waveform: null,
    });
  });
});
