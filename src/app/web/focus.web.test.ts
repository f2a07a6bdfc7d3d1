import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { logInPath, messagesPath, previewPath, profilePath, settingsPath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { answerSession, startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, sampleComment, samplePreview } from "#testing/web/sample-preview.ts";
import { anika, meera } from "#testing/web/samples.ts";

test("after a login, the focus is on the content of the page", async () => {
  const { api, open } = await startScreen(null);
  await open(logInPath);
  await page.getByLabelText("Email").fill("meera@example.com");
  await page.getByLabelText("Password", { exact: true }).fill("a long password");
  answerSession(api, meera);
  api.on(passwordEndpoints.login, () => ({ ...meera, socketToken: "token" }));
  api.on(profilesEndpoints.profile, () => meera);
  api.on(profilesEndpoints.reviews, () => []);
  api.on(profilesEndpoints.publishedVideos, () => []);
  api.on(boardEndpoints.countTasks, () => ({ assigned: 0, completed: 0 }));
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => location.pathname).toBe(profilePath(meera));
  await expect.element(page.getByRole("heading", { name: "meera" }).first()).toBeVisible();
  await expect.poll(() => document.activeElement?.id).toBe("content");
});

test("the focus stays on the page when the preview has loaded", async () => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  const loading = Promise.withResolvers<void>();
  api.on(reviewEndpoints.preview, () => loading.promise.then(() => samplePreview()));
  await open(previewPath(12));
  await expect.element(page.getByText("Loading the preview")).toBeInTheDocument();
  document.getElementById("content")?.focus();
  loading.resolve();
  await expect.element(page.getByRole("textbox", { name: "Comment on this frame" })).toBeVisible();
  expect(document.activeElement?.id).toBe("content");
});

/** The controls that something else covers while they have the focus. */
function coveredControls(part: Element): string[] {
  return [...part.querySelectorAll<HTMLElement>("a, button, input, textarea")]
    .filter((control) => control.checkVisibility() && !control.matches(":disabled"))
    .filter((control) => {
      control.focus();
      const { left, top, width, height } = control.getBoundingClientRect();
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      return !above || !(control.contains(above) || above.contains(control) || above.closest("label"));
    })
    .map(({ ariaLabel, textContent }) => ariaLabel || textContent);
}

test("the player and the navigation of phones cover nothing that has the focus", async () => {
  const { api, open } = await startScreen(meera);
  api.refuseOthers(commonError("not_found"));
  answerComments(api);
  const comments = Array.from({ length: 12 }, (_, at) => ({
    ...sampleComment,
    id: `0d6a2b3c-9a52-4ab4-8f5f-${String(at).padStart(12, "0")}`,
    sequence: at + 1,
  }));
  api.on(feedbackEndpoints.comments, () => ({ change: 0, comments, next: null, members: [] }));
  api.on(reviewEndpoints.preview, () => samplePreview());
  await page.viewport(390, 844);
  await open(previewPath(12));
  await expect.element(page.getByRole("article").first()).toBeVisible();
  window.scrollTo(0, document.documentElement.scrollHeight);
  expect(coveredControls(page.getByRole("complementary").element())).toEqual([]);
  await open(settingsPath("YOUTUBER"));
  await expect.element(page.getByRole("button", { name: "Delete my account" })).toBeVisible();
  expect(coveredControls(page.getByRole("main").element())).toEqual([]);
});

/** The ring of the focused text field: its own one, or that of the frame around it and its buttons. */
function focusRing(): string | null {
  for (let part = document.activeElement; part?.closest("form"); part = part.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(part);
    if (outlineStyle !== "none") return `${outlineWidth} ${outlineStyle}`;
  }
  return null;
}

test("the text fields of a review have the same focus ring", async () => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  api.on(feedbackEndpoints.comments, () => ({
    change: 0,
    comments: [sampleComment],
    next: null,
    members: [],
  }));
  api.on(reviewEndpoints.preview, () => samplePreview());
  await open(previewPath(12));
  await page.getByRole("textbox", { name: "Comment on this frame" }).click();
  expect(focusRing()).toBe("2px solid");
  await page.getByRole("article").getByRole("button", { name: "Reply", exact: true }).click();
  await expect.element(page.getByRole("textbox", { name: /^Reply to/ })).toHaveFocus();
  expect(focusRing()).toBe("2px solid");
});

test("the text field of a conversation has the same focus ring", async () => {
  const { api, open } = await startScreen(meera);
  const { id, name, role, profileImgUrl } = anika;
  const conversation = {
    person: { id, name, role, profileImgUrl },
    formerMember: false,
    state: "open" as const,
    sharesTask: true,
    blocked: false,
    unread: 0,
    readByOther: 0,
    lastMessage: null,
  };
  api.on(messagesEndpoints.conversations, () => [conversation]);
  api.on(messagesEndpoints.conversation, () => conversation);
  api.on(messagesEndpoints.history, () => ({ messages: [], more: false, change: 0 }));
  api.on(messagesEndpoints.shared, () => ({ tasks: [], files: [] }));
  await open(messagesPath("YOUTUBER", anika.id));
  await page.getByRole("textbox", { name: `Message ${anika.name}` }).click();
  expect(focusRing()).toBe("2px solid");
});
