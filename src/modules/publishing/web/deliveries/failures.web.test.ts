import { createElement } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { publicationsPath } from "#core/paths.ts";
import { type Publication, publicationsEndpoints } from "#modules/publishing/contract/publications.ts";
import { destinationKinds } from "#modules/publishing/platforms/platforms.ts";
import { isCancelled } from "#modules/publishing/rules/problem-codes.ts";
import { problemLists } from "#modules/publishing/rules/problem-lists.ts";
import {
  changeProblemMessage,
  interruptionMessage,
  problemHeadline,
  problemMessage,
  recoveryActionsFor,
} from "#modules/publishing/rules/problems.ts";
import type { DeliveryStep } from "#modules/publishing/rules/progress.ts";
import { type RecoveryAction, recoveryLabels } from "#modules/publishing/rules/recovery-actions.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import {
  failedDelivery,
  sampleName,
  publishedDelivery,
  sampleDelivery,
  samplePublication,
  unsentOperation,
} from "#testing/web/publishing-samples.ts";
import { meera } from "#testing/web/samples.ts";

import { CurrentStep } from "./current-step.tsx";
import { ProblemPanel } from "./problem-panel.tsx";

const steps: DeliveryStep[] = ["upload", "thumbnail", "publish", "processing"];
const stepHeadlines = {
  upload: "video upload failed, please try again later",
  thumbnail: "thumbnail upload failed, please try again later",
  publish: "video publish failed, please try again later",
  processing: "video publish failed, please try again later",
  done: "",
};
const elsewhere = " (opens in a new tab)";
const opensElsewhere = new Set<RecoveryAction>(["verify-channel", "open-studio"]);

/** The names of the buttons and links for a problem. */
function buttonsOf(code: string, step: DeliveryStep): string[] {
  return recoveryActionsFor(code, step).map((action) => {
    const label = recoveryLabels[action].replace("{visibility}", "private");
    return opensElsewhere.has(action) ? label + elsewhere : label;
  });
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
  const platform = sampleName(kind);
  expect(problemLists.delivery.length).toBeGreaterThan(60);
  for (const code of problemLists.delivery) {
    for (const step of steps) {
      show(
        createElement(ProblemPanel, {
          taskId: 12,
          delivery: sampleDelivery(failedDelivery(code, step, kind)),
        }),
      );
      const actions = buttonsOf(code, step);
      const difference = "You chose public, the platform set private.";
      expect({ code, step, ...shownIn(page.getByRole("alert").element()) }).toEqual({
        code,
        step,
        headline: problemHeadline(code, platform) ?? stepHeadlines[step],
        paragraphs: [...(code === "visibility_refused" ? [difference] : []), problemMessage(code, platform)],
        actions: isCancelled(code) ? actions : [...actions, "Cancel publishing"],
        primary: actions.slice(0, 1),
      });
    }
  }
});

test("what interrupts a delivery is shown with the next attempt, which can begin at once", async () => {
  const { show } = await startScreen(meera);
  for (const code of problemLists.retried) {
    const retry = { reason: interruptionMessage(code, "YouTube"), attempt: 2, attempts: 14 };
    for (const inSeconds of [240, null]) {
      const delivery = sampleDelivery({ retry: { ...retry, inSeconds } });
      const step = { taskId: 12, delivery, several: false, samples: [], receivedAt: performance.now() };
      show(createElement(CurrentStep, step));
      const shown = page.getByText(/^Attempt 2 of 14/).element().parentElement?.parentElement;
      const [reason, attempt] = textsOf(shown?.querySelectorAll("p") ?? []);
      expect([code, reason, attempt?.split(/\d+:\d+|\./)[0]]).toEqual([
        code,
        retry.reason,
        inSeconds === null ? "Attempt 2 of 14 is running" : "Attempt 2 of 14 starts in ",
      ]);
      const buttons = textsOf(shown?.querySelectorAll("button") ?? []);
      expect([code, ...buttons]).toEqual([code, ...(inSeconds === null ? [] : ["Try now"])]);
    }
  }
});

/** A row of the list for each failure, by its title. */
async function openList(publications: Publication[]) {
  const { api, open } = await startScreen(meera);
  api.on(publicationsEndpoints.publications, () => publications);
  await open(publicationsPath("YOUTUBER"));
  await expect.element(page.getByRole("listitem").nth(publications.length - 1)).toBeInTheDocument();
  return (title: string) => page.getByRole("listitem").filter({ hasText: `Video of ${title}.` });
}

test("the list of publications describes every failed delivery", async () => {
  const failed = problemLists.delivery.map((code, index) =>
    samplePublication({
      ...failedDelivery(code, "publish"),
      taskId: index + 1,
      deliveryId: crypto.randomUUID(),
      title: `Video of ${code}.`,
    }),
  );
  const rowOf = await openList(failed);
  for (const code of problemLists.delivery) {
    const actions = buttonsOf(code, "publish");
    const cancel = isCancelled(code) ? [] : ["Cancel publishing"];
    const shown = shownIn(rowOf(code).element());
    expect({ code, ...shown }).toMatchObject({
      code,
      headline: `Video of ${code}.`,
      actions: [`Video of ${code}.`, ...actions, ...cancel],
      primary: actions.slice(0, 1),
    });
    expect(shown.paragraphs).toEqual([
      `Meera at the coast · ${problemHeadline(code, "YouTube") ?? "Publishing failed"}`,
      problemMessage(code, "YouTube"),
    ]);
  }
});

test("the list of publications describes everything that a published video did not get", async () => {
  const isAddition = (code: string) => /^(playlist|caption)/.test(code);
  const published = problemLists.published.map((code, index) => {
    const deliveryId = crypto.randomUUID();
    const failure = {
      problem: changeProblemMessage(code, "YouTube"),
      recoveryActions: recoveryActionsFor(code, "done"),
    };
    const part = isAddition(code) ? "additions" : "changes";
    return samplePublication({
      ...publishedDelivery,
      taskId: index + 1,
      deliveryId,
      title: `Video of ${code}.`,
      unsent: [unsentOperation({ part, deliveryId, ...failure })],
    });
  });
  const rowOf = await openList(published);
  for (const code of problemLists.published) {
    const actions = buttonsOf(code, "done");
    const edit = actions.includes("Edit details") ? [] : [`Edit details of Video of ${code}.`];
    const shown = shownIn(rowOf(code).element());
    expect({ code, ...shown }).toMatchObject({
      code,
      actions: [
        `Video of ${code}.`,
        ...actions,
        `Watch the video${elsewhere}`,
        `Results of Video of ${code}.`,
        ...edit,
      ],
      primary: actions.slice(0, 1),
    });
    expect(shown.paragraphs.slice(1)).toEqual([
      isAddition(code) ? "Captions or playlists were not added" : "Some details were not sent",
      changeProblemMessage(code, "YouTube"),
    ]);
  }
});
