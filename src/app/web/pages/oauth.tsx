import { OauthScreen } from "#modules/sign-in/web/oauth-screen.tsx";

export default function OauthPage() {
  return <OauthScreen />;
}
