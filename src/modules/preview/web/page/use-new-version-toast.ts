import { useEffect, useRef } from "react";
import { toast } from "sonner";

/** Announces that a newer version has replaced the one that the user was watching. */
export function useNewVersionToast(version: number | undefined): void {
  const watched = useRef(version);
  useEffect(() => {
    const before = watched.current;
    watched.current = version;
    if (before !== undefined && version !== undefined && version > before) {
      toast.info(`Now showing version ${version}. You were watching version ${before}.`);
    }
  }, [version]);
}
