import { createElement } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import {
  checksEndpoints,
  type TaskSpecification as Specifications,
} from "#modules/checks/contract/checks.ts";
import { specificationPresets } from "#modules/checks/rules/presets.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika, asEditor, meera, sampleTask } from "#testing/web/samples.ts";

import { CreatorSpecification } from "../public/creator-specification.tsx";
import { TaskSpecification } from "../public/task-specification.tsx";

const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const save = page.getByRole("button", { name: "Save" });

async function openBrief(specification: Specifications, user = meera) {
  const screen = await startScreen(user);
  const requested = screen.api.on(checksEndpoints.taskSpecification, () => specification);
  const sent = screen.api.on(checksEndpoints.saveTaskSpecification, ({ body }) => ({
    ...specification,
    task: body.specification,
    effective: body.specification ?? specification.creator,
  }));
  const task = user === meera ? sampleTask() : asEditor(sampleTask());
  screen.show(createElement(TaskSpecification, { task }));
  return { ...screen, requested, sent };
}

test("a creator states what they expect of files, from a preset and with exact rates", async () => {
  const { api, show } = await startScreen(meera);
  api.on(checksEndpoints.creatorSpecification, () => ({}));
  const sent = api.on(checksEndpoints.saveCreatorSpecification, ({ body }) => body.specification);
  show(createElement(CreatorSpecification));
  await page.getByRole("button", { name: "YouTube 2160p" }).click();
  await expect.element(field("Width")).toHaveValue("3840");
  await page.getByRole("combobox", { name: "Frame rate" }).selectOptions("29.97 fps");
  await field("Longest length").fill("a while");
  await save.click();
  await expect.element(page.getByText("Enter a length such as 1:30.")).toBeVisible();
  await expect.element(field("Longest length")).toHaveFocus();
  expect(sent).toHaveLength(0);
  await field("Longest length").fill("12:00");
  await page.getByRole("checkbox", { name: "ProRes" }).click();
  await save.click();
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]?.body.specification).toEqual({
    ...specificationPresets["YouTube 2160p"],
    frameRate: { num: 30_000, den: 1001 },
    maxSeconds: 720,
    codecs: ["prores"],
  });
  await expect.element(save).toHaveFocus();
});

test("the brief has the specification, which editors only read", async () => {
  const creator = { height: 1080, loudness: { target: -14, tolerance: 1 } };
  await openBrief({ effective: creator, task: null, creator }, anika);
  await expect.element(page.getByText("as in the creator's settings")).toBeVisible();
  await expect.element(page.getByText("1080 pixels high")).toBeVisible();
  await expect.element(page.getByText("−14.0 ± 1.0 LUFS")).toBeVisible();
  expect(page.getByRole("button").elements()).toHaveLength(0);
});

test("a brief without demands has no specification for those who can't change it", async () => {
  const { requested } = await openBrief({ effective: {}, task: null, creator: {} }, anika);
  await expect.poll(() => requested).toHaveLength(1);
  await expect.element(page.getByText("Loading the specification")).not.toBeInTheDocument();
  expect(page.getByText("Delivery specification").elements()).toHaveLength(0);
});

test("a task gets its own specification, which begins with the usual one, and returns to that", async () => {
  const creator = { height: 1080 };
  const { sent } = await openBrief({ effective: creator, task: null, creator });
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("radio", { name: /^Custom specification/ }).click();
  await expect.element(field("Height")).toHaveValue("1080");
  await field("Height").fill("2160");
  await save.click();
  await expect.element(page.getByText("2160 pixels high")).toBeVisible();
  await expect.element(page.getByText("for this task", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("radio", { name: /^Creator's specification/ }).click();
  await save.click();
  await expect.element(page.getByText("1080 pixels high")).toBeVisible();
  expect(sent.map(({ body }) => body.specification)).toEqual([{ height: 2160 }, null]);
});
