import { Suspense, useState } from "react";
import { Link, matchPath, Outlet, useLocation } from "react-router";

import { useHasStoredUser } from "#modules/sign-in/web/use-stored-user.ts";
import { Logo } from "#ui/logo.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";
import { TopBarSlot } from "#ui/top-bar-slot.ts";
import { TopBar } from "#ui/top-bar.tsx";

import { routerLink } from "../router-link.tsx";
import { LazySessionAccount } from "./lazy-session.ts";
import { AccountPlaceholder, logInPath, SignInLinks } from "./sign-in-links.tsx";

/** A page below the fixed top navigation. The preview has its header in a compact one, which leaves more space for it. */
export function TopLayout() {
  const { pathname } = useLocation();
  const hasStoredUser = useHasStoredUser();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const compact = matchPath("/video-preview/:taskId", pathname) !== null;
  return (
    <TopBarSlot value={slot}>
      <TopBar
        {...(compact && { slotRef: setSlot })}
        brand={
          <Link to="/" className="flex min-h-11 items-center">
            <Logo markOnly={compact} />
          </Link>
        }
        links={[
          { label: "Features", href: "/#features" },
          { label: "Pricing", href: "/pricing", active: pathname === "/pricing" },
          { label: "How it works", href: "/working", active: pathname === "/working" },
          ...(hasStoredUser ? [] : [{ label: "Log in", href: logInPath, onlyInMenu: true }]),
        ]}
        link={routerLink}
        end={
          <>
            <ThemeMenu />
            {hasStoredUser ? (
              <Suspense fallback={<AccountPlaceholder />}>
                <LazySessionAccount />
              </Suspense>
            ) : (
              <SignInLinks />
            )}
          </>
        }
      />
      <Outlet />
    </TopBarSlot>
  );
}
