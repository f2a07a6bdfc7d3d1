import type { FetchProblem } from "#modules/analytics/contract/figures.ts";

import type { AnalysedVideoRow } from "../tables.ts";

const messages: Readonly<Record<string, string>> = {
  quota_exceeded: "{platform} allows no more requests today. The figures are read again tomorrow.",
  quota_share_used: "You have used up your share of today's requests for figures. The rest follows tomorrow.",
  rate_limited: "{platform} limits the number of requests. The figures are read again soon.",
  video_not_found: "{platform} no longer has this video, so its figures were deleted.",
  channel_forbidden: "{platform} refuses the figures of this video, because it belongs to another channel.",
  refused: "{platform} refuses to return figures. They are requested again later.",
  scope_missing: "{platform} no longer allows access to the figures. Allow it again in Analytics.",
  reconnect_needed: "The channel is no longer connected. Connect it again in Settings.",
  api_not_enabled: "The YouTube Analytics API is not enabled for this server. Ask its operator to enable it.",
};
const usual = "{platform} is not responding. The figures are read again later.";

/** Problems after which waiting doesn't help. */
const final: ReadonlySet<string> = new Set([
  "video_not_found",
  "channel_forbidden",
  "scope_missing",
  "reconnect_needed",
]);

/** The reason why the figures of a video could not be read last; null after a success. */
export function problemOf(
  row: Pick<AnalysedVideoRow, "problemCode" | "nextFetchAt"> | null,
  platform: string,
): FetchProblem | null {
  if (!row || row.problemCode === null) return null;
  const { problemCode: code, nextFetchAt } = row;
  return {
    message: (messages[code] ?? usual).replaceAll("{platform}", platform),
    retryAt: final.has(code) ? null : nextFetchAt.toISOString(),
  };
}
