import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { AppError } from "#core/error.ts";
import { previewPath, settingsPath, videoResultsPath } from "#core/paths.ts";
import { analyticsError } from "#modules/analytics/contract/errors.ts";
import { type VideoResults, videosEndpoints } from "#modules/analytics/contract/videos.ts";
import { figuresChanged } from "#modules/analytics/realtime-messages.ts";
import type { User } from "#modules/people/contract/people.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { tasksError } from "#modules/tasks/contract/tasks.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";
import {
  alignedComment,
  destinationId,
  dropAt,
  resultsWithout,
  sampleResults,
  sampleRetention,
} from "#testing/web/analytics-samples.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika, meera } from "#testing/web/samples.ts";

type Answer = VideoResults | AppError;

/** The results of task 12 on a server that answers with `first`; `show` opens them again with another answer. */
async function openResults(first: Answer, user: User = meera) {
  const screen = await startScreen(user);
  let answer = first;
  screen.api.on(videosEndpoints.videoResults, () => {
    if (answer instanceof AppError) throw answer;
    return answer;
  });
  const show = async (next: Answer) => {
    answer = next;
    await screen.open(videoResultsPath(user.role, 12));
  };
  await show(first);
  return { ...screen, show };
}

const position = page.getByRole("slider", { name: "Position in the video" });
const box = (selector: string) => {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  return element.getBoundingClientRect();
};

test("the drop is drawn at its frame, with the comment of the review at the same place", async () => {
  await openResults(sampleResults());
  await expect.element(page.getByText("39% stopped watching")).toBeVisible();
  const lane = box("[data-chart]:has([data-curve])");
  const shareOf = (x: number) => (x - lane.left) / lane.width;
  const drop = box("[data-mark=drop]");
  expect(shareOf(drop.left)).toBeCloseTo(dropAt / 100, 3);
  expect(shareOf(drop.right)).toBeCloseTo((dropAt + 1) / 100, 3);
  const comment = box(`[data-frame="${alignedComment.frame}"]`);
  const commentAt = shareOf(comment.left + comment.width / 2);
  expect(commentAt).toBeCloseTo(alignedComment.seconds / 180, 3);
  expect(commentAt).toBeGreaterThan(shareOf(drop.left));
  expect(commentAt).toBeLessThan(shareOf(drop.right));
  // The line itself: of all steps of the path, the steepest begins in the interval before the drop and ends in it.
  const path = document.querySelector("[data-curve]")?.getAttribute("d") ?? "";
  const points = path
    .slice(1)
    .split("L")
    .map((point) => point.split(" ").map(Number));
  const falls = points.map(([, y = 0], index) => y - (points[index - 1]?.[1] ?? y));
  const steepest = falls.indexOf(Math.max(...falls));
  expect(points[steepest - 1]?.[0]).toBe(dropAt - 0.5);
  expect(points[steepest]?.[0]).toBe(dropAt + 0.5);
});

test("a moment says what happened, when, and what was said about it in review", async () => {
  await openResults(sampleResults());
  const moment = page.getByRole("listitem").filter({ hasText: "39% stopped watching" });
  await expect.element(moment).toMatchTextContent(/stopped watching at 1:12/);
  await expect.element(moment).toMatchTextContent(/00:01:12:00/);
  const comment = moment.getByRole("link", { name: "Comment by meera at 1:12 to 1:16, marked done in v3" });
  await expect.element(comment).toHaveAttribute("href", previewPath(12, 2, alignedComment.id));
  await moment.getByRole("button").click();
  await expect
    .element(position)
    .toHaveAttribute("aria-valuetext", expect.stringContaining("00:01:12:00 of 3:00"));
});

test("one playhead follows the keyboard and the pointer over all lanes", async () => {
  await openResults(sampleResults());
  (await position.findElement()).focus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect
    .element(position)
    .toHaveAttribute("aria-valuetext", "00:00:03:15 of 3:00, audience retention 98%, Herons");
  await userEvent.keyboard("{End}");
  await expect.element(position).toHaveAttribute("aria-valuetext", expect.stringContaining("The bell"));
  // The pointer moves it without a click, and gives it back.
  const lane = box("[data-chart]:has([data-curve])");
  await userEvent.hover(position, { position: { x: lane.width / 2, y: 20 } });
  await expect.element(position).toHaveAttribute("aria-valuetext", expect.stringContaining("00:01:30"));
  await page.getByRole("heading", { level: 1 }).hover();
  await expect.element(position).toHaveAttribute("aria-valuetext", expect.stringContaining("00:03:00:00"));
});

test("a comment on the timeline is shown with its outcome", async () => {
  await openResults(sampleResults());
  await page.getByRole("button", { name: /^Comment by meera at 1:12/ }).click();
  const shown = page.getByRole("status").filter({ hasText: alignedComment.text });
  await expect.element(shown).toMatchTextContent(/marked done in v3/);
  await expect.element(shown).toMatchTextContent(/Shortened by two seconds\./);
  await expect.element(position).toHaveAttribute("aria-valuetext", expect.stringContaining("00:01:12:20"));
});

test("totals, days and the comparison are shown, and the note on what counts as a view", async () => {
  await openResults(sampleResults());
  const totals = page.getByLabelText("Totals", { exact: true });
  await expect.element(totals).toMatchTextContent(/Views4,2184,390 now/);
  await expect.element(totals).toMatchTextContent(/Subscribers\+3441 gained, 7 lost/);
  await expect.element(totals).toMatchTextContent(/2 of 9/);
  await expect.element(page.getByText(/a view counts from the first frame/)).toBeVisible();
  await expect.element(page.getByText(/24% more views than the median after 20 days/)).toBeVisible();
  const days = page.getByRole("slider", { name: "Views by day" });
  (await days.findElement()).focus();
  await userEvent.keyboard("{Home}{ArrowRight}");
  await expect.element(days).toHaveAttribute("aria-valuetext", expect.stringMatching(/^May 3, Views \d+/));
  await page.getByRole("combobox", { name: "Stat" }).selectOptions("Likes");
  await expect.element(page.getByRole("slider", { name: "Likes by day" })).toBeInTheDocument();
  await page.getByText("Show as table: Likes by day").click();
  await expect
    .element(page.getByRole("table", { name: "Likes by day" }).getByRole("row").nth(6))
    .toMatchTextContent("May 70");
});

test("the names below a chart are at their positions", async () => {
  await openResults(sampleResults());
  const compared = page.getByRole("region", { name: "At the same age as your other videos" });
  const slider = compared.getByRole("slider");
  await expect.element(slider).toBeInTheDocument();
  // The ages are 0, 1, 2, 5, 10, 15 and 20: the one in the middle of the axis is the fifth.
  const names = [...compared.element().querySelectorAll("text")].filter(({ textContent }) =>
    textContent.startsWith("Day"),
  );
  expect(names.map(({ textContent }) => textContent)).toEqual(["Day 0", "Day 10", "Day 20"]);
  const chart = slider.element().getBoundingClientRect();
  const [first, middle, last] = names.map((name) => name.getBoundingClientRect());
  if (!first || !middle || !last) throw new Error("A name is missing.");
  expect((middle.left + middle.width / 2 - chart.left) / chart.width).toBeCloseTo(0.5, 2);
  expect([first.left - chart.left, last.right - chart.right].map(Math.round)).toEqual([0, 0]);
});

test("comments are ranges with the name of their author", async () => {
  await openResults(sampleResults());
  const mark = page.getByRole("button", { name: /^Comment by meera at 1:12 to 1:16/ });
  await expect.element(mark).toBeVisible();
  const lane = page.getByRole("toolbar", { name: "Marks on the timeline" }).element();
  const range = lane.querySelector("span[style*=width]")?.getBoundingClientRect();
  // 101 of 4,500 frames.
  expect((range?.width ?? 0) / lane.getBoundingClientRect().width).toBeCloseTo(101 / 4500, 3);
  const name = [...document.querySelectorAll("p[aria-hidden] > span")].find(
    ({ textContent }) => textContent === "meera",
  );
  expect(name?.getBoundingClientRect().left).toBeCloseTo(range?.left ?? Number.NaN, 0);
});

test("a curve above 100% says why, and no other does", async () => {
  const note = page.getByText("Above 100% where viewers rewatch a part.");
  const { show } = await openResults(sampleResults());
  await expect.element(page.getByText("39% stopped watching")).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  const retention = sampleRetention();
  const points = retention.points.map((point, index) =>
    index === 0 ? { ...point, audienceWatchRatio: 1.06 } : point,
  );
  await show(sampleResults({ retention: { ...retention, points } }));
  await expect.element(note).toBeVisible();
  await expect.element(page.getByText("Audience retention 106%")).toBeVisible();
});

test("the curve is above the fold of a notebook", async () => {
  await openResults(sampleResults());
  await page.viewport(1440, 900);
  await expect.element(page.getByText("39% stopped watching")).toBeInTheDocument();
  expect(box("[data-chart]:has([data-curve])").bottom).toBeLessThan(700);
});

test("the last complete day is named in the platform's time zone", async () => {
  await openResults(sampleResults());
  await expect
    .element(page.getByText(/^Analytics through/))
    .toMatchTextContent("Analytics through May 22, 2031 (Pacific Time). Later views are not included yet.");
});

test("each state without figures says what to do", async () => {
  const { api, show } = await openResults(resultsWithout("no_access"));
  const authorized = api.on(
    destinationsEndpoints.authorizeFigures,
    () => `${location.href.split("#")[0]}#consent`,
  );
  await expect.element(page.getByRole("note")).toMatchTextContent(/can't read analytics for Meera's films/);
  await expect.element(page.getByRole("note")).toMatchTextContent(/publishing works without it/);
  await page.getByRole("button", { name: "Allow access to analytics" }).click();
  await expect.poll(() => location.hash).toBe("#consent");
  expect(authorized[0]?.body).toEqual({ destinationId });
  const cases: [VideoResults, RegExp][] = [
    [
      resultsWithout("waiting", {
        current: { views: 31, likes: 2, comments: null, at: "2031-05-02T10:00:00.000Z" },
      }),
      /two to three days late/,
    ],
    [resultsWithout("none"), /No analytics from|can't read how often/],
    [
      sampleResults({
        problem: { message: "YouTube's quota of today is used up.", retryAt: "2031-05-26T07:00:00.000Z" },
      }),
      /quota of today is used up\. The next attempt is at May 26, 12:30 PM/,
    ],
  ];
  for (const [results, text] of cases) {
    await show(results);
    await expect.element(page.getByRole("note")).toMatchTextContent(text);
    // The review is shown in every state.
    await expect.element(page.getByRole("toolbar", { name: "Marks on the timeline" })).toBeVisible();
  }
  await show(resultsWithout("disconnected"));
  await expect
    .element(page.getByRole("link", { name: "Connect it in Settings" }))
    .toHaveAttribute("href", `${settingsPath("YOUTUBER")}#publishing`);
});

test("an editor is told whom to ask, and gets no button of the creator", async () => {
  const { show } = await openResults(analyticsError("results_not_shared"), anika);
  await expect.element(page.getByText("Results are not shared")).toBeVisible();
  await expect.element(page.getByText(/Ask them to turn sharing on/)).toBeVisible();
  for (const state of ["no_access", "disconnected"] as const) {
    await show(resultsWithout(state, { own: false }));
    await expect.element(page.getByRole("note")).toMatchTextContent(/creator/);
    await expect.element(page.getByRole("button", { name: /access|again/i })).not.toBeInTheDocument();
  }
  await show(analyticsError("not_published"));
  await expect.element(page.getByText("Not published yet")).toBeVisible();
});

test("loaded results are hidden from a manager who was removed", async () => {
  const { api, realtime } = await openResults(sampleResults(), anika);
  await expect.element(page.getByText("39% stopped watching")).toBeVisible();
  await realtime.connect();
  api.on(videosEndpoints.videoResults, () => {
    throw tasksError("task_not_found");
  });
  realtime.send(teamChanged, { creatorId: meera.id });
  await expect.element(page.getByText("39% stopped watching")).not.toBeInTheDocument();
});

test("loaded results are hidden from an editor with whom they are shared no more", async () => {
  const { api, realtime } = await openResults(sampleResults(), anika);
  await expect.element(page.getByText("39% stopped watching")).toBeVisible();
  await realtime.connect();
  api.on(videosEndpoints.videoResults, () => {
    throw analyticsError("results_not_shared");
  });
  realtime.send(figuresChanged, {});
  await expect.element(page.getByText("39% stopped watching")).not.toBeInTheDocument();
});
