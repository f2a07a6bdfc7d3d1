import { commonError } from "#core/error.ts";

/** The last entry of a page of a list by time. */
export interface TimeCursor {
  at: Date;
  taskId: number;
}

export function writeCursor({ at, taskId }: TimeCursor): string {
  return `${at.getTime()}-${taskId}`;
}

/** 400 `invalid_input` for a malformed cursor. */
export function readCursor(cursor: string | undefined): TimeCursor | null {
  if (cursor === undefined) return null;
  const [, time, taskId] = /^(\d{1,14})-(\d{1,15})$/.exec(cursor) ?? [];
  if (time === undefined || taskId === undefined) {
    throw commonError("invalid_input", {
      message: "Invalid cursor. Reload the list.",
    });
  }
  return { at: new Date(Number(time)), taskId: Number(taskId) };
}
