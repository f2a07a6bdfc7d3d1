/** Where a platform is reached. Google and the sandbox differ in nothing else. */
export interface PlatformAddresses {
  /** How sentences call the platform; fits in the middle of one. */
  name: string;
  issuer: string;
  /** Opened in the person's browser. */
  authorization: string;
  token: string;
  revocation: string;
  /** Base of the Data API, ending in a slash. */
  api: string;
  /** Base of uploads, ending in a slash. */
  upload: string;
  /** Origins on which a session URI may lie: a bearer token is never sent to another one. */
  uploadOrigins: readonly string[];
  /** The page on which people watch a video. */
  watch: (videoId: string) => string;
}

/** Google and YouTube (video platform reference, 1.1 and 2). */
export const googleAddresses: PlatformAddresses = {
  name: "YouTube",
  issuer: "https://accounts.google.com",
  authorization: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
  revocation: "https://oauth2.googleapis.com/revoke",
  api: "https://www.googleapis.com/youtube/v3/",
  upload: "https://www.googleapis.com/upload/youtube/v3/",
  uploadOrigins: ["https://www.googleapis.com", "https://youtube.googleapis.com"],
  watch: (videoId) => watchPage("https://www.youtube.com", videoId),
};

/** The sandbox platform: the same paths under one origin, such as `http://127.0.0.1:4100`. */
export function sandboxAddresses(origin: string): PlatformAddresses {
  const at = new URL(origin).origin;
  return {
    name: "YouTube (sandbox)",
    issuer: at,
    authorization: `${at}/o/oauth2/v2/auth`,
    token: `${at}/token`,
    revocation: `${at}/revoke`,
    api: `${at}/youtube/v3/`,
    upload: `${at}/upload/youtube/v3/`,
    uploadOrigins: [at],
    watch: (videoId) => watchPage(at, videoId),
  };
}

function watchPage(origin: string, videoId: string): string {
  return `${origin}/watch?v=${encodeURIComponent(videoId)}`;
}
