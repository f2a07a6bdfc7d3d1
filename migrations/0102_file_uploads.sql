ALTER TABLE "stored_files" ADD COLUMN "owner" text;--> statement-breakpoint
ALTER TABLE "stored_files" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "stored_files" ADD COLUMN "crc32" bigint;--> statement-breakpoint
ALTER TABLE "stored_files" ADD COLUMN "sent_sha256" text;--> statement-breakpoint
CREATE INDEX "stored_files_unverified" ON "stored_files" USING btree ("person_id") WHERE "stored_files"."state" = 'verifying';