// Links that the YouTube API Services Terms require in the legal pages.
export function YouTubeTerms() {
  return (
    <a href="https://www.youtube.com/t/terms" rel="noreferrer" className="link">
      YouTube Terms of Service
    </a>
  );
}

export function GooglePrivacy() {
  return (
    <a href="http://www.google.com/policies/privacy" rel="noreferrer" className="link">
      Google Privacy Policy
    </a>
  );
}

export function GooglePermissions() {
  return (
    <a href="https://security.google.com/settings/security/permissions" rel="noreferrer" className="link">
      Google security settings page
    </a>
  );
}
