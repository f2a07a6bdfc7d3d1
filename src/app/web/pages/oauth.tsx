import { OauthScreen } from "#modules/sign-in/web/google/oauth-screen.tsx";

export default function OauthPage() {
  return <OauthScreen />;
}
