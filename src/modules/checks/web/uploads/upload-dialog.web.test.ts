import { createElement } from "react";
import { toast } from "sonner";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { AppError } from "#core/error.ts";
import { videoExtensions } from "#core/video-types.ts";
import { checksEndpoints } from "#modules/checks/contract/checks.ts";
import type { DeliverySpecification } from "#modules/checks/rules/specification.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika } from "#testing/web/samples.ts";

import { UploadDialog } from "./upload-dialog.tsx";

const noise = new Uint8Array(500).map((_, at) => (at * 77) % 251);
const packets = Uint8Array.from({ length: 188 * 5 }, (_, at) => (at % 188 === 0 ? 0x47 : 1));
const key = [0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0d, 0x01, 0x02, 0x01, 0x01, 0x02];
const partition = Uint8Array.from({ length: 100 }, (_, at) => key[at] ?? 0);

/** A gray video of 50 frames, 160×90, without sound. */
async function webm(): Promise<File> {
  const url = new URL("../../../../testing/web/two-seconds.webm", import.meta.url);
  return new File([await (await fetch(url)).blob()], "lagoon.webm", { type: "video/webm" });
}

async function openDialog(specification: DeliverySpecification = {}) {
  const { api, show } = await startScreen(anika);
  const answer = { effective: specification, task: specification, creator: {} };
  api.on(checksEndpoints.taskSpecification, () => answer);
  /** Answers the request for the specification once the returned function is called. */
  const holdSpecification = () => {
    const loading = Promise.withResolvers<void>();
    api.on(checksEndpoints.taskSpecification, () => loading.promise.then(() => answer));
    return loading.resolve;
  };
  api.on(reviewEndpoints.unfinishedUpload, () => null);
  api.on(reviewEndpoints.versions, () => []);
  const begun = api.on(reviewEndpoints.beginVersion, () => {
    throw new AppError({ status: 409, code: "wrong_stage", message: "Not now." });
  });
  const alert = vi.spyOn(window, "alert").mockImplementation(() => undefined);
  show(
    createElement(UploadDialog, {
      taskId: 7,
      taskTitle: "Teaser",
      openComments: null,
      onClose: () => undefined,
    }),
  );
  const input = () => document.querySelector<HTMLInputElement>('input[type="file"]');
  await expect.poll(input).not.toBeNull();
  const choose = (file: File) => {
    const files = new DataTransfer();
    files.items.add(file);
    const element = input();
    if (!element) throw new Error("There is no picker.");
    element.files = files.files;
    element.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return { begun, alert, choose, input, holdSpecification };
}

test.each([
  ["tape_01.mxf", "", noise, "application/mxf"],
  ["recording.ts", "text/vnd.trolltech.linguist", packets, "video/mp2t"],
  ["00001.MTS", "", packets, "video/mp2t"],
  ["stream.m2v", "", noise, "video/mpeg"],
  ["cut.mkv", "video/matroska", noise, "video/x-matroska"],
  ["cut.mkv", "video/x-matroska", noise, "video/x-matroska"],
  ["C0001", "", partition, "application/mxf"],
  ["👨‍👩‍👧_cafe\u0301__v2.mov", "", noise, "video/quicktime"],
])("%s (%j) is accepted, with its name unchanged", async (name, stated, content, type) => {
  const { begun, alert, choose } = await openDialog();
  choose(new File([content], name, { type: stated }));
  await expect.element(page.getByText(name, { exact: true }).first()).toBeVisible();
  await expect.element(page.getByText(type, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect.poll(() => begun).toHaveLength(1);
  expect(begun[0]).toMatchObject({ body: { fileName: name, type, bytes: content.length } });
  expect(alert).not.toHaveBeenCalled();
});

test.each([
  ["notes.txt", "text/plain", new TextEncoder().encode("cut here")],
  ["component.ts", "video/mp2t", new TextEncoder().encode("export const frames = 25;")],
  ["photo.mp4", "video/mp4", Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, ...noise])],
  ["report.pdf", "", noise],
])("%s (%j) is refused with the specified sentence", async (name, stated, content) => {
  const { alert, choose } = await openDialog();
  choose(new File([content], name, { type: stated }));
  await expect.poll(() => alert.mock.calls).toEqual([["Please upload a video file"]]);
  expect(page.getByText(name).elements()).toHaveLength(0);
});

test("an empty file is refused before it is sent", async () => {
  const { begun, choose } = await openDialog();
  const errors = vi.spyOn(toast, "error");
  choose(new File([], "cut.mp4", { type: "video/mp4" }));
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  expect(errors.mock.calls).toEqual([
    ["This file is empty. Choose another one."],
    ["Please select a video file to upload"],
  ]);
  expect(page.getByText("cut.mp4").elements()).toHaveLength(0);
  expect(begun).toHaveLength(0);
});

test("the picker offers all formats, also those that browsers don't count as videos", async () => {
  const { input } = await openDialog();
  const accepted = input()?.accept.split(",") ?? [];
  expect(accepted).toEqual(["video/*", ...videoExtensions.map((extension) => `.${extension}`)]);
  expect(accepted).toEqual(expect.arrayContaining([".mxf", ".ts", ".mts", ".m2v", ".mkv"]));
});

const check = page.getByRole("region", { name: "Check before the upload" });

test("what the file tells is compared with the specification, without blocking the upload", async () => {
  const { begun, choose } = await openDialog({
    width: 1920,
    height: 1080,
    frameRate: { num: 30_000, den: 1001 },
    minSeconds: 60,
    codecs: ["avc"],
  });
  choose(await webm());
  await expect.element(check).toMatchTextContent("5 findings before the upload");
  for (const text of [
    "No sound.",
    "Picture size. The picture is 160 × 90; the specification asks for 1920 × 1080.",
    "Frame rate. The frame rate is 25; the specification asks for 29.97 DF.",
    "Length. The video lasts 0:02; the specification asks for at least 1:00.",
    "asks for H.264.",
  ]) {
    await expect.element(check).toMatchTextContent(text);
  }
  expect(begun).toHaveLength(0);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect.poll(() => begun).toHaveLength(1);
});

test.each([
  [1440, 900],
  [1440, 1400],
  [1024, 768],
])("findings don't move the button that uploads, in a window of %i × %i pixels", async (width, height) => {
  const { choose, holdSpecification } = await openDialog({ width: 1920, minSeconds: 60, codecs: ["avc"] });
  await page.viewport(width, height);
  const release = holdSpecification();
  choose(await webm());
  await expect.element(check).toMatchTextContent("Checking the file...");
  const top = () =>
    page.getByRole("button", { name: "Upload", exact: true }).element().getBoundingClientRect().top;
  const before = top();
  release();
  await expect.element(check).toMatchTextContent("4 findings before the upload");
  expect(top()).toBe(before);
});

test("a file that the browser can't play doesn't move the button that uploads", async () => {
  const { choose } = await openDialog();
  choose(new File([noise], "cut.mkv", { type: "video/matroska" }));
  const button = page.getByRole("button", { name: "Upload", exact: true });
  await expect.element(page.getByText("cut.mkv").first()).toBeVisible();
  const before = button.element().getBoundingClientRect().top;
  await expect.element(page.getByText(/^This browser can't play the file/)).toBeVisible();
  expect(button.element().getBoundingClientRect().top).toBe(before);
});

test("a file that the browser can't read is not checked, which is said", async () => {
  const { choose } = await openDialog({ width: 1920 });
  choose(new File([packets], "recording.ts", { type: "" }));
  await expect
    .element(check)
    .toMatchTextContent("Not checked before the upload. This browser can't read the file.");
});
