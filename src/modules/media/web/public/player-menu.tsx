import { Settings2 } from "lucide-react";
import type { ComponentProps } from "react";

import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";

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
  /** Items before those of the settings. */
  first?: ComponentProps<typeof Menu>["items"];
}

/** All settings of the player in one menu. Its button is always there, so that settings that come later move nothing. */
export function PlayerMenu({ settings, first }: PlayerMenuProps) {
  const items = settings.flatMap(({ name, value: current, options, onChange }) =>
    options.map(({ value, label }) => ({
      label,
      group: name,
      checked: value === current,
      onSelect: () => onChange(value),
    })),
  );
  return (
    <Menu
      items={first ? [...first, ...items] : items}
      trigger={<IconButton label="Player settings" icon={<Settings2 aria-hidden className="size-5" />} />}
    />
  );
}
