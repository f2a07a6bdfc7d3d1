import type { Platform } from "#adapters/video-platform/platform.ts";
import type { PublishingPlatform } from "#adapters/video-platform/publishing-platform.ts";

/** Replaces some of a platform, which may need what it replaces. */
export type PlatformChange =
  | Partial<PublishingPlatform>
  | ((real: PublishingPlatform) => Partial<PublishingPlatform>);

/** A platform whose connections have some of it replaced. */
export function changedPlatform(platform: Platform, change: PlatformChange): Platform {
  return {
    ...platform,
    connect: (settings) => {
      const real = platform.connect(settings);
      return { ...real, ...(typeof change === "function" ? change(real) : change) };
    },
  };
}
