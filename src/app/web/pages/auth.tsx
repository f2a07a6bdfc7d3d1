import { AuthPanel } from "#modules/accounts/web/auth-panel.tsx";
import { AuthPromise } from "#modules/accounts/web/auth-promise.tsx";
import { SignedOut } from "#modules/accounts/web/session.tsx";

export default function AuthPage() {
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto grid max-w-6xl gap-16 px-4 py-10 sm:px-6 wide:grid-cols-[1fr_26rem] wide:gap-24 wide:py-20"
    >
      <SignedOut>
        <AuthPromise />
        <AuthPanel />
      </SignedOut>
    </main>
  );
}
