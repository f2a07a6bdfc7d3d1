import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { notificationsPath, tasksPath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { type Notification, notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { notificationSettingsEndpoints } from "#modules/notifications/contract/settings.ts";
import { notified } from "#modules/notifications/realtime-messages.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika, meera, sampleTask } from "#testing/web/samples.ts";

const { id, name, role, profileImgUrl } = meera;
const tasks = ["Market", "Lagoon", "Harbour", "Ferry", "Tea"];
const markAsRead = (taskTitle: string) =>
  page.getByRole("checkbox", { name: `Mark as read: New task: ${taskTitle}` });
const link = (taskTitle: string) => page.getByRole("link", { name: `New task: ${taskTitle}`, exact: true });

/** The notifications screen of an editor with five unread notifications of today, on an API that keeps what is read. */
async function openInbox(path = notificationsPath("EDITOR")) {
  const screen = await startScreen(anika);
  const { api, open } = screen;
  const items: Notification[] = tasks.map((taskTitle, at) => ({
    id: tasks.length - at,
    kind: "assigned",
    title: `New task: ${taskTitle}`,
    description: "Due May 17, 2031, 11:59 PM.",
    path: tasksPath("EDITOR", tasks.length - at),
    taskId: tasks.length - at,
    sender: { id, name, role, profileImgUrl },
    read: false,
    time: new Date().toISOString(),
  }));
  const unread = () => items.filter(({ read }) => !read);
  api.on(notificationsEndpoints.list, ({ query }) => ({
    items: query.unread ? unread() : items,
    nextCursor: null,
  }));
  api.on(notificationsEndpoints.unread, () => {
    const { length } = unread();
    return { notifications: length, messages: 0, total: length };
  });
  const marked = api.on(notificationsEndpoints.markRead, ({ params }) => {
    for (const item of items) if (item.id === params.id) item.read = true;
    return null;
  });
  api.on(notificationsEndpoints.markAllRead, () => {
    for (const item of items) item.read = true;
    return null;
  });
  api.on(notificationSettingsEndpoints.settings, () => ({
    push: false,
    email: true,
    emailFrequency: "immediately" as const,
    pushOff: [],
    emailOff: [],
    emailAvailable: true,
    emailConfirmed: true,
    kinds: [],
  }));
  await open(path);
  await expect.element(link("Market")).toBeVisible();
  return { ...screen, marked: () => marked.map(({ params }) => params.id) };
}

test("notifications are read by key", async () => {
  const { marked } = await openInbox();
  await expect.poll(() => document.title).toBe("(5) Notifications · Reelay");
  await expect.element(page.getByRole("heading", { name: "Today" })).toBeVisible();
  (link("Market").element() as HTMLElement).focus();
  await userEvent.keyboard("j");
  await expect.element(link("Lagoon")).toHaveFocus();
  await userEvent.keyboard("r");
  await expect.element(markAsRead("Lagoon")).not.toBeInTheDocument();
  await expect.poll(() => document.title).toMatch(/^\([34]\) /);
  await expect.poll(marked).toContain(4);
});

test("a notification is read by its checkbox, which passes the focus on", async () => {
  const { marked } = await openInbox();
  (markAsRead("Tea").element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await expect.element(link("Tea")).toHaveFocus();
  await expect.element(markAsRead("Tea")).not.toBeInTheDocument();
  await expect.poll(marked).toEqual([1]);
});

test("a notification is read by resting on it, and stays in the list of unread ones until it is left", async () => {
  await openInbox();
  await page.getByRole("tab", { name: /Unread/ }).click();
  await link("Harbour").hover();
  await expect.element(markAsRead("Harbour")).not.toBeInTheDocument();
  await expect.element(link("Harbour")).toBeVisible();
  await page.getByRole("tab", { name: "All", exact: true }).click();
  await expect.element(link("Harbour")).toBeVisible();
  await page.getByRole("tab", { name: /Unread/ }).click();
  await expect.element(link("Market")).toBeVisible();
  await expect.element(link("Harbour")).not.toBeInTheDocument();
});

test("a notification opens its task", async () => {
  const { api, marked } = await openInbox();
  const all = tasks.map((taskTitle, at) => sampleTask({ id: tasks.length - at, taskTitle }));
  api.on(boardEndpoints.countTasks, () => ({ assigned: all.length, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, ({ query: { task } }) =>
    all.filter((one) => task === undefined || one.id === task),
  );
  await link("Ferry").click();
  await expect.poll(() => location.pathname + location.search).toBe(tasksPath("EDITOR", 2));
  await expect.element(page.getByRole("article", { name: "Ferry" })).toBeVisible();
  await expect.poll(() => page.getByRole("article").elements()).toHaveLength(1);
  await expect.poll(marked).toEqual([2]);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => page.getByRole("article").elements()).toHaveLength(5);
});

test("all notifications are marked as read at once", async () => {
  await openInbox(`${notificationsPath("EDITOR")}?show=unread`);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect.element(page.getByRole("checkbox", { name: /Mark as read/ })).not.toBeInTheDocument();
  await expect.poll(() => document.title).toBe("Notifications · Reelay");
  await page.getByRole("tab", { name: "All", exact: true }).click();
  await page.getByRole("tab", { name: /Unread/ }).click();
  await expect.element(page.getByText("You have no unread notifications.")).toBeVisible();
});

test("notifications are read where they lead to: after opening the place, and while it is shown", async () => {
  const { api, realtime, open } = await openInbox();
  const visited = api.on(notificationsEndpoints.markVisited, () => null);
  api.on(boardEndpoints.countTasks, () => ({ assigned: 1, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => [sampleTask({ id: 2, taskTitle: "Ferry" })]);
  await open(tasksPath("EDITOR", 2));
  await expect.element(page.getByRole("article", { name: "Ferry" })).toBeVisible();
  await expect.poll(() => visited).toMatchObject([{ body: { screen: "tasks", taskId: 2 } }]);
  const item: Notification = {
    id: 9,
    kind: "changed",
    title: "Task changed: Ferry",
    description: "",
    path: tasksPath("EDITOR", 2),
    taskId: 2,
    sender: null,
    read: false,
    time: new Date().toISOString(),
  };
  await realtime.connect();
  realtime.send(notified, {
    ...item,
    id: 10,
    title: "Task changed: Tea",
    taskId: 3,
    path: tasksPath("EDITOR", 3),
  });
  realtime.send(notified, item);
  await expect.poll(() => visited).toHaveLength(2);
  const toastOf = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  await expect
    .element(toastOf("Task changed: Tea").getByRole("button", { name: "Open" }))
    .toBeInTheDocument();
});
