import { hasObjectStore, noObjectStoreMessage, startObjectStore } from "#testing/object-store.ts";

/** Starts the test object store and prints Reelay's settings for it. Ctrl+C stops it and deletes its data. */
if (hasObjectStore()) {
  const { settings, stop } = await startObjectStore();
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  console.log(`S3_ENDPOINT=${endpoint}\nS3_BUCKET=${bucket}\nS3_REGION=${region}`);
  console.log(`S3_ACCESS_KEY_ID=${accessKeyId}\nS3_SECRET_ACCESS_KEY=${secretAccessKey}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
} else {
  console.error(noObjectStoreMessage + "`npm run setup` installs it on Debian.");
  process.exitCode = 1;
}
