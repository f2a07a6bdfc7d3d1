import { expect, type Page } from "@playwright/test";

import { messagesPath } from "#core/paths.ts";

import { thumbnailFile } from "./support/files.ts";
import { createTaskByCall, openTasks, signUp, type TestUser } from "./support/people.ts";
import { installReelay, type Reelay } from "./support/reelay.ts";
import { test } from "./support/test.ts";

const log = (page: Page) => page.getByRole("log");

async function chat(from: TestUser, to: TestUser, prefix: "y" | "c"): Promise<void> {
  await from.page.goto(`/${prefix}/profile/${to.name}`);
  await from.page.getByRole("link", { name: "chat" }).click();
  await expect(from.page.getByRole("textbox", { name: `Message ${to.name}` })).toBeVisible();
}

async function openConversation(page: Page, other: TestUser): Promise<void> {
  const list = page.getByRole("navigation", { name: "Conversations" });
  await list.getByRole("link", { name: other.name }).click();
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: /^Message / }).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}

/** The texts of the sent and received bubbles that contain a number, in order. */
async function numbered(page: Page): Promise<string[]> {
  return log(page)
    .getByText(/^part \d+$/)
    .allTextContents();
}

test.describe("messages between two browsers", () => {
  let reelay: Reelay;
  test.beforeAll(async () => {
    reelay = await installReelay();
  });
  test.afterAll(async () => reelay?.remove());

  test(
    "arrive once and in order although the connection is cut and the server is killed",
    { tag: "@sweep" },
    async ({ browser }) => {
      const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
      const anika = await signUp(browser, reelay.url, "anika", "Editor");
      await createTaskByCall(meera, { taskTitle: "Monsoon on the Konkan line", assignedTo: anika.name });
      await openTasks(anika);

      await test.step("the assistant has reported the task", async () => {
        await meera.page.setViewportSize({ width: 1440, height: 900 });
        await chat(meera, anika, "y");
        await expect(log(meera.page).getByText("Monsoon on the Konkan line was assigned")).toBeVisible();
        await expect(
          meera.page.getByRole("complementary").getByRole("link", { name: "Monsoon on the Konkan line" }),
        ).toBeVisible();
      });

      await test.step("a message appears in the other browser and is marked as read", async () => {
        await write(meera.page, "part 1");
        await expect(
          anika.page
            .getByRole("navigation", { name: "Main" })
            .getByRole("link", { name: /Messages 1 unread/ }),
        ).toBeVisible();
        await anika.page
          .getByRole("navigation", { name: "Main" })
          .getByRole("link", { name: /Messages/ })
          .click();
        await openConversation(anika.page, meera);
        await expect(log(anika.page).getByText("part 1", { exact: true })).toBeVisible();
        await expect(log(meera.page).getByText(/· read$/)).toBeVisible();
        await anika.page.getByRole("textbox", { name: /^Message / }).pressSequentially("Wait");
        await expect(log(meera.page).getByText(`${anika.name} is typing`)).toBeAttached();
        await anika.page.getByRole("textbox", { name: /^Message / }).fill("");
      });

      await test.step("messages written without a connection are sent when it returns", async () => {
        await meera.context.setOffline(true);
        await write(meera.page, "part 2");
        await write(meera.page, "part 3");
        await expect(log(meera.page).getByText("Not sent", { exact: true })).toHaveCount(2);
        await meera.context.setOffline(false);
        await expect(log(anika.page).getByText("part 3", { exact: true })).toBeVisible();
      });

      await test.step("messages written while the server is dead are sent after its restart", async () => {
        await reelay.kill();
        await write(meera.page, "part 4");
        await write(meera.page, "part 5");
        await meera.page.locator('input[type="file"]').setInputFiles(await thumbnailFile());
        await write(meera.page, "The lamp");
        await write(meera.page, "part 6");
        await expect(log(meera.page).getByText("Not sent", { exact: true })).toHaveCount(4);
        await log(meera.page).getByRole("button", { name: "Delete", exact: true }).last().click();
        await expect(log(meera.page).getByText("part 6")).toHaveCount(0);
        await expect(meera.page.reload()).rejects.toThrow();
        await reelay.start();
        await meera.page.goto(`${reelay.url}${messagesPath("YOUTUBER")}`);
        await openConversation(meera.page, anika);
        await expect(log(anika.page).getByText("part 5", { exact: true })).toBeVisible();
        await expect(log(anika.page).getByRole("img", { name: /Attachment 1/ })).toBeVisible();
      });

      const parts = [1, 2, 3, 4, 5].map((part) => `part ${part}`);
      await expect.poll(() => numbered(anika.page)).toEqual(parts);
      await expect.poll(() => numbered(meera.page)).toEqual(parts);
      await anika.page.reload();
      await expect.poll(() => numbered(anika.page)).toEqual(parts);
    },
  );

  test("a stranger's first message waits for Accept, and blocking stops messages", async ({ browser }) => {
    const jonas = await signUp(browser, reelay.url, "jonas", "Youtuber");
    const noor = await signUp(browser, reelay.url, "noor", "Editor");
    await chat(jonas, noor, "y");
    await write(jonas.page, "Do you have time in May? https://example.com/brief");
    await expect(jonas.page.getByText(`You can send more messages when ${noor.name} accepts.`)).toBeVisible();

    await noor.page.goto(messagesPath("EDITOR"));
    await noor.page.getByRole("link", { name: /Wants to message you/ }).click();
    const link = log(noor.page).getByRole("link", { name: "https://example.com/brief" });
    await expect(link).toHaveAttribute("rel", /noopener/);
    await noor.page.getByRole("button", { name: "Accept" }).click();
    await write(noor.page, "In May, yes.");
    await expect(log(jonas.page).getByText("In May, yes.")).toBeVisible();

    await write(jonas.page, "Grat!");
    const bubble = log(jonas.page).getByText("Grat!");
    const editButtons = jonas.page.getByRole("button", { name: "Edit message" });
    // A message can be edited once the server has confirmed it.
    await expect(editButtons).toHaveCount(2);
    await bubble.hover();
    await editButtons.last().click();
    await jonas.page.getByRole("textbox", { name: /^Message / }).fill("Great!");
    await jonas.page.getByRole("button", { name: "Save" }).click();
    await expect(log(noor.page).getByText("Great!")).toBeVisible();

    await noor.page.getByRole("button", { name: "Shared tasks and files" }).click();
    await noor.page.getByRole("dialog").getByRole("button", { name: "Block" }).click();
    await noor.page.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
    await noor.page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(noor.page.getByRole("dialog")).toHaveCount(0);
    await expect(noor.page.getByText(`You blocked ${jonas.name}.`)).toBeVisible();
    await write(jonas.page, "Are you there?");
    await expect(log(jonas.page).getByText("You can't send messages to this user.")).toBeVisible();
    await expect(log(noor.page).getByText("Are you there?")).toHaveCount(0);
    await noor.page.getByRole("button", { name: "Unblock" }).click();
    await expect(noor.page.getByText(`You blocked ${jonas.name}.`)).toHaveCount(0);
    await jonas.page.getByRole("button", { name: "Try again" }).click();
    await expect(log(noor.page).getByText("Are you there?")).toBeVisible();
  });
});
