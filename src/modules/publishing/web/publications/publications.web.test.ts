import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { AppError } from "#core/error.ts";
import { checkProgressPath, publicationsPath, tasksPath } from "#core/paths.ts";
import { changesEndpoints } from "#modules/publishing/contract/changes.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { detailsEndpoints } from "#modules/publishing/contract/details.ts";
import { type Publication, publicationsEndpoints } from "#modules/publishing/contract/publications.ts";
import { deliveryChanged, uploadProgress } from "#modules/publishing/realtime-messages.ts";
import type { PublicationState } from "#modules/publishing/rules/progress.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import {
  failedDelivery,
  publishedDelivery,
  sampleProgress,
  samplePublication,
  unsentOperation,
} from "#testing/web/publishing-samples.ts";
import { anika, meera, samplePerson } from "#testing/web/samples.ts";

const ids = {
  running: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea001",
  waiting: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea002",
  failed: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea003",
  done: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea004",
};
const retry = { reason: "YouTube can't be reached.", attempt: 2, attempts: 14, inSeconds: 300 };
const running = samplePublication({ taskId: 1, deliveryId: ids.running, title: "The salt road" });
const waiting = samplePublication({ taskId: 2, deliveryId: ids.waiting, title: "Night ferry", retry });
const failed = samplePublication({
  ...failedDelivery("invalid_title", "upload"),
  taskId: 3,
  deliveryId: ids.failed,
  title: "Market",
});
const done = samplePublication({ ...publishedDelivery, taskId: 4, deliveryId: ids.done, title: "Harbour" });
const row = (title: string) => page.getByRole("listitem").filter({ hasText: title });
const titles = () =>
  page
    .getByRole("tabpanel")
    .getByRole("heading", { level: 2 })
    .elements()
    .map(({ textContent }) => textContent);
const tab = (name: string) => page.getByRole("tab", { name, exact: true });

/** The creator's list, on an API with these publications by their state. */
async function openList(publications: Partial<Record<PublicationState, Publication[]>>) {
  const screen = await startScreen(meera);
  const shown = { ...publications };
  const asked = screen.api.on(publicationsEndpoints.publications, ({ query: { state } }) =>
    state ? (shown[state] ?? []) : Object.values(shown).flat(),
  );
  await screen.open(publicationsPath("YOUTUBER"));
  return {
    ...screen,
    asked: () => asked.map(({ query }) => query.state),
    set: (next: typeof publications) => void Object.assign(shown, next),
  };
}

test("each tab lists the publications of its state", async () => {
  const { asked } = await openList({
    running: [running],
    waiting: [waiting],
    failed: [failed],
    done: [done],
  });
  await expect.poll(titles).toEqual(["The salt road", "Night ferry", "Market", "Harbour"]);
  for (const [name, title] of [
    ["Running", "The salt road"],
    ["Waiting", "Night ferry"],
    ["Failed", "Market"],
    ["Done", "Harbour"],
  ] as const) {
    await tab(name).click();
    await expect.poll(titles).toEqual([title]);
    await expect.element(tab(name)).toHaveAttribute("aria-selected", "true");
  }
  expect(asked()).toEqual([undefined, "running", "waiting", "failed", "done"]);
  await tab("All").click();
  await expect.poll(titles).toHaveLength(4);
  await expect
    .element(page.getByRole("link", { name: "Market" }))
    .toHaveAttribute("href", checkProgressPath(3));
});

test("an empty list, an empty tab and a failed load say what to do", async () => {
  const { api, reload } = await openList({});
  await expect.element(page.getByText("No publications yet")).toBeVisible();
  await tab("Failed").click();
  await expect.element(page.getByText("No matching publications")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Go to your tasks" }))
    .toHaveAttribute("href", tasksPath("YOUTUBER"));
  api.on(publicationsEndpoints.publications, () => {
    throw new AppError({ code: "too_many", status: 429, message: "Too many tries." });
  });
  await reload();
  await expect.element(page.getByText("Too many tries.")).toBeVisible();
  api.on(publicationsEndpoints.publications, () => [done]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(titles).toEqual(["Harbour"]);
});

test("older publications are loaded page by page", async () => {
  const { api, reload } = await openList({});
  const asked = api.on(publicationsEndpoints.publications, ({ query: { cursor } }) =>
    cursor === "older" ? { data: [done], nextCursor: null } : { data: [running], nextCursor: "older" },
  );
  await reload();
  await expect.poll(titles).toEqual(["The salt road"]);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(titles).toEqual(["The salt road", "Harbour"]);
  expect(asked.map(({ query }) => query.cursor)).toEqual([undefined, "older"]);
});

test("a delivery is cancelled in the list after a question, and moves to the failed ones", async () => {
  const { api, realtime, set } = await openList({ running: [running], done: [done] });
  await realtime.connect();
  const cancellations = api.on(deliveriesEndpoints.cancel, () =>
    sampleProgress(failedDelivery("cancelling", "upload")),
  );
  await tab("Running").click();
  await expect.element(row("The salt road").getByRole("progressbar")).toHaveAttribute("value", "40");
  const { taskId, deliveryId } = running;
  const bytes = { sentBytes: 7_000_000, confirmedBytes: 6_000_000, totalBytes: 10_000_000 };
  realtime.send(uploadProgress, { taskId, deliveryId, percent: 70, ...bytes });
  await expect.element(row("The salt road")).toMatchTextContent(/Uploading 70%/);

  const cancel = row("The salt road").getByRole("button", { name: "Cancel publishing" });
  const question = page.getByRole("alertdialog", { name: "Cancel publishing?" });
  await cancel.click();
  await question.getByRole("button", { name: "Continue publishing" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(cancellations).toEqual([]);
  await cancel.click();
  await question.getByRole("button", { name: "Cancel publishing" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(cancellations).toEqual([{ body: { taskId, deliveryId } }]);
  set({ running: [], failed: [{ ...running, ...failedDelivery("cancelling", "upload") }] });
  realtime.send(deliveryChanged, { taskId, deliveryId });
  await expect.element(page.getByText("No matching publications")).toBeVisible();
  await tab("Failed").click();
  await expect.element(row("The salt road")).toMatchTextContent(/Cancelling/);
  await tab("Done").click();
  await expect.element(row("Harbour")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Cancel publishing" })).not.toBeInTheDocument();
});

test("a cancellation that is refused says why, and the delivery stays", async () => {
  const { api } = await openList({ running: [running] });
  api.on(deliveriesEndpoints.cancel, () => {
    throw new AppError({ code: "published", status: 409, message: "The video is public already." });
  });
  await page.getByRole("button", { name: "Cancel publishing" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel publishing" }).click();
  await expect.element(page.getByText("The video is public already.")).toBeVisible();
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  await expect.poll(titles).toEqual(["The salt road"]);
});

test("everything that was not sent is explained, also while the video is processed, and sent again", async () => {
  const additions = { deliveryId: ids.done, part: "additions" } as const;
  const processed = samplePublication({
    taskId: 4,
    deliveryId: ids.done,
    title: "Harbour",
    stage: "PUBLISH_VIDEO",
    cancellable: false,
    unsent: [
      unsentOperation({ ...additions, problem: "The playlist is full.", recoveryActions: ["open-studio"] }),
      unsentOperation({ ...additions, problem: "The connection was lost.", recoveryActions: ["retry"] }),
      unsentOperation({ ...additions, problem: "The connection was lost.", recoveryActions: ["retry"] }),
    ],
  });
  processed.unsent.push(unsentOperation({ ...processed.unsent[1], part: "changes" }));
  const { api, set } = await openList({ done: [processed] });
  const changes = api.on(changesEndpoints.resendChanges, () => {
    return { visibility: "public" as const, publishAt: null, deliveries: [] };
  });
  const sent = api.on(detailsEndpoints.sendAdditions, () => {
    set({ done: [done] });
    return null;
  });
  await expect.element(row("Harbour").getByText("The playlist is full.")).toBeVisible();
  for (const heading of ["Some details were not sent", "Captions or playlists were not added"]) {
    await expect.element(row("Harbour").getByText(heading)).toBeVisible();
  }
  expect(row("Harbour").getByText("The connection was lost.").elements()).toHaveLength(2);
  await expect.element(row("Harbour").getByRole("link", { name: /^Open YouTube Studio/ })).toBeVisible();
  await row("Harbour").getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByText("The playlist is full.")).not.toBeInTheDocument();
  expect([...sent, ...changes]).toMatchObject([{ params: { taskId: 4 } }, { params: { taskId: 4 } }]);
});

test("a row with several problems has one primary button", async () => {
  const unsent = [
    unsentOperation({ part: "additions", recoveryActions: ["reconnect"] }),
    unsentOperation({ recoveryActions: ["reconnect"] }),
    unsentOperation({ part: "additions", problem: "The connection was lost.", recoveryActions: ["retry"] }),
  ];
  await openList({
    done: [{ ...done, unsent }],
    failed: [{ ...failed, unsent: unsent.slice(2) }],
  });
  const primary = (title: string) =>
    [...row(title).element().querySelectorAll(".bg-ink")].map(({ textContent }) => textContent);
  await expect.element(row("Harbour")).toBeVisible();
  expect(primary("Harbour")).toEqual(["Reconnect"]);
  expect(primary("Market")).toEqual(["Edit details"]);
});

test("a manager sees whose publications they are, and no actions without the right to publish", async () => {
  const { api, open } = await startScreen(anika);
  const joined = {
    creator: samplePerson(meera),
    kind: "manager" as const,
    memberSince: failed.startedAt,
    editorNotes: [],
    rights: ["review" as const],
  };
  api.on(teamEndpoints.teams, () => ({ teams: [joined], invitations: [] }));
  const creator = samplePerson(meera);
  const seen = [
    { ...failed, creator, mayPublish: false, cancellable: false, recoveryActions: [] },
    { ...done, creator, mayPublish: false },
  ];
  api.on(publicationsEndpoints.publications, () => seen);
  await open(publicationsPath("EDITOR"));
  await expect.element(row("Market").getByRole("link", { name: "meera" })).toBeVisible();
  expect(row("Market").getByRole("button").elements()).toEqual([]);
  await expect
    .element(row("Harbour").getByRole("link", { name: /^Results/ }))
    .toHaveAttribute("href", expect.stringMatching(/^\/c\//));
  await expect.element(row("Harbour").getByRole("link", { name: /^Edit details/ })).not.toBeInTheDocument();
});

test("an editor who manages no channel is told so, unless their teams can't be loaded", async () => {
  const { api, open } = await startScreen(anika);
  await open(publicationsPath("EDITOR"));
  await expect.element(page.getByText("This page is for creators")).toBeVisible();
  api.on(teamEndpoints.teams, () => {
    throw new AppError({ code: "unknown", message: "Unknown.", status: 400 });
  });
  api.on(publicationsEndpoints.publications, () => [
    { ...done, creator: samplePerson(meera), mayPublish: false },
  ]);
  await open(publicationsPath("EDITOR"));
  await expect.element(row("Harbour")).toBeVisible();
});
