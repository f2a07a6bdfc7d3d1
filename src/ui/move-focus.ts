import type { KeyboardEvent } from "react";

const steps = { horizontal: ["ArrowLeft", "ArrowRight"], vertical: ["ArrowUp", "ArrowDown"] } as const;

/**
 * Moves the focus between buttons with the arrow keys of a direction, Home and End, if it is on one of them. The keys are not
 * handled further: the player's shortcuts use the same ones.
 */
export function moveFocus(
  event: KeyboardEvent,
  buttons: readonly HTMLElement[],
  direction: keyof typeof steps,
): void {
  const index = buttons.findIndex((button) => button === event.target);
  const [back, forward] = steps[direction];
  const destinations: Record<string, number> = {
    [back]: index - 1,
    [forward]: index + 1,
    Home: 0,
    End: buttons.length - 1,
  };
  const destination = destinations[event.key];
  if (index < 0 || destination === undefined) return;
  event.preventDefault();
  buttons[destination]?.focus();
}
