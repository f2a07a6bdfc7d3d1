import { useMutation } from "@tanstack/react-query";

import { TextField } from "#ui/text-field.tsx";

import { ConnectionDialog, useConnected } from "./connection-dialog.tsx";
import { connectBucket } from "./queries.ts";

interface BucketDialogProps {
  /** The bucket of a connection to renew, such as `s3.example.org/films/2026`; empty for a new one. */
  account: string;
  onClose: () => void;
}

/** Connects an S3 bucket with an access key. */
export function BucketDialog({ account, onClose }: BucketDialogProps) {
  const [endpoint, bucket, ...folders] = account.split("/");
  const connecting = useMutation({ mutationFn: connectBucket, onSuccess: useConnected(onClose) });
  return (
    <ConnectionDialog
      name="S3 bucket"
      again={account !== ""}
      description="Amazon S3 or any store with its API. The keys are stored encrypted and need to list, read, write and delete objects."
      busy={connecting.isPending}
      error={connecting.error}
      onSubmit={(text) =>
        connecting.mutate({
          ...{ endpoint: text("endpoint"), region: text("region"), bucket: text("bucket") },
          ...{ folder: text("folder"), accessKeyId: text("accessKeyId") },
          secretAccessKey: text("secretAccessKey"),
        })
      }
      onClose={onClose}
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
    </ConnectionDialog>
  );
}
