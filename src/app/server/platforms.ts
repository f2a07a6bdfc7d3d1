import { createFolders } from "#adapters/video-platform/folder/folders.ts";
import type { PlatformLog } from "#adapters/video-platform/http.ts";
import { createPeerTube } from "#adapters/video-platform/peertube/peertube.ts";
import type { ClientCredentials } from "#adapters/video-platform/platform.ts";
import { createS3Buckets } from "#adapters/video-platform/s3/s3-buckets.ts";
import type { AddressRules } from "#adapters/video-platform/typed-address.ts";
import { vimeoAddresses, vimeoSandbox } from "#adapters/video-platform/vimeo/client.ts";
import { createVimeo } from "#adapters/video-platform/vimeo/vimeo.ts";
import type { PlatformAddresses } from "#adapters/video-platform/youtube/addresses.ts";
import { createYouTube } from "#adapters/video-platform/youtube/youtube.ts";
import type { Platforms } from "#modules/publishing/server/dependencies.ts";

export interface PlatformSettings {
  /** YouTube, or the sandbox in its place. */
  platform: ClientCredentials & { addresses: PlatformAddresses; sandbox: boolean };
  /** The client at Vimeo; the sandbox has that of YouTube. */
  vimeo?: ClientCredentials | null;
  /** PeerTube instances and S3 stores that may be connected, and folders of the server: their absolute paths. */
  destinations: AddressRules & { folders?: readonly string[] };
  log: PlatformLog;
}

/** Creates the adapters of all kinds of destinations. */
export function createPlatforms({
  platform,
  vimeo = null,
  destinations: rules,
  log,
}: PlatformSettings): Platforms {
  const { sandbox, addresses } = platform;
  return {
    youtube: createYouTube({ ...platform, log }),
    vimeo: sandbox
      ? createVimeo({ addresses: vimeoSandbox(addresses.issuer), client: platform, log })
      : createVimeo({ addresses: vimeoAddresses, client: vimeo, log }),
    peertube: createPeerTube({ rules, log }),
    s3: createS3Buckets({ rules, log }),
    folder: createFolders({ paths: rules.folders ?? [], log }),
  };
}

export async function closePlatforms(platforms: Platforms): Promise<void> {
  await Promise.all(Object.values(platforms).map(({ close }) => close()));
}
