import { useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";

import { useAction } from "#core/web/use-change.ts";

import { markRead } from "../queries.ts";

/** Returns a function that marks one notification, or all, as read. */
export function useMarkRead(): (id: number | "all") => void {
  const queries = useQueryClient();
  const { mutate } = useAction((id: number | "all") => markRead(queries, id), {
    errorToast: false,
    onError: () => toast.error("Could not mark as read. Try again."),
  });
  return mutate;
}
