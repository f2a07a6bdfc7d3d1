import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { messagesPath } from "#core/paths.ts";
import { type Conversation, type Message, messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { messageChanged } from "#modules/messages/realtime-messages.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika, meera } from "#testing/web/samples.ts";

const count = 104;
const historyLength = 50;

/** Message number `sequence` between a creator and an editor, who take turns. */
function note(sequence: number): Message {
  return {
    id: `00000000-0000-4000-8000-${String(sequence).padStart(12, "0")}`,
    sequence,
    change: sequence,
    senderId: sequence % 2 === 0 ? meera.id : anika.id,
    text: `note ${sequence}`,
    images: [],
    event: null,
    task: null,
    version: null,
    sentAt: "2031-05-17T18:29:00.000Z",
    edited: false,
    deleted: false,
  };
}

const { id, name, role, profileImgUrl } = anika;
const newest: Conversation = {
  person: { id, name, role, profileImgUrl },
  formerMember: false,
  state: "open",
  sharesTask: true,
  blocked: false,
  unread: 0,
  readByOther: count,
  lastMessage: note(count),
};

/** A conversation of 104 messages, of which the newest 50 are loaded; `older` answers what is loaded by scrolling up. */
async function openThread(older: () => Promise<void>, conversation = newest) {
  const { api, open, realtime } = await startScreen(meera);
  api.on(messagesEndpoints.conversations, () => [conversation]);
  api.on(messagesEndpoints.conversation, () => conversation);
  api.on(messagesEndpoints.changes, () => ({ messages: [], more: false, change: count }));
  const read = api.on(messagesEndpoints.markRead, () => null);
  const shown = api.on(messagesEndpoints.markShown, () => null);
  api.on(messagesEndpoints.shared, () => ({ tasks: [], files: [] }));
  const histories = api.on(messagesEndpoints.history, async ({ query: { before } }) => {
    if (before !== undefined) await older();
    const last = (before ?? count + 1) - 1;
    const length = Math.min(historyLength, last);
    return {
      messages: Array.from({ length }, (_, at) => note(last - at)),
      more: last > length,
      change: count,
    };
  });
  await open(messagesPath("YOUTUBER", anika.id));
  const log = page.getByRole("log");
  const text = (sequence: number) => log.getByText(`note ${sequence}`, { exact: true });
  await expect.element(text(count)).toBeInViewport();
  const frame = log.element() as HTMLElement;
  const fromEnd = () => frame.scrollHeight - frame.clientHeight - frame.scrollTop;
  await expect.poll(fromEnd).toBeLessThan(2);
  return { api, realtime, frame, fromEnd, text, histories, read, shown };
}

/** Resolves in the next frame, after its scroll events and before its layout. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Calls `observe` once the browser has painted a frame, for each one until the function that it returns is called. */
function afterEachPaint(observe: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener("message", () => {
    observe();
    request = requestAnimationFrame(post);
  });
  port1.start();
  const post = () => port2.postMessage(null);
  let request = requestAnimationFrame(post);
  return () => {
    cancelAnimationFrame(request);
    port1.close();
  };
}

const never = () => new Promise<void>(() => undefined);

test("someone who scrolls up just after the view has changed its size stays there", async () => {
  const { frame, text, histories } = await openThread(never);
  const shrink = () => (frame.style.height = `${frame.clientHeight - 40}px`);
  shrink();
  await nextFrame();
  await nextFrame();
  frame.scrollTop = 200;
  await nextFrame();
  shrink();
  await expect.element(text(60)).toBeInViewport();
  await expect.poll(() => histories.length).toBe(2);
  await expect.element(text(60)).toBeInViewport();
});

test("the end stays in view when the view becomes smaller", async () => {
  const { frame, fromEnd, text } = await openThread(never);
  frame.style.height = `${frame.clientHeight - 240}px`;
  await nextFrame();
  await expect.poll(fromEnd).toBeLessThan(2);
  await expect.element(text(count)).toBeInViewport();
});

test.each([1440, 1024, 768, 390])("a message can be sent by a button in view: %i px", async (width) => {
  await openThread(never);
  await page.viewport(width, 800);
  const send = page.getByRole("button", { name: "Send", exact: true });
  await expect.element(send).toBeInViewport({ ratio: 1 });
  const { x, right, width: own } = send.element().getBoundingClientRect();
  expect(x).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(width);
  expect(own).toBeGreaterThanOrEqual(32);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test("the thread with a suspended user can be read, and says why nothing can be sent", async () => {
  const person = { ...newest.person, suspended: true as const };
  const { text } = await openThread(() => Promise.resolve(), { ...newest, person });
  await expect.element(text(count)).toBeVisible();
  await expect
    .element(page.getByText(/^This account is suspended. You can send messages once/))
    .toBeVisible();
  await expect.element(page.getByRole("textbox", { name: /^Message / })).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: /^Send/ })).not.toBeInTheDocument();
});

test("older messages are added above without moving the others", async () => {
  const loaded = Promise.withResolvers<void>();
  const { frame, text } = await openThread(() => loaded.promise);
  frame.scrollTop = 200;
  await expect.element(text(60)).toBeInViewport();
  const top = () => Math.round(text(60).element().getBoundingClientRect().y);
  await expect.poll(async () => (await nextFrame(), top())).toBe(top());
  const before = { top: top(), height: frame.scrollHeight };
  loaded.resolve();
  await expect.poll(() => frame.scrollHeight).toBeGreaterThan(before.height);
  await expect.poll(() => Math.abs(top() - before.top)).toBeLessThan(3);
  await page.getByRole("button", { name: "Scroll to the newest message" }).click();
  await expect.element(text(count)).toBeInViewport();
});

test("a message below the view counts as shown, and as read once it is in view", async () => {
  const { api, realtime, frame, text, read, shown } = await openThread(never);
  await realtime.connect();
  await expect.poll(() => read.length).toBe(1);
  frame.scrollTop = 2000;
  await expect.element(page.getByRole("button", { name: "Scroll to the newest message" })).toBeVisible();
  const received = { ...note(count + 1), senderId: anika.id };
  api.on(messagesEndpoints.conversation, () => ({ ...newest, unread: 1, lastMessage: received }));
  realtime.send(messageChanged, { withId: anika.id, message: received });
  await expect.poll(() => shown.map(({ body }) => body.sequence)).toEqual([count + 1]);
  expect(read).toHaveLength(1);
  await page.getByRole("button", { name: "Scroll to the newest message" }).click();
  await expect.element(text(count + 1)).toBeInViewport();
  await expect.poll(() => read.at(-1)?.body.sequence).toBe(count + 1);
  expect(shown).toHaveLength(1);
});

test("task events are one line each, and the last one of a task is a card with its stage now", async () => {
  const task = {
    id: 12,
    taskTitle: "Lagoon at low tide",
    deadline: "2031-05-17T18:29:00.000Z",
    stage: "in_review" as const,
    youtuberId: meera.id,
  };
  const other = { ...task, id: 13, taskTitle: "Salt road" };
  const event = (sequence: number, text: string, of = task): Message => ({
    ...note(sequence),
    senderId: null,
    text,
    event: "in_review",
    task: of,
    version: 1,
  });
  const messages = [
    event(1, "Lagoon at low tide was assigned"),
    event(2, "Salt road was assigned", other),
    event(3, "Version 1 of Lagoon at low tide is ready for review"),
  ];
  const { api, open, realtime } = await startScreen(meera);
  api.on(messagesEndpoints.conversations, () => []);
  api.on(messagesEndpoints.conversation, () => newest);
  api.on(messagesEndpoints.changes, () => ({ messages: [], more: false, change: 3 }));
  api.on(messagesEndpoints.markRead, () => null);
  api.on(messagesEndpoints.history, () => ({ messages: messages.toReversed(), more: false, change: 3 }));
  let tasks: (Omit<typeof task, "stage"> & { stage: "in_review" | "approved" })[] = [task, other];
  api.on(messagesEndpoints.shared, () => ({ tasks, files: [] }));
  await open(messagesPath("YOUTUBER", anika.id));
  const log = page.getByRole("log");
  const cards = log.getByRole("article");
  await expect.poll(() => cards.elements().length).toBe(2);
  await expect.element(cards.nth(0)).toMatchTextContent("Salt road was assigned");
  await expect.element(cards.nth(1)).toMatchTextContent("is ready for review");
  await expect.element(log.getByRole("link", { name: "Lagoon at low tide was assigned" })).toBeVisible();
  await expect.element(cards.nth(1)).toMatchTextContent("in review");
  await realtime.connect();
  tasks = [{ ...task, stage: "approved" }, other];
  realtime.send(taskChanged, { taskId: 12 });
  await expect.element(cards.nth(1)).toMatchTextContent("approved");
  await expect.element(cards.nth(0)).toMatchTextContent("in review");
});

test("a conversation opens at its end, although cards and messages have different heights", async () => {
  const { api, open } = await startScreen(meera);
  const taskOf = (at: number) => ({
    id: 12 + Math.floor(at / 5),
    taskTitle: `Task ${Math.floor(at / 5)}`,
    stage: "in_review" as const,
    deadline: "2031-05-17T18:29:00.000Z",
    youtuberId: meera.id,
  });
  const messages = Array.from({ length: 30 }, (_, at): Message => {
    if (at >= 24)
      return {
        ...note(at + 1),
        text: "Watching now. The first minute is exactly it. ".repeat((at % 3) * 4 + 1),
      };
    const { taskTitle } = taskOf(at);
    return {
      ...note(at + 1),
      senderId: null,
      text: `Version ${at} of ${taskTitle} is ready for review`,
      event: "in_review",
      task: taskOf(at),
      version: 1,
    };
  });
  api.on(messagesEndpoints.conversations, () => [{ ...newest, lastMessage: note(30) }]);
  api.on(messagesEndpoints.conversation, () => ({ ...newest, lastMessage: note(30) }));
  api.on(messagesEndpoints.changes, () => ({ messages: [], more: false, change: 30 }));
  api.on(messagesEndpoints.markRead, () => null);
  api.on(messagesEndpoints.markShown, () => null);
  api.on(messagesEndpoints.history, () => ({ messages: messages.toReversed(), more: false, change: 30 }));
  const loaded = Promise.withResolvers<void>();
  api.on(messagesEndpoints.shared, async () => {
    await loaded.promise;
    return { tasks: [0, 5, 10, 15, 20].map(taskOf), files: [] };
  });
  const painted: number[] = [];
  const observePainted = () => {
    const log = document.querySelector("[role=log]");
    if (!log || !log.checkVisibility({ visibilityProperty: true })) return;
    painted.push(log.scrollHeight - log.clientHeight - log.scrollTop);
  };
  const stop = afterEachPaint(observePainted);
  await open(messagesPath("YOUTUBER", anika.id));
  const frame = page.getByRole("log");
  await expect.element(frame).toBeVisible();
  const fromEnd = () => {
    const { scrollHeight, clientHeight, scrollTop } = frame.element();
    return scrollHeight - clientHeight - scrollTop;
  };
  await expect.poll(fromEnd).toBeLessThan(2);
  loaded.resolve();
  await expect.element(frame.getByText("in review").last()).toBeInTheDocument();
  for (let frames = 0; frames < 10; frames += 1) await nextFrame();
  expect(fromEnd()).toBeLessThan(2);
  stop();
  expect(Math.max(...painted)).toBeLessThan(2);
});

test("a request is open once both users belong to one team", async () => {
  const waiting: Conversation = { ...newest, state: "waiting", sharesTask: false };
  const { api, realtime } = await openThread(async () => undefined, waiting);
  await realtime.connect();
  const field = page.getByRole("textbox", { name: /^Message/ });
  await expect.element(field).not.toBeInTheDocument();
  api.on(messagesEndpoints.conversation, () => newest);
  realtime.send(teamChanged, { creatorId: meera.id });
  await expect.element(field).toBeVisible();
});

test("Enter that confirms a composition sends nothing", async () => {
  const { api } = await openThread(async () => undefined);
  api.on(messagesEndpoints.typing, () => null);
  const sent = api.on(messagesEndpoints.send, async () => Promise.withResolvers<never>().promise);
  const field = page.getByRole("textbox", { name: `Message ${anika.name}` });
  await field.fill("東京");
  const enter = { key: "Enter", bubbles: true, cancelable: true };
  field.element().dispatchEvent(new KeyboardEvent("keydown", { ...enter, isComposing: true }));
  // Safari
  field.element().dispatchEvent(new KeyboardEvent("keydown", { ...enter, keyCode: 229 }));
  await expect.element(field).toHaveValue("東京");
  expect(sent).toEqual([]);
});
