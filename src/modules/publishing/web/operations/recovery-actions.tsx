import type { ReactNode } from "react";

import { contactPath, startUploadPath, taskUpdatePath } from "#core/paths.ts";
import type { DestinationKind } from "#modules/publishing/platforms/platforms.ts";
import {
  type Actions,
  type RecoveryAction,
  recoveryLabels,
} from "#modules/publishing/rules/recovery-actions.ts";
import type { ButtonSize } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";

import { ReconnectButton } from "../destinations/reconnect-button.tsx";
import { useSetUploadTask } from "../destinations/upload-storage.ts";
import { LinkButton } from "../link-button.tsx";
import { NewTabLink } from "../new-tab-link.tsx";
import { useCan } from "../use-can.ts";

interface RecoveryActionsProps {
  taskId: number;
  actions: Actions;
  /** The action of the primary button; null where the page has it elsewhere. */
  primary: RecoveryAction | null;
  /** Called for the actions that are no links. */
  onAct: (action: RecoveryAction) => void;
  /** While one is carried out: the labels of the buttons that may have been pressed. */
  busy: Partial<Record<RecoveryAction, string>> | null;
  /** The visibility that the platform has set, where it differs. */
  shownVisibility?: string | null;
  /** The destination that can be reconnected here. */
  kind?: DestinationKind;
  size?: ButtonSize;
  /** The destination, for screen readers, where several have buttons. */
  name?: string | undefined;
  /** Further buttons at the end. */
  children?: ReactNode;
}

/** The page of an action that opens one: of this app, or of another site. */
const pages: Partial<Record<RecoveryAction, (taskId: number) => string>> = {
  "edit-details": (taskId) => taskUpdatePath(taskId),
  "choose-thumbnail": (taskId) => taskUpdatePath(taskId),
  "change-visibility": () => startUploadPath,
  "verify-channel": () => "https://www.youtube.com/verify",
  "open-studio": () => "https://studio.youtube.com",
  "contact-operator": () => contactPath,
};

/** Recovery actions of an operation that failed. */
export function RecoveryActions({
  taskId,
  actions,
  primary,
  onAct,
  busy,
  shownVisibility = null,
  kind,
  size = "medium",
  name,
  children,
}: RecoveryActionsProps) {
  const setUploadTask = useSetUploadTask();
  const decides = useCan("decide");
  const offered = actions.filter((action) => action !== "send-back" || decides);
  function button(action: RecoveryAction): ReactNode {
    const variant = action === primary ? "primary" : "outline";
    if (action === "reconnect") {
      return kind && <ReconnectButton kind={kind} taskId={taskId} variant={variant} size={size} />;
    }
    const page = pages[action]?.(taskId);
    if (page?.startsWith("https:")) {
      return <NewTabLink href={page} variant={variant} size={size} label={recoveryLabels[action]} />;
    }
    if (page !== undefined) {
      // The start screen shows the task that is stored.
      const onClick = page === startUploadPath ? () => setUploadTask(taskId) : undefined;
      return (
        <LinkButton
          to={page}
          variant={variant}
          size={size}
          onClick={onClick}
          label={recoveryLabels[action]}
        />
      );
    }
    return (
      <Button
        variant={variant}
        size={size}
        disabled={busy !== null && busy[action] === undefined}
        busy={busy?.[action] ?? false}
        onClick={() => onAct(action)}
      >
        {recoveryLabels[action].replace("{visibility}", shownVisibility ?? "as it is")}
        {name !== undefined && <span className="sr-only"> {name}</span>}
      </Button>
    );
  }
  return (
    <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
      {offered.map((action) => (
        <span key={action} className="empty:hidden">
          {button(action)}
        </span>
      ))}
      {children}
    </div>
  );
}
