import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";

import { startUploadPath, taskUpdatePath } from "#core/paths.ts";

import { useSetUploadTask } from "../destinations/upload-storage.ts";
import { readinessQuery } from "../start/queries.ts";

/** The next step of those who publish an approved version. */
export interface PublishNext {
  /** Whether details and destinations are complete, so that only the agreement is missing. */
  ready: boolean;
  /** Opens the agreement, or else the details of the video. */
  open: () => void;
}

/** The step that follows the approval of a version; not ready while not `wanted`. */
export function usePublishNext(taskId: number, { wanted }: { wanted: boolean }): PublishNext {
  const navigate = useNavigate();
  const setUploadTask = useSetUploadTask();
  const { data } = useQuery({ ...readinessQuery(taskId), enabled: wanted });
  const ready = data?.ready ?? false;
  return {
    ready,
    open: () => {
      if (ready) setUploadTask(taskId);
      void navigate(ready ? startUploadPath : taskUpdatePath(taskId));
    },
  };
}
