import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { contactPath, startUploadPath, taskUpdatePath } from "#core/paths.ts";
import { type RecoveryAction, recoveryLabels } from "#modules/publishing/rules/recovery-actions.ts";
import { type ButtonSize, type ButtonVariant, buttonClass } from "#ui/button-class.ts";

import { useSetUploadTask } from "../destinations/upload-storage.ts";

const linkActions = [
  "edit-details",
  "choose-thumbnail",
  "change-visibility",
  "verify-channel",
  "open-studio",
  "contact-operator",
] as const satisfies RecoveryAction[];
/** Actions that open a page. */
export type RecoveryLinkAction = (typeof linkActions)[number];

export function isRecoveryLink(action: RecoveryAction): action is RecoveryLinkAction {
  return linkActions.some((link) => link === action);
}

interface RecoveryLinkProps {
  action: RecoveryLinkAction;
  taskId: number;
  variant: ButtonVariant;
  size?: ButtonSize | undefined;
}

/** An action that opens the page where the creator solves the problem. */
export function RecoveryLink({ action, taskId, variant, size = "medium" }: RecoveryLinkProps) {
  const setUploadTask = useSetUploadTask();
  const className = buttonClass(variant, size);
  const label = recoveryLabels[action];
  const inApp = (to: string) => (
    <Link to={to} className={className}>
      {label}
    </Link>
  );
  const links: Record<RecoveryLinkAction, () => ReactNode> = {
    "edit-details": () => inApp(taskUpdatePath(taskId)),
    "choose-thumbnail": () => inApp(taskUpdatePath(taskId)),
    "change-visibility": () => (
      <Link to={startUploadPath} className={className} onClick={() => setUploadTask(taskId)}>
        {label}
      </Link>
    ),
    "verify-channel": () => <Elsewhere {...{ className, label }} href="https://www.youtube.com/verify" />,
    "open-studio": () => <Elsewhere {...{ className, label }} href="https://studio.youtube.com" />,
    "contact-operator": () => inApp(contactPath),
  };
  return links[action]();
}

function Elsewhere({ href, className, label }: { href: string; className: string; label: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={className}>
      {label}
      <ExternalLink aria-hidden className="size-4" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
