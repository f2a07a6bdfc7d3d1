import type { ComponentProps } from "react";

import { classNames } from "../class-names.ts";

interface PictureFrameProps extends ComponentProps<"div"> {
  /** Width divided by height. */
  shape: number;
  /** Classes of the background, which gives the picture its space. */
  space?: string | undefined;
}

/** A box in the shape of a picture on a dark background, as large as `--player-height` (default 72dvh) and the width allow. */
export function PictureFrame({ shape, space, className, ...rest }: PictureFrameProps) {
  return (
    <div
      data-theme="dark"
      className={classNames(
        "relative flex items-center justify-center overflow-clip bg-picture text-ink",
        space,
      )}
    >
      <div
        data-picture
        {...rest}
        className={classNames("relative", className)}
        style={{ aspectRatio: shape, width: `min(100%, calc(var(--player-height, 72dvh) * ${shape}))` }}
      />
    </div>
  );
}
