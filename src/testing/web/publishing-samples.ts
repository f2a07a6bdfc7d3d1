import type { DeliveryProgress, Progress } from "#modules/publishing/contract/deliveries.ts";
import type { ConnectedDestination } from "#modules/publishing/contract/destinations.ts";
import type { OperationProgress } from "#modules/publishing/contract/operations.ts";
import type { Publication } from "#modules/publishing/contract/publications.ts";
import type { PublishSummary } from "#modules/publishing/contract/start.ts";
import { descriptors, type DestinationKind } from "#modules/publishing/platforms/platforms.ts";
import { defaultOptions } from "#modules/publishing/rules/options.ts";
import { describeFailure, type ProblemCode } from "#modules/publishing/rules/problems.ts";
import { type DeliveryStep, stageOfStep } from "#modules/publishing/rules/progress.ts";
import { isCancellable } from "#modules/publishing/rules/recovery-actions.ts";

import { ofCreator } from "./samples.ts";

/** The name of a destination in messages. */
export function sampleName(kind: DestinationKind): string {
  const { name } = descriptors[kind];
  return descriptors[kind].host === null ? `${name} (videos.example.org)` : name;
}

/** A connected YouTube channel. */
export const sampleDestination: ConnectedDestination = {
  id: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea002",
  kind: "youtube",
  title: "Meera at the coast",
  pictureUrl: "",
  account: "Meera at the coast",
  brokenAt: null,
  scopes: ["youtube.force-ssl"],
  connectedAt: "2031-05-01T09:00:00.000Z",
  checkedAt: "2031-05-01T09:00:00.000Z",
};

const delivery: DeliveryProgress = {
  deliveryId: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea001",
  kind: "youtube",
  stage: "VIDEO_UPLOAD",
  failedStage: null,
  percent: 40,
  sentBytes: 4_000_000,
  confirmedBytes: 3_000_000,
  totalBytes: 10_000_000,
  stalledSeconds: null,
  retry: null,
  processing: null,
  thumbnailSent: false,
  videoId: null,
  watchUrl: null,
  channel: { id: "UCmeera", title: "Meera at the coast", pictureUrl: "" },
  visibility: "public",
  publishAt: null,
  overdue: false,
  shownVisibility: null,
  headline: null,
  problem: null,
  recoveryActions: [],
  cancelled: false,
  feedback: "",
  cancellable: true,
};

/** The problem of a failed delivery, as the server describes it. */
export function failedDelivery(code: ProblemCode, step: DeliveryStep, kind: DestinationKind = "youtube") {
  return {
    kind,
    stage: "ERROR",
    failedStage: stageOfStep[step],
    ...describeFailure(code, step, sampleName(kind)),
    cancellable: isCancellable({ step, problemCode: code }),
    shownVisibility: code === "visibility_refused" ? "private" : null,
  } as const satisfies Partial<DeliveryProgress>;
}

/** A running upload to one destination. */
export function sampleDelivery(change: Partial<DeliveryProgress> = {}): DeliveryProgress {
  return { ...delivery, ...change };
}

/** The progress of task 12 with one delivery. */
export function sampleProgress(change: Partial<DeliveryProgress> = {}): Progress {
  const changed = sampleDelivery(change);
  return {
    task: { id: 12, title: "The salt road" },
    abilities: ofCreator,
    sandbox: false,
    deliveries: [changed],
    leadingId: changed.deliveryId,
  };
}

/** Parts of a published video. */
export const publishedDelivery = {
  stage: "SUCCESSFULL",
  percent: 100,
  videoId: "video",
  watchUrl: "https://youtube.example/watch?v=video",
  shownVisibility: "public",
  cancellable: false,
} as const satisfies Partial<DeliveryProgress>;

/** The summary before the start of task 12. */
export function sampleSummary(change: Partial<PublishSummary> = {}): PublishSummary {
  const { id, kind, title, pictureUrl } = sampleDestination;
  return {
    taskId: 12,
    title: "The salt road",
    thumbnail: null,
    posterUrl: null,
    description: "Salt.",
    tags: [],
    madeForKids: false,
    options: defaultOptions,
    captions: [],
    fileName: "cut.mp4",
    bytes: 1000,
    short: false,
    channel: { id: "UCmeera", title, pictureUrl },
    destinations: [{ id, kind, title, pictureUrl }],
    termsUrl: "https://youtube.example/t",
    sandbox: false,
    ...change,
  };
}

/** Changed details of the video that YouTube did not get. */
export function unsentOperation(change: Partial<OperationProgress> = {}): OperationProgress {
  return {
    part: "changes",
    deliveryId: delivery.deliveryId,
    kind: "youtube",
    state: "failed",
    channelTitle: "Meera at the coast",
    sentAt: null,
    nextAttemptAt: null,
    problem: "YouTube refused the title.",
    recoveryActions: ["edit-details"],
    ...change,
  };
}

/** A row of the creator's list. */
export function samplePublication(change: Partial<Publication> = {}): Publication {
  return {
    ...delivery,
    taskId: 12,
    title: "The salt road",
    startedAt: "2031-05-01T09:00:00.000Z",
    creator: null,
    mayPublish: true,
    unsent: [],
    ...change,
  };
}
