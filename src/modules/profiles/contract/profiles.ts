import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { booleanText } from "#core/form-text.ts";
import { pageQuery } from "#core/page.ts";
import { creators, editors, signedIn } from "#core/permission.ts";
import { maxImageBytes } from "#modules/media/rules/limits.ts";
import { personCard, role, user } from "#modules/people/contract/people.ts";
import { nameText } from "#modules/people/rules/people.ts";
import { taskIdText } from "#modules/tasks/contract/tasks.ts";

import { bioText, linkText, reviewText } from "../rules/profiles.ts";

/** An entry of a top list, with the figures that determine its order. */
const topUser = z.object({
  id: z.number().int(),
  name: z.string(),
  role,
  bio: z.string().nullable(),
  profileImgUrl: z.string(),
  videosUploaded: z.number().int(),
  rating: z.number().min(0).max(5),
  tasksCompleted: z.number().int(),
});
export type TopUser = z.output<typeof topUser>;

/** The response to a saved profile. */
const savedProfile = user.pick({
  name: true,
  bio: true,
  attachedLinks: true,
  profileImgUrl: true,
  bannerImgUrl: true,
});
export type SavedProfile = z.output<typeof savedProfile>;

const stars = z
  .number("Choose one to five stars.")
  .int("Choose whole stars.")
  .min(1, "Choose one to five stars.")
  .max(5, "Choose one to five stars.");

/** A creator's rating of the work on one task; `ratedAt` is when it was first given. */
const rating = z.object({ stars, review: z.string().nullable(), ratedAt: z.iso.datetime() });
export type Rating = z.output<typeof rating>;

/** The rating on the card of a completed task; null until the task is rated. */
export const ratingStatus = z.object({ stars: stars.nullable(), ratedAt: z.iso.datetime().nullable() });
export type RatingStatus = z.output<typeof ratingStatus>;

/** A rating on the editor's profile. It doesn't identify the task, which is visible only to its creator and editor. */
const review = z.object({
  stars,
  review: z.string().nullable(),
  time: z.iso.datetime(),
  creator: personCard,
});
export type Review = z.output<typeof review>;

/** A video on a creator's profile, which everyone can watch on the platform. */
const publishedVideo = z.object({
  title: z.string(),
  /** The platform's page of the video. */
  watchUrl: z.url({ protocol: /^https?$/ }),
  publishedAt: z.iso.datetime(),
  posterUrl: z.string().nullable(),
});
export type PublishedVideo = z.output<typeof publishedVideo>;

const topsRefused = "Invalid role for fetching top users";

const picture = { kind: "image", maxBytes: maxImageBytes, maxFiles: 1 } as const;

export const profilesEndpoints = {
  profile: endpoint({
    method: "GET",
    path: "/user/profile",
    permission: signedIn,
    summary: "A profile by name; a former name leads to its last owner",
    query: z.object({ username: z.string().max(200).default("") }),
    response: user,
    message: "Profile loaded.",
  }),
  topEditors: endpoint({
    method: "GET",
    path: "/user/top-editors",
    permission: { ...creators, refusal: topsRefused },
    summary: "The 20 top editors: by ratings (Bayesian mean), then tasks completed",
    response: z.array(topUser),
    message: "Top editors loaded.",
  }),
  topYoutubers: endpoint({
    method: "GET",
    path: "/user/top-youtubers",
    permission: { ...editors, refusal: topsRefused },
    summary: "The 20 top YouTubers: by videos uploaded",
    response: z.array(topUser),
    message: "Top YouTubers loaded.",
  }),
  editProfile: endpoint({
    method: "POST",
    path: "/user/edit-profile",
    permission: signedIn,
    summary: "Update the actor's profile; pictures that are not sent are kept",
    form: {
      fields: z.object({
        name: nameText,
        bio: bioText.default(null),
        link: linkText.default(null),
        /** `true` removes the current picture. */
        removeProfileImg: booleanText.default(false),
        removeBannerImg: booleanText.default(false),
      }),
      files: { profileImg: picture, BannerImg: picture },
    },
    response: savedProfile,
    message: "Profile updated successfully!",
  }),
  rate: endpoint({
    method: "POST",
    path: "/task/rate",
    permission: { task: "rate" },
    summary: "Rate the editor of a published task, or change the rating within 7 days",
    body: z.object({
      taskId: taskIdText,
      stars,
      review: reviewText.nullable().default(null),
    }),
    response: rating,
    message: "Thank you. Your rating appears on the editor's profile.",
  }),
  rating: endpoint({
    method: "GET",
    path: "/task/rating/:id",
    permission: { task: "rate" },
    summary: "The editor of a task and the creator's rating, if any",
    params: z.object({ id: taskIdText }),
    response: z.object({ editor: personCard, rating: rating.nullable() }),
    message: "Rating loaded.",
  }),
  reviews: endpoint({
    method: "GET",
    path: "/user/reviews",
    permission: signedIn,
    summary: "The ratings that an editor has received, newest first",
    query: pageQuery.extend({ username: z.string().max(200).default("") }),
    response: z.array(review),
    paginated: true,
    message: "Reviews loaded.",
  }),
  publishedVideos: endpoint({
    method: "GET",
    path: "/user/published-videos",
    permission: signedIn,
    summary: "The public videos that a creator has published, or an editor has edited, newest first",
    query: pageQuery.extend({ username: z.string().max(200).default("") }),
    response: z.array(publishedVideo),
    paginated: true,
    message: "Published videos loaded.",
  }),
};

export const profilesError = defineErrors({
  profile_not_found: {
    status: 404,
    message: "No user with that name. Check the spelling, or search for the user.",
  },
  not_published: { status: 409, message: "You can rate your editor once the video is published." },
  rating_settled: { status: 409, message: "Ratings can be changed for 7 days. This rating is now final." },
});

/** A creator rated the editor of a task; `changed` if they had rated them before. */
export const editorRated = defineEvent(
  "profiles.editor_rated",
  z.object({ taskId: z.number(), stars, review: z.string().nullable(), changed: z.boolean() }),
);
