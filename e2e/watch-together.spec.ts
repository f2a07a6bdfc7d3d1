import { expect, type Page } from "@playwright/test";

import { clip } from "#testing/clips.ts";

import { drawBox } from "./support/drawing.ts";
import { press } from "./support/keyboard.ts";
import { signUp, type TestUser } from "./support/people.ts";
import { uploadByCall } from "./support/publishing.ts";
import {
  expectParticipants,
  expectPlaying,
  expectSameFrame,
  joinRoom,
  openAsGuest,
  openPreview,
  openReview,
  roomBar,
  startRoom,
} from "./support/rooms.ts";
import { test } from "./support/test.ts";
import { drawnFrame, expectDrawnFrame } from "./support/watching.ts";

/** The clips have 30 frames per second, which show their number. */
test.describe("watching together", () => {
  let creator: TestUser;
  let editor: TestUser;
  test.beforeAll(async ({ browser, reelay }) => {
    creator = await signUp(browser, reelay.url, "meera", "Youtuber");
    editor = await signUp(browser, reelay.url, "anika", "Editor");
  });

  /** Both members and a guest in a room that the creator started. */
  const openRoom = async ({ browser, url, taskTitle }: Room) => {
    const taskId = await openReview({ creator, editor }, { taskTitle, file: await clip("h264-60s") });
    const guest = await openAsGuest(browser, creator, { url, taskId });
    await startRoom(creator.page);
    for (const { page } of [editor, guest]) await joinRoom(page);
    const pages = [creator.page, editor.page, guest.page] as const;
    for (const page of pages) await expectParticipants(page, [creator.name, editor.name, "Anna"]);
    return { taskId, guest, pages };
  };

  test("two members and a guest see the same", async ({ browser, reelay: { url } }) => {
    const taskTitle = "Night train";
    const { guest, pages } = await openRoom({ browser, url, taskTitle });

    await test.step("the same frame, moved by each of them", async () => {
      await creator.page.keyboard.press("Shift+ArrowRight");
      await expectSameFrame(pages, 30);
      await guest.page.keyboard.press("ArrowRight");
      await expectSameFrame(pages, 31);
      for (let step = 0; step < 4; step += 1) await editor.page.keyboard.press("ArrowLeft");
      await expectSameFrame(pages, 27);
    });

    await test.step("playing and pausing, with the frame of the one who pauses", async () => {
      await guest.page.keyboard.press("l");
      await expectPlaying(pages);
      await editor.page.keyboard.press("k");
      expect(await expectSameFrame(pages)).toBeGreaterThanOrEqual(27);
      await creator.page.keyboard.press("Home");
      await expectSameFrame(pages, 0);
    });

    await test.step("zoom and guides", async () => {
      await editor.page.keyboard.press("+");
      for (const page of pages) await expect(minimap(page)).toBeVisible();
      await guest.page.keyboard.press("0");
      for (const page of pages) await expect(minimap(page)).toBeHidden();
      await creator.page.keyboard.press("g");
      for (const page of pages) await expect(page.locator("[data-guides]")).toBeVisible();
      await guest.page.keyboard.press("g");
      for (const page of pages) await expect(page.locator("[data-guides]")).toHaveCount(0);
    });

    await test.step("pointers with names", async () => {
      await movePointer(creator.page, { x: 0.25, y: 0.5 });
      for (const page of [editor.page, guest.page]) {
        await expectPointer(page, creator.name, { x: 0.25, y: 0.5 });
      }
    });

    await test.step("a drawing while it is made, and the comment", async () => {
      await drawBox(guest.page);
      for (const { page } of [creator, editor]) {
        await expect(page.getByRole("img", { name: "Drawing that Anna is making" })).toBeVisible();
      }
      await guest.page.getByPlaceholder("What should change on this frame?").fill("Louder, please.");
      await guest.page.getByRole("button", { name: "Comment", exact: true }).click();
      for (const page of pages) {
        await expect(page.getByRole("article").filter({ hasText: "Louder, please." })).toBeVisible();
        await expect(page.getByRole("img", { name: "Drawing that Anna is making" })).toHaveCount(0);
      }
      for (const { page } of [creator, editor]) {
        await expect(page.getByRole("img", { name: "Drawing by Guest: Anna" })).toBeVisible();
      }
    });

    await test.step("until someone leaves, or ends it for everyone", async () => {
      await roomBar(editor.page).getByRole("button", { name: "Leave" }).click();
      await expect(roomBar(editor.page)).toBeHidden();
      await expectParticipants(creator.page, [creator.name, "Anna"]);
      await roomBar(creator.page)
        .getByRole("button", { name: /^Watching together: / })
        .click();
      await creator.page.getByRole("button", { name: "End for everyone" }).click();
      await creator.page.getByRole("alertdialog").getByRole("button", { name: "End for everyone" }).click();
      await expect(guest.page.getByText("Watching together was ended for everyone.")).toBeVisible();
      for (const page of pages) await expect(roomBar(page)).toBeHidden();
    });
  });

  test("one presents by keyboard only, another asks and takes over", async ({ browser, reelay: { url } }) => {
    const taskId = await openReview(
      { creator, editor },
      { taskTitle: "Low tide", file: await clip("h264-60s") },
    );
    const guest = await openAsGuest(browser, creator, { url, taskId });
    const pages = [creator.page, editor.page, guest.page];
    await press(creator.page, creator.page.getByRole("button", { name: "Watch together" }), "Shift+Tab");
    for (const { page } of [editor, guest]) {
      await press(page, page.getByRole("button", { name: "Join", exact: true }), "Shift+Tab");
    }
    for (const page of pages) await expectParticipants(page, [creator.name, editor.name, "Anna"]);

    await press(
      creator.page,
      roomBar(creator.page).getByRole("button", { name: "Present", exact: true }),
      "Shift+Tab",
    );
    for (const page of [editor.page, guest.page]) {
      await expect(roomBar(page).getByText(`${creator.name} presents`, { exact: true })).toBeVisible();
    }
    await creator.page.keyboard.press("Shift+ArrowRight");
    await expectSameFrame(pages, 30);

    await test.step("changes of others are refused and undone", async () => {
      await guest.page.keyboard.press("Shift+ArrowRight");
      await expect(guest.page.getByText(/presents\. Ask to present, or stop following/)).toBeVisible();
      await expectSameFrame(pages, 30);
    });

    await test.step("a guest asks, the presenter hands over", async () => {
      await press(
        guest.page,
        roomBar(guest.page).getByRole("button", { name: "Ask to present" }),
        "Shift+Tab",
      );
      const handOver = roomBar(creator.page).getByRole("button", { name: "Hand over", exact: true });
      await press(creator.page, handOver, "Shift+Tab");
      for (const page of [creator.page, editor.page]) {
        await expect(roomBar(page).getByText("Anna presents", { exact: true })).toBeVisible();
      }
      await guest.page.keyboard.press("ArrowRight");
      await expectSameFrame(pages, 31);
      await editor.page.keyboard.press("ArrowRight");
      await expect(editor.page.getByText(/presents\. Ask to present, or stop following/)).toBeVisible();
      await expectSameFrame(pages, 31);
    });

    await test.step("everyone controls again when the presenter leaves", async () => {
      await press(guest.page, roomBar(guest.page).getByRole("button", { name: "Leave" }), "Shift+Tab");
      await expect(roomBar(editor.page).getByText("Everyone controls", { exact: true })).toBeVisible();
      await editor.page.keyboard.press("ArrowLeft");
      await expectSameFrame([creator.page, editor.page], 30);
    });
  });

  test("U stops following and returns", async ({ browser, reelay: { url } }) => {
    const { guest, pages } = await openRoom({ browser, url, taskTitle: "Salt road" });
    const [, ...others] = pages;
    await creator.page.keyboard.press("u");
    await expect(roomBar(creator.page).getByRole("button", { name: "Follow", exact: true })).toBeVisible();
    await creator.page.keyboard.press("Shift+ArrowRight");
    await expectDrawnFrame(creator.page, 30);
    const marker = editor.page.getByRole("button", { name: `Go to where ${creator.name} is watching` });
    await expect(marker).toBeVisible();
    await guest.page.keyboard.press("ArrowRight");
    await expectSameFrame(others, 1);
    await expectDrawnFrame(creator.page, 30);
    await creator.page.keyboard.press("u");
    await expectSameFrame(pages, 1);
    await expect(marker).toHaveCount(0);
    await creator.page.keyboard.press("ArrowRight");
    await expectSameFrame(pages, 2);
  });

  test("a guest leaves with the end of the link, and the others watch on", async ({
    browser,
    reelay: { url },
  }) => {
    const { taskId, guest, pages } = await openRoom({ browser, url, taskTitle: "Rain & wind" });
    const path = `/api/v1/task/guest-links/${taskId}/${guest.linkId}`;
    const revoked = await creator.context.request.delete(path);
    expect(revoked.ok(), await revoked.text()).toBe(true);
    await expect(guest.page.getByRole("heading", { name: "This link was revoked" })).toBeVisible();
    const [first, second] = pages;
    for (const page of [first, second]) await expectParticipants(page, [creator.name, editor.name]);
    await second.keyboard.press("Shift+ArrowRight");
    await expectSameFrame([first, second], 30);
  });

  test("a room goes on after an approval and ends with its task", async ({ browser, reelay: { url } }) => {
    const { taskId, pages } = await openRoom({ browser, url, taskTitle: "High tide" });
    const decided = await creator.context.request.post(`/api/v1/task/approve/${taskId}`, {
      data: { version: 1 },
    });
    expect(decided.ok(), await decided.text()).toBe(true);
    const members = pages.slice(0, 2);
    await editor.page.keyboard.press("Shift+ArrowRight");
    await expectSameFrame(members, 30);
    const cancelled = await creator.context.request.post(`/api/v1/task/cancel-task/${taskId}`);
    expect(cancelled.ok(), await cancelled.text()).toBe(true);
    await expect(
      editor.page.getByText("Watching together has ended because the task was cancelled."),
    ).toBeVisible();
  });

  test("a room ends when the editor withdraws its version, and the next one is watched on the same pages", async ({
    browser,
    reelay: { url },
  }) => {
    const { taskId, guest, pages } = await openRoom({ browser, url, taskTitle: "Ebb" });
    const members = pages.slice(0, 2);
    await creator.page.keyboard.press("l");
    await expectPlaying(pages);
    const withdrawn = await editor.context.request.post(`/api/v1/task/withdraw-version/${taskId}`, {
      data: { version: 1, reason: "The last shot is missing." },
    });
    expect(withdrawn.ok(), await withdrawn.text()).toBe(true);

    await test.step("everyone is told why", async () => {
      for (const page of members) {
        const reason = page.getByText(
          "Watching together has ended because the video of this version was deleted.",
        );
        await expect(reason).toBeVisible();
        await expect(roomBar(page)).toBeHidden();
        await expect(page.getByText("Version 1 was withdrawn")).toBeVisible();
        await page.getByRole("button", { name: "Close", exact: true }).click();
        await expect(reason).toBeHidden();
        await expect(page.getByRole("button", { name: "Join", exact: true })).toBeHidden();
      }
      await expect(guest.page.getByRole("heading", { name: "This review has ended" })).toBeVisible();
    });

    await test.step("the pages show the next version, and a room on it", async () => {
      await uploadByCall({ creator, editor }, { taskId, file: await clip("h264-60s") });
      for (const page of members) await expect.poll(() => drawnFrame(page)).not.toBeNull();
      await startRoom(editor.page);
      await joinRoom(creator.page);
      for (const page of members) await expectParticipants(page, [creator.name, editor.name]);
      await creator.page.keyboard.press("Shift+ArrowRight");
      await expectSameFrame(members, 30);
    });
  });

  test("members move to another version together, and guests join when they return to theirs", async ({
    browser,
    reelay: { url },
  }) => {
    const files = { before: await clip("h264-25"), current: await clip("h264-60s") };
    const taskId = await openReview({ creator, editor }, { taskTitle: "Two cuts", file: files.before });
    const rejected = await creator.context.request.post(`/api/v1/task/reject/${taskId}`, {
      data: { version: 1, feedback: "Longer, please." },
    });
    expect(rejected.ok(), await rejected.text()).toBe(true);
    await uploadByCall({ creator, editor }, { taskId, file: files.current });
    const { page: guest } = await openAsGuest(browser, creator, { url, taskId });
    const members = [creator.page, editor.page];
    for (const page of members) await openPreview(page, taskId);
    await startRoom(creator.page);
    for (const page of [editor.page, guest]) await joinRoom(page);

    const openVersion = async (number: number) => {
      await creator.page.getByRole("tab", { name: "Versions" }).click();
      const versions = creator.page.getByRole("region", { name: "Versions" });
      await versions.getByRole("link", { name: `Version ${number}`, exact: true }).click();
    };
    await openVersion(1);
    for (const page of members) await expect(page.getByText("25 fps")).toBeAttached();
    await expect(guest.getByText("The others are watching another version.")).toBeVisible();
    await expectParticipants(creator.page, [creator.name, editor.name]);
    await editor.page.keyboard.press("Shift+ArrowRight");
    await expectSameFrame(members, 25);

    await openVersion(2);
    for (const page of members) await expect(page.getByText("30 fps")).toBeAttached();
    await guest.getByRole("button", { name: "Close" }).click();
    await joinRoom(guest);
    await expectParticipants(creator.page, [creator.name, editor.name, "Anna"]);
    await guest.keyboard.press("Shift+ArrowRight");
    await expectSameFrame([...members, guest], 30);
  });

  test("on a phone: joining, following and commenting", async ({ browser, reelay: { url } }) => {
    const taskId = await openReview(
      { creator, editor },
      { taskTitle: "Street food", file: await clip("h264-60s") },
    );
    const device = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page } = await openAsGuest(browser, creator, { url, taskId, device });
    await startRoom(creator.page);
    await page.getByRole("button", { name: "Join", exact: true }).tap();
    await expect(roomBar(page)).toBeVisible();
    await expectParticipants(creator.page, [creator.name, "Anna"]);
    const pages = [creator.page, page];
    await creator.page.keyboard.press("Shift+ArrowRight");
    await expectSameFrame(pages, 30);
    await roomBar(page).getByRole("button", { name: "Following" }).tap();
    await expect(roomBar(page).getByRole("button", { name: "Follow", exact: true })).toBeVisible();
    await creator.page.keyboard.press("ArrowRight");
    await expectDrawnFrame(creator.page, 31);
    await expectSameFrame([page], 30);
    await roomBar(page).getByRole("button", { name: "Follow", exact: true }).tap();
    await expectSameFrame(pages, 31);
    await page.getByPlaceholder("What should change on this frame?").fill("Brighter.");
    await page.getByRole("button", { name: "Comment", exact: true }).tap();
    await expect(creator.page.getByRole("article").filter({ hasText: "Brighter." })).toBeVisible();
  });
});

interface Room {
  browser: Parameters<typeof openAsGuest>[0];
  url: string;
  taskTitle: string;
}

const minimap = (page: Page) => page.getByRole("slider", { name: "Displayed part of the picture" });

interface Position {
  x: number;
  y: number;
}

async function pictureBox(page: Page) {
  const box = await page.locator("[data-picture]").boundingBox();
  if (!box) throw new Error("There is no picture.");
  return box;
}

async function movePointer(page: Page, { x, y }: Position): Promise<void> {
  const box = await pictureBox(page);
  await page.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 5 });
}

async function expectPointer(page: Page, name: string, { x, y }: Position): Promise<void> {
  const pointer = page.locator(`[data-pointer="${name}"]`);
  await expect
    .poll(async () => {
      const [at, box] = [await pointer.boundingBox(), await pictureBox(page)];
      return at && Math.hypot((at.x - box.x) / box.width - x, (at.y - box.y) / box.height - y) < 0.02;
    })
    .toBe(true);
}
