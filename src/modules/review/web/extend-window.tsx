import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";

import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";

import { extendWindow } from "./queries.ts";

/** Extends the review window, once, after saying what that means. */
export function MoreTime({ taskId, version }: { taskId: number; version: number }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const extend = useMutation({
    mutationFn: () => extendWindow(taskId, version),
    onSuccess: (message) => toast.success(message),
    onError: (error) => toast.error(error.message),
    onSettled: async () => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: ["preview", taskId] });
    },
  });
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)} className="px-2! sm:px-4!">
        More time
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Extend the review window?"
        description="Its whole length is added once. At its end the video is deleted and has to be uploaded again."
        confirmLabel="Extend"
        busy={extend.isPending && "Extending..."}
        onConfirm={() => extend.mutate()}
      />
    </>
  );
}
