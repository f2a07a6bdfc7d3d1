import { createElement } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { type FailureRow, failureRows, failuresAfterPublishing } from "#testing/failure-table.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import {
  failedDelivery,
  platformNames,
  publishedDelivery,
  sampleProgress,
  samplePublication,
} from "#testing/web/publishing-samples.ts";
import { meera } from "#testing/web/samples.ts";

import type { ChangesOfDelivery } from "../contract/changes.ts";
import { type Publication, publicationsEndpoints } from "../contract/publications.ts";
import { recoveryActionsFor } from "../rules/actions-by-problem.ts";
import { destinationKinds } from "../rules/destinations.ts";
import type { DeliveryStep } from "../rules/progress.ts";
import { CurrentStep } from "./current-step.tsx";
import { ProblemPanel } from "./problem-panel.tsx";

const documents = import.meta.glob<string>("/docs/publishing-failures.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const document = Object.values(documents).join("");
const publishing = failureRows(document, "While a video is published");
const repeated = failureRows(document, "Repeated attempts");

const steps: DeliveryStep[] = ["upload", "thumbnail", "publish", "processing"];
const stepHeadlines = {
  upload: "video upload failed, please try again later",
  thumbnail: "thumbnail upload failed, please try again later",
  publish: "video publish failed, please try again later",
  processing: "video publish failed, please try again later",
  done: "",
};
const cancellations = new Set(["cancelling", "cancelled", "cancelled_kept"]);
const elsewhere = " (opens in a new tab)";
const opensElsewhere = new Set(["Verify the channel", "Open YouTube Studio"]);

/** The names of the buttons and links of a row of the document. */
function buttonsOf({ next }: FailureRow): string[] {
  if (next.startsWith("None")) return [];
  return next
    .split(", ")
    .map((label) => label.replace("{visibility}", "private"))
    .map((label) => (opensElsewhere.has(label) ? label + elsewhere : label));
}

const textsOf = (elements: ArrayLike<Element>) => Array.from(elements, ({ textContent }) => textContent);

/** Headline, paragraphs and actions in an element, and which of the actions are primary. */
function shownIn(element: Element) {
  const actions = [...element.querySelectorAll("button, a")].filter(
    ({ textContent }) => textContent !== "Go Back To Video Preview Page",
  );
  return {
    headline: element.querySelector("h2")?.textContent,
    paragraphs: textsOf(element.querySelectorAll("p")).filter((text) => !text.startsWith("Go Back")),
    actions: textsOf(actions),
    primary: textsOf(actions.filter((action) => action.classList.contains("bg-ink"))),
  };
}

test.each(destinationKinds)("the problem panel describes every failure of %s at every step", async (kind) => {
  const { show } = await startScreen(meera);
  const platform = platformNames[kind];
  const named = (text: string) => text.replaceAll("{platform}", platform);
  expect(publishing.length).toBeGreaterThan(60);
  for (const row of publishing) {
    for (const step of steps) {
      show(createElement(ProblemPanel, { progress: sampleProgress(failedDelivery(row.code, step, kind)) }));
      const own = buttonsOf(row);
      const skips = step === "thumbnail" && !own.includes("Publish without thumbnail");
      const actions = skips ? [...own, "Publish without thumbnail"] : own;
      const difference = "You chose public, the platform set private.";
      expect({ row, step, ...shownIn(page.getByRole("alert").element()) }).toEqual({
        ...{ row, step },
        headline: row.headline === "That of the step" ? stepHeadlines[step] : named(row.headline),
        paragraphs: [...(row.code === "visibility_refused" ? [difference] : []), named(row.message)],
        actions: cancellations.has(row.code) ? actions : [...actions, "Cancel publishing"],
        primary: actions.slice(0, 1),
      });
    }
  }
});

test("what interrupts a delivery is shown with the next attempt, which can begin at once", async () => {
  const { show } = await startScreen(meera);
  for (const { code, message, next } of repeated) {
    const retry = { reason: message.replace("{platform}", "YouTube"), attempt: 2, attempts: 14 };
    for (const inSeconds of [240, null]) {
      const progress = sampleProgress({ retry: { ...retry, inSeconds } });
      show(createElement(CurrentStep, { progress, samples: [], receivedAt: performance.now() }));
      const shown = page.getByText(/^Attempt 2 of 14/).element().parentElement?.parentElement;
      const [reason, attempt] = textsOf(shown?.querySelectorAll("p") ?? []);
      expect([code, reason, attempt?.split(/\d+:\d+|\./)[0]]).toEqual([
        code,
        retry.reason,
        inSeconds === null ? "Attempt 2 of 14 is running" : "Attempt 2 of 14 starts in ",
      ]);
      const buttons = textsOf(shown?.querySelectorAll("button") ?? []);
      expect([code, ...buttons]).toEqual([code, ...(inSeconds === null ? [] : [next])]);
    }
  }
});

/** A row of the list for each failure, by its title. */
async function openList(publications: Publication[]) {
  const { api, open } = await startScreen(meera);
  api.on(publicationsEndpoints.publications, () => publications);
  await open("/y/publications");
  await expect.element(page.getByRole("listitem").nth(publications.length - 1)).toBeInTheDocument();
  return (title: string) => page.getByRole("listitem").filter({ hasText: `Video of ${title}.` });
}

test("the list of publications describes every failed delivery", async () => {
  const failed = publishing.map(({ code }, index) =>
    samplePublication({
      ...failedDelivery(code, code.startsWith("thumbnail_") ? "thumbnail" : "upload"),
      ...{ taskId: index + 1, deliveryId: crypto.randomUUID(), title: `Video of ${code}.` },
    }),
  );
  const rowOf = await openList(failed);
  for (const row of publishing) {
    const actions = buttonsOf(row);
    const headline = row.headline === "That of the step" ? "Publishing failed" : row.headline;
    const cancel = cancellations.has(row.code) ? [] : ["Cancel publishing"];
    const shown = shownIn(rowOf(row.code).element());
    expect({ row, ...shown }).toMatchObject({
      row,
      headline: `Video of ${row.code}.`,
      actions: [`Video of ${row.code}.`, ...actions, ...cancel],
      primary: actions.slice(0, 1),
    });
    expect(shown.paragraphs).toEqual([
      `Meera at the coast · ${headline.replace("{platform}", "YouTube")}`,
      row.message.replaceAll("{platform}", "YouTube"),
    ]);
  }
});

test("the list of publications describes everything that a published video did not get", async () => {
  const rows = failuresAfterPublishing(document);
  const published = rows.map(({ code, message }, index) => {
    const deliveryId = crypto.randomUUID();
    const failure = {
      problem: message.replaceAll("{platform}", "YouTube"),
      recoveryActions: recoveryActionsFor(code, "done"),
    };
    const changes: ChangesOfDelivery = {
      ...{ deliveryId, kind: "youtube", channelTitle: "Meera at the coast", state: "failed" },
      ...{ sentAt: null, nextAttemptAt: null, ...failure },
    };
    return samplePublication({
      ...publishedDelivery,
      ...{ taskId: index + 1, deliveryId, title: `Video of ${code}.` },
      ...(/^(playlist|caption)/.test(code) ? { unsentAdditions: failure } : { changes }),
    });
  });
  const rowOf = await openList(published);
  for (const row of rows) {
    const isAddition = /^(playlist|caption)/.test(row.code);
    const actions = buttonsOf(row);
    const edit = actions.includes("Edit details") ? [] : [`Edit details of Video of ${row.code}.`];
    const shown = shownIn(rowOf(row.code).element());
    expect({ row, ...shown }).toMatchObject({
      row,
      actions: [`Video of ${row.code}.`, ...actions, `Watch the video${elsewhere}`, ...edit],
      primary: actions.slice(0, 1),
    });
    expect(shown.paragraphs.slice(1)).toEqual([
      isAddition ? "Captions or playlists were not added" : "Changed details were not sent",
      row.message.replaceAll("{platform}", "YouTube"),
    ]);
  }
});
