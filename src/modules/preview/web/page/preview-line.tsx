import type { ReactNode } from "react";

import { missingAtEnd } from "#modules/media/rules/playback.ts";

/** A line in the panel, so that it takes no space of the picture. */
export function Line({ children }: { children: ReactNode }) {
  return <div className="border-l-2 border-edge py-1 pl-4 text-soft">{children}</div>;
}

/** Says what picture or sound lacks at its end; nothing if both are complete. */
export function MissingAtEnd({ playback }: { playback: Parameters<typeof missingAtEnd>[0] }) {
  const missing = missingAtEnd(playback);
  return missing && <Line>{missing}</Line>;
}
