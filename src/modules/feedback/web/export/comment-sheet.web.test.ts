import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { commentSheetPath } from "#core/paths.ts";
import { exportEndpoints } from "#modules/feedback/contract/export.ts";
import { storeGuides } from "#modules/media/web/public/stored-guides.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { sampleFinding } from "#testing/web/sample-check.ts";
import { sampleComment } from "#testing/web/sample-preview.ts";
import { anika, meera, samplePerson } from "#testing/web/samples.ts";

const sheet = {
  title: "Lagoon at low tide",
  fileName: "lagoon.webm",
  frames: 50,
  rate: { num: 25, den: 1 },
  dropFrame: false,
  startFrame: 0,
  comments: [],
  next: null,
};

test("the printable page lists the findings with their frames, and what was said about them", async () => {
  const { api, open } = await startScreen(meera);
  const said = { at: "2031-04-02T09:00:00.000Z", version: 1 };
  const explanation = { ...said, by: samplePerson(anika), text: "The film ends here." };
  const acceptance = { ...said, by: samplePerson(meera), text: "" };
  const onFrames = {
    ...sampleFinding,
    key: "black-1-1",
    text: "The picture is black.",
    range: { from: 10, to: 30 },
  };
  const whole = {
    ...sampleFinding,
    key: "loud-1-1",
    text: "YouTube will play this 4.2 dB quieter.",
    range: null,
    acceptance,
  };
  api.on(exportEndpoints.commentSheet, () => ({ ...sheet, findings: [whole, { ...onFrames, explanation }] }));
  await open(`${commentSheetPath(12)}?version=1`);
  const items = page.getByRole("region", { name: "Technical check" }).getByRole("listitem");
  await expect
    .element(items.nth(0))
    .toMatchTextContent(/whole videoYouTube will play this 4.2 dB quieter.Accepted by meera$/);
  await expect.element(items.nth(1)).toMatchTextContent("00:00:00:10 – 00:00:01:05");
  await expect.element(items.nth(1)).toMatchTextContent("Explained by anika: The film ends here.");
});

test("the printable page has no heading without findings", async () => {
  const { api, open } = await startScreen(meera);
  api.on(exportEndpoints.commentSheet, () => ({ ...sheet, findings: [] }));
  await open(`${commentSheetPath(12)}?version=1`);
  await expect.element(page.getByText("No comments on this version")).toBeVisible();
  expect(page.getByText("Technical check").elements()).toEqual([]);
});

test("stills on the printable page include the guides of the task if that is chosen", async () => {
  const { api, open } = await startScreen(meera);
  storeGuides("12", { kinds: ["thirds"], maskRatio: null });
  api.on(exportEndpoints.commentSheet, () => ({
    ...sheet,
    comments: [{ ...sampleComment, stillUrl: "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" }],
    findings: [],
  }));
  await open(`${commentSheetPath(12)}?version=1`);
  const choice = page.getByRole("checkbox", { name: "Include guides" });
  await expect.element(choice).not.toBeChecked();
  expect(document.querySelector("[data-guide]")).toBeNull();
  await choice.click();
  await expect.poll(() => document.querySelectorAll('[data-guide="thirds"]').length).toBe(1);
});
