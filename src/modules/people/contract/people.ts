import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { idText } from "#core/form-text.ts";
import { pageQuery } from "#core/page.ts";
import { roles, signedIn } from "#core/permission.ts";
import { isTimeZone } from "#core/time-zone.ts";

import { searchText } from "../rules/people.ts";

export const role = z.enum(roles);

/** The two roles that users choose from. `NORMAL` is a user who has not chosen yet, or a former member. */
export const chosenRole = z.enum(["YOUTUBER", "EDITOR"], { error: "Please select a role" });
export type ChosenRole = z.output<typeof chosenRole>;

/** Set while operators have suspended the account: its user can neither be assigned nor receive messages. */
const suspended = z.literal(true).optional();

/** A user with the public profile. `email` is empty and `timeZone` null unless the reader is this user. */
export const user = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  profileImgUrl: z.string(),
  bannerImgUrl: z.string(),
  Oauth: z.boolean(),
  bio: z.string().nullable(),
  attachedLinks: z.array(z.string()),
  editable: z.boolean(),
  createdAt: z.iso.datetime(),
  role,
  videosUploaded: z.number().int(),
  rating: z.number().min(0).max(5),
  ratingCount: z.number().int(),
  tasksCompleted: z.number().int(),
  /** IANA name of the zone in which the server writes times to this user; null while it is unknown. */
  timeZone: z.string().nullable().default(null),
  suspended,
});
export type User = z.output<typeof user>;

/** A person as other users see them in lists and on shared tasks. */
export const personCard = z.object({
  id: z.number().int(),
  name: z.string(),
  role,
  profileImgUrl: z.string(),
  suspended,
});
export type PersonCard = z.output<typeof personCard>;

export const peopleEndpoints = {
  searchUser: endpoint({
    method: "GET",
    path: "/user/search-user",
    permission: signedIn,
    summary: "Search people by name, in all roles",
    query: z.object({ query: searchText }),
    response: z.array(personCard),
    message: "Users loaded.",
  }),
  chooseRole: endpoint({
    method: "POST",
    path: "/user/choose-role",
    permission: signedIn,
    summary: "Choose a role, once, after signing up without one",
    body: z.object({ role: chosenRole }),
    response: user,
    message: "Welcome to Reelay.",
  }),
  setTimeZone: endpoint({
    method: "POST",
    path: "/user/time-zone",
    permission: signedIn,
    summary: "Set the time zone for deadlines without a time, notifications and emails",
    body: z.object({ timeZone: z.string().max(100).refine(isTimeZone, "Unknown time zone") }),
    response: z.null(),
    message: "Time zone saved.",
  }),
  blockedUsers: endpoint({
    method: "GET",
    path: "/user/blocked",
    permission: signedIn,
    summary: "The users whom the actor has blocked, the last blocked first",
    query: pageQuery,
    response: z.array(personCard),
    message: "Blocked users loaded.",
    paginated: true,
  }),
  blockUser: endpoint({
    method: "POST",
    path: "/user/block/:id",
    permission: signedIn,
    summary: "Block or unblock a user: no new tasks, messages and mentions in both directions",
    params: z.object({ id: idText }),
    body: z.object({ blocked: z.boolean() }),
    response: z.null(),
    message: "Saved.",
  }),
};

export const peopleError = defineErrors({
  person_not_found: { status: 404, message: "No user with this ID. They may have deleted their account." },
  email_taken: {
    status: 409,
    message: "An account with this email already exists. Log in, or reset the password.",
  },
  name_taken: { status: 409, message: "This name is taken. Choose another one." },
  name_restricted: {
    status: 422,
    message: "This name contains an invisible or unusual character. Use ordinary letters and digits.",
  },
  name_confusable: {
    status: 409,
    message: "This name looks like the name of another user. Choose another one.",
  },
  name_reserved: { status: 422, message: "This name is reserved. Choose another one." },
  role_chosen: { status: 409, message: "You have already chosen a role. It can't be changed." },
});

/** A user blocked another one. */
export const personBlocked = defineEvent(
  "people.blocked",
  z.object({ blockerId: z.number(), blockedId: z.number() }),
);

/** A person signed up. */
export const personCreated = defineEvent("people.created", z.object({ personId: z.number() }));

/**
 * A person deleted their account; the row no longer has personal data. `pictureFileIds` are the pictures of their
 * profile. A handler deletes what its module stores about the person, or throws to refuse the deletion.
 */
export const accountDeleted = defineEvent(
  "people.account_deleted",
  z.object({ personId: z.number(), pictureFileIds: z.array(z.string()) }),
);
