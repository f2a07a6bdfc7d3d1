import type { FrameStillDependencies } from "#modules/media/server/public/frame-stills.ts";

/** Dependencies of the module. */
export interface FeedbackDependencies extends FrameStillDependencies {
  /** Whether cookies are only sent over https. */
  secureCookies: boolean;
}
