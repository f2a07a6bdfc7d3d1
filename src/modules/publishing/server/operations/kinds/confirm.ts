import { AdapterError } from "#core/adapter-error.ts";
import { day, hour, minute } from "#core/time.ts";
import { overdueAfter } from "#modules/publishing/rules/progress.ts";
import { changeDelivery } from "#modules/publishing/server/deliveries/queries.ts";

import type { Operation, OperationWork, Outcome } from "../operation.ts";

/** Reads back whether a scheduled video has become public, from its time on. Clients are told the result of each attempt. */
export const confirm: OperationWork = {
  run: confirmPublic,
  retry: () => null,
};

/** Waits after each attempt; at the third the video is overdue. The creator may also have made it private. */
const waits = [minute, overdueAfter - minute, 10 * minute, hour, 6 * hour, day];

async function confirmPublic(operation: Operation): Promise<Outcome> {
  const { row, delivery, now } = operation;
  const { id, publishAt, publicAt } = delivery;
  if (publishAt === null || publicAt !== null) return { kind: "done" };
  if (publishAt > now) return { kind: "later", wait: +publishAt - +now };
  const isVideoPublic = await isPublic(operation);
  if (isVideoPublic === true) {
    return {
      kind: "done",
      record: async ({ tx }) => void (await changeDelivery(tx, id, { publicAt: publishAt })),
    };
  }
  const wait = waits[row.attempt];
  if (wait === undefined) return { kind: "done" };
  return {
    kind: "later",
    wait,
    attempt: row.attempt + 1,
    error: isVideoPublic === false ? undefined : isVideoPublic,
  };
}

/** Whether the video is public, or the error of a platform that can't be asked: the next attempt may succeed. */
async function isPublic({ call, delivery: { platformVideoId } }: Operation): Promise<boolean | AdapterError> {
  if (platformVideoId === null) return false;
  try {
    const state = await call("publishing", (access, platform) => platform.video(access, platformVideoId));
    return state?.privacy === "public";
  } catch (error) {
    if (error instanceof AdapterError) return error;
    throw error;
  }
}
