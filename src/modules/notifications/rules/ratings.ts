import type { NotificationContent } from "./content.ts";

/** For the editor who was rated. `path` is their own profile, which shows the rating. */
export function ratingNotification(
  task: { taskTitle: string },
  rating: { stars: number; review: string | null; path: string },
): NotificationContent {
  const { stars, review, path } = rating;
  return {
    kind: "rating_received",
    title: `Rated ${stars} of 5 stars: ${task.taskTitle}`,
    description: review ?? "You received a rating for this task. It counts on your profile.",
    path,
  };
}
