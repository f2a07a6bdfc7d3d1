import { LogOut, Server } from "lucide-react";
import { Link } from "react-router";

import { adminPath } from "#core/paths.ts";
import { useIsOperator } from "#modules/sign-in/web/public/session.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";

import { useLogOut } from "../log-out.tsx";

/** The entries of the sidebar that the bar of narrow screens has no space for: the administration and the logout. */
export function AccountActions() {
  const operator = useIsOperator();
  const { askToLogOut, logOutDialog } = useLogOut();
  return (
    <div className="flex gap-2 wide:hidden">
      {operator && (
        <Link to={adminPath()} className={buttonClass("outline")}>
          <Server aria-hidden className="size-4" />
          Admin
        </Link>
      )}
      <Button onClick={askToLogOut}>
        <LogOut aria-hidden className="size-4" />
        Log out
      </Button>
      {logOutDialog}
    </div>
  );
}
