import type { ReactNode } from "react";

import { type Actions, mergedActions, recoveryLabels } from "#modules/publishing/rules/recovery-actions.ts";
import type { ButtonSize } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";

import { isRecoveryLink, RecoveryLink } from "./recovery-links.tsx";

interface PublishedRecoveryProps {
  taskId: number;
  /** The actions of each problem. */
  problems: readonly Actions[];
  /** Sends again what was not sent. */
  onRetry: () => void;
  retrying: boolean;
  /** False where the page has its primary button elsewhere. */
  primary?: boolean;
  size?: ButtonSize;
  /** Further buttons at the end. */
  children?: ReactNode;
}

/**
 * What the creator can do about changes, captions or playlists of a published video that were not sent, in one row for all
 * destinations. The buttons for a reconnection are beside their problems.
 */
export function PublishedRecovery({
  taskId,
  problems,
  onRetry,
  retrying,
  primary = true,
  size = "small",
  children,
}: PublishedRecoveryProps) {
  const merged = mergedActions(problems);
  const solvedHere = problems.some(([first]) => first !== undefined && first !== "reconnect");
  const actions = merged.filter((action) => action === "retry" || isRecoveryLink(action));
  const variantOf = (action: string) =>
    primary && solvedHere && action === actions[0] ? "primary" : "outline";
  return (
    <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
      {actions.map((action) =>
        isRecoveryLink(action) ? (
          <RecoveryLink key={action} {...{ action, taskId, size }} variant={variantOf(action)} />
        ) : (
          <Button
            key={action}
            size={size}
            variant={variantOf(action)}
            busy={retrying && "Sending..."}
            onClick={onRetry}
          >
            {recoveryLabels.retry}
          </Button>
        ),
      )}
      {children}
    </div>
  );
}
