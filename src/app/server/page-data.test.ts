import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { endpointAddress } from "#core/endpoint-address.ts";
import { firstResponsesId } from "#core/first-responses.ts";
import { guestReviewPath, previewPath, settingsPath, tasksPath } from "#core/paths.ts";
import { boardEndpoints, unfilteredTasks } from "#modules/board/contract/board.ts";
import { guestEndpoints, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { createTask } from "#modules/tasks/server/tasks/task-form.ts";
import { createClient, inProcess } from "#testing/client.ts";
import { type ReviewScenario, reviewScenario } from "#testing/review-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";

const shell = `<html><head><script src="/start.js"></script>
<script type="module" crossorigin src="/assets/index-1.js"></script></head><body><div id="root"></div></body></html>`;
const taskTitle = "</script><b>Tom & Jerry";

let folder = "";
let app: TestApp;
let review: ReviewScenario;
let taskId: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelay-page-"));
  await writeFile(join(folder, "index.html"), shell);
  app = await startApp({ webFolder: folder });
  review = await reviewScenario(app);
  const form = { ...taskForm({ assignedTo: "mira" }), taskTitle };
  taskId = (await app.run(review.creator, (ctx) => createTask(ctx, form))).id;
  await review.send(taskId);
  await app.work();
});
afterAll(async () => {
  await review.close();
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const open = async (query: string, cookie?: string, id = taskId) =>
  app.app.inject({ url: `${previewPath(id)}${query}`, headers: cookie === undefined ? {} : { cookie } });

/** The first responses in the HTML, by address. */
function responsesIn(html: string): Record<string, string> {
  const pattern = new RegExp(`<script type="application/json" id="${firstResponsesId}">([^<]*)</script>`);
  const found = pattern.exec(html)?.[1];
  return JSON.parse(found ?? "{}") as Record<string, string>;
}

/** The path of a review link and the cookies of a guest who has entered. */
async function enterAsGuest(): Promise<{ id: string; cookie: string }> {
  const { data: link } = await createClient(inProcess(app.app), review.creator.cookie).call(
    guestLinkEndpoints.createGuestLink,
    {
      params: { id: taskId },
      body: { mayComment: true },
    },
  );
  const secret = link.path?.split("#")[1] ?? "";
  const { headers } = await app.nobody.call(guestEndpoints.openGuestLink, {
    params: { linkId: link.id },
    body: { secret, name: "Anna" },
  });
  const ofPage = headers
    .getSetCookie()
    .find((cookie) => cookie.includes(`Path=${guestReviewPath(link.id)};`));
  return { id: link.id, cookie: ofPage?.split(";")[0] ?? "" };
}

const pictureIn = (html: string) => /<video src="([^"]+)"/.exec(html)?.[1];

describe("the page of the preview", () => {
  it("starts with the video and the first responses, and its scripts come behind them", async () => {
    const { body, headers } = await open("", review.creator.cookie);
    const responses = responsesIn(body);
    const address = endpointAddress(reviewEndpoints.preview, { params: { id: taskId } });
    expect(Object.keys(responses).toSorted()).toEqual(
      [
        endpointAddress(notificationsEndpoints.unread, {}),
        address,
        endpointAddress(sessionEndpoints.checkAuth, {}),
      ].toSorted(),
    );
    const { data } = JSON.parse(responses[address] ?? "{}") as { data: unknown };
    const preview = reviewEndpoints.preview.response.parse(data);
    expect(preview.taskTitle).toBe(taskTitle);
    expect(pictureIn(body)).toBe(preview.playback?.fileUrl);
    expect(body.indexOf("<video")).toBeLessThan(body.indexOf("/start.js"));
    expect(body).not.toContain('type="module"');
    expect(headers["cache-control"]).toBe("no-store");
  });

  it("plays the version of the URL, and nothing early while versions are compared", async () => {
    const { body } = await open("?version=1", review.creator.cookie);
    const address = endpointAddress(reviewEndpoints.preview, {
      params: { id: taskId },
      query: { version: 1 },
    });
    expect(Object.keys(responsesIn(body))).toContain(address);
    const compared = (await open("?version=1&compare=2", review.creator.cookie)).body;
    expect(Object.keys(responsesIn(compared))).toContain(address);
    expect(pictureIn(compared)).toBeUndefined();
  });

  it("has no data for others, for unknown versions and without a session", async () => {
    for (const { body } of [
      await open("", review.otherEditor.cookie),
      await open("?version=9", review.creator.cookie),
      await open("", review.creator.cookie, 987_654),
      await open(""),
    ]) {
      expect(responsesIn(body)).toEqual({});
      expect(pictureIn(body)).toBeUndefined();
      expect(body).toContain('type="module"');
    }
  });
});

describe("the page of the tasks", () => {
  const openTasks = async (path: string, cookie?: string) =>
    app.app.inject({ url: path, headers: cookie === undefined ? {} : { cookie } });

  it("has the first tasks of its user, and its scripts start at once", async () => {
    const { body, headers } = await openTasks(tasksPath("YOUTUBER"), review.creator.cookie);
    const address = endpointAddress(boardEndpoints.fetchTasks, { query: unfilteredTasks });
    const { data } = JSON.parse(responsesIn(body)[address] ?? "{}") as { data: { id: number }[] };
    expect(data.map(({ id }) => id)).toContain(taskId);
    expect(pictureIn(body)).toBeUndefined();
    expect(body).toContain('type="module"');
    expect(headers["cache-control"]).toBe("no-store");
  });

  it("has no data without a session, and where its URL has a filter", async () => {
    for (const { body } of [
      await openTasks(tasksPath("YOUTUBER")),
      await openTasks(tasksPath("YOUTUBER", taskId), review.creator.cookie),
    ]) {
      expect(responsesIn(body)).toEqual({});
    }
  });
});

it("the page of the settings has how its user logs in", async () => {
  const { cookie } = review.creator;
  const { body } = await app.app.inject({ url: settingsPath("YOUTUBER"), headers: { cookie } });
  expect(responsesIn(body)).toHaveProperty([endpointAddress(passwordEndpoints.credentials, {})]);
});

describe("the page of a review link", () => {
  it("starts with the video for a guest who has entered", async () => {
    const { id, cookie } = await enterAsGuest();
    const { body } = await app.app.inject({ url: guestReviewPath(id), headers: { cookie } });
    const address = endpointAddress(guestEndpoints.guestPreview, { params: { linkId: id } });
    const { data } = JSON.parse(responsesIn(body)[address] ?? "{}") as { data: unknown };
    const { playback } = guestEndpoints.guestPreview.response.parse(data);
    expect(playback.fileUrl).not.toBeNull();
    expect(pictureIn(body)).toBe(playback.fileUrl);
  });

  it("has no data for guests of another link and for those who have not entered", async () => {
    const { id, cookie } = await enterAsGuest();
    const other = await enterAsGuest();
    for (const headers of [{}, { cookie: other.cookie }]) {
      const { body } = await app.app.inject({ url: guestReviewPath(id), headers });
      expect(responsesIn(body)).toEqual({});
      expect(pictureIn(body)).toBeUndefined();
    }
    expect(cookie).not.toBe(other.cookie);
  });
});
