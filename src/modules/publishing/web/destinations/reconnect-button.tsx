import { Link } from "react-router";

import { settingsPath } from "#core/paths.ts";
import type { PublishSummary } from "#modules/publishing/contract/start.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { destinationPath } from "#modules/publishing/rules/destinations.ts";
import { recoveryLabels } from "#modules/publishing/rules/recovery-actions.ts";
import { buttonClass, type ButtonSize, type ButtonVariant } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";

import { useAuthorization } from "./use-authorization.ts";

interface ReconnectButtonProps {
  kind: PublishSummary["destinations"][number]["kind"];
  taskId: number;
  /** The destination that the settings should show, where it is known. */
  destinationId?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** Connects a destination again: at its consent screen, which returns to the task, or else in the settings. */
export function ReconnectButton({
  kind,
  taskId,
  destinationId,
  variant = "outline",
  size = "medium",
}: ReconnectButtonProps) {
  const { continueToPlatform, redirecting } = useAuthorization();
  if (descriptors[kind].connection.by !== "consent") {
    const settings = destinationId === undefined ? settingsPath("YOUTUBER") : destinationPath(destinationId);
    return (
      <Link to={settings} className={buttonClass(variant, size)}>
        {recoveryLabels.reconnect}
      </Link>
    );
  }
  return (
    <Button
      variant={variant}
      size={size}
      busy={redirecting && "Redirecting to OAuth..."}
      onClick={() => continueToPlatform({ taskId, reconnect: true })}
    >
      {recoveryLabels.reconnect}
    </Button>
  );
}
