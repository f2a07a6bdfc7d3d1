import { Settings2 } from "lucide-react";
import { lazy, useState } from "react";

import { describeGuides } from "#modules/media/rules/guides.ts";
import { DialogBoundary } from "#ui/dialog-boundary.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu, type MenuItem } from "#ui/menu.tsx";

import { guideItems, hasOtherRatio } from "../playback/guide-items.ts";
import type { GuidesControl } from "./use-guides.ts";

const RatioDialog = lazy(async () => ({
  default: (await import("../playback/ratio-dialog.tsx")).RatioDialog,
}));

/** A setting of the player: one of several values. */
export interface PlayerSetting {
  name: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A setting whose values have a type of their own. */
export function playerSetting<Value extends string>(
  name: string,
  value: Value,
  options: readonly { value: Value; label: string }[],
  onChange: (value: Value) => void,
): PlayerSetting {
  const choose = (chosen: string) => {
    const option = options.find((each) => each.value === chosen);
    if (option) onChange(option.value);
  };
  return { name, value, options, onChange: choose };
}

interface PlayerMenuProps {
  settings: readonly PlayerSetting[];
  guides: GuidesControl | null;
  /** Opens the list of shortcuts; null where there is no keyboard. */
  onShortcuts: (() => void) | null;
  /** Items before those of the settings. */
  actions: readonly MenuItem[];
}

/** All settings of the player in one menu. Its button is always there, so that settings that come later move nothing. */
export function PlayerMenu({ settings, guides, onShortcuts, actions }: PlayerMenuProps) {
  const [asksRatio, setAsksRatio] = useState(false);
  const items = settings.flatMap(({ name, value: current, options, onChange }) =>
    options.map(({ value, label }) => ({
      label,
      group: name,
      checked: value === current,
      onSelect: () => onChange(value),
    })),
  );
  const shortcuts = onShortcuts ? [{ label: "Keyboard shortcuts", onSelect: onShortcuts }] : [];
  return (
    <>
      <Menu
        wide
        items={[
          ...actions,
          ...items,
          ...(guides ? guideItems(guides, () => setAsksRatio(true)) : []),
          ...shortcuts,
        ]}
        trigger={<IconButton label="Player settings" icon={<Settings2 aria-hidden className="size-5" />} />}
      />
      {/* Also says what a key has changed. */}
      {guides && <output className="sr-only">{describeGuides(guides.displayed) || "Guides off"}</output>}
      {guides && asksRatio && (
        <DialogBoundary onClose={() => setAsksRatio(false)}>
          <RatioDialog
            ratio={hasOtherRatio(guides.guides) ? guides.guides.maskRatio : null}
            onChoose={(maskRatio) => guides.choose({ ...guides.guides, maskRatio })}
            onClose={() => setAsksRatio(false)}
          />
        </DialogBoundary>
      )}
    </>
  );
}
