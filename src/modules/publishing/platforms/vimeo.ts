import { type PlatformDescriptor, privateFirst } from "./descriptor.ts";

export const vimeo = {
  name: "Vimeo",
  noun: "channel",
  connectLabel: "Vimeo",
  has: {
    visibility: true,
    schedule: false,
    watchPage: true,
    playlists: false,
    declarations: false,
    shorts: false,
    statistics: false,
  },
  optional: true,
  leads: false,
  sandboxed: true,
  receiver: null,
  connection: {
    consent: {
      scopes: ["public", "private", "upload", "edit", "delete"],
      allows: "uploads, changes of details, captions and deletions",
      box: null,
      errors: {},
    },
  },
  // The limits of requests are those of the server's client.
  host: "vimeo",
  terms: null,
  rules: "the Vimeo Acceptable Use Policy",
  licenses: { youtube: "All rights reserved", creativeCommon: "Creative Commons Attribution" },
  disconnecting:
    "Reelay loses access to the account immediately and deletes its token. Published videos stay.",
  limits:
    "Vimeo takes up to 20 tags and can't schedule a publication. The link of an unlisted video is on its Vimeo page. The available visibilities depend on the account's plan.",
  textLimits: null,
  readers: null,
  studio: null,
  steps: privateFirst(),
} as const satisfies PlatformDescriptor;
