import { checksEndpoints } from "#modules/checks/contract/checks.ts";
import { type Comment, feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import type { Playback } from "#modules/media/contract/videos.ts";
import { type Preview, reviewEndpoints, type Version } from "#modules/review/contract/versions.ts";

import type { FakeApi } from "./fake-api.ts";
import { sampleReport } from "./sample-check.ts";
import { anika, meera, ofCreator } from "./samples.ts";

/** A gray video of 50 frames, 160×90. */
const clipUrl = new URL("two-seconds.webm", import.meta.url).href;

/** A version in review. */
const version: Version = {
  number: 1,
  state: "in_review",
  fileName: "lagoon.webm",
  bytes: 1657,
  rate: { num: 25, den: 1 },
  createdAt: "2031-04-02T09:00:00.000Z",
  reviewEndsAt: null,
  feedback: null,
  refusal: null,
  withdrawalReason: null,
  extended: false,
  extensionRequested: false,
  windowSeconds: 36_000,
  windowSecondsLeft: null,
  playable: true,
};

/** The clip, of which neither waveform nor storyboard, captions or a light rendition exist yet. */
export const samplePlayback: Playback = {
  videoId: "5b0c33e8-5f0c-4c57-9d0c-3f6f6d0f7a11",
  state: "ready",
  fileUrl: clipUrl,
  fileType: "video/webm",
  lightUrl: null,
  slowSteps: false,
  isOriginal: true,
  conversion: null,
  playlistUrl: null,
  kept: null,
  posterUrl: null,
  storyboardUrl: null,
  waveformUrl: null,
  captions: [],
  sounds: [],
  prepared: 1,
  fileName: "lagoon.webm",
  bytes: 1657,
  durationSeconds: 2,
  soundSeconds: null,
  startSeconds: 0,
  width: 160,
  height: 90,
  rate: { num: 25, den: 1 },
  startTimecode: null,
  frames: 50,
};

/** The first version of a task of `meera` for `anika` in review. */
export function samplePreview(change: Partial<Preview> = {}): Preview {
  return {
    taskId: 12,
    taskTitle: "Lagoon at low tide",
    stage: "in_review",
    abilities: ofCreator,
    editedVideoUrl: clipUrl,
    editor: { name: anika.name, role: "EDITOR", profileImgUrl: "" },
    editorLeft: false,
    youtuber: { name: meera.name, role: "YOUTUBER", profileImgUrl: "" },
    version,
    current: null,
    next: null,
    comparable: [],
    chapters: [],
    approvals: [],
    contributors: [],
    playback: samplePlayback,
    ...change,
  };
}

/** The same version before it can be watched. */
export function preparedPreview(prepared: number): Preview {
  return samplePreview({
    editedVideoUrl: null,
    version: { ...version, state: "preparing", playable: false },
    playback: {
      ...samplePlayback,
      state: "preparing",
      fileUrl: null,
      fileType: null,
      prepared,
      frames: null,
    },
  });
}

/** A comment of `anika` on the first frame. */
export const sampleComment: Comment = {
  id: "0d6a2b3c-9a52-4ab4-8f5f-1a2b3c4d5e6f",
  sequence: 1,
  change: 1,
  version: 1,
  parentId: null,
  inFrame: 0,
  outFrame: 0,
  author: { id: anika.id, name: anika.name, profileImgUrl: "" },
  text: "The herons first.",
  drawing: null,
  view: null,
  images: [],
  stillUrl: null,
  mentions: [],
  reactions: [],
  resolved: null,
  done: null,
  createdAt: "2031-04-02T10:00:00.000Z",
  edited: false,
  deleted: false,
};

/** Answers what the preview requests besides its data: no comments yet, and no findings. */
export function answerComments(api: FakeApi): void {
  api.on(feedbackEndpoints.comments, () => ({
    change: 0,
    comments: [],
    next: null,
    members: [meera, anika].map(({ id, name, role, profileImgUrl }) => ({ id, name, role, profileImgUrl })),
  }));
  api.on(feedbackEndpoints.commentChanges, () => ({ change: 0, comments: [], more: false }));
  api.on(feedbackEndpoints.checklist, () => ({ change: 0, comments: [], rates: [], next: null }));
  api.on(reviewEndpoints.versions, () => []);
  api.on(checksEndpoints.checkReport, () => sampleReport());
}
