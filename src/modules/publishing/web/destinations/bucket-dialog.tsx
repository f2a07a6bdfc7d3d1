import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { toast } from "sonner";

import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { TextField } from "#ui/text-field.tsx";

import { destinationsKey, summaryKey } from "../query-keys.ts";
import { connectBucket } from "./queries.ts";

interface BucketDialogProps {
  /** The bucket of a connection to renew, such as `s3.example.org/films/2026`; empty for a new one. */
  account: string;
  onClose: () => void;
}

/** Connects an S3 bucket with an access key. */
export function BucketDialog({ account, onClose }: BucketDialogProps) {
  const [endpoint, bucket, ...folders] = account.split("/");
  const form = useId();
  const queries = useQueryClient();
  const connecting = useMutation({
    mutationFn: connectBucket,
    onSuccess: ({ title }) => {
      toast.success(`${title} is connected`);
      void queries.invalidateQueries({ queryKey: destinationsKey });
      void queries.invalidateQueries({ queryKey: summaryKey });
      onClose();
    },
  });
  const submit = (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? "");
    connecting.mutate({
      ...{
        endpoint: text("endpoint"),
        region: text("region"),
        bucket: text("bucket"),
        folder: text("folder"),
      },
      ...{ accessKeyId: text("accessKeyId"), secretAccessKey: text("secretAccessKey") },
    });
  };
  const busy = connecting.isPending;
  return (
    <Dialog
      open
      size="small"
      locked={busy}
      onOpenChange={onClose}
      title={account === "" ? "Connect S3 bucket" : "Reconnect S3 bucket"}
      description="Amazon S3 or any store with its API. The keys are stored encrypted and need to list, read, write and delete objects."
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy && "Connecting..."}>
            Connect
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit(new FormData(event.currentTarget));
        }}
      >
        <TextField
          name="endpoint"
          label="Endpoint"
          hint="Such as s3.eu-central-1.amazonaws.com"
          defaultValue={endpoint}
          required
          autoComplete="url"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="bucket" label="Bucket" defaultValue={bucket} required autoComplete="off" />
          <TextField name="region" label="Region" hint="Such as eu-central-1" required autoComplete="off" />
        </div>
        <TextField
          name="folder"
          label="Folder"
          optional
          hint="Where videos are stored in the bucket"
          defaultValue={folders.join("/")}
          autoComplete="off"
        />
        <TextField name="accessKeyId" label="Access key ID" required autoComplete="off" />
        <TextField
          name="secretAccessKey"
          type="password"
          label="Secret access key"
          required
          autoComplete="off"
        />
        {connecting.isError && (
          // The fields fill the dialog, so that the message would appear below its edge.
          <div ref={(message) => message?.scrollIntoView({ block: "nearest" })}>
            <ErrorState message={connecting.error} />
          </div>
        )}
      </form>
    </Dialog>
  );
}
