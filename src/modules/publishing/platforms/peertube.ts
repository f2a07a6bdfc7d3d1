import { type PlatformDescriptor, privateFirst } from "./descriptor.ts";

export const peertube = {
  name: "PeerTube",
  noun: "channel",
  connectLabel: "PeerTube",
  has: {
    visibility: true,
    schedule: true,
    watchPage: true,
    playlists: false,
    declarations: false,
    shorts: false,
    statistics: true,
  },
  optional: false,
  leads: false,
  sandboxed: false,
  receiver: "PeerTube instance",
  connection: { by: "login" },
  host: null,
  terms: null,
  rules: "the rules of the PeerTube instance",
  licenses: { youtube: "All rights reserved", creativeCommon: "Creative Commons Attribution" },
  disconnecting:
    "Reelay loses access to the channel immediately and deletes its tokens. Published videos stay.",
  limits:
    "PeerTube takes five tags of 2 to 30 characters and one caption file per language. The first that fit are sent.",
  textLimits: { minLength: 3, tags: { count: 5, min: 2, max: 30 } },
  readers: null,
  studio: null,
  steps: privateFirst,
} as const satisfies PlatformDescriptor;
