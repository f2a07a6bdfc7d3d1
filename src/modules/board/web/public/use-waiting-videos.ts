import { useQuery } from "@tanstack/react-query";

import { waitingVideosQuery } from "../queries.ts";

interface WaitingVideo {
  taskId: number;
  taskTitle: string;
}

interface WaitingVideos {
  /** The newer task whose version waits for the user's decision; null without one, and until the tasks are loaded. */
  previous: WaitingVideo | null;
  /** The older one. */
  next: WaitingVideo | null;
}

/** The tasks before and after one in the user's list whose versions wait for the user's decision, also once that one is decided. */
export function useWaitingVideos(taskId: number): WaitingVideos {
  const { data = [] } = useQuery(waitingVideosQuery);
  const videos = data.map(({ id, taskTitle }) => ({ taskId: id, taskTitle }));
  return {
    previous: videos.findLast((video) => video.taskId > taskId) ?? null,
    next: videos.find((video) => video.taskId < taskId) ?? null,
  };
}
