import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { mobileViewKey } from "#app/web/storage-keys.ts";
import { AppError } from "#core/error.ts";
import { tasksPath } from "#core/paths.ts";
import { day, minute } from "#core/time.ts";
import { boardEndpoints, type BoardTask, type ManagedChannel } from "#modules/board/contract/board.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { ConnectionLost } from "#testing/web/fake-api.ts";
import { type Screen, startScreen } from "#testing/web/open-screen.tsx";
import { meera, sampleTask } from "#testing/web/samples.ts";

const harbour = sampleTask({ id: 20, taskTitle: "Harbour at dawn" });
const lagoon = sampleTask({ id: 21, taskTitle: "Lagoon at low tide" });
const titles = () => page.getByRole("article").getByRole("heading");
const shownTitles = () =>
  titles()
    .elements()
    .map(({ textContent }) => textContent);

/** Sets the faked clock a day ahead, and runs the timers of the next minute. */
async function skipDay(): Promise<void> {
  vi.setSystemTime(Date.now() + day);
  await vi.advanceTimersByTimeAsync(minute);
}

/** A creator with these open tasks. */
async function creatorWith(tasks: BoardTask[]): Promise<Screen> {
  const screen = await startScreen(meera);
  screen.api.on(boardEndpoints.countTasks, () => ({ assigned: tasks.length, completed: 0 }));
  screen.api.on(boardEndpoints.fetchTasks, ({ query }) => (query.completed === "true" ? [] : tasks));
  return screen;
}

test("the list has a skeleton, an empty state and an error state", async () => {
  const { api, open, reload } = await creatorWith([]);
  const list = Promise.withResolvers<[]>();
  api.on(boardEndpoints.fetchTasks, () => list.promise);
  await open(tasksPath("YOUTUBER"));
  const skeleton = page.getByRole("status").filter({ hasText: "Loading your tasks" });
  await expect.element(skeleton).toBeInTheDocument();
  expect(skeleton.element().querySelectorAll(".aspect-video")).toHaveLength(3);
  list.resolve([]);
  await expect.element(page.getByText("No tasks currently assigned yet.")).toBeVisible();
  await expect.element(page.getByText("Tasks currently assigned to editor/ in progress")).toBeVisible();
  const heading = "Assign Work and upload videos to YouTube with one click!";
  await expect.element(page.getByRole("heading", { name: heading })).toBeVisible();
  await page.getByRole("tab", { name: /^Completed Tasks/ }).click();
  await expect
    .element(page.getByText("All your completed tasks that were assigned to editors"))
    .toBeVisible();
  await expect.element(page.getByText("No completed tasks yet.")).toBeVisible();

  api.on(boardEndpoints.fetchTasks, () => {
    throw new AppError({ code: "too_many", status: 429, message: "Too many tries." });
  });
  await reload();
  await expect.element(page.getByText("Too many tries.")).toBeVisible();
  api.on(boardEndpoints.fetchTasks, () => [sampleTask()]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("article", { name: "Lagoon at low tide" })).toBeVisible();
});

test("an empty phone screen offers a new task once", async () => {
  const { open } = await creatorWith([]);
  await page.viewport(390, 844);
  await open(tasksPath("YOUTUBER"));
  await expect.element(page.getByText("No tasks currently assigned yet.")).toBeVisible();
  await expect.poll(() => page.getByRole("button", { name: "Create Task" }).elements()).toHaveLength(1);
});

test("tasks are searched, filtered and ordered, also after a reload", async () => {
  const { api, open, reload } = await creatorWith([]);
  const asked = api.on(boardEndpoints.fetchTasks, ({ query: { search, stage, sort } }) => {
    if (stage) return [];
    const found = search ? [lagoon] : [harbour, lagoon];
    return sort === "deadline" ? found.toReversed() : found;
  });
  await open(tasksPath("YOUTUBER"));
  await expect.poll(shownTitles).toEqual(["Harbour at dawn", "Lagoon at low tide"]);
  await page.getByRole("combobox", { name: "Order" }).selectOptions("Deadline first");
  await expect.poll(shownTitles).toEqual(["Lagoon at low tide", "Harbour at dawn"]);
  const search = page.getByRole("searchbox", { name: "Search your tasks" });
  await search.fill("lagoon");
  await expect.poll(shownTitles).toEqual(["Lagoon at low tide"]);
  await reload();
  await expect.poll(shownTitles).toEqual(["Lagoon at low tide"]);
  await expect.element(search).toHaveValue("lagoon");
  expect(asked.at(-1)?.query).toMatchObject({ search: "lagoon", sort: "deadline", completed: "false" });

  await page.getByRole("combobox", { name: "Stage" }).selectOptions("In review");
  await expect.element(page.getByText("No matching tasks")).toBeVisible();
  expect(asked.at(-1)?.query).toMatchObject({ search: "lagoon", sort: "deadline", stage: "in_review" });
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.element(search).toHaveFocus();
  await expect.poll(shownTitles).toEqual(["Lagoon at low tide", "Harbour at dawn"]);
});

const headings = () =>
  page
    .getByRole("tabpanel")
    .getByRole("heading")
    .elements()
    .map(({ tagName, textContent }) => `${tagName} ${textContent}`);

test("the tasks that wait for the user come first under a heading, unless all or none wait", async () => {
  const ferry = sampleTask({ id: 22, taskTitle: "Ferry", waiting: true });
  const { api, open, reload } = await creatorWith([ferry, harbour]);
  localStorage.setItem("track-legend-dismissed", "true");
  await open(tasksPath("YOUTUBER"));
  await expect
    .poll(headings)
    .toEqual(["H2 Waiting for you", "H3 Ferry", "H2 Other tasks", "H3 Harbour at dawn"]);
  await page.getByRole("combobox", { name: "Order" }).selectOptions("Newest first");
  await expect.poll(headings).toEqual(["H2 Ferry", "H2 Harbour at dawn"]);
  await page.getByRole("combobox", { name: "Order" }).selectOptions("Waiting first");
  await expect.poll(headings).toHaveLength(4);
  for (const tasks of [[ferry], [harbour, lagoon]]) {
    api.on(boardEndpoints.fetchTasks, () => tasks);
    await reload();
    await expect.poll(headings).toEqual(tasks.map(({ taskTitle }) => `H2 ${taskTitle}`));
  }
});

test("a card with an open dialog stays when its task no longer waits", async () => {
  const workDescription = "Begin on the pier, and keep the pauses. ".repeat(5);
  const ferry = sampleTask({ id: 22, taskTitle: "Ferry", workDescription, waiting: true });
  const { api, open, realtime } = await creatorWith([ferry, harbour]);
  await open(tasksPath("YOUTUBER"));
  await realtime.connect();
  const brief = page.getByRole("dialog", { name: "Ferry" });
  await page.getByRole("article", { name: "Ferry" }).getByRole("button", { name: "full text" }).click();
  await expect.element(brief).toBeVisible();
  api.on(boardEndpoints.fetchTasks, () => [harbour, { ...ferry, waiting: false }]);
  realtime.send(taskChanged, { taskId: 22 });
  // The dialog hides the list from roles.
  const cards = () => [...document.querySelectorAll("article")].map((card) => card.ariaLabelledByElements);
  await expect
    .poll(() => cards().flatMap((labels) => labels?.map(({ textContent }) => textContent)))
    .toEqual(["Harbour at dawn", "Ferry"]);
  await expect.element(brief).toBeVisible();
});

test("the stages are explained before and with the first task only", async () => {
  const { api, open, reload } = await creatorWith([]);
  const legend = page.getByRole("region", { name: "The stages of a task" });
  await open(tasksPath("YOUTUBER"));
  await expect.element(legend).toBeVisible();
  for (const [tasks, completed, isExplained] of [
    [[harbour], 0, true],
    [[harbour, lagoon], 0, false],
    [[harbour], 1, false],
  ] as const) {
    api.on(boardEndpoints.countTasks, () => ({ assigned: tasks.length, completed }));
    api.on(boardEndpoints.fetchTasks, () => [...tasks]);
    await reload();
    await expect.poll(() => titles().elements()).toHaveLength(tasks.length);
    await expect.element(page.getByRole("tab", { name: `Completed Tasks ${completed}` })).toBeVisible();
    await expect.poll(() => legend.elements()).toHaveLength(isExplained ? 1 : 0);
  }
});

test("a manager of several channels lists one of them, also after a reload and on the other tab", async () => {
  const { api, open, reload } = await creatorWith([]);
  const managed = {
    role: "YOUTUBER",
    profileImgUrl: "",
    rights: [],
    defaultEditor: null,
  } satisfies Partial<ManagedChannel>;
  const channels = [
    { ...managed, id: 7, name: "jonas" },
    { ...managed, id: 8, name: "olga" },
  ];
  const counted = api.on(boardEndpoints.countTasks, ({ query: { creator } }) => ({
    assigned: creator === undefined ? 2 : 1,
    completed: 0,
    channels,
  }));
  const asked = api.on(boardEndpoints.fetchTasks, ({ query: { creator } }) =>
    creator === undefined ? [harbour, lagoon] : [lagoon],
  );
  await open(tasksPath("YOUTUBER"));
  const channel = page.getByRole("combobox", { name: "Creator" });
  await channel.selectOptions("olga");
  await expect.poll(shownTitles).toEqual(["Lagoon at low tide"]);
  await expect.element(page.getByRole("tab", { name: "Assigned Tasks 1" })).toBeVisible();
  await reload();
  await expect.element(channel).toHaveValue("8");
  expect(asked.at(-1)?.query).toMatchObject({ creator: 8 });
  expect(counted.at(-1)?.query).toMatchObject({ creator: 8 });
  await page.getByRole("tab", { name: /^Completed Tasks/ }).click();
  await expect.element(channel).toHaveValue("8");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.element(channel).toHaveValue("");
});

test("users without several channels have no filter by channel", async () => {
  const { open } = await creatorWith([harbour]);
  await open(tasksPath("YOUTUBER"));
  await expect.element(page.getByRole("combobox", { name: "Stage" })).toBeVisible();
  expect(page.getByRole("combobox", { name: "Creator" }).query()).toBeNull();
});

test("tasks are loaded page by page, and the focus stays at the end", async () => {
  const { api, open } = await creatorWith([]);
  const takes = Array.from({ length: 31 }, (_, at) =>
    sampleTask({ id: at + 1, taskTitle: `Take ${at + 1}` }),
  );
  const asked = api.on(boardEndpoints.fetchTasks, ({ query: { cursor, limit } }) =>
    cursor === "30"
      ? { data: takes.slice(30), nextCursor: null }
      : { data: takes.slice(0, limit), nextCursor: "30" },
  );
  await open(`${tasksPath("YOUTUBER")}?q=Take`);
  await expect.poll(() => titles().elements()).toHaveLength(30);
  const more = page.getByRole("button", { name: "Show more tasks" });
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => titles().elements()).toHaveLength(31);
  await expect.element(page.getByText("End of list")).toHaveFocus();
  expect(asked.at(-1)?.query).toMatchObject({ search: "Take", cursor: "30" });
});

test("an open page marks tasks as due soon and overdue", async () => {
  vi.useFakeTimers({ now: new Date("2031-02-28T12:00:00Z"), toFake: ["Date", "setTimeout", "clearTimeout"] });
  const deadline = "2031-03-01T18:29:00.000Z";
  const { open } = await creatorWith([sampleTask({ taskTitle: "Ferry", deadline })]);
  await open(tasksPath("YOUTUBER"));
  const ferry = page.getByRole("article", { name: "Ferry" });
  await expect.element(ferry).toBeVisible();
  await expect.element(ferry).not.toMatchTextContent(/due soon/);
  await skipDay();
  await expect.element(ferry).toMatchTextContent(/due soon/);
  await skipDay();
  await expect.element(ferry).toMatchTextContent(/overdue/);
  const date = ferry.getByText("Mar 1, 2031, 11:59 PM").element();
  // One line.
  expect(date.getBoundingClientRect().height).toBeLessThan(30);
});

test("the last list is shown before the server answers, and with the error if it can't be reached", async () => {
  const { api, open, reload } = await creatorWith([harbour, lagoon]);
  const stored = () => JSON.parse(localStorage.getItem("task-storage") ?? "{}") as { state?: unknown };
  await open(tasksPath("YOUTUBER"));
  await expect.poll(() => stored().state).toMatchObject({ tasks: [{ id: 20 }, { id: 21 }], by: meera.id });

  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  api.on(boardEndpoints.fetchTasks, () => {
    throw new ConnectionLost();
  });
  await reload();
  await expect.poll(shownTitles).toEqual(["Harbour at dawn", "Lagoon at low tide"]);
  const failed = page.getByText("Failed to fetch user's Tasks").first();
  await expect
    .poll(async () => {
      // Between the tries.
      await vi.advanceTimersByTimeAsync(4000);
      return failed.elements().length;
    })
    .toBe(1);
  await expect.poll(shownTitles).toEqual(["Harbour at dawn", "Lagoon at low tide"]);
  api.on(boardEndpoints.fetchTasks, () => [lagoon]);
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect.poll(shownTitles).toEqual(["Lagoon at low tide"]);
  await expect.element(failed).not.toBeInTheDocument();
});

test("the browser stores whether the window is narrow", async () => {
  const { open } = await creatorWith([]);
  const isMobile = () =>
    (JSON.parse(localStorage.getItem(mobileViewKey) ?? "{}") as { state?: unknown }).state;
  await open(tasksPath("YOUTUBER"));
  await expect.poll(isMobile).toEqual({ isMobile: false });
  await page.viewport(1099, 800);
  await expect.poll(isMobile).toEqual({ isMobile: true });
  await page.viewport(1100, 800);
  await expect.poll(isMobile).toEqual({ isMobile: false });
});

/** The sum of the layout shifts from now on. */
function watchShifts() {
  const shifts: { value: number; moved: (string | undefined)[] }[] = [];
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries) {
      const { value, sources } = entry as PerformanceEntry & {
        value: number;
        sources: { node: Node | null }[];
      };
      shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 40)) });
    }
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "layout-shift" });
  onTestFinished(() => observer.disconnect());
  return async () => {
    // Shifts are reported after the frame in which they happen.
    for (const _ of [1, 2]) await new Promise((next) => requestAnimationFrame(next));
    add(observer.takeRecords());
    return shifts;
  };
}

test.each([
  ["wide", 1440, 900],
  ["narrow", 390, 844],
])(
  "nothing moves while the list is loading on a %s screen, and skeletons have the place of what comes",
  async (_name, width, height) => {
    const { api, open } = await creatorWith([]);
    await page.viewport(width, height);
    localStorage.setItem("track-legend-dismissed", "true");
    const wait = { counts: Promise.withResolvers<void>(), list: Promise.withResolvers<void>() };
    const posterUrl = "/favicon.png";
    // As many as the skeleton has: what is below them stays, too.
    const tasks = [
      { ...harbour, posterUrl },
      { ...lagoon, posterUrl },
      { ...lagoon, id: 22, posterUrl },
    ];
    api.on(boardEndpoints.countTasks, () => wait.counts.promise.then(() => ({ assigned: 2, completed: 0 })));
    api.on(boardEndpoints.fetchTasks, () => wait.list.promise.then(() => tasks));
    const place = (element: Element | null | undefined) => {
      const { left, top, width: across } = element?.getBoundingClientRect() ?? {};
      return { left, top, across };
    };
    await open(tasksPath("YOUTUBER"));
    const skeleton = page.getByRole("status").filter({ hasText: "Loading your tasks" });
    await expect.element(skeleton).toBeInTheDocument();
    await expect.element(page.getByRole("heading", { name: "Tasks", exact: true })).toBeVisible();
    const shifts = watchShifts();
    const picture = place(skeleton.element().querySelector(".aspect-video"));
    const bar = place(skeleton.element().querySelector(".flex > *"));
    wait.counts.resolve();
    await expect.element(page.getByRole("tab", { name: /^Assigned Tasks/ })).toMatchTextContent(/2/);
    wait.list.resolve();
    await expect.poll(shownTitles).toHaveLength(3);
    expect(await shifts()).toEqual([]);
    // Small windows show the filters on request.
    const search = page.getByRole("searchbox").elements()[0];
    expect(search ? place(search) : "on request").toEqual(width > 640 ? bar : "on request");
    expect(place(page.getByRole("article").first().element().querySelector(".aspect-video"))).toEqual(
      picture,
    );
  },
);
