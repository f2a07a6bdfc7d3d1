import { Link, useLocation, useParams } from "react-router";

import { GuestPage, LoadingReview } from "#modules/preview/web/public/guest-page.tsx";
import { CompactBar } from "#ui/compact-bar.tsx";
import { lazySection } from "#ui/lazy-section.tsx";
import { Logo } from "#ui/logo.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

// The list of its chunks would be part of the landing page.
const GuestReviewScreen = lazySection(
  async () => (await import("#modules/preview/web/public/guest-review-screen.tsx")).GuestReviewScreen,
  () => (
    <GuestPage>
      <LoadingReview />
    </GuestPage>
  ),
);

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
      <GuestReviewScreen linkId={linkId} secret={hash.slice(1)} />
    </CompactBar>
  );
}
