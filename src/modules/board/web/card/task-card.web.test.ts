import { expect, onTestFinished, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";

import { commonError } from "#core/error.ts";
import {
  checkProgressPath,
  previewPath,
  previewTabPath,
  taskUpdatePath,
  tasksPath,
  videoResultsPath,
} from "#core/paths.ts";
import { boardEndpoints, type BoardTask } from "#modules/board/contract/board.ts";
import { silentFor } from "#modules/media/rules/uploads.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { notified } from "#modules/notifications/realtime-messages.ts";
import { versionUploadProgress } from "#modules/review/realtime-messages.ts";
import type { Contributor } from "#modules/tasks/contract/contributor.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { relationAbilities } from "#modules/tasks/rules/access.ts";
import { type Screen, startScreen } from "#testing/web/open-screen.tsx";
import { anika, asEditor, meera, samplePerson, sampleTask } from "#testing/web/samples.ts";

const lagoon = sampleTask();
const card = (title = lagoon.taskTitle) => page.getByRole("article", { name: title });
const legend = page.getByRole("region", { name: "The stages of a task" });

/** The Tasks screen of an editor with these open tasks. */
async function openAsEditor(tasks: BoardTask[]): Promise<Screen> {
  const screen = await startScreen(anika);
  show(screen, tasks.map(asEditor));
  await screen.open(tasksPath("EDITOR"));
  return screen;
}

/** The next responses have these tasks; all of them without a running preparation wait for an upload. */
function show({ api }: Screen, tasks: BoardTask[]): void {
  api.on(boardEndpoints.countTasks, () => ({ assigned: tasks.length, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, ({ query }) =>
    query.waiting ? tasks.filter(({ arrival }) => arrival === null || arrival.refusal !== null) : tasks,
  );
}

// The first test of the file: the legend is loaded once.
test("cards appear together with the legend of the stages, which would move them", async () => {
  const shown = Promise.withResolvers<boolean>();
  const observer = new MutationObserver(() => {
    if (card().elements().length > 0) shown.resolve(legend.elements().length > 0);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  await openAsEditor([lagoon]);
  expect(await shown.promise).toBe(true);
  await expect.element(legend.getByText("The creator approves it or requests changes.")).toBeVisible();
});

test("the stages are named once in a legend, on hover and on focus", async () => {
  const { reload } = await openAsEditor([lagoon]);
  await legend.getByRole("button", { name: "Got it" }).click();
  await expect.element(legend).not.toBeInTheDocument();
  await reload();
  const track = card().getByRole("button", { name: "Step 1 of 5: assigned" });
  await expect.element(track).toBeVisible();
  await expect.element(legend).not.toBeInTheDocument();
  const names = card().getByRole("tooltip", { includeHidden: true });
  await expect.element(names).not.toBeVisible();
  await track.hover();
  await expect.element(names.getByText("in review")).toBeVisible();
  await expect.element(names.getByText("published")).toBeVisible();
  await page.getByRole("heading", { name: "Tasks", exact: true }).hover();
  await expect.element(names).not.toBeVisible();
  (track.element() as HTMLElement).focus();
  await expect.element(names.getByText("in review")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(names).not.toBeVisible();
});

test("the brief is cut at 80 characters and can be opened", async () => {
  const workDescription =
    "Start with the herons, keep every shot of the mud flats longer than feels right, and end on the boat's bell.";
  await openAsEditor([{ ...lagoon, workDescription }]);
  await expect.element(card()).toMatchTextContent(/longer than feels right,…/);
  await expect.element(card()).not.toMatchTextContent(/boat's bell/);
  await expect.element(card()).toMatchTextContent(/assigned by/);
  await expect.element(card()).toMatchTextContent(/due May 17, 2031, 11:59 PM/);
  await card().getByRole("button", { name: "full text" }).click();
  const brief = page.getByRole("dialog", { name: lagoon.taskTitle });
  await expect.element(brief.getByText(workDescription)).toBeVisible();
});

test("the planned details are in the editor's brief, and the thumbnail on the card", async () => {
  const planned = {
    title: "A night market in nine minutes",
    description: "Recorded in one walk.",
    tags: ["market", "night"],
    thumbnail: "/favicon.png",
  };
  await openAsEditor([{ ...lagoon, ...planned }]);
  await expect.poll(() => card().element().querySelector("img")?.getAttribute("src")).toBe(planned.thumbnail);
  await card().getByRole("button", { name: "Brief" }).click();
  const brief = page.getByRole("dialog", { name: lagoon.taskTitle });
  for (const text of [planned.title, planned.description, ...planned.tags])
    await expect.element(brief.getByText(text, { exact: true })).toBeVisible();
  await expect.element(brief.getByRole("img", { name: "The planned thumbnail" })).toBeVisible();
});

test("an editor is asked for no upload while one is being prepared, but again after it was refused", async () => {
  const ferry = sampleTask({ id: 13, taskTitle: "Night ferry" });
  const upload = card().getByRole("button", { name: "Upload video" });
  const screen = await openAsEditor([lagoon, ferry]);
  await screen.realtime.connect();
  await expect.element(upload).toBeVisible();
  await expect.element(page.getByText("2 tasks are waiting for you. Next:")).toBeVisible();

  const arrival = { version: 1, fileName: "cut.mp4", refusal: null };
  const arrives = (change: typeof arrival | { refusal: string }) => {
    show(screen, [{ ...lagoon, arrival: { ...arrival, ...change } }, ferry].map(asEditor));
    screen.realtime.send(taskChanged, { taskId: lagoon.id });
  };
  arrives(arrival);
  await expect.element(card().getByRole("status")).toMatchTextContent(/is being prepared/);
  await expect.element(upload).not.toBeInTheDocument();
  await expect.element(page.getByText("1 task is waiting for you. Next:")).toBeVisible();
  arrives({ refusal: "It has no picture." });
  await expect
    .element(card().getByRole("status"))
    .toMatchTextContent(/cut\.mp4 can't be used\. It has no picture\./);
  await expect.element(upload).toBeVisible();
  await expect.element(page.getByText("2 tasks are waiting for you. Next:")).toBeVisible();
});

test("a deleted editor is not linked, and the creator is asked for another one", async () => {
  const screen = await startScreen(meera);
  const editor = { ...samplePerson(anika), name: "Former member 7", role: "NORMAL" as const };
  show(screen, [{ ...lagoon, editor }]);
  await screen.open(tasksPath("YOUTUBER"));
  await expect.element(card().getByText("Former member 7")).toBeVisible();
  await expect.element(card().getByRole("link", { name: /Former member/ })).not.toBeInTheDocument();
  await expect.element(card().getByRole("button", { name: "Choose another editor" })).toBeVisible();
});

for (const width of [1440, 390]) {
  test(`toasts cover no title, tabs or search at ${width} pixels`, async () => {
    const screen = await startScreen(anika);
    await page.viewport(width, 844);
    show(screen, [asEditor(lagoon)]);
    await screen.open(tasksPath("EDITOR"));
    await expect.element(card()).toBeVisible();
    const notification = {
      id: 1,
      kind: "assigned" as const,
      title: "New task: Lagoon at low tide",
      description: "Due May 17, 2031, 11:59 PM.",
      path: tasksPath("EDITOR", 12),
      taskId: 12,
      sender: lagoon.youtuber,
      read: false,
      time: "2031-04-01T09:00:00.000Z",
    };
    screen.api.on(notificationsEndpoints.unread, () => ({ notifications: 1, messages: 0, total: 1 }));
    await screen.realtime.connect();
    screen.realtime.send(notified, notification);
    const toast = page.getByText(notification.description);
    await expect.element(toast).toBeVisible();
    await expect
      .poll(() =>
        covered(toast.element().closest("[data-sonner-toast]"), [
          page.getByRole("heading", { level: 1 }),
          page.getByRole("tablist"),
          ...(width > 640 ? [page.getByRole("searchbox")] : []),
        ]),
      )
      .toEqual([]);
  });
}

/** The elements that overlap the toast. */
function covered(toast: Element | null, elements: readonly Locator[]): string[] {
  const area = toast?.getBoundingClientRect();
  if (!area || area.width === 0) return ["no toast"];
  return elements
    .map((one) => one.element())
    .filter((element) => {
      const box = element.getBoundingClientRect();
      return box.bottom > area.top && box.top < area.bottom && box.right > area.left && box.left < area.right;
    })
    .map((element) => element.outerHTML.slice(0, 80));
}

test("the creator's card follows the editor's upload, and says when it stopped", async () => {
  const screen = await startScreen(meera);
  const upload = { received: 400, bytes: 1000, active: true };
  show(screen, [{ ...lagoon, upload }]);
  await screen.open(tasksPath("YOUTUBER"));
  await expect.element(card().getByText("uploading, 40%")).toBeVisible();
  await screen.realtime.connect();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  screen.realtime.send(versionUploadProgress, { taskId: lagoon.id, received: 456, bytes: 1000 });
  await expect.element(card().getByText("uploading, 45%")).toBeVisible();
  vi.advanceTimersByTime(silentFor);
  await expect.element(card().getByText("upload paused, 45%")).toBeVisible();
  screen.realtime.send(versionUploadProgress, { taskId: lagoon.id + 1, received: 900, bytes: 1000 });
  screen.realtime.send(versionUploadProgress, { taskId: lagoon.id, received: 470, bytes: 1000 });
  await expect.element(card().getByText("uploading, 47%")).toBeVisible();
});

test("the editor's card continues an unfinished upload, and shows one that is running here or elsewhere", async () => {
  const upload = { received: 366, bytes: 1000, active: false };
  const screen = await openAsEditor([{ ...lagoon, upload }]);
  await expect.element(card().getByRole("button", { name: "36%, resume", exact: true })).toBeVisible();
  show(screen, [asEditor({ ...lagoon, upload: { ...upload, active: true } })]);
  await screen.reload();
  await expect.element(card().getByRole("button", { name: "uploading, 36%", exact: true })).toBeVisible();
  show(screen, [asEditor(lagoon)]);
  await screen.reload();
  await expect.element(card().getByRole("button", { name: "Upload video", exact: true })).toBeVisible();
});

test("a completed card opens the preview, comments, history, progress and details", async () => {
  const screen = await startScreen(meera);
  screen.api.refuseOthers(commonError("not_found"));
  const watchUrl = "https://youtube.example/watch?v=1";
  show(screen, [{ ...lagoon, stage: "published", isCompleted: true, version: 2, watchUrl }]);
  await screen.open(`${tasksPath("YOUTUBER")}?tab=completed`);
  await expect.element(card()).toBeVisible();
  const href = (name: string | RegExp) => card().getByRole("link", { name }).element().getAttribute("href");
  expect([href(lagoon.taskTitle), href("Preview"), href(/^Edit details/), href(/^Results/)]).toEqual([
    previewPath(12),
    previewPath(12),
    taskUpdatePath(12),
    videoResultsPath("YOUTUBER", 12),
  ]);
  for (const [name, path] of [
    ["Comments", previewTabPath(12, "comments")],
    ["History", previewTabPath(12, "history")],
    ["Progress", checkProgressPath(12)],
  ] as const) {
    await screen.open(`${tasksPath("YOUTUBER")}?tab=completed`);
    await card()
      .getByRole("button", { name: `More for ${lagoon.taskTitle}` })
      .click();
    await page.getByRole("menuitem", { name }).click();
    await expect.poll(() => location.pathname + location.search).toBe(path);
  }
});

test("the editor opens the preview and the results of a completed task, but not its publication", async () => {
  const screen = await startScreen(anika);
  const watchUrl = "https://youtube.example/watch?v=1";
  show(screen, [asEditor({ ...lagoon, stage: "published", isCompleted: true, version: 2, watchUrl })]);
  await screen.open(`${tasksPath("EDITOR")}?tab=completed`);
  await expect
    .element(card().getByRole("link", { name: /^Results/ }))
    .toHaveAttribute("href", videoResultsPath("EDITOR", 12));
  await expect
    .element(card().getByRole("link", { name: "Preview" }))
    .toHaveAttribute("href", previewPath(12));
  await expect.element(card().getByRole("link", { name: /^Edit details/ })).not.toBeInTheDocument();
  await card()
    .getByRole("button", { name: `More for ${lagoon.taskTitle}` })
    .click();
  await expect.element(page.getByRole("menuitem", { name: "History" })).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: "Progress" })).not.toBeInTheDocument();
});

test("a contributor who only adds files opens the task from its card, and sees their own part", async () => {
  const noor = { ...samplePerson(anika), id: 9, name: "noor" };
  const contributors: Contributor[] = [
    { person: noor, label: "Sound", rights: [] },
    { person: samplePerson(anika), label: "Thumbnail", rights: ["attach"] },
  ];
  const shown = { ...lagoon, contributors, openComments: 4, stage: "in_review" as const, version: 1 };
  const screen = await startScreen(anika);
  screen.api.on(tasksEndpoints.fetchTask, () => shown);
  show(screen, [{ ...shown, abilities: relationAbilities([{ kind: "contributor", rights: ["attach"] }]) }]);
  await screen.open(tasksPath("EDITOR"));
  await expect.element(card().getByText("You: Thumbnail")).toBeVisible();
  await expect.element(card()).toMatchTextContent(/with noor \(Sound\)/);
  await expect.element(card().getByRole("link", { name: "4 open comments" })).toBeVisible();
  await expect
    .element(card().getByRole("link", { name: lagoon.taskTitle }))
    .toHaveAttribute("href", previewPath(12));
  await expect.element(page.getByRole("complementary", { name: "Your work" })).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "How uploading works" })).not.toBeInTheDocument();
  await card().getByRole("button", { name: "Brief and files" }).click();
  await expect.element(page.getByRole("button", { name: "Save files" })).toBeVisible();
});

test("a card leads to the open findings of its version", async () => {
  await openAsEditor([{ ...lagoon, stage: "in_review", version: 1, findings: 2 }]);
  await expect
    .element(card().getByRole("link", { name: "2 findings" }))
    .toHaveAttribute("href", previewTabPath(12, "check"));
});

test("a card names the approvals that its version has and those that are missing", async () => {
  const approvers = ["jonas", "noor"].map((name, index) => ({
    person: { ...samplePerson(meera), id: 20 + index, name },
    required: true,
    approvedAt: index === 0 ? "2031-04-02T09:00:00.000Z" : null,
  }));
  await openAsEditor([{ ...lagoon, stage: "in_review", version: 1, approvals: approvers }]);
  await expect.element(card()).toMatchTextContent(/1 of 2 approved, waiting for noor/);
  await expect.element(card()).not.toMatchTextContent(/waiting for jonas/);
});

test.each([
  [2, ["See 3 comments", "Upload video"]],
  [0, ["Upload video"]],
])(
  "after a rejection, comments that are not done come before the upload: %i",
  async (notDoneComments, expected) => {
    const stage = "changes_requested" as const;
    await openAsEditor([{ ...lagoon, stage, version: 1, openComments: 3, notDoneComments }]);
    await expect.element(card().getByRole("button", { name: "Upload video" })).toBeVisible();
    const actions = card().getByRole("button").or(card().getByRole("link")).elements();
    const names = actions.map(({ textContent }) => textContent).filter((name) => /^(See|Upload)/.test(name));
    expect(names).toEqual(expected);
  },
);

test("the title opens a task without a version, too", async () => {
  await openAsEditor([lagoon]);
  await expect
    .element(card().getByRole("link", { name: lagoon.taskTitle }))
    .toHaveAttribute("href", previewPath(12));
});
