import { networkInterfaces } from "node:os";

import { expect, type Page } from "@playwright/test";

import { logInPath, messagesPath, profilePath, settingsPath } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";
import { freePort } from "#testing/free-port.ts";

import { approveVersion } from "./support/decisions.ts";
import { card, createTask, openTasks, startPublishing, uploadVideo } from "./support/people.ts";
import { platformState } from "./support/platform.ts";
import { installReelay } from "./support/reelay.ts";
import { signUpByForm } from "./support/sign-in.ts";
import { test } from "./support/test.ts";

/** Names of this machine in the browser. Unlike localhost they are no secure contexts without HTTPS. */
const names = ["studio.lan", "other.lan"];
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const rules = names.map((name) => `MAP ${name} 127.0.0.1`).join();
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=${rules}`] });
  },
});

const brief = {
  taskTitle: "Salt road",
  workDescription: "Open on the bridge.",
  title: "The salt road",
  description: "Back to the coast.",
  tags: ["trains"],
  madeForKids: false,
};

test("the whole product works over HTTP on a host name", async ({ browser }) => {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const url = `http://studio.lan:${port}`;
  // Server and browser have to reach the sandbox at the same address, and only the browser knows the names.
  const address = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
  test.skip(
    address === undefined,
    "This machine has no network interface but localhost: no other host name can be tried.",
  );
  const reelay = await installReelay({
    PORT: String(port),
    APP_URL: url,
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_URL: `http://${address}:${sandboxPort}`,
    SANDBOX_LISTEN_ON: String(address),
  });
  try {
    const creator = { home: "/y", page: await newPage() } as const;
    const editor = { home: "/c", page: await newPage() } as const;
    await signUpByForm(creator.page, "Youtuber", "meera");
    expect(await creator.page.evaluate(() => window.isSecureContext)).toBe(false);
    await signUpByForm(editor.page, "Editor", "anika");
    await openTasks(creator);
    await openTasks(editor);
    await createTask(creator, "anika", brief);
    await uploadVideo(editor, brief.taskTitle, await clip("h264"));

    await test.step("comments", async () => {
      await card(creator, brief.taskTitle).getByRole("link", { name: "Preview" }).click();
      await creator.page.getByRole("textbox", { name: "Comment on this frame" }).fill("Louder.");
      await creator.page.getByRole("button", { name: "Comment", exact: true }).click();
      const comment = creator.page.getByRole("article").filter({ hasText: "Louder." });
      await comment.getByRole("button", { name: /^More/ }).click();
      await creator.page.getByRole("menuitem", { name: "Copy link" }).click();
      await expect(creator.page.getByText("Link copied")).toBeVisible();
    });

    await test.step("messages", async () => {
      await editor.page.goto(profilePath({ role: "YOUTUBER", name: "meera" }));
      await editor.page.getByRole("link", { name: "chat" }).click();
      await editor.page.getByRole("textbox", { name: /^Message / }).fill("Is it louder now?");
      await editor.page.getByRole("button", { name: "Send" }).click();
      const received = await creator.page.context().newPage();
      await received.goto(messagesPath("YOUTUBER"));
      await received.getByRole("link", { name: /anika/ }).click();
      await expect(received.getByRole("log").getByText("Is it louder now?")).toBeVisible();
      await received.close();
    });

    await test.step("publishing", async () => {
      await approveVersion(creator.page, { asks: true });
      await startPublishing(creator, "asks");
      await expect(creator.page.getByText(/^Your video is published on/)).toBeVisible();
      const { videos } = await platformState(reelay.sandboxUrl);
      expect(videos.map(({ resource }) => resource.snippet.title)).toEqual([brief.title]);
    });

    await test.step("what needs HTTPS says so", async () => {
      await creator.page.goto(settingsPath("YOUTUBER"));
      await expect(creator.page.getByText(/^Browsers offer passkeys only over HTTPS/)).toBeVisible();
    });
  } finally {
    await reelay.remove();
  }

  async function newPage(): Promise<Page> {
    return (await browser.newContext({ baseURL: url })).newPage();
  }
});

test("at another address than APP_URL, what can't work names the setting", async ({ browser, reelay }) => {
  const context = await browser.newContext({ baseURL: reelay.url.replace("localhost", "other.lan") });
  const page = await context.newPage();
  await page.goto(logInPath);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await expect(page.getByRole("alert")).toContainText("set APP_URL to http://other.lan");
  await signUpByForm(page, "Youtuber", `mira${Date.now()}`);
  await page.goto(settingsPath("YOUTUBER"));
  await page.getByRole("button", { name: "Connect YouTube" }).click();
  await expect(page.getByText(/set APP_URL to http:\/\/other\.lan/)).toBeVisible();
});
