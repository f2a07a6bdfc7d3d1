import type { CSSProperties, ReactNode } from "react";

import { classNames } from "../class-names.ts";

interface PictureLayerProps {
  /** Classes and style of the space of the picture, which does not move with it. */
  className?: string | undefined;
  style?: CSSProperties;
  /** Elements that take the pointer have `pointer-events-auto`. */
  children: ReactNode;
}

/** Content in the coordinates of the picture, which is enlarged and moved with it, cut off at the space of the picture or the player. */
export function PictureLayer({ className, style, children }: PictureLayerProps) {
  return (
    <div
      data-picture-space
      style={style}
      className={classNames("pointer-events-none absolute inset-0 overflow-clip", className)}
    >
      <div className="picture-layer">{children}</div>
    </div>
  );
}
