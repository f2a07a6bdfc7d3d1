import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";

import { previewQuery } from "#modules/review/web/public/preview-query.ts";
import { useHasStoredUser } from "#modules/sign-in/web/public/use-stored-user.ts";

/** The version and frame that the URL names (`?version=2&frame=48`), or undefined. */
export function usePreviewPosition(): { version: number | undefined; frame: number | undefined } {
  const [search] = useSearchParams();
  return {
    version: wholeNumber(search.get("version")) || undefined,
    frame: wholeNumber(search.get("frame")),
  };
}

/** Requests the preview while the session is still being checked. The screen then finds it in the cache. */
export function usePreviewPrefetch(taskId: number | null): void {
  const { version } = usePreviewPosition();
  const hasStoredUser = useHasStoredUser();
  useQuery({
    ...previewQuery(taskId ?? 0, version),
    enabled: taskId !== null && hasStoredUser,
    notifyOnChangeProps: [],
  });
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
