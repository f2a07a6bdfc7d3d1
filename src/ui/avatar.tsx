import { useState } from "react";

import { classNames } from "./class-names.ts";

interface AvatarProps {
  /** The user's name; determines initials and colours of the fallback. */
  name: string;
  src?: string | null | undefined;
  /** Width and height in pixels, a multiple of 4. */
  size?: number;
  /** Set when the name is not shown next to it; otherwise the picture is decorative. */
  labelled?: boolean;
  /** Set when it is all that a control shows: initials become part of the control's accessible name. */
  readable?: boolean;
  className?: string;
}

/** FNV-1a hash of a text. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** "MJ" for "Meera Joshi". */
export function nameInitials(name: string): string {
  const words = name.split(/[\s._-]+/u).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toLocaleUpperCase();
}

/** The user's picture, or their initials on a gradient derived from the name. */
export function Avatar({ name, src, size = 36, labelled = false, readable = false, className }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const hash = hashText(name.toLocaleLowerCase());
  const hue = 20 + (hash % 75);
  const shade = 290 + ((hash >>> 8) % 90);
  const chroma = 0.05 + ((hash >>> 16) % 8) / 100;
  const lightness = 0.45 + ((hash >>> 20) % 10) / 100;
  const shape = classNames("inline-block shrink-0 rounded-full object-cover select-none", className);
  if (src && src !== brokenSrc) {
    return (
      <img
        src={src}
        alt={labelled ? name : ""}
        width={size}
        height={size}
        onError={() => setBrokenSrc(src)}
        className={classNames(shape, "bg-raised")}
        style={{ width: size, height: size }}
      />
    );
  }
  return (
    <span
      {...(labelled ? { role: "img", "aria-label": name } : { "aria-hidden": !readable })}
      className={classNames(shape, "inline-flex! items-center justify-center font-semibold")}
      style={{
        width: size,
        height: size,
        fontSize: Math.max(10, size * 0.38),
        color: "oklch(0.98 0.01 85)",
        background: `linear-gradient(${110 + (hash % 5) * 24}deg, oklch(${lightness} ${chroma} ${hue}), oklch(${lightness - 0.17} ${chroma} ${shade}))`,
      }}
    >
      {nameInitials(name)}
    </span>
  );
}
