import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { AppError } from "#core/error.ts";
import { channelAnalyticsPath, channelTasksPath, messagesPath, profilePath, tasksPath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { type PersonCard, peopleEndpoints } from "#modules/people/contract/people.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { type Screen, startScreen } from "#testing/web/open-screen.tsx";
import { anika, meera, samplePerson, sampleTask } from "#testing/web/samples.ts";

const ziggy: PersonCard = { id: 7, name: "ziggy", role: "EDITOR", profileImgUrl: "" };
const ziggurat: PersonCard = { ...ziggy, id: 8, name: "ziggurat" };
const palette = page.getByRole("dialog", { name: "Search" });
const input = palette.getByPlaceholder("Type a command or search...");
const options = palette.getByRole("option");

/** The Tasks screen of a user who works with ziggy. */
async function openTasks(user = meera): Promise<Screen & { searched: () => string[] }> {
  const screen = await startScreen(user);
  const { api } = screen;
  api.on(boardEndpoints.countTasks, () => ({ assigned: 1, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => [sampleTask()]);
  api.on(tasksEndpoints.teammates, () => [ziggy]);
  const lagoon = sampleTask();
  api.on(tasksEndpoints.searchTasks, ({ query }) =>
    [lagoon].filter(({ taskTitle }) => taskTitle.toLowerCase().includes(query.query)),
  );
  const searches = api.on(peopleEndpoints.searchUser, ({ query }) =>
    [ziggurat, ziggy].filter(({ name }) => name.startsWith(query.query)),
  );
  await screen.open(user.role === "YOUTUBER" ? tasksPath("YOUTUBER") : tasksPath("EDITOR"));
  await expect.element(page.getByRole("article", { name: sampleTask().taskTitle })).toBeVisible();
  return { ...screen, searched: () => searches.map(({ query }) => query.query) };
}

async function openPalette(): Promise<void> {
  await userEvent.keyboard("{Control>}j{/Control}");
  await expect.element(input).toHaveFocus();
}

/** Presses a key that confirms or cancels a composition in Safari. */
const pressComposing = (key: string) =>
  input
    .element()
    .dispatchEvent(new KeyboardEvent("keydown", { key, keyCode: 229, bubbles: true, cancelable: true }));

/** Types a part of a command and presses Enter. */
async function run(text: string): Promise<void> {
  await openPalette();
  await input.fill(text);
  await userEvent.keyboard("{Enter}");
  await expect.element(palette).not.toBeInTheDocument();
}

test("people of the user's tasks are listed first, also for a query, and a query is sent once", async () => {
  const { searched } = await openTasks();
  await page
    .getByRole("button", { name: /^Search/ })
    .first()
    .click();
  await expect.element(input).toHaveFocus();
  await expect.element(palette.getByText("People you work with")).toBeVisible();
  await expect.element(options.first()).toMatchTextContent(/^.?ziggyeditor/);
  expect(getComputedStyle(palette.getByRole("listbox").element()).maxHeight).toBe("300px");
  await input.fill("zigg");
  await expect.poll(searched).toContain("zigg");
  await expect.poll(() => options.elements()).toHaveLength(2);
  await expect.element(options.first()).toMatchTextContent(/ziggy/);
  await input.fill("zzzzzz");
  await expect.element(palette.getByText("No users found.")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(palette).not.toBeInTheDocument();
  expect(searched()).toEqual(["", "zigg", "zzzzzz"]);
});

test("Enter opens nobody while the search is running, and then the person found", async () => {
  const { api } = await openTasks();
  api.on(tasksEndpoints.teammates, () => []);
  const found = Promise.withResolvers<PersonCard[]>();
  const searches = api.on(peopleEndpoints.searchUser, ({ query }) =>
    query.query === "" ? [ziggurat] : found.promise,
  );
  await openPalette();
  await expect.element(palette.getByRole("option", { name: /^.?ziggurat/ })).toBeVisible();
  await input.fill("anyka");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => searches).toHaveLength(2);
  await userEvent.keyboard("{Enter}");
  await expect.element(palette).toBeVisible();
  found.resolve([anika]);
  const option = palette.getByRole("option", { name: /anika/ });
  await expect.element(option).toHaveAttribute("aria-selected", "true");
  await expect.element(option).toMatchTextContent(/editor/);
  await expect.poll(() => options.elements()).toHaveLength(1);
  await userEvent.keyboard("{ArrowDown}");
  api.on(profilesEndpoints.profile, () => ({ ...anika, email: "", editable: false }));
  api.on(profilesEndpoints.reviews, () => []);
  api.on(profilesEndpoints.publishedVideos, () => []);
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => location.pathname).toBe(profilePath({ role: "EDITOR", name: "anika" }));
  await expect.element(palette).not.toBeInTheDocument();
});

test("a failed search is reported, and the shortcut closes the palette", async () => {
  const { api } = await openTasks();
  api.on(peopleEndpoints.searchUser, () => {
    throw new AppError({ code: "too_many", status: 429, message: "Too many tries." });
  });
  await openPalette();
  await input.fill("another");
  await expect.element(palette.getByText("Failed to fetch users.")).toBeVisible();
  await userEvent.keyboard("{Control>}j{/Control}");
  await expect.element(palette).not.toBeInTheDocument();
});

test("commands are run", async () => {
  await openTasks();
  await run("create");
  const sheet = page.getByRole("dialog", { name: "Create Task" });
  await expect.element(sheet).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(sheet).not.toBeInTheDocument();
  await run("dark");
  await expect.poll(() => document.documentElement.dataset["theme"]).toBe("dark");
  await run("system");
  await run("home");
  await expect.poll(() => location.pathname).toBe("/");
  await run("tasks");
  await expect.poll(() => location.pathname).toBe(tasksPath("YOUTUBER"));
  await expect.element(page.getByRole("article", { name: sampleTask().taskTitle })).toBeVisible();
  await run("log");
  const question = page.getByRole("alertdialog", { name: /^Are you sure you want to log out/i });
  await question.getByRole("button", { name: /^cancel$/i }).click();
  await expect.element(question).not.toBeInTheDocument();
});

test("an editor is offered no new task", async () => {
  await openTasks(anika);
  await openPalette();
  await expect.element(palette.getByRole("option", { name: "Go to tasks" })).toBeVisible();
  for (const name of ["Create task", "Go to publications"])
    await expect.element(palette.getByRole("option", { name })).not.toBeInTheDocument();
});

test("a manager is offered the screens of the channels that they manage", async () => {
  const { api } = await openTasks(anika);
  const editorNotes: [] = [];
  const joined = {
    rights: ["review" as const],
    kind: "manager" as const,
    memberSince: "2031-02-24T00:00:00.000Z",
    editorNotes,
  };
  api.on(teamEndpoints.teams, () => ({
    teams: [
      { ...joined, creator: samplePerson(meera) },
      { ...joined, creator: { ...ziggy, id: 9, name: "suspended", suspended: true as const } },
      { ...joined, creator: { ...ziggy, id: 10, name: "other" }, kind: "editor" as const },
    ],
    invitations: [],
  }));
  await openPalette();
  await expect.element(palette.getByText("Creators you work for")).toBeVisible();
  await expect.element(palette.getByRole("option", { name: "Go to publications" })).toBeVisible();
  await expect.element(palette.getByRole("option", { name: "Create task" })).not.toBeInTheDocument();
  await expect.element(palette.getByRole("option", { name: /^Tasks of/ })).toMatchTextContent("meera");
  await userEvent.keyboard("{Escape}");
  await run("tasks of meera");
  await expect
    .poll(() => `${location.pathname}${location.search}`)
    .toBe(channelTasksPath("EDITOR", meera.id));
  await run("analytics of");
  await expect
    .poll(() => `${location.pathname}${location.search}`)
    .toBe(channelAnalyticsPath("EDITOR", meera.id));
});

test("tasks are found by their title, and opened", async () => {
  await openTasks();
  await openPalette();
  await input.fill("low tide");
  const option = palette.getByRole("option", { name: /Lagoon at low tide/ });
  await expect.element(option).toMatchTextContent("assigned");
  await option.click();
  await expect.element(palette).not.toBeInTheDocument();
  await expect.poll(() => location.search).toBe(`?task=${sampleTask().id}`);
});

test("a task is opened by a click while people are still searched", async () => {
  const { api } = await openTasks();
  await openPalette();
  api.on(peopleEndpoints.searchUser, () => new Promise(() => undefined));
  await input.fill("low tide");
  await palette.getByRole("option", { name: /Lagoon at low tide/ }).click();
  await expect.element(palette).not.toBeInTheDocument();
  await expect.poll(() => location.search).toBe(`?task=${sampleTask().id}`);
});

test("messages and publications are commands, publications for creators only", async () => {
  const { api } = await openTasks();
  api.on(messagesEndpoints.conversations, () => []);
  await openPalette();
  await expect.element(palette.getByRole("option", { name: "Go to publications" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await run("messages");
  await expect.poll(() => location.pathname).toBe(messagesPath("YOUTUBER"));
});

test("keys of an input method neither choose nor close anything", async () => {
  await openTasks();
  await openPalette();
  await input.fill("Log out");
  await expect.poll(() => options.elements()).toHaveLength(1);
  pressComposing("Enter");
  pressComposing("Escape");
  await expect.element(palette).toBeVisible();
  await expect.element(input).toHaveValue("Log out");
  await userEvent.keyboard("{Enter}");
  await expect.element(palette).not.toBeInTheDocument();
});

test("Ctrl+J is found by its position on a layout without Latin letters", async () => {
  await openTasks();
  const press = { key: "о", code: "KeyJ", ctrlKey: true, bubbles: true };
  document.body.dispatchEvent(new KeyboardEvent("keydown", press));
  await expect.element(palette).toBeVisible();
});
