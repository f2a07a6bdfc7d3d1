/** Codes of problems of a single video, after which the other videos of its destination are fetched. */
export const problemsOfVideos: readonly string[] = ["video_not_found", "channel_forbidden", "refused"];
