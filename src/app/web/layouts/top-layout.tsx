import { Suspense } from "react";
import { Link, Outlet, useLocation } from "react-router";

import { useKnownUser } from "#modules/accounts/web/known-user.tsx";
import { Logo } from "#ui/logo.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";
import { TopBar } from "#ui/top-bar.tsx";

import { routerLink } from "../router-link.tsx";
import { SessionAccount } from "./session-parts.tsx";
import { AccountPlaceholder, SignUpLink } from "./sign-up-link.tsx";

/** The fixed top navigation over a page (specification, section 2, "Top navigation"). */
export function TopLayout() {
  const { pathname } = useLocation();
  const known = useKnownUser();
  return (
    <>
      <TopBar
        brand={
          <Link to="/" className="flex min-h-11 items-center">
            <Logo />
          </Link>
        }
        links={[
          { label: "Features", href: "/#features" },
          { label: "Pricing", href: "/pricing", active: pathname === "/pricing" },
          { label: "How it works", href: "/working", active: pathname === "/working" },
        ]}
        link={routerLink}
        end={
          <>
            <ThemeMenu />
            {known ? (
              <Suspense fallback={<AccountPlaceholder />}>
                <SessionAccount />
              </Suspense>
            ) : (
              <SignUpLink />
            )}
          </>
        }
      />
      <Outlet />
    </>
  );
}
