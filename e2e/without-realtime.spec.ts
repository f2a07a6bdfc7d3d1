import { type Browser, expect, type Page } from "@playwright/test";

import { settingsPath } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";

import { findCounterpart, sendByCall } from "./support/conversations.ts";
import { approveVersion } from "./support/decisions.ts";
import {
  card,
  createTask,
  createTaskByCall,
  openTasks,
  signUp,
  type TestUser,
  startPublishing,
  uploadVideo,
} from "./support/people.ts";
import { readStage, uploadByCall } from "./support/publishing.ts";
import { test } from "./support/test.ts";

// No screen here waits for anything but its own requests.
test.use({ actionTimeout: 45_000 });

const brief = {
  taskTitle: "Fog over the harbour",
  workDescription: "Keep the foghorn.",
  title: "Fog",
  description: "One morning.",
  tags: [],
  madeForKids: false,
};

const menuLink = (page: Page, name: RegExp) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

/** A user whose realtime connection never opens, so that nothing on their screens follows from the server's messages. */
async function signUpWithoutRealtime(
  browser: Browser,
  url: string,
  name: string,
  role: "Youtuber" | "Editor",
): Promise<TestUser> {
  const person = await signUp(browser, url, name, role);
  await person.context.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
  return person;
}

test(
  "without a realtime connection, each screen shows what its user has just done to a task",
  { tag: "@sweep" },
  async ({ browser, reelay }) => {
    const meera = await signUpWithoutRealtime(browser, reelay.url, "meera", "Youtuber");
    const anika = await signUpWithoutRealtime(browser, reelay.url, "anika", "Editor");
    const { page } = meera;
    const onCard = card(meera, brief.taskTitle);
    await openTasks(meera);
    const taskId = await createTask(meera, anika.name, brief);

    await test.step("an upload", async () => {
      await openTasks(anika);
      await uploadVideo(anika, brief.taskTitle, await clip("h264"));
      await expect(card(anika, brief.taskTitle).getByRole("button", { name: "Upload video" })).toBeHidden();
      await expect.poll(() => readStage(meera, taskId)).toBe("in_review");
      // The proof that nothing arrives by itself.
      await expect(onCard.getByRole("link", { name: "Preview" })).toBeHidden();
    });

    await test.step("a comment and a rejection", async () => {
      await page.reload();
      await onCard.getByRole("link", { name: "Preview" }).click();
      await page.getByRole("textbox", { name: "Comment on this frame" }).fill("The horn is too loud.");
      await page.getByRole("button", { name: "Comment", exact: true }).click();
      const comments = page.getByRole("region", { name: "Comments" }).getByRole("article");
      await comments
        .filter({ hasText: "The horn is too loud." })
        .getByRole("button", { name: "Resolve" })
        .click();
      await expect(comments).toHaveCount(0);
      await page.getByRole("button", { name: "Reject" }).click();
      await page.getByLabel("What should change").fill("Softer horn.");
      await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
      await expect(page.getByRole("button", { name: "Reject" })).toBeHidden();
      await openTasks(meera);
      await expect(onCard).toContainText("Softer horn.");
    });

    await test.step("an approval, and its undoing", async () => {
      await uploadByCall({ creator: meera, editor: anika }, { taskId, file: await clip("h264") });
      await page.reload();
      await onCard.getByRole("link", { name: "Preview" }).click();
      await approveVersion(page);
      await page.getByRole("link", { name: "Go Back" }).click();
      await expect(page.getByRole("button", { name: "Back to review" })).toBeVisible();
      await openTasks(meera);
      await expect(onCard).toContainText("approved");
      await onCard.getByRole("link", { name: "Preview" }).click();
      await page.getByRole("button", { name: "Back to review" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Back to review" }).click();
      await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();
      await openTasks(meera);
      await expect(onCard).toContainText("in review");
    });

    await test.step("details, the start of the upload and a rating", async () => {
      await onCard.getByRole("link", { name: "Preview" }).click();
      await approveVersion(page);
      await startPublishing(meera, "asks");
      await expect(page.getByText(/^Your video is published on/)).toBeVisible();
      await page.getByRole("link", { name: "Go to your tasks" }).click();
      await page.getByRole("tab", { name: /^Completed Tasks/ }).click();
      await onCard.getByRole("button", { name: `Rate ${anika.name}` }).click();
      const rating = page.getByRole("dialog", { name: `Rate ${anika.name}` });
      await rating.getByRole("radio", { name: "3 stars, good" }).press("ArrowRight");
      await rating.getByRole("button", { name: "Save rating" }).click();
      await expect(onCard).toContainText("You gave 4 out of 5 stars");
    });

    await test.step("a disconnected destination", async () => {
      await page.goto(settingsPath("YOUTUBER"));
      const section = page.getByRole("region", { name: "Destinations" });
      await section.getByRole("button", { name: "Disconnect" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
      await expect(section.getByText("Nothing is connected yet.")).toBeVisible();
    });
  },
);

test(
  "without a realtime connection, each screen shows what its user has just done with others",
  { tag: "@sweep" },
  async ({ browser, reelay }) => {
    const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    const anika = await signUpWithoutRealtime(browser, reelay.url, "anika", "Editor");
    const { page } = anika;
    await createTaskByCall(meera, { taskTitle: "Salt road", assignedTo: anika.name });
    await sendByCall(meera, await findCounterpart(meera), "Are you free?");
    await openTasks(anika);

    await test.step("notifications that are read, and their settings", async () => {
      await menuLink(page, /^Notifications 1 unread/).click();
      await page.getByRole("button", { name: "Mark all as read" }).click();
      await expect(menuLink(page, /^Notifications$/)).toBeVisible();
      await page.getByRole("switch", { name: "Email Notifications" }).uncheck();
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(page.getByText("Notification settings saved.")).toBeVisible();
      await openTasks(anika);
      await menuLink(page, /^Notifications/).click();
      await expect(page.getByRole("switch", { name: "Email Notifications" })).not.toBeChecked();
    });

    await test.step("messages that are read, sent, edited and deleted", async () => {
      await menuLink(page, /^Messages \d+ unread/).click();
      await page
        .getByRole("navigation", { name: "Conversations" })
        .getByRole("link", { name: meera.name })
        .click();
      const log = page.getByRole("log");
      await expect(log.getByText("Are you free?")).toBeVisible();
      await expect(menuLink(page, /^Messages$/)).toBeVisible();
      await page.getByRole("textbox", { name: /^Message / }).fill("From Monday");
      await page.getByRole("button", { name: "Send" }).click();
      await expect(log.getByText("From Monday")).toBeVisible();
      await expect(log.getByText("Not sent")).toHaveCount(0);
      await expect(page.getByRole("navigation", { name: "Conversations" })).toContainText("From Monday");
    });

    await test.step("a user who is blocked and unblocked", async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole("button", { name: /^Block/ }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
      await expect(page.getByText(`You blocked ${meera.name}.`)).toBeVisible();
      await page.getByRole("button", { name: "Unblock" }).first().click();
      await expect(page.getByRole("textbox", { name: /^Message / })).toBeVisible();
    });

    await test.step("a task that is declined", async () => {
      await openTasks(anika);
      await page.getByRole("button", { name: "More for Salt road" }).click();
      await page.getByRole("menuitem", { name: "Decline task" }).click();
      const dialog = page.getByRole("dialog", { name: "Decline this task?" });
      await dialog.getByLabel("Reason").fill("Fully booked.");
      await dialog.getByRole("button", { name: "Decline task" }).click();
      await expect(card(anika, "Salt road")).toBeHidden();
    });
  },
);
