import { Copy } from "lucide-react";

import { copyLink } from "#core/web/copy-link.ts";
import { Button } from "#ui/button.tsx";

/** Copies the address of a path of this server. A compact button has no visible label in narrow windows. */
export function CopyLink({ path, compact = false }: { path: string; compact?: boolean }) {
  return (
    <Button size="small" onClick={() => void copyLink(path)}>
      <Copy aria-hidden className="size-4" />
      <span className={compact ? "sr-only sm:not-sr-only" : undefined}>Copy invitation link</span>
    </Button>
  );
}
