import { type ReactNode, useState } from "react";
import { Link } from "react-router";

import { tasksPath } from "#core/paths.ts";
import { storedRole } from "#modules/sign-in/rules/stored-role.ts";
import { buttonClass } from "#ui/button-class.ts";
import { EmptyState } from "#ui/empty-state.tsx";

import { userStorageKey } from "../storage-keys.ts";

interface DeadEndProps {
  /** One sentence about the page that can't be shown. */
  message: string;
  /** The cause or the next step. */
  children?: ReactNode;
  /** Links or buttons that lead closer to what the user wanted than the default one. */
  action?: ReactNode;
  className?: string;
}

/**
 * Shown instead of a page that this user can't use: the address is wrong, the page belongs to another role, or a link has
 * ended. Leads back to the user's tasks, or to the home page without a login.
 */
export function DeadEnd({ message, children, action, className }: DeadEndProps) {
  return (
    <div role="alert">
      <EmptyState
        title={message}
        action={
          <div className="flex flex-wrap gap-3">
            {action}
            <WayBack variant={action ? "outline" : "primary"} />
          </div>
        }
        {...(className !== undefined && { className })}
      >
        {children}
      </EmptyState>
    </div>
  );
}

/** Reads the stored user, so that pages without a session can show it too. */
function WayBack({ variant }: { variant: "primary" | "outline" }) {
  const [role] = useState(() => storedRole(localStorage.getItem(userStorageKey)));
  return (
    <Link to={role === null ? "/" : tasksPath(role)} className={buttonClass(variant)}>
      {role === null ? "Go to the home page" : "Go to your tasks"}
    </Link>
  );
}
