import type { Actions } from "../recovery-actions.ts";

/**
 * A problem in words, in which `{platform}` stands for the platform's name and `{renewal}` for the time of day at which its
 * quota renews, and what helps.
 */
export interface Problem {
  /** The place of the message, for a problem that ends only the connection of a destination. */
  connecting?: "page" | "dialog";
  /** The only time of a problem that can't end both a delivery and the sending of changes. */
  only?: "delivery" | "published";
  /** A few words on the event. Without it, the headline names the failed step and asks to try again later. */
  headline?: string;
  /** The cause and the next step. */
  message?: string;
  /** The recovery actions of a failed delivery, first the one that solves the problem. */
  actions?: Actions;
  /** Differences for changed details of a published video. */
  published?: { message?: string; actions?: Actions };
  /** The cause of a retry, for a temporary error. */
  interruption?: string;
  /** False for temporary errors after which changes are not sent again without the creator. */
  retriesChanges?: false;
  /**
   * The reason why figures of published videos could not be read. `lasting` where waiting doesn't help, `ofVideo` where those
   * of other videos can be read.
   */
  figures?: { message: string; lasting?: true; ofVideo?: true };
  /** Suggested feedback for the editor. Without it, only the creator knows the reason. */
  feedback?: string;
}
