import { OauthScreen } from "#product/accounts/web/oauth-screen.tsx";

export default function OauthPage() {
  return <OauthScreen />;
}
