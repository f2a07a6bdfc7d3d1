import { z } from "zod";

import { type PlatformDescriptor, storedIn } from "./descriptor.ts";

export const s3 = {
  ...storedIn("bucket"),
  name: "S3",
  connectLabel: "S3 bucket",
  optional: false,
  receiver: "S3 bucket",
  connection: {
    form: {
      summary: "Connect an S3 bucket; the keys are stored encrypted",
      message: "Bucket connected",
      description:
        "Amazon S3 or any store with its API. The keys are stored encrypted and need to list, read, write and delete objects.",
      schema: z.object({
        endpoint: z.string().trim().min(1, "Enter the endpoint of the store.").max(300),
        region: z
          .string()
          .trim()
          .regex(/^[A-Za-z0-9-]{1,64}$/, "Enter the region, such as eu-central-1."),
        bucket: z
          .string()
          .trim()
          .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/, "Enter the name of the bucket."),
        folder: z.string().trim().max(200, "Use at most 200 characters."),
        accessKeyId: z.string().trim().min(1, "Enter the access key ID.").max(200),
        secretAccessKey: z.string().trim().min(1, "Enter the secret access key.").max(300),
      }),
      fields: [
        {
          name: "endpoint",
          label: "Endpoint",
          hint: "Such as s3.eu-central-1.amazonaws.com",
          autoComplete: "url",
        },
        { name: "bucket", label: "Bucket", paired: true },
        { name: "region", label: "Region", hint: "Such as eu-central-1" },
        { name: "folder", label: "Folder", hint: "Where videos are stored in the bucket", optional: true },
        { name: "accessKeyId", label: "Access key ID" },
        { name: "secretAccessKey", label: "Secret access key", type: "password" },
      ],
      // Such as `s3.example.org/films/2026`.
      loginEntries: (account) => {
        const [endpoint = "", bucket = "", ...folders] = account.split("/");
        return { endpoint, bucket, folder: folders.join("/") };
      },
    },
  },
  host: null,
  disconnecting:
    "Reelay deletes the keys. Delete them at your provider too if nothing else uses them. Stored videos stay.",
  readers: "Who can read the files in an S3 bucket is set at your provider.",
} as const satisfies PlatformDescriptor;
