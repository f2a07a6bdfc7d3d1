import type { Page } from "@playwright/test";

import { endpointAddress } from "#core/endpoint-address.ts";
import { previewPath } from "#core/paths.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";

import { enterAsGuest, launchBrowser, signedIn, type State } from "../browser.ts";
import { openDatabase } from "../database.ts";
import { percentile99 } from "../delivery.ts";
import { limitFigure, median, milliseconds, plainFigure, type Row } from "../figure.ts";
import { createRequester } from "../request-timing.ts";
import { startProduct, startReview } from "../running-product.ts";
import { makeVideo } from "../video-file.ts";

/** A comment from its request until it is on the screens of a member and of a guest, who watch the version at the same time. */
export const commentOnScreen: Row = {
  name: "comment-on-screen",
  measure: async (settings) => {
    const { folder, tiny, rounds, log, onEnd } = settings;
    const file = await makeVideo(folder, { name: "screens.mp4", megabits: 1, seconds: 10 });
    const product = await startProduct(settings);
    const { creator, editor, reelay } = product;
    const { taskId } = await startReview(product, "Screens", file);
    const browser = await launchBrowser(onEnd);
    const open = async (state: State, url: string) => {
      const context = await browser.newContext({ storageState: state });
      const page = await context.newPage();
      const connected = page.waitForEvent("websocket");
      await page.goto(url);
      await connected;
      await page.getByText("No comments yet").waitFor();
      return page;
    };
    const member = await open(await signedIn(browser, editor), `${creator.url}${previewPath(taskId)}`);
    const { state, url } = await enterAsGuest(browser, creator, taskId);
    const guest = await open(state, url);
    const requester = createRequester(creator, 1);
    onEnd(async () => requester.close());
    const { pool, close } = await openDatabase({ reelay }, 1);
    onEnd(close);
    const address = endpointAddress(feedbackEndpoints.addComment, { params: { id: taskId } });

    /** Sends a comment and deletes it once it is on both screens, so that lists stay short. */
    const send = async (text: string) => {
      const id = crypto.randomUUID();
      const displayed = Promise.all([displayedAt(member, text), displayedAt(guest, text)]);
      await Promise.all([member, guest].map((page) => page.evaluate(() => null)));
      const from = Date.now();
      // All on one frame: a comment on another one would start ffmpeg for its still.
      await requester.post(address, { id, version: 1, inFrame: 30, outFrame: 30, text });
      const [atMember, atGuest] = await displayed;
      await creator.call(feedbackEndpoints.deleteComment, { params: { id: taskId, commentId: id } });
      for (const page of [member, guest]) {
        await page.locator("article").filter({ hasText: text }).first().waitFor({ state: "detached" });
      }
      return { member: atMember - from, guest: atGuest - from };
    };
    await send("The first one.");
    await product.waitUntilIdle();

    const times: { member: number; guest: number }[] = [];
    for (let at = 0; at < (tiny ? 2 : rounds * 50); at += 1) {
      // A user may send 60 per minute.
      if (at % 50 === 0) await pool.query("truncate rate_limits");
      times.push(await send(`Number ${at}.`));
    }
    const [memberTimes, guestTimes] = [times.map((time) => time.member), times.map((time) => time.guest)];
    const baseline = median(memberTimes);
    const p99 = (values: readonly number[]) => milliseconds(percentile99(values));
    log(`${times.length} comments`);
    return [
      limitFigure("comment to the member's screen, p50", baseline, { max: 100, show: milliseconds }),
      limitFigure("to the guest's screen, p50", median(guestTimes), {
        max: 1.5 * baseline,
        baseline,
        show: milliseconds,
      }),
      plainFigure("member's screen, p99", p99(memberTimes)),
      plainFigure("guest's screen, p99", p99(guestTimes)),
    ];
  },
};

/** The time at which a comment with this text is in the document. */
async function displayedAt(page: Page, text: string): Promise<number> {
  return page.evaluate(
    async (expected) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          const comments = [...document.querySelectorAll("article")];
          if (!comments.some(({ textContent }) => textContent.includes(expected))) return;
          observer.disconnect();
          resolve(Date.now());
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    text,
  );
}
