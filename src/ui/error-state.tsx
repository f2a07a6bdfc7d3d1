import type { ReactNode } from "react";

import { shownMessage } from "#core/shown-message.ts";

import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";

interface ErrorStateProps {
  /** The cause and the next step, or an error with its detail. */
  message: string | (Error & { detail?: unknown });
  /** The cause of a message without one. */
  detail?: string | undefined;
  onRetry?: () => void;
  retrying?: boolean;
  /** An alternative to trying again. */
  action?: ReactNode;
  className?: string;
}

export function ErrorState({
  message,
  detail,
  onRetry,
  retrying = false,
  action,
  className,
}: ErrorStateProps) {
  const cause = typeof message === "string" || typeof message.detail !== "string" ? detail : message.detail;
  return (
    <div role="alert" className={classNames("border-l-2 border-fault py-1 pl-4", className)}>
      <p className="font-medium text-fault">
        {typeof message === "string" ? message : shownMessage(message)}
      </p>
      {cause !== undefined && <p className="mt-1 text-sm text-soft">{cause}</p>}
      {(onRetry || action) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {onRetry && (
            <Button size="small" onClick={onRetry} busy={retrying && "Trying again..."}>
              Try again
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  );
}
