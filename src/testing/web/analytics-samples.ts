import type { ChannelSummary, ChannelVideo } from "#modules/analytics/contract/channel.ts";
import type { Figures } from "#modules/analytics/contract/figures.ts";
import type { Retention } from "#modules/analytics/contract/retention.ts";
import type { ReviewComment, VideoResults } from "#modules/analytics/contract/videos.ts";

import { meera } from "./samples.ts";

const deliveryId = "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea101";
export const destinationId = "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea201";

/** Three minutes at 25 frames per second. */
const rate = { num: 25, den: 1 };
const durationSeconds = 180;
const frames = 4500;

/** The interval at whose beginning a fifth of the viewers leave. */
export const dropAt = 40;
export const dropFrame = (dropAt * frames) / 100;

const columns = 5;
const rows = 4;

/** A sheet of 20 tiles, each of another shade. */
function sheetUrl(): string {
  const tiles = Array.from({ length: columns * rows }, (_, index) => {
    const [x, y] = [(index % columns) * 160, Math.floor(index / columns) * 90];
    return `<rect x="${x}" y="${y}" width="160" height="90" fill="hsl(${20 + index * 9} 35% ${25 + index * 2}%)"/><circle cx="${x + 20 + index * 6}" cy="${y + 50}" r="18" fill="#e8dcc6"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="360">${tiles.join("")}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** A comment of meera on the interval of the drop, which anika has marked as done. */
export const alignedComment: ReviewComment = {
  id: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea301",
  version: 2,
  inFrame: dropFrame + 20,
  outFrame: dropFrame + 120,
  frame: dropFrame + 20,
  endFrame: dropFrame + 120,
  seconds: (dropFrame + 20) / 25,
  endSeconds: (dropFrame + 120) / 25,
  author: { id: meera.id, name: meera.name, profileImgUrl: "" },
  text: "The map stays too long.",
  done: { version: 3, note: "Shortened by two seconds." },
  resolved: true,
};

/** A curve that falls steeply at `dropFrame`. */
export function sampleRetention(): Retention {
  const shareAt = (index: number) => (0.98 * Math.exp(-index / 90) + 0.02) * (index >= dropAt ? 0.62 : 1);
  const points = Array.from({ length: 100 }, (_, index) => ({
    elapsedVideoTimeRatio: (index + 1) / 100,
    frame: Math.floor((index * frames) / 100),
    audienceWatchRatio: Number(shareAt(index).toFixed(4)),
    relativeRetentionPerformance: Number(
      (0.62 - (index >= dropAt ? 0.3 : 0) + 0.05 * Math.sin(index / 7)).toFixed(3),
    ),
    startedWatching: 0,
    stoppedWatching: 0,
  }));
  const [before, after] = [shareAt(dropAt - 1), shareAt(dropAt)];
  return {
    points,
    marks: [
      {
        kind: "drop",
        frame: dropFrame,
        endFrame: dropFrame + frames / 100,
        seconds: dropFrame / 25,
        endSeconds: dropFrame / 25 + durationSeconds / 100,
        before,
        after,
        change: after / before - 1,
        still: { url: sheetUrl(), x: 480, y: 90, width: 160, height: 90, sheetWidth: 800, sheetHeight: 360 },
        commentIds: [alignedComment.id],
      },
    ],
  };
}

const dayTotals: Figures = {
  views: 4218,
  engagedViews: 3105,
  watchSeconds: 421_800,
  averageViewSeconds: 100,
  averageViewPercent: 55.6,
  likes: 312,
  comments: 48,
  shares: 27,
  subscribersGained: 41,
  subscribersLost: 7,
};

/** Figures by day from May 2, 2031, with a day without views. */
function sampleDays(count: number) {
  return Array.from({ length: count }, (_, age) => {
    const views = age === 5 ? 0 : Math.round(900 * Math.exp(-age / 4) + 40 + 30 * Math.sin(age));
    return {
      ...dayTotals,
      day: new Date(Date.UTC(2031, 4, 2 + age)).toISOString().slice(0, 10),
      age,
      views,
      engagedViews: Math.round(views * 0.74),
      watchSeconds: views * 100,
      averageViewSeconds: views === 0 ? null : 100,
      averageViewPercent: views === 0 ? null : 55.6,
      likes: Math.round(views / 14),
      comments: Math.round(views / 80),
    };
  });
}

const publication = {
  deliveryId,
  destinationId,
  kind: "youtube",
  platform: "YouTube (sandbox)",
  channel: "Meera's films",
  state: "ready",
  watchUrl: "https://sandbox.example/watch?v=1",
  publishedAt: "2031-05-02T09:00:00.000Z",
} satisfies VideoResults["publication"];

const completeUntil = {
  day: "2031-05-22",
  timeZone: "America/Los_Angeles",
  endsAt: "2031-05-23T07:00:00.000Z",
};

/** The results of the published task 12 of meera, edited by anika. */
export function sampleResults(change: Partial<VideoResults> = {}): VideoResults {
  return {
    taskId: 12,
    title: "Lagoon at low tide",
    own: true,
    publications: [publication],
    publication,
    video: {
      version: 3,
      durationSeconds,
      rate,
      frames,
      playback: null,
      storyboard: {
        url: sheetUrl(),
        intervalSeconds: 9,
        count: 20,
        columns,
        rows,
        tileWidth: 160,
        tileHeight: 90,
      },
      waveform: {
        peaksPerSecond: 2,
        peaks: Array.from({ length: 360 }, (_, index) =>
          Math.round(40 + 35 * Math.sin(index / 9) * Math.cos(index / 31)),
        ),
      },
    },
    completeUntil,
    fetchedAt: "2031-05-25T06:00:00.000Z",
    problem: null,
    current: { views: 4390, likes: 320, comments: 49, at: "2031-05-25T06:00:00.000Z" },
    totals: dayTotals,
    days: sampleDays(21),
    comparison: {
      age: 20,
      videos: 8,
      views: { value: 4218, median: 3400, rank: 2 },
      watchSeconds: { value: 421_800, median: 300_000, rank: 2 },
      averageViewPercent: { value: 55.6, median: 49, rank: 3 },
      growth: [0, 1, 2, 5, 10, 15, 20].map((age) => {
        const grown = 1 - Math.exp(-(age + 1) / 5);
        return {
          age,
          views: Math.round(4218 * grown),
          lower: Math.round(2100 * grown),
          median: Math.round(3400 * grown),
          upper: Math.round(4600 * grown),
        };
      }),
    },
    retention: sampleRetention(),
    comments: [alignedComment],
    chapters: [
      { startSeconds: 0, frame: 0, title: "Herons" },
      { startSeconds: 60, frame: 1500, title: "The map" },
      { startSeconds: 130, frame: 3250, title: "The bell" },
    ],
    ...change,
  };
}

/** The same publication in a state without figures. */
export function resultsWithout(
  state: VideoResults["publication"]["state"],
  change: Partial<VideoResults> = {},
): VideoResults {
  const shown = { ...publication, state };
  return sampleResults({
    publication: shown,
    publications: [shown],
    completeUntil: null,
    fetchedAt: null,
    current: null,
    totals: null,
    days: [],
    comparison: null,
    retention: null,
    ...change,
  });
}

export function sampleVideo(change: Partial<ChannelVideo> = {}): ChannelVideo {
  return {
    taskId: 12,
    deliveryId,
    title: "Lagoon at low tide",
    channel: publication.channel,
    platform: publication.platform,
    state: "ready",
    publishedAt: publication.publishedAt,
    durationSeconds,
    thumbnailUrl: null,
    completeUntil: completeUntil.day,
    totals: dayTotals,
    retentionAfter30Seconds: 0.81,
    ...change,
  };
}

/** A channel with figures, which its editors see. */
export function sampleChannel(change: Partial<ChannelSummary> = {}): ChannelSummary {
  return {
    own: true,
    destinations: [
      {
        id: destinationId,
        kind: "youtube",
        title: publication.channel,
        pictureUrl: "",
        platform: publication.platform,
        state: "ready",
        asks: true,
        videos: 2,
        completeUntil,
        fetchedAt: "2031-05-25T06:00:00.000Z",
        problem: null,
      },
    ],
    totals: { ...dayTotals, views: 18_240, watchSeconds: 1_824_000 },
    completeUntil,
    videos: 2,
    best: [sampleVideo()],
    worst: [
      sampleVideo({
        taskId: 13,
        deliveryId: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea102",
        title: "Night ferry",
        totals: { ...dayTotals, averageViewPercent: 24 },
      }),
    ],
    shareResults: true,
    ...change,
  };
}
