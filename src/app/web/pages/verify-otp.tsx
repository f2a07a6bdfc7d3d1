import { AuthIntro } from "#modules/sign-in/web/public/auth-intro.tsx";
import { VerifyOtpPanel } from "#modules/sign-in/web/public/verify-otp-panel.tsx";

export default function VerifyOtpPage() {
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto grid max-w-md gap-16 px-4 py-10 sm:px-6 wide:max-w-6xl wide:grid-cols-[1fr_26rem] wide:gap-24 wide:py-20"
    >
      <AuthIntro />
      <VerifyOtpPanel />
    </main>
  );
}
