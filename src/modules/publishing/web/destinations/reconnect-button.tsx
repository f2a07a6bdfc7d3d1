import { settingsPath } from "#core/paths.ts";
import { descriptors, type DestinationKind } from "#modules/publishing/platforms/platforms.ts";
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

/** Opens the platform's consent screen, which returns to the task. Only the channel's owner can connect it. */
export function ConsentButton({ taskId, label, ...look }: Look & { label: string }) {
  const { continueToPlatform, redirecting } = useAuthorization();
  if (!useCan("manage")) return null;
  return (
    <Button
      {...look}
      busy={redirecting && "Redirecting to OAuth..."}
      onClick={() => continueToPlatform({ taskId, reconnect: true })}
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
  if (descriptors[kind].connection.by === "consent") return <ConsentButton {...look} label={label} />;
  const settings = destinationId === undefined ? settingsPath("YOUTUBER") : destinationPath(destinationId);
  return <LinkButton to={settings} variant={look.variant} size={look.size} label={label} />;
}
