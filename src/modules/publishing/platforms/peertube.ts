import { z } from "zod";

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
  connection: {
    form: {
      summary: "Connect a channel of a PeerTube instance; the password is used once and not stored",
      message: "Logged in",
      description: "The password is used once to log in and is not stored.",
      schema: z.object({
        address: z.string().trim().min(1, "Enter the address of the instance.").max(300),
        username: z.string().trim().min(1, "Enter your user name.").max(100),
        password: z.string().min(1, "Enter your password.").max(300),
        /** The code of the second factor. */
        otp: z.string().trim().max(20).default(""),
        /** The name of the channel; needed if the account has several. */
        channel: z.string().trim().max(100).default(""),
      }),
      fields: [
        {
          name: "address",
          label: "Instance address",
          hint: "As in your browser, such as videos.example.org",
          autoComplete: "url",
        },
        { name: "username", label: "User name", autoComplete: "username" },
        { name: "password", label: "Password", type: "password", autoComplete: "current-password" },
        {
          name: "otp",
          label: "Two-factor code",
          needed: "second_factor",
          autoComplete: "one-time-code",
        },
        {
          name: "channel",
          label: "Channel",
          hint: "This account has several channels. Choose the one to publish on.",
          needed: "channels",
        },
      ],
      // Such as `mira@videos.example.org`.
      loginEntries: (account) => {
        const [channel = "", address = ""] = account.split("@");
        return { address, channel };
      },
    },
  },
  host: null,
  terms: null,
  rules: "the rules of the PeerTube instance",
  licenses: { youtube: "All rights reserved", creativeCommon: "Creative Commons Attribution" },
  disconnecting:
    "Reelay loses access to the channel immediately and deletes its tokens. Published videos stay.",
  limits:
    "PeerTube takes up to five tags of 2 to 30 characters and one caption file per language. The first that fit are sent.",
  textLimits: { minLength: 3, tags: { count: 5, min: 2, max: 30 } },
  readers: null,
  studio: null,
  steps: privateFirst(),
} as const satisfies PlatformDescriptor;
