import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { booleanText, jsonText } from "#core/form-text.ts";
import { creators } from "#core/permission.ts";
import { frameRate } from "#modules/media/contract/videos.ts";
import { thumbnailLimit } from "#modules/media/rules/limits.ts";
import { task } from "#modules/tasks/contract/tasks.ts";
import { videoTags } from "#modules/tasks/rules/video-tags.ts";

import { destinationKinds } from "../platforms/platforms.ts";
import { captionFile } from "../rules/captions.ts";
import { videoDescription, videoTitle } from "../rules/details.ts";
import { newPlaylist, playlist, playlistChoice, publishOptions } from "../rules/options.ts";
import { presetDetails, presetName, storedPresetDetails } from "../rules/presets.ts";
import { recoveryActionList } from "../rules/recovery-actions.ts";
import { operationProgress } from "./operations.ts";
import { byTask, taskIdText } from "./publishing.ts";

/** Its destinations, once publishing has started. */
const targets = z.array(operationProgress);

export const caption = z.object({
  id: z.uuid(),
  language: z.string(),
  name: z.string(),
  fileName: z.string(),
  cues: z.number().int(),
  targets,
});
export type Caption = z.output<typeof caption>;

const playlistEntry = playlistChoice.extend({ targets });

/** Data of the details form besides the task's own fields. */
export const publishDetails = z.object({
  options: publishOptions,
  captions: z.array(caption),
  /** The playlists of `options` with their states. */
  playlists: z.array(playlistEntry),
  /** The approved version, if there is one. */
  video: z
    .object({
      durationSeconds: z.number().nullable(),
      /** In pixels, as shown. */
      width: z.number().int().nullable(),
      height: z.number().int().nullable(),
      /** A file that browsers play, for choosing a frame; null while only a playlist exists. */
      fileUrl: z.string().nullable(),
      /** Of this file; null before it was probed. */
      rate: frameRate.nullable(),
      /** Time of its first frame in seconds. */
      startSeconds: z.number(),
    })
    .nullable(),
});
export type PublishDetails = z.output<typeof publishDetails>;

/** A channel of a task and its playlists. */
const channelPlaylists = z.object({
  destinationId: z.uuid(),
  kind: z.enum(destinationKinds),
  title: z.string(),
  playlists: z.array(playlist),
  /** Error of reading the playlists. */
  problem: z.string().nullable(),
  recoveryActions: recoveryActionList,
});
export type ChannelPlaylists = z.output<typeof channelPlaylists>;

/** Choices that the destinations of a task offer the creator. */
export const channelChoices = z.object({
  /** Whether the task has a destination. */
  connected: z.boolean(),
  categories: z.array(z.object({ id: z.string(), title: z.string() })),
  /** The channels with playlists: those on YouTube. */
  channels: z.array(channelPlaylists),
});
export type ChannelChoices = z.output<typeof channelChoices>;

/** The limits of publishing on a channel. Uploads and verification are those of YouTube. */
export const channelHealth = z.object({
  connectedAt: z.iso.datetime(),
  /** Permissions that publishing needs and the user has not given, such as `youtube.force-ssl`. */
  missingPermissions: z.array(z.string()),
  /** Uploads left today of this server's quota. */
  uploadsLeft: z.number().int().nullable(),
  uploadsPerDay: z.number().int(),
  /** The next midnight in Pacific time, when YouTube renews the quota. */
  quotaRenewsAt: z.iso.datetime(),
  /** Whether the channel's phone number is verified, as thumbnails and videos over 15 minutes require; null if unknown. */
  verified: z.boolean().nullable(),
  /** Error of a connection that the platform refuses. */
  problem: z.string().nullable(),
  recoveryActions: recoveryActionList,
});
export type ChannelHealth = z.output<typeof channelHealth>;

export const preset = z.object({ id: z.uuid(), name: z.string(), details: storedPresetDetails });
export type Preset = z.output<typeof preset>;

const byCaption = byTask.extend({ captionId: z.uuid("Invalid caption ID") });
const byPreset = z.object({ presetId: z.uuid("Invalid preset ID") });

export const detailsEndpoints = {
  updateMetaData: endpoint({
    method: "PATCH",
    path: "/yt-upload/update-meta-data",
    permission: { task: "publish" },
    summary: "Save the video's details",
    form: {
      fields: z.object({
        title: videoTitle,
        description: videoDescription,
        madeForKids: booleanText,
        tags: jsonText(videoTags),
        taskId: taskIdText,
        /** JSON; omitted, the saved options stay. */
        options: jsonText(publishOptions).optional(),
        /** `true` removes the current thumbnail. */
        removeThumbnail: booleanText.optional(),
      }),
      files: { thumbnail: { kind: "image", maxBytes: thumbnailLimit, maxFiles: 1 } },
    },
    response: task,
    message: "youtube video details updated successfully",
    alias: "task",
  }),
  details: endpoint({
    method: "GET",
    path: "/yt-upload/details/:taskId",
    permission: { task: "publish" },
    summary: "Further details of the video: options, captions, playlists",
    params: byTask,
    response: publishDetails,
    message: "Video details loaded.",
  }),
  choices: endpoint({
    method: "GET",
    path: "/yt-upload/choices/:taskId",
    permission: { task: "publish" },
    summary: "Categories of the platform and playlists of the task's channels",
    params: byTask,
    response: channelChoices,
    message: "Categories and playlists loaded.",
  }),
  channelHealth: endpoint({
    method: "GET",
    path: "/yt-upload/channel-health",
    permission: creators,
    summary: "Age, permissions and remaining uploads of a connected channel",
    query: z.object({ destinationId: z.uuid("Invalid channel ID") }),
    response: channelHealth,
    message: "Channel health loaded.",
  }),
  createPlaylist: endpoint({
    method: "POST",
    path: "/yt-upload/playlists",
    permission: creators,
    summary: "Create a playlist on a connected channel",
    body: newPlaylist,
    response: playlist,
    message: "Playlist created",
  }),
  addCaption: endpoint({
    method: "POST",
    path: "/yt-upload/captions/:taskId",
    permission: { task: "publish" },
    summary: "Add captions from an SRT or VTT file, or replace those of this language and name",
    params: byTask,
    body: captionFile,
    response: caption,
    message: "Captions added",
  }),
  removeCaption: endpoint({
    method: "DELETE",
    path: "/yt-upload/captions/:taskId/:captionId",
    permission: { task: "publish" },
    summary: "Remove captions that were not sent to the platform yet",
    params: byCaption,
    response: z.null(),
    message: "Captions removed",
  }),
  sendAdditions: endpoint({
    method: "POST",
    path: "/yt-upload/additions/:taskId",
    permission: { task: "publish" },
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
    message: "Presets loaded.",
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
    message: "These captions were sent already. Change them on the platform.",
  },
  too_many_captions: { status: 409, message: "A video can have at most 30 caption files. Remove one first." },
  preset_not_found: { status: 404, message: "This preset no longer exists. Reload the page." },
  preset_name_taken: { status: 409, message: "You have another preset with this name. Choose another name." },
  too_many_presets: { status: 409, message: "You have 50 presets. Delete one before you save another." },
});
