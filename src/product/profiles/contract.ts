import { z } from "zod";

import { creators, editors, signedIn } from "#foundation/access.ts";
import { endpoint } from "#foundation/endpoint.ts";
import { failures } from "#foundation/failure.ts";
import { role, user } from "#product/accounts/contract.ts";
import { nameText } from "#product/accounts/rules.ts";
import { largestImage } from "#product/media/rules.ts";

import { bioText, linkText } from "./rules.ts";

/** A card of a top list (specification, section 3), with the figures that its order is made of. */
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

/** What a saved profile answers (specification, section 7). */
const savedProfile = user.pick({
  name: true,
  bio: true,
  attachedLinks: true,
  profileImgUrl: true,
  bannerImgUrl: true,
});
export type SavedProfile = z.output<typeof savedProfile>;

const picture = { kind: "image", maxBytes: largestImage, many: false } as const;

export const profilesEndpoints = {
  profile: endpoint({
    method: "GET",
    path: "/user/profile",
    who: signedIn,
    summary: "A person's profile by name; a name that was given up leads to its last owner",
    query: z.object({ username: z.string().max(200).default("") }),
    reply: user,
    message: "Here is the profile.",
  }),
  topEditors: endpoint({
    method: "GET",
    path: "/user/top-editors",
    who: creators,
    summary: "The 20 top editors: by ratings (Bayesian mean), then tasks completed",
    reply: z.array(topUser),
    message: "Here are the top editors.",
  }),
  topYoutubers: endpoint({
    method: "GET",
    path: "/user/top-youtubers",
    who: editors,
    summary: "The 20 top youtubers: by videos uploaded",
    reply: z.array(topUser),
    message: "Here are the top youtubers.",
  }),
  editProfile: endpoint({
    method: "POST",
    path: "/user/edit-profile",
    who: signedIn,
    summary: "Change one's own profile; a picture that is not sent stays",
    form: {
      fields: z.object({ name: nameText, bio: bioText.default(null), link: linkText.default(null) }),
      files: { profileImg: picture, BannerImg: picture },
    },
    reply: savedProfile,
    message: "Profile updated successfully!",
  }),
};

export const profilesFailure = failures({
  profile_not_found: {
    status: 404,
    message: "Nobody here goes by that name. Check the spelling, or search for them.",
  },
});
