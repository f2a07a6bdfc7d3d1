import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { idTextWith } from "#core/form-text.ts";
import { creatorOfTask, creators } from "#core/permission.ts";

import { captionFile } from "../rules/captions.ts";
import { newPlaylist, playlistChoice, publishOptions } from "../rules/options.ts";
import { presetDetails, presetName } from "../rules/presets.ts";

/** Whether something that is added to the video after its upload has reached the platform. */
const additionState = {
  state: z.enum(["waiting", "sent", "failed"]),
  /** The cause and the next step, in the failed state. */
  problem: z.string().nullable(),
  /** Connecting the channel again, with every permission, solves the problem. */
  reconnect: z.boolean(),
};

export const caption = z.object({
  id: z.uuid(),
  language: z.string(),
  name: z.string(),
  fileName: z.string(),
  cues: z.number().int(),
  ...additionState,
});
export type Caption = z.output<typeof caption>;

const playlistEntry = playlistChoice.extend(additionState);

/** What the details form shows besides the task's own fields. */
export const publishDetails = z.object({
  options: publishOptions,
  captions: z.array(caption),
  /** The playlists of `options` with their states. */
  playlists: z.array(playlistEntry),
  /** The approved version, if there is one. */
  video: z
    .object({
      durationSeconds: z.number().nullable(),
      /** A file that browsers play, for choosing a frame; null while only a playlist exists. */
      fileUrl: z.string().nullable(),
    })
    .nullable(),
});
export type PublishDetails = z.output<typeof publishDetails>;

/** What the creator can choose from on the connected channel. */
export const channelChoices = z.object({
  /** Whether a channel is connected; without one there are no playlists. */
  connected: z.boolean(),
  categories: z.array(z.object({ id: z.string(), title: z.string() })),
  playlists: z.array(playlistChoice),
  /** Why the playlists could not be read. */
  problem: z.string().nullable(),
  reconnect: z.boolean(),
});
export type ChannelChoices = z.output<typeof channelChoices>;

/** What limits publishing on a channel. */
export const channelHealth = z.object({
  connectedAt: z.iso.datetime(),
  /** Permissions that publishing needs and the user has not given, such as `youtube.force-ssl`. */
  missingPermissions: z.array(z.string()),
  /** Uploads left today of this server's quota, which renews at midnight Pacific time. */
  uploadsLeft: z.number().int(),
  uploadsPerDay: z.number().int(),
  /** Whether the channel's phone number is verified, as thumbnails and videos over 15 minutes require; null if unknown. */
  verified: z.boolean().nullable(),
  /** Why the platform refuses the connection. */
  problem: z.string().nullable(),
  reconnect: z.boolean(),
});
export type ChannelHealth = z.output<typeof channelHealth>;

export const preset = z.object({ id: z.uuid(), name: z.string(), details: presetDetails });
export type Preset = z.output<typeof preset>;

const byTask = z.object({ taskId: idTextWith("Invalid Task ID") });
const byCaption = byTask.extend({ captionId: z.uuid("Invalid caption ID") });
const byPreset = z.object({ presetId: z.uuid("Invalid preset ID") });

export const detailsEndpoints = {
  details: endpoint({
    method: "GET",
    path: "/yt-upload/details/:taskId",
    permission: creatorOfTask,
    summary: "Further details of the video: options, captions, playlists",
    params: byTask,
    response: publishDetails,
    message: "Here are the video's details.",
  }),
  choices: endpoint({
    method: "GET",
    path: "/yt-upload/choices",
    permission: creators,
    summary: "Categories of the platform and playlists of the connected channel",
    response: channelChoices,
    message: "Here are the channel's categories and playlists.",
  }),
  channelHealth: endpoint({
    method: "GET",
    path: "/yt-upload/channel-health",
    permission: creators,
    summary: "Age, permissions and remaining uploads of a connected YouTube channel",
    query: z.object({ destinationId: z.uuid("Invalid channel ID") }),
    response: channelHealth,
    message: "Here is the channel's health.",
  }),
  createPlaylist: endpoint({
    method: "POST",
    path: "/yt-upload/playlists",
    permission: creators,
    summary: "Create a playlist on the connected channel",
    body: newPlaylist,
    response: playlistChoice,
    message: "Playlist created",
  }),
  addCaption: endpoint({
    method: "POST",
    path: "/yt-upload/captions/:taskId",
    permission: creatorOfTask,
    summary: "Add captions from an SRT or VTT file, or replace those of this language and name",
    params: byTask,
    body: captionFile,
    response: caption,
    message: "Captions added",
  }),
  removeCaption: endpoint({
    method: "DELETE",
    path: "/yt-upload/captions/:taskId/:captionId",
    permission: creatorOfTask,
    summary: "Remove captions that were not sent to the platform yet",
    params: byCaption,
    response: z.null(),
    message: "Captions removed",
  }),
  sendAdditions: endpoint({
    method: "POST",
    path: "/yt-upload/additions/:taskId",
    permission: creatorOfTask,
    summary: "Try again to send captions and playlist entries that failed",
    params: byTask,
    response: z.null(),
    message: "Sending captions and playlists again",
  }),
  presets: endpoint({
    method: "GET",
    path: "/yt-upload/presets",
    permission: creators,
    summary: "The user's presets of video details",
    response: z.array(preset),
    message: "Here are your presets.",
  }),
  savePreset: endpoint({
    method: "POST",
    path: "/yt-upload/presets",
    permission: creators,
    summary: "Save details as a preset; one of the same name is replaced",
    body: z.object({ name: presetName, details: presetDetails }),
    response: preset,
    message: "Preset saved",
  }),
  renamePreset: endpoint({
    method: "PATCH",
    path: "/yt-upload/presets/:presetId",
    permission: creators,
    summary: "Rename a preset",
    params: byPreset,
    body: z.object({ name: presetName }),
    response: preset,
    message: "Preset renamed",
  }),
  deletePreset: endpoint({
    method: "DELETE",
    path: "/yt-upload/presets/:presetId",
    permission: creators,
    summary: "Delete a preset",
    params: byPreset,
    response: z.null(),
    message: "Preset deleted",
  }),
};

export const detailsError = defineErrors({
  caption_invalid: { status: 422, message: "This file has no valid captions." },
  caption_sent: {
    status: 409,
    message: "These captions are on YouTube already. Change them in YouTube Studio.",
  },
  too_many_captions: { status: 409, message: "A video can have at most 30 caption files. Remove one first." },
  preset_not_found: { status: 404, message: "This preset no longer exists. Reload the page." },
  preset_name_taken: { status: 409, message: "You have another preset with this name. Choose another name." },
  too_many_presets: { status: 409, message: "You have 50 presets. Delete one before you save another." },
});
