import { lazy, Suspense } from "react";
import { Link, useLocation, useParams } from "react-router";

import { GuestPage, LoadingReview } from "#modules/feedback/web/guests/guest-page.tsx";
import { CompactBar } from "#ui/compact-bar.tsx";
import { Logo } from "#ui/logo.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

// The list of its chunks would be part of the landing page.
const GuestReviewScreen = lazy(async () => ({
  default: (await import("#modules/feedback/web/guests/guest-review-screen.tsx")).GuestReviewScreen,
}));

export default function GuestReviewPage() {
  const { linkId = "" } = useParams();
  const { hash } = useLocation();
  return (
    <CompactBar
      brand={
        <Link to="/" className="flex min-h-11 items-center">
          <Logo markOnly />
        </Link>
      }
      end={<ThemeMenu />}
    >
      <Suspense
        fallback={
          <GuestPage>
            <LoadingReview />
          </GuestPage>
        }
      >
        <GuestReviewScreen linkId={linkId} secret={hash.slice(1)} />
      </Suspense>
    </CompactBar>
  );
}
