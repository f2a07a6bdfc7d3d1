import { z } from "zod";

import { defineKind, editors, onTask } from "./kind.ts";

export const ratingReceived = defineKind({
  label: "Ratings",
  roles: editors,
  withoutAccess: true,
  data: onTask.extend({ stars: z.number(), review: z.string().nullable() }),
  text: ({ title, stars, review }) => ({
    title: `Rated ${stars} of 5 stars: ${title}`,
    description: review ?? "You received a rating for this task. It appears on your profile.",
  }),
  link: () => ({ screen: "profile" }),
});
