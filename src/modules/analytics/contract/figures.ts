import { z } from "zod";

const count = z.number().int().nonnegative();

/** The states of a publication's figures. */
export const figureStates = [
  /** There are figures. */
  "ready",
  /** The figures are accessible, and none have arrived yet. */
  "waiting",
  /** Its creator has not granted access to the figures. */
  "no_access",
  /** Its destination was disconnected or has to be connected again. The figures are deleted with a disconnection. */
  "disconnected",
  /** Its destination has no figures, such as a folder. */
  "none",
] as const;
export type FigureState = (typeof figureStates)[number];

/** Figures of a period. Null where the platform doesn't count them. */
export const figures = z.object({
  views: count,
  /** Views that count as watched by the platform's rules; `views` count from the first frame. */
  engagedViews: count.nullable(),
  watchSeconds: count,
  averageViewSeconds: z.number().nonnegative().nullable(),
  /** Average watched share of the video, in percent; over 100 where viewers watch parts repeatedly. */
  averageViewPercent: z.number().nonnegative().nullable(),
  likes: count.nullable(),
  comments: count.nullable(),
  shares: count.nullable(),
  subscribersGained: count.nullable(),
  subscribersLost: count.nullable(),
});
export type Figures = z.output<typeof figures>;

/** A day of the platform's calendar, such as `2026-11-25`. */
export const day = z.iso.date();

/** The last day of which all views are counted. */
export const completeDay = z.object({
  day,
  /** The IANA name of the time zone in which the platform's days begin and end. */
  timeZone: z.string(),
  /** The end of the day. */
  endsAt: z.iso.datetime(),
});
export type CompleteDay = z.output<typeof completeDay>;

export const dayFigures = figures.extend({
  day,
  /** Days since the day of the publication, which is 0. */
  age: count,
});
export type DayFigures = z.output<typeof dayFigures>;

/** The current counts of a video, which arrive before the figures by day. */
export const currentCounts = z.object({
  views: count,
  likes: count.nullable(),
  comments: count.nullable(),
  at: z.iso.datetime(),
});
export type CurrentCounts = z.output<typeof currentCounts>;

/** The reason why figures could not be read last. */
export const fetchProblem = z.object({
  /** The cause and the next step. */
  message: z.string(),
  /** When the figures are requested again; null if they are not until the creator does something. */
  retryAt: z.iso.datetime().nullable(),
});
export type FetchProblem = z.output<typeof fetchProblem>;
