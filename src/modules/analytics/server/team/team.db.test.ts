import { randomUUID } from "node:crypto";

import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hour } from "#core/time.ts";
import { commentCounters, comments } from "#modules/feedback/server/tables.ts";
import type { TaskEventKind } from "#modules/history/rules/kinds.ts";
import { taskHistory } from "#modules/history/server/tables.ts";
import { videos } from "#modules/media/server/tables.ts";
import { listTeamEditors } from "#modules/profiles/server/editors/list.ts";
import { versions } from "#modules/review/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { type AnalyticsScenario, analyticsScenario } from "#testing/analytics-scenario.ts";
import { sampleFacts } from "#testing/reviewed-version.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

import { teamFile } from "./file.ts";
import { readTeam } from "./team.ts";

let app: TestApp;
let setup: AnalyticsScenario;
let other: TestActor;
beforeAll(async () => {
  app = await startApp();
  setup = await analyticsScenario(app);
  other = await app.person("noor", "EDITOR");
  await setup.connectYouTube();
  await app.db.delete(taskHistory);
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});

const created = new Date("2026-11-20T08:00:00Z");

/** A task with an approved version whose history was this, by hours since it was created. */
async function worked(
  history: readonly [hours: number, kind: TaskEventKind, version?: number][],
  { editor = setup.editor, deadlineHours = 100 }: { editor?: TestActor; deadlineHours?: number } = {},
): Promise<number> {
  const { taskId } = await setup.approvedTask({ bytes: 1000 });
  const deadline = new Date(created.getTime() + deadlineHours * hour);
  await app.db
    .update(tasks)
    .set({ createdAt: created, deadline, editorId: editor.id })
    .where(eq(tasks.id, taskId));
  const [firstArrival = null] = history.flatMap(([hours, kind]) => (kind === "in_review" ? [hours] : []));
  await app.db
    .update(videos)
    .set({ receivedAt: firstArrival === null ? null : new Date(created.getTime() + firstArrival * hour) })
    .where(
      inArray(
        videos.id,
        app.db.select({ id: versions.videoId }).from(versions).where(eq(versions.taskId, taskId)),
      ),
    );
  await app.db.delete(taskHistory).where(eq(taskHistory.taskId, taskId));
  await app.db.insert(taskHistory).values(
    history.map(([hours, kind, version = null], index) => ({
      taskId,
      sequence: index + 1,
      kind,
      personId: null,
      version,
      at: new Date(created.getTime() + hours * hour),
    })),
  );
  return taskId;
}

const teamOf = (actor: TestActor) => app.dependencies.read(actor, (ctx) => readTeam(ctx, "all"));

describe("the team", () => {
  it("has the figures of each editor's tasks, and editors have their own", async () => {
    await app.db.update(tasks).set({ editorId: null });
    await worked([
      [0, "assigned"],
      [10, "in_review", 1],
      [12, "approved", 1],
    ]);
    await worked(
      [
        [0, "assigned"],
        [30, "in_review", 1],
        [40, "expired", 1],
      ],
      { editor: other, deadlineHours: 20 },
    );
    const { total, editors, since } = await teamOf(setup.creator);
    expect(since).toBeNull();
    expect(total).toMatchObject({
      tasks: 2,
      approved: 2,
      briefToFirstVersionSeconds: (20 * hour) / 1000,
      waitingForReviewSeconds: (6 * hour) / 1000,
      dueTasks: 2,
      onTimeTasks: 1,
      expiredWindows: 1,
    });
    const own = editors.find(({ editor }) => editor.id === other.id);
    expect(own).toMatchObject({
      tasks: 1,
      briefToFirstVersionSeconds: (30 * hour) / 1000,
      dueTasks: 1,
      onTimeTasks: 0,
      expiredWindows: 1,
    });
    const seen = await teamOf(other);
    expect(seen.editors.map(({ editor }) => editor.id)).toEqual([other.id]);
    const { editor: _editor, ...figures } = own ?? { editor: null };
    expect(seen.total).toEqual(figures);
  });

  it("has the same tasks on time as the list of the creator's editors", async () => {
    const creator = await app.person("ines", "YOUTUBER");
    const given = async (...task: Parameters<typeof worked>) => {
      const taskId = await worked(...task);
      await app.db.update(tasks).set({ creatorId: creator.id }).where(eq(tasks.id, taskId));
      return taskId;
    };
    const late = { deadlineHours: 20 };
    // On time, though the approved version was in review after the deadline.
    await given(
      [
        [10, "in_review", 1],
        [15, "changes_requested", 1],
        [30, "in_review", 2],
      ],
      late,
    );
    await given([[30, "in_review", 1]], late);
    await given([[0, "assigned"]], late);
    await given([[0, "assigned"]], { deadlineHours: 100_000 });
    const cancelled = await given([[10, "in_review", 1]], late);
    await app.db.update(tasks).set({ stage: "cancelled" }).where(eq(tasks.id, cancelled));
    const onTime = { dueTasks: 3, onTimeTasks: 1 };
    const { total, editors } = await teamOf(creator);
    expect(total).toMatchObject({ tasks: 5, ...onTime });
    expect(editors).toMatchObject([onTime]);
    expect(await app.dependencies.read(creator, (ctx) => listTeamEditors(ctx))).toMatchObject([onTime]);
  });

  it("counts failures of publishing by their cause", async () => {
    const taskId = await worked([[0, "assigned"]]);
    await setup.fail({ kind: "rejected", reason: "duplicate" });
    await setup.start(taskId);
    await setup.deliver(taskId);
    const { total } = await teamOf(setup.creator);
    expect(total.publishingFailures).toMatchObject([{ count: 1, cause: expect.stringMatching(/\w+/) }]);
    expect((await teamOf(other)).total.publishingFailures).toEqual([]);
  });

  it("is of a period, and exported as CSV", async () => {
    app.setNow(new Date(created.getTime() + 40 * 24 * hour));
    const recent = await app.dependencies.read(setup.creator, (ctx) => readTeam(ctx, "30"));
    expect(recent.total.tasks).toBe(0);
    app.setNow(null);
    const file = await app.dependencies.read(setup.creator, (ctx) => teamFile(ctx, "all"));
    const lines = String(file.content).split("\r\n");
    expect(lines[1]).toMatch(/^"Total",3,/);
    expect(lines.some((line) => line.startsWith('"noor",1,'))).toBe(true);
  });

  it("counts comments of reviewed versions without replies and deleted ones, and no declined tasks", async () => {
    const creator = await app.person("luis", "YOUTUBER");
    const taskId = await worked([
      [0, "assigned"],
      [10, "in_review", 1],
      [20, "changes_requested", 1],
      [30, "in_review", 2],
      [31, "in_review", 2],
      [40, "approved", 2],
    ]);
    const declined = await worked([[5, "in_review", 1]]);
    await app.db
      .update(tasks)
      .set({ creatorId: creator.id })
      .where(inArray(tasks.id, [taskId, declined]));
    await app.db.update(tasks).set({ declinedAt: created }).where(eq(tasks.id, declined));
    const [version] = await app.db.select().from(versions).where(eq(versions.taskId, taskId));
    const facts = { ...sampleFacts, durationSeconds: 120 };
    await app.db
      .update(videos)
      .set({ facts })
      .where(eq(videos.id, version?.videoId ?? ""));
    await app.db.insert(commentCounters).values({ taskId, lastSequence: 9, lastChange: 9 });
    const parentId = randomUUID();
    const comment = (sequence: number, more: Partial<typeof comments.$inferInsert> = {}) => ({
      taskId,
      sequence,
      id: randomUUID(),
      change: sequence,
      version: version?.number ?? 1,
      authorId: creator.id,
      inFrame: 1,
      outFrame: 1,
      text: "Shorter.",
      imageFileIds: [],
      mentions: [],
      createdAt: created,
      ...more,
    });
    await app.db
      .insert(comments)
      .values([
        comment(1, { id: parentId }),
        comment(2, { parentId }),
        comment(3, { deletedAt: created }),
        comment(4),
      ]);
    const { total } = await teamOf(creator);
    expect(total).toMatchObject({
      tasks: 1,
      commentsPerMinute: 1,
      versionsPerApprovedVideo: 2,
      approvedAtFirstVersion: 0,
      briefToFirstVersionSeconds: (10 * hour) / 1000,
      waitingForReviewSeconds: (10 * hour) / 1000,
    });
    const file = await app.dependencies.read(creator, (ctx) => teamFile(ctx, "all"));
    expect(file).toMatchObject({ name: "Team.csv", type: "text/csv" });
    const [header, row, ...others] = String(file.content).trimEnd().split("\r\n");
    expect(header?.split(",").slice(0, 8)).toEqual([
      '\u{feff}"Editor"',
      '"Tasks"',
      '"Approved"',
      '"Published"',
      '"Brief to first version (median seconds)"',
      '"Waiting for review (median seconds)"',
      '"Versions per approved video"',
      '"Approved first time (share)"',
    ]);
    expect(row).toBe('"Total",1,1,0,36000,36000,2,0,1,1,1,0,""');
    expect(others).toEqual([row?.replace('"Total"', '"anika"')]);
  });

  it("has nothing of other creators", async () => {
    const stranger = await app.person("sana", "YOUTUBER");
    expect(await teamOf(stranger)).toMatchObject({ total: { tasks: 0 }, editors: [] });
  });
});
