import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";

import type { Channel } from "../connection.ts";
import type { BucketClient } from "./bucket-client.ts";

/** The bucket as a channel. Lists one object of its folder, which shows whether the store accepts the keys. */
export async function readBucket({ s3, settings, call }: BucketClient): Promise<Channel> {
  const { origin, bucket, folder } = settings;
  await call("channel", s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: folder, MaxKeys: 1 })));
  const path = `${bucket}/${folder}`.replace(/\/$/, "");
  const id = `${new URL(origin).host}/${path}`;
  return { id, title: path, pictureUrl: null, longUploads: null, uploadsPlaylistId: null };
}

/** Writes and deletes an object in the folder. */
export async function checkWriting({ s3, settings, call }: BucketClient): Promise<void> {
  const check = { Bucket: settings.bucket, Key: `${settings.folder}reelay-connection-check.txt` };
  const Body = "Reelay checks here whether it can store files.\n";
  await call("channel", s3.send(new PutObjectCommand({ ...check, Body })));
  await call("channel", s3.send(new DeleteObjectCommand(check)));
}
