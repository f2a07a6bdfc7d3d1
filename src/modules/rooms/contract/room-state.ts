import { z } from "zod";

import { guides } from "#modules/media/contract/guides.ts";
import { pictureView } from "#modules/media/contract/picture-view.ts";
import { comparisonModes } from "#modules/review/rules/comparison.ts";

const frame = z.number().int().min(0).max(2_147_483_647);

/** A comparison with another version of the task. */
export const comparison = z.object({
  version: z.number().int().positive(),
  mode: z.enum(comparisonModes),
  /** In frames of the other version. */
  offset: z.number().int().min(-1_000_000).max(1_000_000),
  /** Whether the mode "toggle" shows the other version. */
  showsOther: z.boolean(),
  /** Percentage of the width at which the wipe divides the pictures. */
  wipe: z.number().min(0).max(100),
});
export type Comparison = z.output<typeof comparison>;

/** Frames that are repeated, both included. */
const loop = z.object({ from: frame, to: frame });

const shared = z.object({
  version: z.number().int().positive(),
  playing: z.boolean(),
  /** Frame of the version, from 0. */
  frame,
  /** Factor of the speed. */
  speed: z.number().min(0.25).max(4),
  loop: loop.nullable(),
  /** Always null for guests, who see only the version of their link. */
  comparison: comparison.nullable(),
  view: pictureView,
  guides,
});

/**
 * Changes of the state by a participant. Properties that are left out stay; a loop and a comparison end with their version.
 * Without `frame`, playback continues where it will be when the change takes effect, and a pause shows the frame of that moment.
 */
export const roomChange = shared
  .extend({
    loop: loop.refine(({ from, to }) => from <= to, "A loop ends after it starts.").nullable(),
  })
  .partial();
export type RoomChange = z.output<typeof roomChange>;

/** State that all participants who follow the room see. Times are room times: milliseconds since 1970 by the clock of the database. */
export const roomState = shared.extend({
  /** The frame that is displayed while paused, and from `startsAt` on while playing. */
  frame,
  /** When `frame` is displayed and begins to advance. */
  startsAt: z.number(),
  /**
   * Participants who are buffering, and until when the others wait for them. `playing` is false meanwhile; playback then continues by
   * a new change. Null while nobody is waited for.
   */
  waiting: z.object({ for: z.array(z.uuid()), until: z.number() }).nullable(),
});
export type RoomState = z.output<typeof roomState>;
