import { type ReactNode, useState } from "react";
import { Link } from "react-router";

import { tasksPath } from "#core/paths.ts";
import { storedRole } from "#modules/sign-in/rules/stored-role.ts";
import { buttonClass } from "#ui/button-class.ts";
import { EmptyState } from "#ui/empty-state.tsx";

import { userStorageKey } from "./storage-keys.ts";

interface DeadEndProps {
  /** One sentence about the page that can't be shown. */
  message: string;
  /** The cause or the next step. */
  children?: ReactNode;
  /** Links or buttons that lead closer to what the user wanted than the default one. */
  action?: ReactNode;
  className?: string;
}

/** A sentence about a page that this user can't use, with the way back. */
export function DeadEndContent({ message, children, action, className }: DeadEndProps) {
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
