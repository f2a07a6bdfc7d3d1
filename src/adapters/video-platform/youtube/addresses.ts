/** URLs of a platform: the only difference between Google and the sandbox. */
export interface PlatformAddresses {
  /** The platform's name in messages to users. */
  name: string;
  issuer: string;
  /** Opened in the user's browser. */
  authorization: string;
  token: string;
  revocation: string;
  /** Base of the Data API, with a trailing slash. */
  api: string;
  /** Base of the Analytics API, with a trailing slash. */
  analytics: string;
  /** Base of uploads, with a trailing slash. */
  upload: string;
  /** Allowed origins of session URIs: bearer tokens are not sent to others. */
  uploadOrigins: readonly string[];
  /** The page on which people watch a video. */
  watch: (videoId: string) => string;
}

/** Google and YouTube. */
export const googleAddresses: PlatformAddresses = {
  name: "YouTube",
  issuer: "https://accounts.google.com",
  authorization: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
  revocation: "https://oauth2.googleapis.com/revoke",
  api: "https://www.googleapis.com/youtube/v3/",
  analytics: "https://youtubeanalytics.googleapis.com/v2/",
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
    analytics: `${at}/youtubeanalytics/v2/`,
    upload: `${at}/upload/youtube/v3/`,
    uploadOrigins: [at],
    watch: (videoId) => watchPage(at, videoId),
  };
}

function watchPage(origin: string, videoId: string): string {
  return `${origin}/watch?v=${encodeURIComponent(videoId)}`;
}
