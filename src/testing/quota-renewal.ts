import { secondsUntilQuotaRenewal } from "#adapters/video-platform/youtube/quota-renewal.ts";

/**
 * Whether YouTube's quota is renewed in the next 15 minutes, at midnight Pacific time: the server then waits for it instead of
 * reporting that it is used up, and a test of that report would fail.
 */
export function quotaRenewsSoon(): boolean {
  return secondsUntilQuotaRenewal(new Date()) < 15 * 60;
}
