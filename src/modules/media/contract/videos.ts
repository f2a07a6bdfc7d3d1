import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { signedIn } from "#core/permission.ts";

import { conversion } from "../rules/conversion.ts";
import { measuredParts } from "../rules/measurements.ts";
import { videoFailure } from "../rules/video-failures.ts";
import { videoStates } from "../rules/video-states.ts";

/** An exact frame rate, frames per second = num / den. */
export const frameRate = z.object({ num: z.number().int().positive(), den: z.number().int().positive() });

/** A text subtitle track of a video as a WebVTT file. */
const captions = z.object({
  url: z.string(),
  /** ISO 639-2 code and title that the file states. */
  language: z.string().nullable(),
  title: z.string().nullable(),
});
export type Captions = z.output<typeof captions>;

/** A sound track that a viewer can choose. */
const sound = z.object({
  /** Its audio file, which begins with the first frame; null for the sound of the video itself. */
  url: z.string().nullable(),
  /** Number of the track among those that can be heard, from 1; null for all of them together. */
  track: z.number().int().nullable(),
  /** ISO 639-2 code and title that the file states. */
  language: z.string().nullable(),
  title: z.string().nullable(),
});
export type Sound = z.output<typeof sound>;

/** A video for a player. URLs are signed, expire, and work only for the user they were made for. */
export const playback = z.object({
  videoId: z.uuid(),
  state: z.enum(videoStates),
  /** A file that browsers play by range requests; null while only the playlist exists. */
  fileUrl: z.string().nullable(),
  fileType: z.string().nullable(),
  /** The same frames as a small MP4 for slow connections and slow steps; else null. */
  lightUrl: z.string().nullable(),
  /** Whether key frames of `fileUrl` are so far apart that a step to another frame is slow. */
  slowSteps: z.boolean(),
  /** Whether `fileUrl` is the original, which can be converted for browsers that can't play it. */
  isOriginal: z.boolean(),
  /** A conversion that was requested or has failed, else null. */
  conversion: conversion.nullable(),
  /** HLS event playlist of a rendition that is still being encoded, else null. */
  playlistUrl: z.string().nullable(),
  /** Which file is kept of a deleted video for comparison, which `fileUrl` plays; else null. */
  kept: z.enum(["light", "rendition", "original"]).nullable(),
  posterUrl: z.string().nullable(),
  /** JSON descriptions of the storyboard and of the waveform; the images are in the same folder. */
  storyboardUrl: z.string().nullable(),
  waveformUrl: z.string().nullable(),
  /** Relative to the first frame. */
  captions: z.array(captions),
  /** The sound of the video and those that can be chosen instead; empty without a choice. */
  sounds: z.array(sound),
  /** Share of the preparation that is done, 0 to 1. */
  prepared: z.number().min(0).max(1),
  fileName: z.string(),
  bytes: z.number().int(),
  /** From the first frame to the end of the last. */
  durationSeconds: z.number().nullable(),
  /** From the first frame to the end of the sound of a recording that was not ended, else null. */
  soundSeconds: z.number().nullable(),
  /** Time of the first frame in the file at `fileUrl`. In all other files the first frame is at zero. */
  startSeconds: z.number().nonnegative(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  rate: frameRate.nullable(),
  /** Timecode of the first frame in the source, if its file states one; a semicolon means drop-frame. */
  startTimecode: z.string().nullable(),
  /** Frames of the whole video, where they have been counted. */
  frames: z.number().int().nullable(),
});
export type Playback = z.output<typeof playback>;

/** An upload that the browser continues with the tus protocol at `uploadUrl` from byte `received`. */
export const openUpload = z.object({
  videoId: z.uuid(),
  uploadUrl: z.string(),
  received: z.number().int(),
  bytes: z.number().int(),
});
export type OpenUpload = z.output<typeof openUpload>;

/** Storage that a user has used, in bytes. */
const storageUse = z.object({
  usedBytes: z.number().int(),
  /** Null without a limit. */
  quotaBytes: z.number().int().nullable(),
  /** Bytes by their use. Videos include renditions; attachments include thumbnails. */
  used: z.object({
    videos: z.number().int(),
    footage: z.number().int(),
    attachments: z.number().int(),
    commentImages: z.number().int(),
    messageImages: z.number().int(),
  }),
});
export type StorageUse = z.output<typeof storageUse>;

export const mediaEndpoints = {
  storage: endpoint({
    method: "GET",
    path: "/media/storage",
    permission: signedIn,
    summary: "Storage that the user has used, and their quota",
    response: storageUse,
    message: "Your storage.",
  }),
};

export const mediaError = defineErrors({
  upload_offset: {
    status: 409,
    message: "The upload continues at a different byte. Request its offset first.",
  },
  upload_busy: { status: 423, message: "This upload is already being sent from another window or device." },
  upload_ended: { status: 410, message: "This upload has ended. Choose the file again to start over." },
  upload_too_large: { status: 413, message: "The file is larger than the server accepts." },
  upload_unknown: { status: 404, message: "Upload not found. Choose the file again to start over." },
  preparation_ended: {
    status: 409,
    message: "This video is no longer being prepared. Reload the list.",
  },
  preparation_needed: {
    status: 409,
    message: "The version of this video is approved, so its preparation can't be cancelled.",
  },
  upload_version: { status: 412, message: "This server supports version 1.0.0 of the tus protocol." },
  digest_shape: {
    status: 400,
    message: 'Send the SHA-256 of the file as { "sha256": "…" }, 64 lowercase hexadecimal digits.',
  },
  digest_other: {
    status: 409,
    message:
      "A different SHA-256 was already sent for this upload. If the file has changed, upload it again.",
  },
  upload_type: { status: 415, message: "Send request bodies as application/offset+octet-stream." },
  upload_beyond_end: {
    status: 413,
    message: "The upload sent more bytes than its declared size. Choose the file again to start over.",
  },
  storage_unavailable: {
    status: 503,
    message: "The file storage is unavailable. Nothing was lost. Try again.",
  },
  no_space: {
    status: 507,
    message: "The server does not have enough disk space for this file. Nothing was lost. Try again later.",
  },
  over_quota: {
    status: 507,
    message:
      "This doesn't fit in your storage. Cancel tasks or delete attachments, comments and messages with images that you no longer need, then try again. Settings shows what uses the storage.",
  },
  creator_over_quota: {
    status: 507,
    message:
      "This doesn't fit in the storage of the task's creator. Ask them to delete files that they no longer need, then try again.",
  },
  not_a_video: { status: 415, message: "Please upload a video file" },
  not_an_image: { status: 415, message: "This image can't be read. Use JPG, PNG or GIF." },
  images_busy: {
    status: 429,
    message: "Too many images are being processed. Try again in a few seconds.",
  },
  not_stored: { status: 404, message: "This file no longer exists." },
  link_expired: { status: 403, message: "This link has expired. Reload the page to get a new one." },
});

/** `taskId` is the task that the video belongs to; null while no action has claimed it. */
const video = z.object({ videoId: z.uuid(), taskId: z.number().int().nullable() });
/** `reason` is the failure as a sentence for the person who uploaded the video. */
const failedVideo = video.extend({ failure: videoFailure, reason: z.string() });

/** The last byte of an upload is durably stored. */
export const videoReceived = defineEvent("media.video_received", video);
/** More bytes of an upload are stored: sent every few seconds while it is being sent. */
export const uploadProgressed = defineEvent(
  "media.upload_progressed",
  video.extend({ received: z.number(), bytes: z.number() }),
);
/** A video can be played: the original, or the first segment of its rendition. */
export const videoReady = defineEvent("media.video_ready", video);
/** A file can't be used as a video. */
export const videoRefused = defineEvent("media.video_refused", failedVideo);
/** The stored file of a playable video is missing, or is not the file that was sent. */
export const videoLost = defineEvent("media.video_lost", failedVideo);
/** An upload was cancelled or has expired before its last byte. */
export const uploadEnded = defineEvent("media.upload_ended", video);
/** Preparation has progressed: a larger share is done (at most once a second), the rendition or the stills exist. */
export const videoProgressed = defineEvent(
  "media.video_progressed",
  video.extend({ part: z.enum(["share", "rendition", "stills"]) }),
);
/** A part of a video was measured, or can't be: `measurementsIn` reads the values. */
export const videoMeasured = defineEvent(
  "media.video_measured",
  video.extend({ part: z.enum(measuredParts) }),
);
