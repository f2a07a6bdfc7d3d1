import { Link, Outlet, useLocation } from "react-router";

import { howItWorksPath, pricingPath, logInPath } from "#core/paths.ts";
import { useHasStoredUser } from "#modules/sign-in/web/public/use-stored-user.ts";
import { Logo } from "#ui/logo.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";
import { TopBar } from "#ui/top-bar.tsx";

import { routerLink } from "../router-link.tsx";
import { LazySessionAccount } from "./lazy-session.tsx";
import { SignInLinks } from "./sign-in-links.tsx";

/** A page below the fixed top navigation. */
export function TopLayout() {
  const { pathname } = useLocation();
  const hasStoredUser = useHasStoredUser();
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
          { label: "Pricing", href: pricingPath, active: pathname === pricingPath },
          { label: "How it works", href: howItWorksPath, active: pathname === howItWorksPath },
          ...(hasStoredUser ? [] : [{ label: "Log in", href: logInPath, onlyInMenu: true }]),
        ]}
        link={routerLink}
        end={
          <>
            <ThemeMenu />
            {hasStoredUser ? <LazySessionAccount /> : <SignInLinks />}
          </>
        }
      />
      <Outlet />
    </>
  );
}
