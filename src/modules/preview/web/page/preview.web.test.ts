import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { previewPath, startUploadPath, taskUpdatePath } from "#core/paths.ts";
import { notifyThisClient } from "#core/web/realtime.ts";
import { countEndpoints } from "#modules/feedback/contract/counts.ts";
import { commentChanged } from "#modules/feedback/realtime-messages.ts";
import { historyEndpoints } from "#modules/history/contract/history.ts";
import type { Playback } from "#modules/media/contract/videos.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import type { User } from "#modules/people/contract/people.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { startEndpoints } from "#modules/publishing/contract/start.ts";
import { type Preview, reviewEndpoints, type Version } from "#modules/review/contract/versions.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import {
  answerComments,
  preparedPreview,
  sampleComment,
  samplePlayback,
  samplePreview,
} from "#testing/web/sample-preview.ts";
import { anika, asEditor, meera, sampleTask } from "#testing/web/samples.ts";

const windows = [
  { name: "a wide window", width: 1440, height: 900 },
  { name: "a small wide window", width: 1180, height: 640 },
  { name: "a tablet in landscape", width: 1024, height: 768 },
  { name: "a phone in landscape", width: 844, height: 390 },
  { name: "a phone in portrait", width: 390, height: 844 },
];

const json = (value: unknown) => `data:application/json,${encodeURIComponent(JSON.stringify(value))}`;
const waveformUrl = json({ peaksPerSecond: 10, peaks: [10, 80, 40, 90, 20] });
const captions = [{ url: "data:text/vtt,WEBVTT", language: "eng", title: null }];

/** Everything that is made of a video after it can be watched. */
const complete: Playback = { ...samplePlayback, waveformUrl, captions, lightUrl: samplePlayback.fileUrl };

/** The version with a different state of its video or of its review. */
function withState(playback: Playback, change: Partial<Preview> & { state?: "rejected" | "approved" } = {}) {
  const { state, ...rest } = change;
  const { version } = samplePreview();
  return samplePreview({ ...rest, playback, version: version && { ...version, ...(state && { state }) } });
}

/** Records the picture's boxes and sizes in every animation frame until `stop`. */
function watchPicture() {
  const boxes = new Set<string>();
  const sizes = new Set<string>();
  let request = 0;
  const look = () => {
    const box = document.querySelector("[data-picture]")?.getBoundingClientRect();
    if (box) {
      const size = `${box.width.toFixed(1)}×${box.height.toFixed(1)}`;
      sizes.add(size);
      boxes.add(`${size} at ${box.x.toFixed(1)}, ${box.y.toFixed(1)}`);
    }
    request = requestAnimationFrame(look);
  };
  look();
  return {
    boxes,
    sizes,
    stop: () => cancelAnimationFrame(request),
  };
}

test.each(windows)(
  "the picture stays the same from the preparation to the decision in $name",
  async (window) => {
    const { api, open } = await startScreen(anika);
    answerComments(api);
    api.on(deliveriesEndpoints.status, () => ({ publishFailed: true, watchUrl: null }));
    let preview = preparedPreview(0);
    api.on(reviewEndpoints.preview, () => asEditor(preview));
    const show = (next: Preview) => {
      preview = next;
      notifyThisClient(taskChanged, { taskId: 12 });
    };
    await page.viewport(window.width, window.height);
    const picture = watchPicture();
    await open(previewPath(12));
    const preparation = page.getByText("Version 1 was uploaded and is being prepared.");
    await expect.element(preparation).toBeVisible();
    show(preparedPreview(0.4));
    await expect.element(page.getByText("40%")).toBeVisible();
    show(withState(samplePlayback));
    await expect.element(page.getByText("No comments yet")).toBeVisible();
    await expect.element(page.getByText(/^frame 1 of 50$/)).toBeVisible();
    show(withState(complete));
    await expect.element(page.getByRole("button", { name: "Player settings" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Show captions" })).toBeVisible();
    notifyThisClient(commentChanged, { taskId: 12, comment: sampleComment });
    await expect.element(page.getByRole("toolbar", { name: "Marks on the timeline" })).toBeVisible();
    expect([...picture.boxes]).toEqual([expect.any(String)]);
    // The decision may add a row of actions above the picture of a phone.
    show(withState(complete, { stage: "changes_requested", state: "rejected" }));
    await expect.element(page.getByText("Version 1 was rejected. Upload the next one.")).toBeInTheDocument();
    show(withState(complete, { stage: "approved", state: "approved" }));
    await expect.element(page.getByText(/^Publishing failed, and meera was notified/)).toBeInTheDocument();
    picture.stop();
    expect([...picture.sizes]).toEqual([expect.any(String)]);
  },
);

test("the video is mounted once: comments, the review and tabs leave it as it is", async () => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  api.on(reviewEndpoints.versions, () => []);
  api.on(historyEndpoints.history, () => []);
  let shown = preparedPreview(0.4);
  api.on(reviewEndpoints.preview, () => shown);
  await open(previewPath(12));
  await expect.element(page.getByText("40%")).toBeVisible();
  const video = document.querySelector("video");
  expect(video).not.toBeNull();
  // Of equal elements, only the same one is the same video.
  const isSame = () => [...document.querySelectorAll("video")].map((mounted) => mounted === video);
  shown = withState(samplePlayback);
  notifyThisClient(taskChanged, { taskId: 12 });
  await expect.element(page.getByText("No comments yet")).toBeVisible();
  expect(isSame()).toEqual([true]);
  notifyThisClient(commentChanged, { taskId: 12, comment: sampleComment });
  await page.getByRole("toolbar", { name: "Marks on the timeline" }).getByRole("button").click();
  expect(isSame()).toEqual([true]);
  await page.getByRole("tab", { name: "Versions" }).click();
  await expect.element(page.getByText("No versions yet")).toBeVisible();
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("tab", { name: /^Comments/ }).click();
  await expect.element(page.getByRole("article")).toBeVisible();
  expect(isSame()).toEqual([true]);
});

test("the page requests the preview once, also where its scripts and the session take seconds", async () => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  const session = Promise.withResolvers<void>();
  api.on(sessionEndpoints.checkAuth, async () => {
    await session.promise;
    return { ...meera, socketToken: "token" };
  });
  let requests = 0;
  api.on(reviewEndpoints.preview, () => {
    requests += 1;
    return samplePreview();
  });
  await open(previewPath(12));
  await expect.poll(() => requests).toBe(1);
  vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ["Date"] });
  session.resolve();
  await expect.element(page.getByText("No comments yet")).toBeVisible();
  expect(requests).toBe(1);
});

test("comments keep their timecodes after the video was deleted", async () => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  api.on(reviewEndpoints.preview, () => samplePreview({ editedVideoUrl: null, playback: null }));
  await open(previewPath(12));
  await expect.element(page.getByText("No comments yet")).toBeVisible();
  notifyThisClient(commentChanged, { taskId: 12, comment: { ...sampleComment, inFrame: 30, outFrame: 30 } });
  await expect.element(page.getByRole("article").getByText("00:00:01:05")).toBeVisible();
});

test("an editor who deleted their account has no profile to open", async () => {
  const former: Preview["editor"] = { name: "Former member 7", role: "NORMAL", profileImgUrl: "" };
  const { api, open } = await startScreen(meera);
  answerComments(api);
  api.on(reviewEndpoints.preview, () => samplePreview({ editor: former, editorLeft: true }));
  await open(previewPath(12));
  await expect.element(page.getByText(former.name)).toBeVisible();
  expect(page.getByRole("link", { name: former.name }).elements()).toHaveLength(0);
});

const { version: inReview } = samplePreview();
const versionOf = (state: Version["state"]) =>
  inReview && { ...inReview, state, playable: state !== "preparing" };
const rejected = samplePreview({ stage: "changes_requested", version: versionOf("rejected") });

test.each<[string, User, boolean, Preview]>([
  ["after a rejection", anika, true, rejected],
  [
    "after a file was refused",
    anika,
    true,
    samplePreview({ stage: "assigned", version: versionOf("refused") }),
  ],
  ["while the first version is prepared", anika, false, { ...preparedPreview(0.4), stage: "assigned" }],
  ["while the next version is prepared", anika, false, { ...rejected, next: versionOf("preparing") }],
  ["during the review", anika, false, samplePreview()],
  ["after the approval", anika, false, samplePreview({ stage: "approved", version: versionOf("approved") })],
  [
    "after the publication",
    anika,
    false,
    samplePreview({ stage: "published", version: versionOf("approved") }),
  ],
  ["to the creator after a rejection", meera, false, rejected],
])("%s, the upload is offered to those who may upload only", async (_name, viewer, offered, shown) => {
  const { api, open } = await startScreen(viewer);
  answerComments(api);
  api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
  api.on(reviewEndpoints.preview, () => (viewer === anika ? asEditor(shown) : shown));
  await open(previewPath(12));
  await expect.element(page.getByRole("heading", { name: /Lagoon at low tide$/ })).toBeVisible();
  const upload = page.getByRole("button", { name: "Upload video" });
  expect(upload.elements()).toHaveLength(offered ? 1 : 0);
});

const requested = [
  { version: 1, open: 2, notDone: 0, firstOpenId: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea011" },
  { version: 2, open: 3, notDone: 1, firstOpenId: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea012" },
];

/** The question before the approval of version 2, with these numbers of comments. */
async function approveWith(counts: typeof requested) {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
  const shown = samplePreview();
  const version = shown.version && { ...shown.version, number: 2 };
  api.on(reviewEndpoints.preview, () => ({ ...shown, version }));
  api.on(countEndpoints.commentCounts, () => counts);
  await open(previewPath(12));
  await page.getByRole("button", { name: "Approve" }).click();
}

test.each([
  [
    requested,
    "5 comments are still open. 1 of them isn't marked as done.",
    previewPath(12, 2, requested[1]?.firstOpenId),
  ],
  [
    requested.slice(0, 1),
    "2 comments are still open. All are marked as done.",
    previewPath(12, 1, requested[0]?.firstOpenId),
  ],
])("an approval says how many comments are open, and leads to the first", async (counts, text, path) => {
  await approveWith(counts);
  const dialog = page.getByRole("alertdialog", { name: "Approve version 2?" });
  await expect.poll(() => dialog.element().textContent).toContain(text);
  const link = dialog.getByRole("link", { name: "View the first one" });
  await expect.element(link).toHaveAttribute("href", path);
});

test.each([
  [false, "Approve", taskUpdatePath(12)],
  [true, "Approve and publish", startUploadPath],
])("without open comments, an approval leads on at once; ready to publish: %s", async (ready, name, path) => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  api.on(countEndpoints.commentCounts, () => []);
  api.on(startEndpoints.readiness, () => ({ ready }));
  api.on(reviewEndpoints.preview, () => samplePreview());
  const approved = api.on(reviewEndpoints.approve, () => sampleTask({ stage: "approved" }));
  await open(previewPath(12));
  await page.getByRole("button", { name, exact: true }).click();
  await expect.poll(() => location.pathname).toBe(path);
  expect(approved).toHaveLength(1);
});

test("a version that is watched stays when the next one is ready, which a bar offers", async () => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  const first = { ...rejected, stage: "in_review" as const };
  const second = samplePreview({
    version: inReview && { ...inReview, number: 2 },
    playback: { ...samplePlayback, videoId: "5b0c33e8-5f0c-4c57-9d0c-3f6f6d0f7a12" },
  });
  let newest = rejected;
  api.on(reviewEndpoints.preview, ({ query }) =>
    query.version === 1 ? { ...first, current: second.version } : newest,
  );
  await open(previewPath(12));
  await expect.element(page.getByText(/^frame 1 of 50$/)).toBeVisible();
  const video = document.querySelector("video");
  newest = second;
  notifyThisClient(taskChanged, { taskId: 12 });
  await expect.element(page.getByText("Version 2 is ready.")).toBeVisible();
  expect(document.querySelector("video") === video).toBe(true);
  await expect.element(page.getByText("Version 1 was rejected.", { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^frame 1 of 50$/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Approve" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Watch it" }).click();
  await expect.element(page.getByText("v2", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Approve" })).toBeVisible();
  await expect.element(page.getByText("Version 2 is ready.")).not.toBeInTheDocument();
});

test("the menu has the entries of the app", async () => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  api.on(reviewEndpoints.preview, () => samplePreview());
  api.on(notificationsEndpoints.unread, () => ({ notifications: 3, messages: 1, total: 4 }));
  await open(previewPath(12));
  await page.getByRole("button", { name: "Menu, 4 unread" }).click();
  const menu = page.getByRole("navigation", { name: "Main" });
  const links = () =>
    menu
      .getByRole("link")
      .elements()
      .map((link) => link.textContent);
  await expect
    .poll(links)
    .toEqual(["Tasks", "Messages1 unread", "Notifications3 unread", "Profile", "Settings"]);
  await menu.getByRole("button", { name: "Log out" }).click();
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
});

test("one control leads from the start of the content to the form for a new comment", async () => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  api.on(historyEndpoints.history, () => []);
  api.on(reviewEndpoints.preview, () => samplePreview());
  await open(previewPath(12));
  await page.getByRole("tab", { name: "History" }).click();
  await expect.element(page.getByText("No comments yet")).not.toBeInTheDocument();
  document.getElementById("content")?.focus();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(page.getByRole("textbox", { name: "Comment on this frame" })).toHaveFocus();
});

test("after a rejection, the editor is led to the comments before the upload", async () => {
  const { api, open } = await startScreen(anika);
  answerComments(api);
  api.on(reviewEndpoints.preview, () => asEditor(rejected));
  let counts = requested;
  api.on(countEndpoints.commentCounts, () => counts);
  await open(previewPath(12));
  const task = page.getByRole("region", { name: "Task" });
  const see = task.getByRole("link", { name: "See 5 comments" });
  await expect.element(see).toHaveAttribute("href", previewPath(12, 2, requested[1]?.firstOpenId));
  const upload = task.getByRole("button", { name: "Upload video" }).element();
  expect(see.element().compareDocumentPosition(upload)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  counts = requested.slice(0, 1);
  notifyThisClient(commentChanged, { taskId: 12, comment: sampleComment });
  await expect.element(task.getByRole("link", { name: /^See/ })).not.toBeInTheDocument();
});

test("an upload says how many open comments are not done, and leads to the first", async () => {
  const { api, open } = await startScreen(anika);
  answerComments(api);
  api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
  api.on(reviewEndpoints.preview, () => asEditor(rejected));
  api.on(reviewEndpoints.unfinishedUpload, () => null);
  api.on(countEndpoints.commentCounts, () => requested);
  await open(previewPath(12));
  await page.getByRole("button", { name: "Upload video" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload video" });
  await expect
    .poll(() => dialog.element().textContent)
    .toContain("1 of 5 open comments isn't marked as done.");
  await dialog.getByRole("link", { name: "View it" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .poll(() => location.pathname + location.search)
    .toBe(previewPath(12, 2, requested[1]?.firstOpenId));
});

test("a recording that was cut off says what is missing at its end", async () => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
  api.on(reviewEndpoints.preview, () => withState({ ...samplePlayback, soundSeconds: 2.4 }));
  await open(previewPath(12));
  const note = page.getByText("The recording ends after 2.0 s; 0.4 s of sound has no picture.");
  await expect.element(note).toBeVisible();
});
