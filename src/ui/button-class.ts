import { classNames } from "./class-names.ts";

export type ButtonVariant = "primary" | "signal" | "outline" | "quiet" | "danger";
export type ButtonSize = "small" | "medium" | "large";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-ink text-on-ink enabled-hover:bg-soft",
  signal: "bg-tally text-on-tally enabled-hover:brightness-110",
  outline: "border border-line bg-transparent text-ink enabled-hover:border-edge enabled-hover:bg-raised",
  quiet: "bg-transparent text-soft enabled-hover:bg-raised enabled-hover:text-ink",
  danger: "border border-fault bg-transparent text-fault enabled-hover:bg-fault enabled-hover:text-on-fault",
};

const sizes: Record<ButtonSize, string> = {
  small: "min-h-8 px-3 text-sm",
  medium: "min-h-10 px-4 text-sm",
  large: "min-h-12 px-6 text-base",
};

/** The look of a button, for links that should look like one: `<Link className={buttonClass("primary")}>`. */
export function buttonClass(
  variant: ButtonVariant = "outline",
  size: ButtonSize = "medium",
  className?: string,
): string {
  return classNames(
    "inline-flex shrink-0 items-center justify-center gap-2 rounded-sm text-center font-semibold no-underline",
    "transition-colors select-none pointer-coarse:min-h-11 pointer-coarse:min-w-11",
    "disabled:opacity-50 aria-disabled:opacity-50 aria-busy:opacity-75",
    variants[variant],
    sizes[size],
    className,
  );
}
