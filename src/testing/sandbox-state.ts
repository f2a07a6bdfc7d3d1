/** State of the sandbox platform. */
export interface SandboxState {
  videos: {
    id: string;
    sha256: string | null;
    bytes: number;
    hasThumbnail: boolean;
    captions: { language: string; name: string; content: string }[];
    playlists: string[];
    resource: {
      snippet: { title: string; description: string; tags?: string[] };
      status: {
        privacyStatus: string;
        selfDeclaredMadeForKids?: boolean;
        containsSyntheticMedia?: boolean;
        publishAt?: string;
      };
    };
  }[];
  sessions: {
    size: number;
    videoId?: string;
    confirmedBytes: number;
    bytesEverReceived: number;
    requests: { first?: number; received: number; confirmed?: number; answer?: string }[];
  }[];
  consents: unknown[];
  /** Scripted failures that have not happened yet. */
  failures: unknown[];
}

export interface PeerTubeVideo {
  uuid: string;
  name: string;
  bytes: number;
  sha256: string;
  privacy: { id: number };
  hasThumbnail: boolean;
  tags: string[];
  captions: { language: string; content: string }[];
}
