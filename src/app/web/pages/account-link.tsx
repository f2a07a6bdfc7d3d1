import { AccountLinkScreen } from "#modules/sign-in/web/public/account-link-screen.tsx";

export default function AccountLinkPage() {
  return <AccountLinkScreen />;
}
