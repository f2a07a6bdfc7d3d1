const prefix = "https://www.googleapis.com/auth/";

export const youtubeScopes = {
  all: `${prefix}youtube`,
  forceSsl: `${prefix}youtube.force-ssl`,
  upload: `${prefix}youtube.upload`,
  readonly: `${prefix}youtube.readonly`,
  statistics: `${prefix}yt-analytics.readonly`,
} as const;

export const signInScopes = ["openid", "email", "profile"] as const;

/** Google's long names of the login scopes, equivalent to the short ones. */
export const longSignInScopes = [`${prefix}userinfo.email`, `${prefix}userinfo.profile`] as const;

export const allScopes: readonly string[] = [
  ...signInScopes,
  ...longSignInScopes,
  ...Object.values(youtubeScopes),
];

const descriptions = new Map<string, string>([
  [youtubeScopes.all, "Manage your YouTube account"],
  [
    youtubeScopes.forceSsl,
    "See, edit, and permanently delete your YouTube videos, ratings, comments and captions",
  ],
  [youtubeScopes.upload, "Manage your YouTube videos"],
  [youtubeScopes.readonly, "View your YouTube account"],
  [youtubeScopes.statistics, "View YouTube Analytics reports for your YouTube content"],
]);

export interface RequestedScope {
  scope: string;
  description: string;
}

/** The requested scopes that a user can refuse individually; login scopes are not among them. */
export function refusableScopes(requested: readonly string[]): RequestedScope[] {
  return requested.flatMap((scope) => {
    const description = descriptions.get(scope);
    return description === undefined ? [] : [{ scope, description }];
  });
}
