import { Copy } from "lucide-react";
import { toast } from "sonner";

import { Button } from "#ui/button.tsx";

/** Copies the address of a path of this server. */
export function CopyLink({ path }: { path: string }) {
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
      Copy invitation link
    </Button>
  );
}
