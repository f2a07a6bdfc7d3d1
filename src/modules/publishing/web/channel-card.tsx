import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";

import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { showErrorToast } from "#ui/error-toast.ts";

import type { PublishSummary } from "../contract.ts";
import { disconnect } from "./queries.ts";
import { summaryKey } from "./query-keys.ts";
import { useAuthorization } from "./use-authorization.ts";

interface ChannelCardProps {
  channel: PublishSummary["channel"];
  taskId: number;
  destinationId: string | undefined;
}

/** The connected channel, with actions to replace or disconnect it. */
export function ChannelCard({ channel, taskId, destinationId }: ChannelCardProps) {
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const { continueToPlatform, redirecting } = useAuthorization();
  const ending = useMutation({
    mutationFn: () => disconnect(destinationId),
    onSuccess: ({ message }) => {
      setConfirming(false);
      toast.success(message);
      void queries.invalidateQueries({ queryKey: summaryKey });
    },
    onError: (error) => showErrorToast(error),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Avatar name={channel.title} src={channel.pictureUrl} size={40} />
      <span className="min-w-0 truncate font-semibold">{channel.title}</span>
      <span className="flex flex-wrap gap-1">
        <Button
          size="small"
          variant="quiet"
          busy={redirecting && "Redirecting to OAuth..."}
          onClick={() => continueToPlatform({ taskId, reconnect: true })}
        >
          Use another channel
        </Button>
        <Button size="small" variant="quiet" onClick={() => setConfirming(true)}>
          Disconnect
        </Button>
      </span>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Disconnect ${channel.title}?`}
        description="Reelay loses access to your channel immediately and deletes its tokens. Videos on YouTube stay."
        confirmLabel="Disconnect"
        tone="danger"
        busy={ending.isPending && "Disconnecting..."}
        onConfirm={() => ending.mutate()}
      />
    </div>
  );
}
