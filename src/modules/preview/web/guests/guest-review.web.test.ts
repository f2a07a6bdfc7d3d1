import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { guestReviewPath } from "#core/paths.ts";
import { guestEndpoints, guestsError } from "#modules/feedback/contract/guests.ts";
import {
  guestCommentChanged,
  guestCommentsChanged,
  guestReviewChanged,
} from "#modules/feedback/realtime-messages.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { sampleComment, samplePlayback } from "#testing/web/sample-preview.ts";
import { anika, meera } from "#testing/web/samples.ts";

const linkId = "1c1a52d5-5b0f-4f0a-8a4c-0c8c5f5d1c11";
const preview = {
  taskTitle: "Lagoon at low tide",
  creator: meera.name,
  editor: anika.name,
  version: 1,
  name: "Anna",
  mayComment: true,
  mayDownload: false,
  mayWatchTogether: false,
  endsAt: null,
  playback: samplePlayback,
};

test("guests see what a recording lacks, and comments on the timeline, and go to their frames", async () => {
  const { api, open } = await startScreen(null);
  const playback = { ...samplePlayback, soundSeconds: 1 };
  api.on(guestEndpoints.guestPreview, () => ({ ...preview, playback }));
  const comment = { ...sampleComment, inFrame: 30, outFrame: 30, own: false };
  const reply = {
    ...comment,
    id: crypto.randomUUID(),
    sequence: 2,
    parentId: comment.id,
    text: "And boats.",
  };
  api.on(guestEndpoints.guestComments, () => ({ change: 1, comments: [reply, comment], next: null }));
  api.on(guestEndpoints.guestCommentChanges, () => ({ change: 1, comments: [], more: false }));
  await open(guestReviewPath(linkId, "secret"));
  await expect.element(page.getByRole("article").getByText("And boats.")).toBeVisible();
  await expect.element(page.getByText(/the last 1\.0 s have no sound/)).toBeVisible();
  const marks = page.getByRole("toolbar", { name: "Marks on the timeline" }).getByRole("button");
  await expect.element(marks).toHaveAccessibleName("00:00:01:05 anika: The herons first.");
  const hint = marks.getByText("00:00:01:05 anika: The herons first.");
  await page.getByRole("article").getByText("And boats.").hover();
  await expect.element(hint).not.toBeVisible();
  (marks.element() as HTMLElement).focus();
  await expect.element(hint).toBeVisible();
  (marks.element() as HTMLElement).blur();
  await expect.element(hint).not.toBeVisible();
  await marks.hover();
  await expect.element(hint).toBeVisible();
  await marks.click();
  await expect.element(page.getByText(/^frame 31 of 50$/)).toBeVisible();
});

function commentWith(text: string, change: number) {
  return { ...sampleComment, id: crypto.randomUUID(), text, change, own: false };
}

/** A guest's page with one comment; `changes` are its requests of changes, which are answered with the comments of `later`. */
async function openReview() {
  const screen = await startScreen(null);
  const { api, open } = screen;
  const later: ReturnType<typeof commentWith>[] = [];
  const first = { change: 1, comments: [commentWith("The first one.", 1)], next: null };
  api.on(guestEndpoints.guestPreview, () => preview);
  api.on(guestEndpoints.guestComments, () => first);
  const changes = api.on(guestEndpoints.guestCommentChanges, ({ query }) => ({
    change: Math.max(query.after, ...later.map(({ change }) => change)),
    comments: later.filter(({ change }) => change > query.after),
    more: false,
  }));
  await open(guestReviewPath(linkId, "secret"));
  await expect.element(page.getByText("The first one.")).toBeVisible();
  return { ...screen, changes, later };
}

async function openConnectedReview() {
  const review = await openReview();
  await review.realtime.connect();
  // What may have been missed before the connection.
  await expect.poll(() => review.changes.length).toBeGreaterThan(0);
  return review;
}

test("a guest's page shows comments of messages without a request, and requests what is missing before them", async () => {
  const { realtime, changes, later } = await openConnectedReview();
  const requested = changes.length;
  const next = commentWith("The next one.", 2);
  realtime.send(guestCommentChanged, { comment: next });
  await expect.element(page.getByText("The next one.")).toBeVisible();
  realtime.send(guestCommentChanged, { comment: { ...next, text: "The next one, edited.", change: 3 } });
  await expect.element(page.getByText("The next one, edited.")).toBeVisible();
  realtime.send(guestCommentsChanged, { change: 3 });
  realtime.send(guestCommentChanged, { comment: next });
  later.push(commentWith("A missed one.", 4));
  realtime.send(guestCommentChanged, { comment: commentWith("A late one.", 5) });
  await expect.element(page.getByText("A late one.")).toBeVisible();
  await expect.element(page.getByText("A missed one.")).toBeVisible();
  await expect.element(page.getByText("The next one, edited.")).toBeVisible();
  expect(changes.slice(requested).map(({ query }) => query.after)).toEqual([3]);
});

test("a guest's page that isn't connected requests changes from time to time", async () => {
  const { later } = await openReview();
  later.push(commentWith("A later one.", 2));
  await expect.element(page.getByText("A later one.")).toBeVisible();
});

test("a guest's page asks for the password when a message says that it was changed", async () => {
  const { api, realtime } = await openConnectedReview();
  const refuse = () => {
    throw commonError("no_guest");
  };
  api.on(guestEndpoints.guestPreview, refuse);
  api.on(guestEndpoints.guestCommentChanges, refuse);
  api.on(guestEndpoints.checkGuestLink, () => ({ needsPassword: true, mayComment: true }));
  realtime.send(guestReviewChanged, {});
  await expect.element(page.getByLabelText("Password of the link")).toBeVisible();
});

test("guests who leave out name and password read below the fields what is missing", async () => {
  const { api, open } = await startScreen(null);
  api.on(guestEndpoints.guestPreview, () => {
    throw commonError("no_guest");
  });
  api.on(guestEndpoints.checkGuestLink, () => ({ needsPassword: true, mayComment: true }));
  const opened = api.on(guestEndpoints.openGuestLink, () => ({ name: "Anna" }));
  await open(guestReviewPath(linkId, "secret"));
  const name = page.getByRole("textbox", { name: "Your name" });
  const password = page.getByLabelText("Password of the link");
  const submit = page.getByRole("button", { name: "Open the review" });
  await submit.click();
  await expect.element(name).toHaveAccessibleDescription("Enter your name.");
  await expect.element(name).toHaveFocus();
  await name.fill("Anna");
  await submit.click();
  await expect.element(password).toHaveAccessibleDescription("Enter the password of the link.");
  await expect.element(password).toHaveFocus();
  expect(opened).toEqual([]);
  await password.fill("low tide");
  await submit.click();
  await expect.poll(() => opened.map(({ body }) => body.name)).toEqual(["Anna"]);
});

test("the focus is on the password after a wrong one, and on the review after the right one", async () => {
  const { api, open } = await startScreen(null);
  api.on(guestEndpoints.guestPreview, () => {
    throw commonError("no_guest");
  });
  api.on(guestEndpoints.checkGuestLink, () => ({ needsPassword: true, mayComment: false }));
  api.on(guestEndpoints.openGuestLink, () => {
    throw guestsError("wrong_password");
  });
  await open(guestReviewPath(linkId, "secret"));
  const password = page.getByLabelText("Password of the link");
  await page.getByRole("textbox", { name: "Your name" }).fill("Anna");
  await password.fill("high tide");
  await page.getByRole("button", { name: "Open the review" }).click();
  await expect.element(password).toHaveAccessibleDescription("Wrong password. Try again.");
  await expect.element(password).toHaveFocus();

  api.on(guestEndpoints.openGuestLink, () => {
    api.on(guestEndpoints.guestPreview, () => preview);
    return { name: "Anna" };
  });
  api.on(guestEndpoints.guestComments, () => ({ change: 0, comments: [], next: null }));
  await password.fill("low tide");
  await page.getByRole("button", { name: "Open the review" }).click();
  await expect.element(page.getByRole("heading", { name: /^Lagoon at low tide/ })).toBeVisible();
  await expect.poll(() => document.activeElement?.id).toBe("content");
});
