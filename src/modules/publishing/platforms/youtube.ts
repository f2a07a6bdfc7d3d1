import { type PlatformDescriptor, privateFirst } from "./descriptor.ts";

export const youtube = {
  name: "YouTube",
  noun: "channel",
  connectLabel: "YouTube",
  has: {
    visibility: true,
    schedule: true,
    watchPage: true,
    playlists: true,
    declarations: true,
    shorts: true,
    statistics: true,
  },
  optional: false,
  leads: true,
  sandboxed: true,
  receiver: null,
  connection: { by: "consent" },
  // Quota and limits are those of the server's client.
  host: "youtube",
  terms: {
    name: "YouTube Terms of Service",
    url: "https://www.youtube.com/t/terms",
    including: "the YouTube Community Guidelines",
  },
  rules: null,
  licenses: { youtube: "Standard YouTube License", creativeCommon: "Creative Commons" },
  disconnecting:
    "Reelay loses access to the channel immediately and deletes its tokens. Published videos stay.",
  limits: null,
  textLimits: null,
  readers: null,
  studio: {
    name: "YouTube Studio",
    url: (videoId) => `https://studio.youtube.com/video/${encodeURIComponent(videoId)}/edit`,
    unavailable: "the end screen, cards and a pinned comment",
  },
  steps: privateFirst,
} as const satisfies PlatformDescriptor;
