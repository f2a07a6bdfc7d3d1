import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";

import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";

import type { PublishSummary } from "../contract.ts";
import { disconnect } from "./queries.ts";
import { useGoOn } from "./use-go-on.ts";

interface ChannelCardProps {
  channel: PublishSummary["channel"];
  taskId: number;
}

/** The connected channel; another one can be taken, or the connection ended. */
export function ChannelCard({ channel, taskId }: ChannelCardProps) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { goOn, going } = useGoOn();
  const ending = useMutation({
    mutationFn: disconnect,
    onSuccess: ({ message }) => {
      setAsking(false);
      toast.success(message);
      void queries.invalidateQueries({ queryKey: ["publish-summary"] });
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Avatar name={channel.title} src={channel.pictureUrl} size={40} />
      <span className="min-w-0 truncate font-semibold">{channel.title}</span>
      <span className="flex flex-wrap gap-1">
        <Button
          size="small"
          variant="quiet"
          busy={going && "Redirecting to OAuth..."}
          onClick={() => goOn({ taskId, reconnect: true })}
        >
          Use another channel
        </Button>
        <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
          Disconnect
        </Button>
      </span>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Disconnect ${channel.title}?`}
        description="Reelay's access ends at YouTube at once and its tokens are deleted here. Videos on YouTube stay."
        confirmLabel="Disconnect"
        tone="danger"
        busy={ending.isPending && "Disconnecting..."}
        onConfirm={() => ending.mutate()}
      />
    </div>
  );
}
