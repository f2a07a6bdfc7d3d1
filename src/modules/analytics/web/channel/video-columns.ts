import type { ChannelOrder, ChannelVideo } from "#modules/analytics/contract/channel.ts";
import type { Figures } from "#modules/analytics/contract/figures.ts";

import {
  formatCount,
  formatRoundPercent,
  formatSigned,
  formatWatchTime,
  netSubscribers,
  noFigure,
} from "../figures/format-figures.ts";

/** A column of the list of videos that it can be sorted by. */
export interface VideoColumn {
  order: ChannelOrder;
  label: string;
  /** In the heading of the table. */
  short: string;
  text: (video: ChannelVideo) => string;
}

const ofTotals = (format: (totals: Figures) => string) => (video: ChannelVideo) =>
  video.totals ? format(video.totals) : noFigure;

export const videoColumns: VideoColumn[] = [
  { order: "views", label: "Views", short: "Views", text: ofTotals(({ views }) => formatCount(views)) },
  {
    order: "engagedViews",
    label: "Engaged views",
    short: "Engaged",
    text: ofTotals(({ engagedViews }) => formatCount(engagedViews)),
  },
  {
    order: "watchTime",
    label: "Watch time",
    short: "Watch time",
    text: ofTotals(({ watchSeconds }) => formatWatchTime(watchSeconds)),
  },
  {
    order: "averageViewPercent",
    label: "Average viewed",
    short: "Avg. viewed",
    text: ofTotals(({ averageViewPercent }) => formatRoundPercent(averageViewPercent)),
  },
  { order: "likes", label: "Likes", short: "Likes", text: ofTotals(({ likes }) => formatCount(likes)) },
  {
    order: "comments",
    label: "Comments",
    short: "Comments",
    text: ofTotals(({ comments }) => formatCount(comments)),
  },
  { order: "shares", label: "Shares", short: "Shares", text: ofTotals(({ shares }) => formatCount(shares)) },
  {
    order: "subscribers",
    label: "Subscribers",
    short: "Subs",
    text: ofTotals((totals) => formatSigned(netSubscribers(totals))),
  },
];
