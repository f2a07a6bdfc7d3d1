import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { videoResultsPath } from "#core/paths.ts";
import { type VideoResults, videosEndpoints } from "#modules/analytics/contract/videos.ts";
import { dropAt, sampleResults } from "#testing/web/analytics-samples.ts";
import { catchFiles, decodePng } from "#testing/web/files.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { meera } from "#testing/web/samples.ts";
import { axisUntil } from "#ui/charts/axis.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

async function openResults(results: VideoResults) {
  const screen = await startScreen(meera);
  screen.api.on(videosEndpoints.videoResults, () => results);
  await screen.open(videoResultsPath(meera.role, 12));
  return screen;
}

const choose = async (name: string) => {
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name }).click();
};

/** The colour of a token in the current theme. */
function tokenColour(token: string) {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  if (!context) throw new Error("The browser can't draw.");
  const probe = document.createElement("span");
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  context.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

test("the file of the server is saved under its name, with its content", async () => {
  const nextFile = catchFiles();
  const results = sampleResults();
  const { api } = await openResults(results);
  const name = "Fähre, 50 % (2).csv";
  const content = '\u{feff}"Day","Views"\r\n"2031-05-02",12\r\n';
  const requests = api.on(videosEndpoints.videoResultsFile, () => ({ name, type: "text/csv", content }));
  for (const [item, table] of [
    ["Days (CSV)", "days"],
    ["Retention (CSV)", "retention"],
  ] as const) {
    await choose(item);
    const saved = await nextFile();
    expect(saved.name).toBe(name);
    expect([...new Uint8Array(await saved.blob.arrayBuffer())]).toEqual([
      ...new TextEncoder().encode(content),
    ]);
    expect(requests.at(-1)?.query).toEqual({ table, deliveryId: results.publication.deliveryId });
  }
});

test("the retention is saved as a picture with the video, the curve and its drop", async () => {
  const nextFile = catchFiles();
  const results = sampleResults({ title: "Salt/road: 2" });
  await openResults(results);
  await choose("Retention (PNG)");
  const { name, blob } = await nextFile();
  expect(name).toBe(`Salt_road_ 2, ${results.publication.platform}, retention.png`);
  const { width, height, at } = await decodePng(blob);
  expect([width, height]).toEqual([1600, 900]);
  const [background, ink, fault] = ["--background", "--ink", "--fault"].map(tokenColour);
  expect(at(3, 3)).toEqual(background);
  // The first and the last picture of the video.
  for (const x of [140, 1520]) expect(at(x, 250)).not.toEqual(background);
  // The mark of the drop, at its interval alone.
  const toX = (share: number) => 128 + 1408 * share;
  expect(at(toX((dropAt + 0.5) / 100), 327)).toEqual(fault);
  for (const interval of [dropAt - 2, dropAt + 2])
    expect(at(toX((interval + 0.5) / 100), 327)).not.toEqual(fault);
  // The curve, through the middle of each interval.
  for (const interval of [10, 39, 41, 80]) {
    const share = results.retention?.points[interval]?.audienceWatchRatio ?? 0;
    expect(at(toX((interval + 0.5) / 100), 324 + 300 * (1 - share))).toEqual(ink);
    expect(at(toX((interval + 0.5) / 100), 324 + 300 * (1 - share) - 40)).not.toEqual(ink);
  }
});

test("a figure by day is saved as a picture with its line", async () => {
  const nextFile = catchFiles();
  const results = sampleResults();
  await openResults(results);
  await page.getByRole("region", { name: "By day" }).getByRole("button", { name: "PNG" }).click();
  const { name, blob } = await nextFile();
  expect(name).toBe(`${results.title}, ${results.publication.platform}, Views.png`);
  const { width, height, at } = await decodePng(blob);
  expect([width, height]).toEqual([1600, 900]);
  const views = results.days.map((day) => day.views);
  const { max } = axisUntil(Math.max(...views));
  for (const [index, value] of [...views.entries()].slice(1, -1)) {
    const x = 128 + (1408 * index) / (views.length - 1);
    expect(at(x, 208 + 520 * (1 - value / max))).toEqual(tokenColour("--ink"));
  }
});
