import { type PlatformDescriptor, privateFirst } from "./descriptor.ts";

const blocked = "The administrator of this Google account blocks access. Ask them, or use another account.";

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
  connection: {
    consent: {
      scopes: ["youtube.force-ssl"],
      allows: "uploads, captions and playlists",
      box: "See, edit, and permanently delete your YouTube videos, ratings, comments and captions",
      errors: { admin_policy_enforced: blocked, org_internal: blocked },
    },
  },
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
  steps: privateFirst(", the made-for-kids setting"),
} as const satisfies PlatformDescriptor;
