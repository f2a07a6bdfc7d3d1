import { lazy, Suspense, useState } from "react";
import { Link, useLocation, useParams } from "react-router";

import { Logo } from "#ui/logo.tsx";
import { SkipLink } from "#ui/skip-link.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";
import { TopBarSlot } from "#ui/top-bar-slot.ts";

// The list of its chunks would be part of the landing page.
const GuestReviewScreen = lazy(async () => ({
  default: (await import("#modules/feedback/web/guests/guest-review-screen.tsx")).GuestReviewScreen,
}));

export default function GuestReviewPage() {
  const { linkId = "" } = useParams();
  const { hash } = useLocation();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <TopBarSlot value={slot}>
      <header className="relative z-30 border-b bg-background">
        <SkipLink />
        <div className="flex min-h-14 flex-wrap items-center gap-x-3 px-4">
          <Link to="/" className="flex min-h-11 items-center">
            <Logo markOnly />
          </Link>
          <div ref={setSlot} className="contents" />
          <span className="ml-auto">
            <ThemeMenu />
          </span>
        </div>
      </header>
      <Suspense>
        <GuestReviewScreen linkId={linkId} secret={hash.slice(1)} />
      </Suspense>
    </TopBarSlot>
  );
}
