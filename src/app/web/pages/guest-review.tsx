import { Link, useLocation, useParams } from "react-router";

import { GuestReviewScreen } from "#modules/preview/web/public/guest-review-screen.tsx";
import { CompactBar } from "#ui/compact-bar.tsx";
import { Logo } from "#ui/logo.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

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
