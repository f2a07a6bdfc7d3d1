import { Link, Outlet } from "react-router";

import { AvatarLink } from "#product/accounts/web/avatar-link.tsx";
import { useUser } from "#product/accounts/web/session.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Logo } from "#ui/logo.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";
import { TopBar } from "#ui/top-bar.tsx";

import { routerLink } from "../router-link.tsx";

function scrollToFeatures(): void {
  document.getElementById("features")?.scrollIntoView();
}

/** The fixed top navigation over a page (specification, section 2, "Top navigation"). */
export function TopLayout() {
  const links = [{ label: "Features", href: "/#features", onClick: scrollToFeatures }];
  return (
    <>
      <TopBar
        brand={
          <Link to="/" className="flex min-h-11 items-center">
            <Logo />
          </Link>
        }
        links={links}
        link={routerLink}
        end={
          <>
            <ThemeMenu />
            <Account />
          </>
        }
      />
      <div className="pt-15 wide:pt-18">
        <Outlet />
      </div>
    </>
  );
}

function Account() {
  const user = useUser();
  if (user === undefined) return <Skeleton className="size-9 rounded-full" />;
  if (user) return <AvatarLink user={user} />;
  return (
    <Link to="/auth" className={buttonClass("primary", "medium")}>
      Sign up
    </Link>
  );
}
