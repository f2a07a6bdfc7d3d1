import { Monitor, Moon, Sun } from "lucide-react";

import { buttonClass } from "./button-class.ts";
import { useTheme, type ThemeChoice } from "./theme.ts";

/** The themes in the order of the menu. */
export const themeChoices: { value: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
  { value: "system", label: "System", icon: Monitor },
];

/** Light, Dark or System. The browser's own list, since public pages load no other menu. */
export function ThemeMenu() {
  const { theme, chooseTheme } = useTheme();
  const choose = (name: string) => {
    const choice = themeChoices.find(({ value }) => value === name);
    if (choice) chooseTheme(choice.value);
  };
  const ShownIcon = themeChoices.find(({ value }) => value === theme)?.icon ?? Monitor;
  return (
    <span
      title="Theme"
      className={buttonClass(
        "quiet",
        "medium",
        "relative w-10 px-0! has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink pointer-coarse:min-w-11",
      )}
    >
      <ShownIcon className="size-5" strokeWidth={1.75} aria-hidden />
      <select
        aria-label="Theme"
        value={theme}
        // In a prerendered page, the user may have chosen before this runs.
        ref={(select) => {
          if (select && select.value !== theme) choose(select.value);
        }}
        onChange={({ target }) => choose(target.value)}
        className="absolute inset-0 bg-panel text-ink opacity-0"
      >
        {themeChoices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
