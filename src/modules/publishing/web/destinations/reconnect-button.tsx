import { settingsPath } from "#core/paths.ts";
import { descriptors, type DestinationKind, leadingKind } from "#modules/publishing/platforms/platforms.ts";
import { destinationPath } from "#modules/publishing/rules/destinations.ts";
import { recoveryLabels } from "#modules/publishing/rules/recovery-actions.ts";
import type { ButtonSize, ButtonVariant } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";

import { LinkButton } from "../link-button.tsx";
import { useCan } from "../use-can.ts";
import { useAuthorization } from "./use-authorization.ts";

interface Look {
  taskId: number;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
}

interface ConsentButtonProps extends Look {
  label: string;
  /** The leading kind if omitted. */
  kind?: DestinationKind;
}

/**
 * Opens the platform's consent screen, which returns to the task. Only the channel's owner can connect it. Nothing for a
 * kind without a consent screen.
 */
export function ConsentButton({ taskId, label, kind = leadingKind, ...look }: ConsentButtonProps) {
  const { continueToPlatform, redirecting } = useAuthorization();
  const connects = useCan("manage");
  if (!connects || !descriptors[kind].connection.consent) return null;
  return (
    <Button
      {...look}
      busy={redirecting && "Redirecting to OAuth..."}
      onClick={() => continueToPlatform({ taskId, kind, reconnect: true })}
    >
      {label}
    </Button>
  );
}

interface ReconnectButtonProps extends Look {
  kind: DestinationKind;
  /** The destination that the settings should show, where it is known. */
  destinationId?: string;
}

/** Connects a destination again: at its consent screen, which returns to the task, or else in the settings. */
export function ReconnectButton({ kind, destinationId, ...look }: ReconnectButtonProps) {
  const label = recoveryLabels.reconnect;
  const connects = useCan("manage");
  if (!connects) return null;
  if (descriptors[kind].connection.consent) return <ConsentButton {...look} kind={kind} label={label} />;
  const settings = destinationId === undefined ? settingsPath("YOUTUBER") : destinationPath(destinationId);
  return <LinkButton to={settings} variant={look.variant} size={look.size} label={label} />;
}
