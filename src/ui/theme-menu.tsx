import { Monitor, Moon, Sun } from "lucide-react";

import { buttonClass } from "./button-class.ts";
import { Menu } from "./menu.tsx";
import { useTheme, type ThemeChoice } from "./theme.ts";

/** The themes in the order of the menu. */
export const themeChoices: { value: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
  { value: "system", label: "System", icon: Monitor },
];

/** Light, Dark or System. */
export function ThemeMenu({ className }: { className?: string }) {
  const { theme, chooseTheme } = useTheme();
  const shown = themeChoices.find((choice) => choice.value === theme) ?? themeChoices[2];
  const ShownIcon = shown?.icon ?? Monitor;
  return (
    <Menu
      label="Theme"
      items={themeChoices.map(({ value, label, icon }) => ({
        label,
        icon,
        checked: value === theme,
        onSelect: () => chooseTheme(value),
      }))}
      renderTrigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={`Theme: ${shown?.label ?? "System"}`}
          title="Theme"
          className={buttonClass("quiet", "medium", `w-10 px-0! pointer-coarse:min-w-11 ${className ?? ""}`)}
        >
          <ShownIcon className="size-5" strokeWidth={1.75} aria-hidden />
        </button>
      )}
    />
  );
}
