import type { TaskEvent } from "../rules.ts";

const texts: Record<TaskEvent, (task: string, version: string) => string> = {
  assigned: (task) => `${task} was assigned`,
  declined: (task) => `${task} was declined`,
  uploaded: (task, version) => `${version} of ${task} is ready for review`,
  changes_requested: (task, version) => `Changes were requested to ${version} of ${task}`,
  approved: (task, version) => `${version} of ${task} was approved`,
  approval_undone: (task, version) => `${version} of ${task} is in review again`,
  published: (task) => `${task} was published`,
  expired: (task, version) => `The review window of ${version} of ${task} has ended`,
};

/** The text of an assistant bubble. */
export function assistantText(event: TaskEvent, taskTitle: string, version: number | null): string {
  return texts[event](taskTitle, version === null ? "A version" : `Version ${version}`);
}
