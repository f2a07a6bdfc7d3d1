import { Copy } from "lucide-react";
import { toast } from "sonner";

import { Button } from "#ui/button.tsx";

/** Copies the address of a path of this server. A compact button has no visible label in narrow windows. */
export function CopyLink({ path, compact = false }: { path: string; compact?: boolean }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${location.origin}${path}`);
      toast.success("Link copied");
    } catch {
      toast.error("The browser couldn't copy the link.", {
        description: "Allow access to the clipboard and try again.",
      });
    }
  };
  return (
    <Button size="small" onClick={() => void copy()}>
      <Copy aria-hidden className="size-4" />
      <span className={compact ? "sr-only sm:not-sr-only" : undefined}>Copy invitation link</span>
    </Button>
  );
}
