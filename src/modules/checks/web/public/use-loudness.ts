import { useQuery } from "@tanstack/react-query";

import { type LoudnessDisplay, useLoudnessChoice } from "#modules/media/web/public/use-loudness-choice.ts";

import { loudnessQuery } from "../queries.ts";

/** The loudness of a version, requested once the user shows it. `version` is undefined before there is one. */
export function useLoudness(taskId: number, version: number | undefined, target: number): LoudnessDisplay {
  const choice = useLoudnessChoice();
  const enabled = choice.isShown && version !== undefined;
  const { data, isLoadingError } = useQuery({ ...loudnessQuery(taskId, version ?? 0), enabled });
  return { ...choice, target, curve: data, hasFailed: isLoadingError };
}
