import { Monitor, Moon, Sun } from "lucide-react";
import { useId, useRef, type KeyboardEvent } from "react";

import { buttonClass } from "./button-class.ts";
import { useTheme, type ThemeChoice } from "./theme.ts";

/** The themes in the order of the menu. */
export const themeChoices: { value: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
  { value: "system", label: "System", icon: Monitor },
];

const menuWidth = 160;
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Light, Dark or System. Uses the native popover, so that public pages load no menu library. */
export function ThemeMenu({ className }: { className?: string }) {
  const { theme, chooseTheme } = useTheme();
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const shown = themeChoices.find((choice) => choice.value === theme) ?? themeChoices[2];
  const ShownIcon = shown?.icon ?? Monitor;

  const items = () => [...(menu.current?.querySelectorAll("button") ?? [])];
  const place = () => {
    const edge = trigger.current?.getBoundingClientRect();
    if (!edge || !menu.current) return;
    menu.current.style.top = `${edge.bottom + 6}px`;
    menu.current.style.left = `${Math.max(8, edge.right - menuWidth)}px`;
  };
  const move = (event: KeyboardEvent) => {
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const step = steps[event.key];
    if (event.key === "Tab") menu.current?.hidePopover();
    if (step === undefined) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length]?.focus();
  };
  return (
    <>
      <button
        ref={trigger}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={`Theme: ${shown?.label ?? "System"}`}
        title="Theme"
        className={buttonClass("quiet", "medium", `w-10 px-0! pointer-coarse:min-w-11 ${className ?? ""}`)}
      >
        <ShownIcon className="size-5" strokeWidth={1.75} aria-hidden />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label="Theme"
        tabIndex={-1}
        style={{ width: menuWidth }}
        onBeforeToggle={place}
        onKeyDown={move}
        className="m-0 rounded-md border bg-panel p-1 text-ink"
      >
        {themeChoices.map(({ value, label, icon: Icon }) => (
          <button
            key={value}
            type="button"
            role="menuitemradio"
            aria-checked={value === theme}
            // The browser focuses this element when the popover opens. React does not render the attribute.
            ref={(item) => void item?.toggleAttribute("autofocus", value === theme)}
            tabIndex={-1}
            onClick={() => {
              chooseTheme(value);
              menu.current?.hidePopover();
            }}
            className="flex min-h-10 w-full items-center gap-3 rounded-sm px-2.5 text-left text-sm font-medium text-soft enabled-hover:bg-raised enabled-hover:text-ink focus:bg-raised focus-visible:-outline-offset-2 aria-checked:text-ink pointer-coarse:min-h-11"
          >
            <Icon className="size-4.5" strokeWidth={1.75} aria-hidden />
            {label}
            {value === theme && <span className="ml-auto size-1.5 rounded-full bg-ink" />}
          </button>
        ))}
      </div>
    </>
  );
}
