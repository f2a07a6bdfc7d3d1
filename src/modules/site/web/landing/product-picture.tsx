import { classNames } from "#ui/class-names.ts";

/** URLs by file name, as `npm run screenshots` creates them. */
export type PictureFiles = Record<string, string>;

interface ProductPictureProps {
  files: PictureFiles;
  alt: string;
  className?: string;
}

/** Widths of the pictures at the widths of the window. */
const sizes = "(min-width: 1440px) 860px, (min-width: 1100px) 62vw, 95vw";

/**
 * A picture of the product in the theme of the page: the whole screen, or that of a phone on narrow ones. Loaded when
 * it is scrolled into view, and only in one theme.
 */
export function ProductPicture({ files, alt, className }: ProductPictureProps) {
  return (
    <div className={classNames("overflow-hidden rounded-md border bg-panel", className)}>
      <ThemePicture files={files} theme="dark" alt={alt} />
      <ThemePicture files={files} theme="light" alt={alt} />
    </div>
  );
}

function ThemePicture({ files, theme, alt }: ProductPictureProps & { theme: "dark" | "light" }) {
  const url = (ending: string) =>
    Object.entries(files).find(([name]) => name.endsWith(`${theme}-${ending}`))?.[1] ?? "";
  return (
    <picture className={theme === "dark" ? "dark-only" : "light-only"}>
      <source
        media="(max-width: 479px)"
        type="image/avif"
        srcSet={url("780.avif")}
        width={780}
        height={1120}
      />
      <img
        src={url("960.avif")}
        srcSet={`${url("960.avif")} 960w, ${url("1600.avif")} 1600w`}
        sizes={sizes}
        alt={alt}
        width={960}
        height={600}
        loading="lazy"
        decoding="async"
        className="block h-auto w-full"
      />
    </picture>
  );
}
