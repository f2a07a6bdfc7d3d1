import { Keyboard } from "lucide-react";
import { type ComponentProps, type ReactNode } from "react";

import { classNames } from "#ui/class-names.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { lazyDialog } from "#ui/lazy-dialog.tsx";
import type { Shortcut } from "#ui/player/shortcut-list.tsx";
import { FullscreenButton } from "#ui/player/transport.tsx";

import { Timeline } from "../timeline.tsx";
import type { PlayerControls } from "./use-player-controls.ts";

const PlayerShortcuts = lazyDialog(async () => (await import("../player-shortcuts.tsx")).PlayerShortcuts);

interface PlayerSectionProps {
  /** Accessible name. */
  label: string;
  player: PlayerControls;
  /** The picture with the class `player.pictureClass`. */
  picture: ReactNode;
  timeline: Omit<ComponentProps<typeof Timeline>, "loop">;
  /** The controls on the left, and on the right before those that all players have. */
  start: ReactNode;
  end: ReactNode;
  /** Further controls before that of the full screen. */
  controls: ReactNode;
  shortcuts: readonly Shortcut[];
  /** Below the controls. */
  children?: ReactNode;
}

/** A picture with its timeline and a row of controls, on phones two rows. */
export function PlayerSection(props: PlayerSectionProps) {
  const { label, player, picture, timeline, start, end, shortcuts, children } = props;
  const { root, loop, full, toggleFull, listsShortcuts, setListsShortcuts } = player;
  return (
    <section
      ref={root}
      aria-label={label}
      data-theme={full ? "dark" : undefined}
      className={classNames(
        "@container/player flex flex-col text-ink beside:min-h-0 beside:flex-1",
        full && "bg-picture md:min-h-0 md:flex-1",
      )}
    >
      {picture}
      <div data-player-controls className="pt-2 low:pt-1">
        <Timeline {...timeline} loop={loop} />
        <div className="mt-1 flex flex-wrap items-center sm:gap-x-1 low:mt-0 low:gap-x-0">
          {start}
          <span className="ml-auto flex items-center sm:gap-1 low:gap-0">
            {end}
            <IconButton
              label="Keyboard shortcuts"
              icon={<Keyboard className="size-5" />}
              onClick={() => setListsShortcuts(true)}
              className="pointer-coarse:hidden"
            />
            {props.controls}
            <FullscreenButton full={full} onToggle={toggleFull} />
          </span>
        </div>
        {children}
      </div>
      {listsShortcuts && <PlayerShortcuts onClose={() => setListsShortcuts(false)} more={shortcuts} />}
    </section>
  );
}
