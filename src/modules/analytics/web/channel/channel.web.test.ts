import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { analyticsPath, tasksPath, videoResultsPath } from "#core/paths.ts";
import { channelEndpoints, type ChannelSummary } from "#modules/analytics/contract/channel.ts";
import { teamEndpoints } from "#modules/analytics/contract/team.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import type { User } from "#modules/people/contract/people.ts";
import { teamEndpoints as membershipEndpoints, type JoinedTeam } from "#modules/team/contract/team.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";
import { sampleChannel, sampleVideo } from "#testing/web/analytics-samples.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika, meera, samplePerson } from "#testing/web/samples.ts";
import { sampleTeam } from "#testing/web/team-figures-samples.ts";

const ferryId = "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea102";
const ferry = sampleVideo({ taskId: 13, deliveryId: ferryId, title: "Night ferry" });

/** The analytics of a user on a server with this channel, two videos and a team. */
async function openAnalytics(channel: ChannelSummary, user: User = meera, teams: JoinedTeam[] = []) {
  const screen = await startScreen(user);
  let answer = channel;
  const channels = screen.api.on(channelEndpoints.channel, () => answer);
  const sorted = screen.api.on(channelEndpoints.channelVideos, ({ query }) =>
    query.sort === "averageViewPercent" && query.direction === "descending"
      ? [sampleVideo(), ferry]
      : [ferry, sampleVideo()],
  );
  const periods = screen.api.on(teamEndpoints.team, () => sampleTeam());
  screen.api.on(membershipEndpoints.teams, () => ({ teams, invitations: [] }));
  await screen.open(analyticsPath(user.role));
  const show = async (next: ChannelSummary) => {
    answer = next;
    await screen.open(analyticsPath(user.role));
  };
  return { ...screen, channels, sorted, periods, show };
}

const table = page.getByRole("table");
const titles = () =>
  table
    .getByRole("rowheader")
    .elements()
    .map(({ textContent }) => textContent);

test("published videos are sorted by the server, and lead to their results", async () => {
  const { sorted } = await openAnalytics(sampleChannel());
  await expect
    .poll(titles)
    .toEqual([expect.stringContaining("Night ferry"), expect.stringContaining("Lagoon")]);
  await table.getByRole("button", { name: "Sort by avg. viewed" }).click();
  await expect
    .poll(titles)
    .toEqual([expect.stringContaining("Lagoon"), expect.stringContaining("Night ferry")]);
  await expect
    .element(table.getByRole("columnheader", { name: /avg\. viewed/i }))
    .toHaveAttribute("aria-sort", "descending");
  await table.getByRole("button", { name: "Sort by avg. viewed" }).click();
  await expect
    .poll(titles)
    .toEqual([expect.stringContaining("Night ferry"), expect.stringContaining("Lagoon")]);
  expect(sorted.map(({ query: { sort, direction } }) => `${sort} ${direction}`)).toEqual([
    "published descending",
    "averageViewPercent descending",
    "averageViewPercent ascending",
  ]);
  await expect
    .element(table.getByRole("link", { name: /Night ferry/ }))
    .toHaveAttribute("href", videoResultsPath("YOUTUBER", 13, ferryId));
});

test("the list of a phone has the same figures and order", async () => {
  const { sorted } = await openAnalytics(sampleChannel());
  await page.viewport(360, 740);
  await page.getByRole("combobox", { name: "Sort by" }).selectOptions("Average viewed");
  await page.getByRole("button", { name: "Sort ascending" }).click();
  await expect
    .poll(() => sorted.at(-1)?.query)
    .toMatchObject({ sort: "averageViewPercent", direction: "ascending" });
  await expect
    .element(page.getByRole("listitem").filter({ hasText: "Avg. viewed" }).first())
    .toMatchTextContent(/56%/);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test("totals, the videos watched most and least of, and sources are shown, and no quota of the platform", async () => {
  await openAnalytics(sampleChannel());
  await expect.element(page.getByLabelText("Totals of all videos")).toMatchTextContent(/Views18,240/);
  await expect
    .element(page.getByRole("region", { name: "Highest average viewed" }))
    .toMatchTextContent(/Lagoon.*56%.*81% still watching at 0:30/);
  await expect
    .element(page.getByRole("region", { name: "Lowest average viewed" }))
    .toMatchTextContent(/Night ferry.*24%/);
  await expect.element(page.getByRole("region", { name: "Sources" })).toMatchTextContent(/Up to date/);
  await expect.element(page.getByText(/calls|quota/i)).not.toBeInTheDocument();
});

test("the creator chooses whether editors see results", async () => {
  const { api } = await openAnalytics(sampleChannel());
  const saves = api.on(channelEndpoints.saveSettings, ({ body }) => body);
  const share = page.getByRole("switch", { name: "Share results with editors" });
  await expect.element(share).toBeChecked();
  api.on(channelEndpoints.channel, () => sampleChannel({ shareResults: false }));
  await share.click();
  await expect.element(share).not.toBeChecked();
  await expect.element(share).toBeEnabled();
  await expect.element(share).not.toBeChecked();
  expect(saves.map(({ body }) => body)).toEqual([{ shareResults: false }]);
});

test("missing access, a disconnected channel and a used up quota say what to do", async () => {
  const { show } = await openAnalytics(sampleChannel({ videos: 0, destinations: [] }));
  await expect.element(page.getByText("No published videos yet")).toBeVisible();
  const [destination] = sampleChannel().destinations;
  if (!destination) throw new Error("The sample has no destination.");
  await show(sampleChannel({ destinations: [{ ...destination, state: "no_access" }], totals: null }));
  await expect.element(page.getByRole("button", { name: "Allow access to analytics" })).toBeVisible();
  await show(sampleChannel({ destinations: [{ ...destination, state: "disconnected" }], totals: null }));
  await expect.element(page.getByRole("link", { name: "Connect it in Settings" })).toBeVisible();
  const problem = { message: "The quota of today is used up.", retryAt: "2031-05-26T07:00:00.000Z" };
  await show(sampleChannel({ destinations: [{ ...destination, problem }] }));
  await expect
    .element(page.getByRole("note"))
    .toMatchTextContent(/used up\. The next attempt is at May 26, 12:30 PM/);
});

test("a creator sees the figures of each editor and of a period", async () => {
  const { periods } = await openAnalytics(sampleChannel());
  await page.getByRole("tab", { name: "Team" }).click();
  await expect
    .element(page.getByRole("row").filter({ hasText: "anika" }))
    .toMatchTextContent(/9.*3\.2 days.*75% of 12/);
  await expect.element(page.getByRole("row").filter({ hasText: "dev" })).toMatchTextContent(/5.*–/);
  await expect.element(page.getByText("The platform's daily quota was used up")).toBeVisible();
  await page.getByRole("combobox", { name: "Period" }).selectOptions("All time");
  await expect.poll(() => periods.map(({ query }) => query.days)).toEqual(["90", "all"]);
});

test("an editor sees no channel, and only their own work", async () => {
  const { api, open } = await startScreen(anika);
  api.on(teamEndpoints.team, () => sampleTeam({ editors: [] }));
  api.refuseOthers(commonError("not_found"));
  api.on(boardEndpoints.countTasks, () => ({ assigned: 0, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => []);
  await open(tasksPath("EDITOR"));
  await page.getByRole("link", { name: "Analytics" }).click();
  await expect.element(page.getByRole("heading", { name: "Analytics", level: 1 })).toBeVisible();
  await expect.element(page.getByLabelText("In total")).toMatchTextContent(/Tasks14/);
  await expect.element(page.getByRole("tab")).not.toBeInTheDocument();
  await expect.element(page.getByRole("table")).not.toBeInTheDocument();
});

test("figures of 1,000 tasks say that only the newest ones are counted", async () => {
  const { api, open } = await startScreen(anika);
  const { total } = sampleTeam();
  api.on(teamEndpoints.team, ({ query }) =>
    sampleTeam({ total: { ...total, tasks: query.days === "all" ? 1000 : 999 }, editors: [] }),
  );
  await open(analyticsPath("EDITOR"));
  const note = page.getByText(/^Times are medians\./);
  await expect.element(note).not.toMatchTextContent(/newest/);
  await page.getByRole("combobox", { name: "Period" }).selectOptions("All time");
  await expect.element(note).toMatchTextContent(/Only the newest 1,000 tasks are counted\.$/);
});

const managed = (id: number, name: string): JoinedTeam => ({
  creator: { ...samplePerson(meera), id, name },
  kind: "manager",
  rights: ["review"],
  memberSince: "2031-01-01T00:00:00.000Z",
  editorNotes: [],
});

test("a manager chooses among the channels that they manage, and sees no settings of the creator", async () => {
  const channel = sampleChannel({ own: false });
  const teams = [
    managed(meera.id, "meera"),
    managed(77, "sana"),
    { ...managed(78, "ines"), kind: "editor" as const },
  ];
  const { channels, sorted } = await openAnalytics(channel, anika, teams);
  await expect.element(page.getByRole("tab", { name: "Channel" })).toHaveAttribute("aria-selected", "true");
  await expect
    .element(table.getByRole("link").first())
    .toHaveAttribute("href", expect.stringContaining(videoResultsPath("EDITOR", 13)));
  const choice = page.getByRole("combobox", { name: "Channel" });
  expect([...choice.element().children].map(({ textContent }) => textContent)).toEqual(["meera", "sana"]);
  await choice.selectOptions("sana");
  await expect.poll(() => channels.at(-1)?.query.channel).toBe(77);
  await expect.poll(() => sorted.at(-1)?.query.channel).toBe(77);
  expect(channels[0]?.query.channel).toBe(meera.id);
  await expect.element(page.getByRole("heading", { name: "Sources" })).toBeVisible();
  await expect.element(page.getByRole("switch", { name: /Share results/ })).not.toBeInTheDocument();
  await page.getByRole("tab", { name: "Your work" }).click();
  await expect.element(page.getByText(/assigned to you in this period/)).toBeVisible();
});

test("until the managed channels are known, the page of one of them shows no other channel", async () => {
  const { api, channels, periods, open } = await openAnalytics(sampleChannel(), meera, [managed(77, "sana")]);
  const teams = Promise.withResolvers<{ teams: JoinedTeam[]; invitations: [] }>();
  api.on(membershipEndpoints.teams, () => teams.promise);
  const shown = channels.length;
  await open(`${analyticsPath("YOUTUBER")}?channel=77`);
  const waiting = page.getByRole("status").filter({ hasText: "Loading analytics" });
  await expect.element(waiting).toBeVisible();
  await expect.element(page.getByRole("tab", { name: "Channel" })).toHaveAttribute("aria-selected", "true");
  await open(`${analyticsPath("YOUTUBER")}?channel=${meera.id}`);
  await expect.element(table.getByRole("link").first()).toBeVisible();
  await open(`${analyticsPath("YOUTUBER")}?channel=77`);
  await expect.element(waiting).toBeVisible();
  teams.resolve({ teams: [managed(77, "sana")], invitations: [] });
  await expect.element(page.getByRole("combobox", { name: "Channel" })).toHaveDisplayValue("sana");
  await expect.element(table.getByRole("link").first()).toBeVisible();
  expect(channels.slice(shown).map(({ query }) => query.channel)).toEqual([meera.id, 77]);
  expect(periods).toEqual([]);
});

test("a channel that the user doesn't manage, or teams that can't be loaded, lead to the own channel", async () => {
  const { api, channels, open } = await openAnalytics(sampleChannel(), meera, [managed(77, "sana")]);
  for (const answer of [
    () => ({ teams: [managed(77, "sana")], invitations: [] }),
    () => {
      throw commonError("not_found");
    },
  ]) {
    const shown = channels.length;
    api.on(membershipEndpoints.teams, answer);
    await open(`${analyticsPath("YOUTUBER")}?channel=78`);
    await expect.element(table.getByRole("link").first()).toBeVisible();
    expect(channels.slice(shown).map(({ query }) => query.channel)).toEqual([meera.id]);
  }
});

test("a former manager's page of the channel shows their own work once that is known", async () => {
  const { api, channels, periods, open } = await openAnalytics(sampleChannel({ own: false }), anika);
  await expect.element(page.getByLabelText("In total")).toBeVisible();
  const teams = Promise.withResolvers<{ teams: JoinedTeam[]; invitations: [] }>();
  api.on(membershipEndpoints.teams, () => teams.promise);
  await open(`${analyticsPath("EDITOR")}?channel=${meera.id}`);
  await expect.element(page.getByText("Loading analytics")).toBeInTheDocument();
  expect(periods).toHaveLength(1);
  teams.resolve({ teams: [], invitations: [] });
  await expect.element(page.getByLabelText("In total")).toBeVisible();
  expect(channels).toEqual([]);
});

test("a manager who was removed loses the figures on the open page", async () => {
  const channel = sampleChannel({ own: false });
  const { api, realtime } = await openAnalytics(channel, anika, [managed(meera.id, "meera")]);
  await expect.element(table.getByRole("link").first()).toBeVisible();
  await realtime.connect();
  api.on(membershipEndpoints.teams, () => ({ teams: [], invitations: [] }));
  realtime.send(teamChanged, { creatorId: meera.id });
  await expect.element(table).not.toBeInTheDocument();
});
