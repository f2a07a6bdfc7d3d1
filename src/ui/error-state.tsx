import type { ReactNode } from "react";

import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";

interface ErrorStateProps {
  /** What happened, in a sentence. */
  message: string;
  onRetry?: () => void;
  retrying?: boolean;
  /** Another way on, beside or instead of trying again. */
  action?: ReactNode;
  className?: string;
}

export function ErrorState({ message, onRetry, retrying = false, action, className }: ErrorStateProps) {
  return (
    <div role="alert" className={classNames("border-l-2 border-fault py-1 pl-4", className)}>
      <p className="font-medium text-fault">{message}</p>
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
