import { AuthIntro } from "#modules/sign-in/web/public/auth-intro.tsx";
import { AuthPanel } from "#modules/sign-in/web/public/auth-panel.tsx";
import { SignedOut } from "#modules/sign-in/web/public/session.tsx";

export default function AuthPage() {
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto grid max-w-md gap-16 px-4 py-10 sm:px-6 wide:max-w-6xl wide:grid-cols-[1fr_26rem] wide:gap-24 wide:py-20"
    >
      <SignedOut>
        <AuthIntro />
        <AuthPanel />
      </SignedOut>
    </main>
  );
}
