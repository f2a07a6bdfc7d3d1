import { OauthScreen } from "#modules/accounts/web/oauth-screen.tsx";

export default function OauthPage() {
  return <OauthScreen />;
}
