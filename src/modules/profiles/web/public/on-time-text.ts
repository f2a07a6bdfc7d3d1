import { formatPercent } from "#ui/format.ts";

/** The label of the share of tasks on time. */
export const onTimeLabel = "On time";

/** The rule behind `onTimeLabel`. */
export const onTimeMeaning = "On time: the first version was uploaded before the deadline.";

/** The share of the due tasks that were on time: `75% of 8`; a dash while none was due. */
export function onTimeText({ dueTasks, onTimeTasks }: { dueTasks: number; onTimeTasks: number }): string {
  return dueTasks === 0 ? "–" : `${formatPercent((onTimeTasks / dueTasks) * 100)} of ${dueTasks}`;
}
