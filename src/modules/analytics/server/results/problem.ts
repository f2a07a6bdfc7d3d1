import type { FetchProblem } from "#modules/analytics/contract/figures.ts";
import { figuresProblem } from "#modules/publishing/rules/problems.ts";

import type { AnalysedVideoRow } from "../tables.ts";

/** The reason why the figures of a video could not be read last; null after a success. */
export function currentProblem(
  row: Pick<AnalysedVideoRow, "problemCode" | "nextFetchAt"> | null,
  platform: string,
): FetchProblem | null {
  if (!row || row.problemCode === null) return null;
  const { message, lasting } = figuresProblem(row.problemCode, platform);
  return { message, retryAt: lasting ? null : row.nextFetchAt.toISOString() };
}
