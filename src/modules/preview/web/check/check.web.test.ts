import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { AppError, commonError } from "#core/error.ts";
import { previewPath, previewTabPath } from "#core/paths.ts";
import { notifyThisClient } from "#core/web/realtime.ts";
import { type CheckReport, checksEndpoints } from "#modules/checks/contract/checks.ts";
import { checkChanged, specificationChanged } from "#modules/checks/realtime-messages.ts";
import { uncheckedTexts } from "#modules/checks/rules/facts.ts";
import { countEndpoints } from "#modules/feedback/contract/counts.ts";
import { commentDraftsKey } from "#modules/feedback/web/storage-keys.ts";
import type { User } from "#modules/people/contract/people.ts";
import { startEndpoints } from "#modules/publishing/contract/start.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { sampleFinding, sampleReport } from "#testing/web/sample-check.ts";
import { answerComments, sampleComment, samplePlayback, samplePreview } from "#testing/web/sample-preview.ts";
import { anika, asEditor, meera, samplePerson, sampleTask } from "#testing/web/samples.ts";

const bars = {
  ...sampleFinding,
  key: "bars-1-1",
  kind: "bars",
  label: "Black bars",
  part: "picture",
  range: null,
  text: "Black bars are part of the picture (10 pixels above and 10 below): players can't fill a screen of that shape with it.",
  values: { top: 10, bottom: 10, left: 0, right: 0 },
} as const;

const notMeasured = {
  state: "unchecked",
  reason: "not_measured",
  text: uncheckedTexts.not_measured,
} as const;

/** The tab of the check, with a report that the test changes. */
async function openCheck(report: CheckReport, user: User = meera, path = previewTabPath(12, "check")) {
  const screen = await startScreen(user);
  answerComments(screen.api);
  screen.api.on(reviewEndpoints.preview, () =>
    user === meera ? samplePreview() : asEditor(samplePreview()),
  );
  let current = report;
  screen.api.on(checksEndpoints.checkReport, () => current);
  await screen.open(path);
  const change = (next: CheckReport) => {
    current = next;
    notifyThisClient(checkChanged, { taskId: 12 });
  };
  return { ...screen, change };
}

const finding = (label: string) =>
  page.getByRole("list", { name: "Findings" }).getByRole("listitem").filter({ hasText: label });
const tab = page.getByRole("tab", { name: /^Check/ });
const comment = page.getByRole("textbox", { name: "Comment on this frame" });

/** The comment that is being written, as the browser has stored it. */
const storedComment = () => {
  const [draft] = Object.values(JSON.parse(localStorage.getItem(commentDraftsKey) ?? "{}") as object);
  return draft as unknown;
};

test("the tab counts open findings, and has their consequences, ranges and measured values", async () => {
  const accepted = { ...bars, state: "accepted" } as const;
  await openCheck(sampleReport({ findings: [accepted, sampleFinding] }), meera, previewPath(12));
  await expect.element(tab).toMatchTextContent("Check1");
  await tab.click();
  await expect.element(finding("Silent channel")).toMatchTextContent("00:00:01:00 – 00:00:01:15");
  await expect.element(finding("Silent channel")).toMatchTextContent(sampleFinding.text);
  await expect.element(finding("Black bars")).toMatchTextContent(/accepted.*whole video/);
  await expect.element(page.getByRole("row", { name: /^Loudness/ }).first()).toMatchTextContent("−14.2 LUFS");
  await expect.element(page.getByRole("row", { name: /^True peak/ })).toMatchTextContent("−1.3 dBTP");
});

test("on wide screens the findings scroll, and the page doesn't", async () => {
  const findings = Array.from({ length: 12 }, (_, n) => ({ ...sampleFinding, key: `silent_channel-1-${n}` }));
  await openCheck(sampleReport({ findings }));
  await page.viewport(1440, 900);
  await expect.element(page.getByRole("row", { name: /^True peak/ })).toBeInTheDocument();
  expect(document.documentElement.scrollHeight).toBe(900);
});

test("findings are reached with arrow keys, and Enter goes to their frame", async () => {
  await openCheck(sampleReport({ findings: [bars, sampleFinding] }));
  const first = finding("Black bars").getByRole("button").first();
  await expect.element(first).toBeVisible();
  first.element().focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(finding("Silent channel").getByRole("button").first()).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(finding("Silent channel")).toHaveAttribute("aria-current", "true");
  await expect.element(page.getByText(/^frame 26 of 50$/)).toBeVisible();
});

test("ranges are marks in a lane of their own, which select the finding and go to its frame", async () => {
  const others = Array.from({ length: 12 }, (_, index) => ({ ...bars, key: `bars-${index}` }));
  await openCheck(sampleReport({ findings: [...others, sampleFinding] }), meera, previewPath(12));
  const lane = page.getByRole("toolbar", { name: "Findings on the timeline" });
  await lane.getByRole("button", { name: /^Silent channel: From 0:01/ }).click();
  await expect.element(finding("Silent channel")).toHaveAttribute("aria-current", "true");
  await expect.element(finding("Silent channel")).toBeInViewport();
  await expect.element(page.getByText(/^frame 26 of 50$/)).toBeVisible();
  expect(lane.getByRole("button").elements()).toHaveLength(1);
});

test("a version of which everything is checked without a finding says so", async () => {
  await openCheck(sampleReport());
  await expect.element(page.getByText("Nothing found", { exact: true })).toBeVisible();
  await expect.element(tab).toMatchTextContent("Check0");
});

test("a version that is not checked never looks fine", async () => {
  const parts = { file: notMeasured, sound: notMeasured, picture: notMeasured };
  await openCheck(sampleReport({ parts }));
  await expect.element(page.getByText("Not checked", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Nothing found").first()).not.toBeInTheDocument();
  expect(page.getByRole("region", { name: "Checked parts" }).element().textContent).toContain(
    uncheckedTexts.not_measured,
  );
  await expect.element(tab).toMatchTextContent(/^Check$/);
});

test("a part that is missing is named, and the rest is not called fine", async () => {
  const sound = {
    state: "unchecked",
    reason: "filter_missing",
    text: uncheckedTexts.filter_missing,
  } as const;
  await openCheck(sampleReport({ parts: { ...sampleReport().parts, sound } }));
  await expect.element(page.getByText("Nothing found in the checked parts")).toBeVisible();
  await expect.element(page.getByText(/lacks a filter/)).toBeVisible();
  await expect.element(tab).toMatchTextContent(/^Check$/);
});

test("the check follows the creator's specification", async () => {
  const { api } = await openCheck(sampleReport({ findings: [] }));
  await expect.element(tab).toMatchTextContent("Check0");
  api.on(checksEndpoints.checkReport, () => sampleReport({ findings: [bars] }));
  notifyThisClient(specificationChanged, {});
  await expect.element(finding("Black bars")).toBeVisible();
});

test("findings appear while the check is running", async () => {
  const pending = { ...sampleReport().parts, picture: { state: "pending" } } as const;
  const { change } = await openCheck(sampleReport({ parts: pending }));
  await expect.element(page.getByText("Nothing found so far")).toBeVisible();
  change(sampleReport({ findings: [sampleFinding] }));
  await expect.element(finding("Silent channel")).toBeVisible();
  await expect.element(tab).toMatchTextContent("Check1");
});

test("the editor explains a finding", async () => {
  const { api, change } = await openCheck(sampleReport({ findings: [sampleFinding] }), anika);
  const details = { at: "2031-04-02T11:00:00.000Z", version: 1 };
  const explanation = { ...details, by: samplePerson(anika), text: "The interview is mono." };
  const explained = { ...sampleFinding, state: "explained", explanation } as const;
  const sent = api.on(checksEndpoints.explainFinding, () => explained);
  await finding("Silent channel").getByRole("button", { name: "Explain" }).click();
  await expect.element(page.getByRole("button", { name: "Explain" })).toBeDisabled();
  await page.getByRole("textbox", { name: "Why is this intended?" }).fill("The interview is mono.");
  await page.getByRole("button", { name: "Explain" }).click();
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    params: { findingKey: sampleFinding.key },
    body: { version: 1, text: "The interview is mono." },
  });
  change(sampleReport({ findings: [explained] }));
  await expect.element(finding("Silent channel").getByRole("button").first()).toHaveFocus();
  await expect.element(finding("Silent channel")).toMatchTextContent(/explained.*Explained by anika/);
  expect(page.getByRole("button", { name: "Accept" }).elements()).toHaveLength(0);
});

test("the creator accepts a finding and opens it again", async () => {
  const { api, change } = await openCheck(sampleReport({ findings: [sampleFinding] }));
  const acceptance = { at: "2031-04-02T11:00:00.000Z", version: 1, by: samplePerson(meera), text: "" };
  const accepted = { ...sampleFinding, state: "accepted", acceptance } as const;
  const sent = api.on(checksEndpoints.acceptFinding, () => accepted);
  const reopened = api.on(checksEndpoints.withdrawAcceptance, () => sampleFinding);
  await expect.element(finding("Silent channel")).toBeVisible();
  expect(page.getByRole("button", { name: "Explain" }).elements()).toHaveLength(0);
  await finding("Silent channel").getByRole("button", { name: "Accept" }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(finding("Silent channel").getByRole("button").first()).toHaveFocus();
  await finding("Silent channel").getByRole("button", { name: "Accept" }).click();
  await page.getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ body: { version: 1, reason: "" } });
  change(sampleReport({ findings: [accepted] }));
  await expect.element(finding("Silent channel")).toMatchTextContent("Accepted by meera");
  await expect.element(tab).toMatchTextContent("Check0");
  await page.getByRole("button", { name: "Open again" }).click();
  await expect.poll(() => reopened).toHaveLength(1);
  await expect.element(finding("Silent channel").getByRole("button").first()).toHaveFocus();
});

test("a finding becomes a comment on its range, after what the user is writing", async () => {
  await openCheck(sampleReport({ findings: [bars, sampleFinding] }), anika);
  await finding("Silent channel").getByRole("button", { name: "Request a change" }).click();
  await expect.element(comment).toHaveValue(sampleFinding.text);
  await expect.element(comment).toHaveFocus();
  await expect.element(page.getByRole("form", { name: "New comment" })).toMatchTextContent("00:00:01:15");
  await tab.click();
  await finding("Black bars").getByRole("button", { name: "Request a change" }).click();
  await expect.element(comment).toHaveValue(`${sampleFinding.text}\n${bars.text}`);
});

test("a finding of the whole video becomes a comment on the displayed frame, one of a frame has no range", async () => {
  const brief = { ...sampleFinding, label: "Brief flash", key: "flash-1-1", range: { from: 30, to: 30 } };
  await openCheck(sampleReport({ findings: [bars, brief] }), anika);
  await finding("Brief flash").getByRole("button", { name: "Request a change" }).click();
  await expect.poll(storedComment).toMatchObject({ text: brief.text, inFrame: 30, outFrame: null });
  await comment.fill("");
  await tab.click();
  await expect.element(page.getByText(/^frame 31 of 50$/)).toBeVisible();
  await finding("Black bars").getByRole("button", { name: "Request a change" }).click();
  await expect.poll(storedComment).toMatchObject({ text: bars.text, inFrame: 30, outFrame: null });
});

test("what the user is writing keeps its frames when a finding is added", async () => {
  await openCheck(sampleReport({ findings: [sampleFinding] }), anika, previewPath(12));
  await comment.fill("The herons first. ");
  await tab.click();
  await finding("Silent channel").getByRole("button", { name: "Request a change" }).click();
  await expect.element(comment).toHaveFocus();
  const text = `The herons first.\n${sampleFinding.text}`;
  await expect.poll(storedComment).toMatchObject({ text, inFrame: 0, outFrame: null });
});

test("findings become comments only where the version can be played, and nothing of a published one changes", async () => {
  const { api, open } = await openCheck(sampleReport({ findings: [sampleFinding] }));
  const list = page.getByRole("list", { name: "Findings" });
  await expect.element(list.getByRole("button", { name: "Request a change" })).toBeVisible();
  api.on(reviewEndpoints.preview, () =>
    samplePreview({ playback: { ...samplePlayback, fileUrl: null, playlistUrl: null } }),
  );
  await open(previewTabPath(12, "check"));
  await expect.element(list.getByRole("button", { name: "Accept" })).toBeVisible();
  expect(list.getByRole("button", { name: "Request a change" }).elements()).toEqual([]);
  api.on(reviewEndpoints.preview, () => samplePreview({ stage: "published" }));
  await open(previewTabPath(12, "check"));
  await expect.element(finding("Silent channel")).toBeVisible();
  expect(list.getByRole("button", { name: /Request|Accept|Explain/ }).elements()).toEqual([]);
});

test("the loudness is requested once the user shows it", async () => {
  const { api } = await openCheck(sampleReport(), meera, previewPath(12));
  const requested = api.on(checksEndpoints.loudnessCurve, () => ({ perSecond: 10, values: [-70, -20, -14] }));
  await expect.element(page.getByText("No comments yet")).toBeVisible();
  expect(requested).toHaveLength(0);
  await page.getByRole("button", { name: "Player settings" }).click();
  await page.getByRole("menuitemradio", { name: "Below the timeline" }).click();
  await expect
    .element(page.getByRole("figure", { name: "Loudness over time. The line is at −14 LUFS." }))
    .toBeVisible();
  expect(requested).toHaveLength(1);
});

test("loudness that can't be loaded is not called unmeasured", async () => {
  localStorage.setItem("reelay-loudness", "shown");
  const { api, open } = await openCheck(sampleReport());
  api.on(checksEndpoints.loudnessCurve, () => {
    throw commonError("not_found");
  });
  await open(previewPath(12));
  await expect.element(page.getByText(/^The loudness couldn't be loaded/)).toBeVisible();
});

test("a check that can't be loaded is requested again", async () => {
  const { api, open } = await openCheck(sampleReport());
  api.on(checksEndpoints.checkReport, () => {
    throw new AppError({ status: 500, code: "unknown", message: "The check couldn't be loaded." });
  });
  await open(previewTabPath(12, "check"));
  await expect.element(page.getByText("The check couldn't be loaded.")).toBeVisible();
  api.on(checksEndpoints.checkReport, () => sampleReport());
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("Nothing found", { exact: true })).toBeVisible();
});

/** The preview in review with two findings, and the approvals that it sends. */
async function openWithFindings(openComments: number) {
  const { api } = await openCheck(sampleReport({ findings: [bars, sampleFinding] }), meera, previewPath(12));
  const counts = { version: 1, open: openComments, notDone: 0, firstOpenId: sampleComment.id };
  api.on(countEndpoints.commentCounts, () => (openComments > 0 ? [counts] : []));
  api.on(startEndpoints.readiness, () => ({ ready: false }));
  const approved = api.on(reviewEndpoints.approve, () => sampleTask({ stage: "approved" }));
  await expect.element(tab).toMatchTextContent("Check2");
  await page.getByRole("region", { name: "Task" }).getByRole("button", { name: "Approve" }).click();
  return approved;
}

test("an approval that asks names open findings and leads to them", async () => {
  const approved = await openWithFindings(1);
  const dialog = page.getByRole("alertdialog", { name: "Approve version 1?" });
  await expect
    .element(dialog)
    .toMatchTextContent("The technical check has 2 open findings. You can approve with them.");
  await dialog.getByRole("link", { name: "View them" }).click();
  await expect.element(finding("Silent channel")).toBeVisible();
  expect(approved).toHaveLength(0);
});

test("an approval says that findings are open, and doesn't wait for them", async () => {
  const approved = await openWithFindings(0);
  await expect.poll(() => approved).toHaveLength(1);
  await expect.element(page.getByText("You approved this version with 2 open findings.")).toBeVisible();
});
