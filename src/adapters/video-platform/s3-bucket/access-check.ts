import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";

import type { Channel } from "../channel.ts";
import type { BucketClient } from "./bucket-client.ts";

/** Asks for one object of the folder, which shows whether the store accepts the keys. */
export async function listOne({ s3, settings, call }: BucketClient): Promise<void> {
  const list = new ListObjectsV2Command({ Bucket: settings.bucket, Prefix: settings.folder, MaxKeys: 1 });
  await call("channel", s3.send(list));
}

/** Writes, lists and deletes an object, and returns the bucket as a channel. */
export async function checkAccess(client: BucketClient): Promise<Channel> {
  const { s3, settings, call } = client;
  const { origin, bucket: Bucket, folder } = settings;
  const Key = `${folder}reelay-connection-check.txt`;
  const Body = "Reelay checks here whether it can store files.\n";
  await call("channel", s3.send(new PutObjectCommand({ Bucket, Key, Body })));
  await listOne(client);
  await call("channel", s3.send(new DeleteObjectCommand({ Bucket, Key })));
  const path = `${Bucket}/${folder}`.replace(/\/$/, "");
  const id = `${new URL(origin).host}/${path}`;
  return { id, title: path, pictureUrl: null, longUploads: null, uploadsPlaylistId: null };
}
