import type { ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import type { BoardTask } from "#modules/board/contract/board.ts";
import { isBeingSent } from "#modules/media/rules/uploads.ts";
import { videoFailureMessage } from "#modules/media/rules/video-failures.ts";
import { posterAddress } from "#modules/media/server/public/media.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { pictureAddress } from "#modules/people/rules/people.ts";
import { publishingStatus } from "#modules/publishing/rules/status.ts";
import type { VersionStatus } from "#modules/review/contract/version-status.ts";
import { type VersionState, watchable } from "#modules/review/rules/versions.ts";
import { listTaskApprovals } from "#modules/review/server/public/review.ts";
import type { Contributor } from "#modules/tasks/contract/contributor.ts";
import { presentTasks } from "#modules/tasks/server/public/tasks.ts";

import type { BoardRow } from "./queries.ts";

/** Board tasks as the API returns them. */
export async function presentBoardTasks(ctx: ReadContext, rows: readonly BoardRow[]): Promise<BoardTask[]> {
  const people = rows
    .flatMap(({ creator, editor }) => [...personRows(creator), ...personRows(editor)])
    .map(presentPerson);
  const inDecision = rows.flatMap(({ task: { id, creatorId, stage }, reviewed }) =>
    reviewed && (stage === "in_review" || stage === "approved")
      ? [{ id, creatorId, version: reviewed.number }]
      : [],
  );
  const [tasks, approvals] = await together([
    presentTasks(
      ctx,
      rows.map(({ task }) => task),
      new Map(people.map((person) => [person.id, person])),
    ),
    listTaskApprovals(ctx, inDecision),
  ]);
  return rows.flatMap((row, index) => {
    const task = tasks[index];
    if (!task) return [];
    const { rating, contributors, waiting, openComments, notDoneComments, check } = row;
    return {
      ...task,
      ...(contributors && { contributors: contributors.map(presentContributor) }),
      ...boardVersionStatus(ctx, row),
      ...publishingStatus(row.task.stage, row.delivery, watchableVideo(row)),
      stars: rating?.stars ?? null,
      ratedAt: rating?.ratedAt.toISOString() ?? null,
      approvals: approvals.get(row.task.id) ?? [],
      openComments: openComments ?? 0,
      notDoneComments: notDoneComments ?? 0,
      findings: check && (check.complete || check.open > 0) ? check.open : null,
      waiting,
    };
  });
}

/** States of versions that were in review and never could be decided on. */
const lostStates: ReadonlySet<VersionState> = new Set(["refused", "withdrawn"]);

function boardVersionStatus(ctx: ReadContext, row: BoardRow): VersionStatus {
  const { reviewed } = row;
  const arrival = row.arrival?.state === "uploading" ? null : row.arrival;
  const upload = row.arrival?.state === "uploading" ? row.arrival : null;
  const videoId = watchableVideo(row);
  const poster = videoId && reviewed?.posterDone ? { id: videoId, taskId: row.task.id } : null;
  return {
    version: reviewed === null || lostStates.has(reviewed.state) ? 0 : reviewed.number,
    arrival: arrival && {
      version: arrival.number,
      fileName: arrival.fileName,
      refusal: arrival.failure && videoFailureMessage(arrival.failure),
    },
    upload: upload && {
      received: upload.received ?? 0,
      bytes: upload.bytes,
      active: isBeingSent(upload, ctx.now),
    },
    reviewEndsAt: reviewed?.reviewEndsAt?.toISOString() ?? null,
    posterUrl: poster && posterAddress(ctx, poster),
    feedback: reviewed?.feedback ?? null,
    withdrawn:
      reviewed?.state === "withdrawn"
        ? { version: reviewed.number, reason: reviewed.withdrawalReason ?? "" }
        : null,
  };
}

function watchableVideo({ reviewed }: BoardRow): string | null {
  return reviewed && watchable(reviewed.state) ? reviewed.videoId : null;
}

type PersonRow = Pick<PersonCard, "id" | "name" | "role"> & {
  pictureFileId: string | null;
  suspendedAt: Date | string | null;
};

/** A user of a task, if it has one: a task may be without an editor. */
function personRows(person: BoardRow["editor"] | null): PersonRow[] {
  if (person === null) return [];
  const { id, name, role, pictureFileId, suspendedAt } = person;
  if (id === null || name === null || role === null) return [];
  return [{ id, name, role, pictureFileId, suspendedAt }];
}

function presentContributor({
  label,
  rights,
  ...person
}: NonNullable<BoardRow["contributors"]>[number]): Contributor {
  return { person: presentPerson(person), label, rights };
}

function presentPerson({ id, name, role, pictureFileId, suspendedAt }: PersonRow): PersonCard {
  const card: PersonCard = { id, name, role, profileImgUrl: pictureAddress(pictureFileId) };
  if (suspendedAt) card.suspended = true;
  return card;
}
