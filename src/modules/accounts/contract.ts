import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { anyone, roles, signedIn } from "#core/permission.ts";

import { emailText, passwordText, searchText } from "./rules.ts";

export const role = z.enum(roles);

/** The user as every account call returns it (specification, section 3). `email` is only ever the reader's own. */
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
});
export type User = z.output<typeof user>;

/** A signed-in user with the token that authenticates the realtime connection. */
export const signedInUser = user.extend({ socketToken: z.string() });
export type SignedInUser = z.output<typeof signedInUser>;

/** A person as shown on somebody else's screen. */
export const personCard = z.object({
  id: z.number().int(),
  name: z.string(),
  role,
  profileImgUrl: z.string(),
});
export type PersonCard = z.output<typeof personCard>;

export const accountsEndpoints = {
  login: endpoint({
    method: "POST",
    path: "/user/login",
    permission: anyone,
    summary: "Sign in with email and password; sets the session cookie",
    body: z.object({
      email: emailText,
      password: z.string("Please fill all fields").min(1, "Please fill all fields").max(1000),
    }),
    response: signedInUser,
    message: "Login successful! Redirecting to profile...",
  }),
  signup: endpoint({
    method: "POST",
    path: "/user/signup",
    permission: anyone,
    summary: "Create an account; sets the session cookie",
    body: z.object({
      email: emailText,
      password: passwordText,
      role: z.enum(["YOUTUBER", "EDITOR"], { error: "Please select a role" }),
    }),
    response: signedInUser,
    message: "Account created successfully! Redirecting to profile...",
  }),
  checkAuth: endpoint({
    method: "GET",
    path: "/user/check-auth",
    permission: signedIn,
    summary: "The signed-in user with a fresh socket token",
    response: signedInUser,
    message: "You are signed in.",
  }),
  logout: endpoint({
    method: "POST",
    path: "/user/logout",
    permission: signedIn,
    summary: "End this session",
    response: z.null(),
    message: "You are logged out.",
  }),
  searchUser: endpoint({
    method: "GET",
    path: "/user/search-user",
    permission: signedIn,
    summary: "People whose name matches; not filtered by role (specification, section 6)",
    query: z.object({ query: searchText }),
    response: z.array(personCard),
    message: "Here are the people we found.",
  }),
};

export const accountsError = defineErrors({
  wrong_credentials: { status: 401, message: "That email and password don't match an account." },
  email_taken: {
    status: 409,
    message: "An account with this email already exists. Log in, or reset the password.",
  },
  common_password: {
    status: 422,
    message: "That password is on lists of commonly used ones. Choose another.",
  },
  name_taken: { status: 409, message: "Somebody else has that name. Choose another." },
  login_locked: { status: 429, message: "Too many tries. Wait a few minutes, then try again." },
});

/** A person now exists. */
export const accountCreated = defineEvent("accounts.person_joined", z.object({ personId: z.number() }));
