import { OauthScreen } from "#modules/sign-in/web/public/oauth-screen.tsx";

export default function OauthPage() {
  return <OauthScreen />;
}
