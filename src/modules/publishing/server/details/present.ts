import type { Caption, PublishDetails } from "#modules/publishing/contract/details.ts";
import { problemMessage } from "#modules/publishing/rules/problems.ts";
import { recoveryActionsFor } from "#modules/publishing/rules/recovery-actions.ts";

import type { CaptionSummary, PlaylistEntryRow } from "./queries.ts";

export function presentCaption(row: CaptionSummary, platform: string): Caption {
  const { id, language, name, fileName, cues } = row;
  return { id, language, name, fileName, cues, ...presentState(row, platform) };
}

export function presentPlaylistEntry(
  row: PlaylistEntryRow,
  platform: string,
): PublishDetails["playlists"][number] {
  return { id: row.playlistId, title: row.title, ...presentState(row, platform) };
}

function presentState(
  { sentTo, problemCode }: Pick<CaptionSummary, "sentTo" | "problemCode">,
  platform: string,
) {
  if (problemCode === null) {
    return {
      state: sentTo === null ? ("waiting" as const) : ("sent" as const),
      problem: null,
      reconnect: false,
    };
  }
  return {
    state: "failed" as const,
    problem: problemMessage(problemCode, platform),
    reconnect: recoveryActionsFor(problemCode, "done").includes("reconnect"),
  };
}
