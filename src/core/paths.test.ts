import { expect, it } from "vitest";

import {
  authorizeUploadPath,
  checkProgressPath,
  commentSheetPath,
  compareQuery,
  contactPath,
  guestReviewPath,
  howItWorksPath,
  landingPath,
  logInPath,
  messagesPath,
  notificationsPath,
  oauthPath,
  ownProfilePath,
  previewPath,
  pricingPath,
  privacyPath,
  profilePath,
  publicationsPath,
  resetPasswordPath,
  settingsPath,
  signUpPath,
  startUploadPath,
  taskFilesPath,
  tasksPath,
  taskUpdatePath,
  termsPath,
  unsubscribePath,
  verifyCodePath,
  whatWeSolvePath,
} from "./paths.ts";

it("public screens", () => {
  expect([landingPath, pricingPath, howItWorksPath, whatWeSolvePath]).toEqual([
    "/",
    "/pricing",
    "/working",
    "/what-we-solve",
  ]);
  expect([privacyPath, termsPath, contactPath]).toEqual([
    "/privacy",
    "/terms-and-conditions",
    "/terms-and-conditions#contact-us",
  ]);
  expect([signUpPath, logInPath, verifyCodePath, resetPasswordPath, oauthPath]).toEqual([
    "/auth",
    "/auth?mode=login",
    "/auth/verify-otp",
    "/auth/reset-password",
    "/oauth",
  ]);
});

it("screens of a task", () => {
  expect(taskUpdatePath(7)).toBe("/task-update/7");
  expect(taskFilesPath(7)).toBe("/task-files/7");
  expect(checkProgressPath(":taskId")).toBe("/check-progress/:taskId");
  expect(commentSheetPath(7)).toBe("/comment-sheet/7");
  expect([startUploadPath, authorizeUploadPath]).toEqual(["/yt-startUpload", "/authorize-youtube-upload"]);
});

it("the preview of a task, a version and a comment", () => {
  expect(previewPath(7)).toBe("/video-preview/7");
  expect(previewPath(7, 2)).toBe("/video-preview/7?version=2");
  expect(previewPath(7, 2, "an-id")).toBe("/video-preview/7?version=2&comment=an-id");
  expect(compareQuery(2, 1)).toBe("?version=2&compare=1");
});

it("links with secrets", () => {
  expect(guestReviewPath("an-id", "a-secret")).toBe("/review/an-id#a-secret");
  expect(guestReviewPath(":linkId")).toBe("/review/:linkId");
  expect(unsubscribePath("a-token")).toBe("/unsubscribe/a-token");
});

it("screens with a sidebar, below the prefix of a role", () => {
  expect([tasksPath("YOUTUBER"), tasksPath("EDITOR", 7)]).toEqual(["/y/tasks", "/c/tasks?task=7"]);
  expect([messagesPath("EDITOR"), messagesPath("YOUTUBER", 3)]).toEqual([
    "/c/messages",
    "/y/messages?with=3",
  ]);
  expect(notificationsPath("NORMAL")).toBe("/c/notifications");
  expect(publicationsPath("YOUTUBER")).toBe("/y/publications");
  expect(settingsPath("YOUTUBER")).toBe("/y/settings");
  expect(ownProfilePath("EDITOR")).toBe("/c/profile");
  expect(profilePath({ role: "YOUTUBER", name: "Mira Sol" })).toBe("/y/profile/Mira%20Sol");
});
