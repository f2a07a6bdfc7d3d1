import { z } from "zod";

import { defineErrors } from "#core/error.ts";
import { defineEvent, defineRealtimeMessage } from "#core/event.ts";

import { videoStates } from "./rules.ts";

/** An exact frame rate, frames per second = num / den. */
export const frameRate = z.object({ num: z.number().int().positive(), den: z.number().int().positive() });

/** What a player needs. Addresses are signed, expire, and work for the reader only. */
export const playback = z.object({
  videoId: z.uuid(),
  state: z.enum(videoStates),
  /** A file the browser plays by ranges, or null while only the playlist exists. */
  fileUrl: z.string().nullable(),
  fileType: z.string().nullable(),
  /** The same pictures, smaller, for slow lines: an MP4 beside `fileUrl` where that is much heavier, else null. */
  lightUrl: z.string().nullable(),
  /** HLS event playlist of a rendition that is still being made, else null. */
  playlistUrl: z.string().nullable(),
  posterUrl: z.string().nullable(),
  /** Descriptions (JSON) of the pictures along the timeline and of the loudness, beside their files. */
  storyboardUrl: z.string().nullable(),
  waveformUrl: z.string().nullable(),
  /** Share of the preparation that is done, 0 to 1. */
  prepared: z.number().min(0).max(1),
  fileName: z.string(),
  bytes: z.number().int(),
  durationSeconds: z.number().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  rate: frameRate.nullable(),
  /** Pictures of the whole video, where they have been counted. */
  frames: z.number().int().nullable(),
});
export type Playback = z.output<typeof playback>;

/** An upload that the browser continues by the tus protocol at `uploadUrl` from byte `received`. */
export const openUpload = z.object({
  videoId: z.uuid(),
  uploadUrl: z.string(),
  received: z.number().int(),
  bytes: z.number().int(),
});
export type OpenUpload = z.output<typeof openUpload>;

export const mediaError = defineErrors({
  upload_offset: { status: 409, message: "The upload continues at another byte. Ask for the offset first." },
  upload_busy: { status: 423, message: "This upload is already being sent from somewhere else." },
  upload_over: { status: 410, message: "This upload has ended. Choose the file again to start over." },
  upload_too_large: { status: 413, message: "The file is larger than the server accepts." },
  upload_unknown: { status: 404, message: "There is no such upload. Choose the file again to start over." },
  upload_version: { status: 412, message: "This server speaks version 1.0.0 of the tus protocol." },
  digest_shape: {
    status: 400,
    message: 'Send the SHA-256 of the file as { "sha256": "…" }, 64 hexadecimal digits in lower case.',
  },
  digest_other: {
    status: 409,
    message:
      "Another SHA-256 has already been sent for this upload. Upload the file again if it has changed.",
  },
  upload_type: { status: 415, message: "Send pieces as application/offset+octet-stream." },
  upload_beyond_end: {
    status: 413,
    message: "More arrived than the file was announced with. Choose the file again to start over.",
  },
  storage_away: { status: 503, message: "The file store does not answer. Nothing was lost; try again." },
  no_space: { status: 507, message: "The server has no room for this file. Nothing was lost; try later." },
  not_a_video: { status: 415, message: "Please upload a video file" },
  not_an_image: { status: 415, message: "That file isn't an image we can read. Use JPG, PNG or GIF." },
  not_stored: { status: 404, message: "That file is not there any more." },
  link_over: { status: 403, message: "This link has expired. Open the page again for a new one." },
});

const video = z.object({ videoId: z.uuid(), subject: z.string() });

/**
 * A video is about to change. Rooms lock what its subject names before the video itself is locked, as their own actions
 * do: so nobody waits in a circle.
 */
export const videoChanging = defineEvent("media.video_changing", video);
/** The last byte of an upload is durably stored. */
export const videoReceived = defineEvent("media.video_received", video);
/** A video can be watched: the original, or the first segment of its rendition. */
export const videoReady = defineEvent("media.video_ready", video);
/** A file can't be used as a video; `reason` is a sentence for the person who uploaded it. */
export const videoRefused = defineEvent("media.video_refused", video.extend({ reason: z.string() }));

/** The stored file of a video that can be watched is gone, or not what was sent; `reason` is a sentence for its people. */
export const videoLost = defineEvent("media.video_lost", video.extend({ reason: z.string() }));

/** An upload was cancelled or given up before its last byte. */
export const uploadEnded = defineEvent("media.upload_ended", video);
/** Preparation has moved on: a larger share is done (at most once a second), the rendition or the stills exist. */
export const videoMoved = defineEvent(
  "media.video_moved",
  video.extend({ part: z.enum(["share", "rendition", "stills"]) }),
);

/** Preparation has moved on; players refetch. Sent to the owner, and by later rooms to whom they let watch. */
export const videoChanged = defineRealtimeMessage("video_changed", z.object({ videoId: z.uuid() }));
