ALTER TABLE "videos" ADD COLUMN "task_id" bigint;--> statement-breakpoint
UPDATE "videos" SET "task_id" = substring("owner" from '^task:([1-9][0-9]*)$')::bigint WHERE "owner" IS NOT NULL;--> statement-breakpoint
DROP INDEX "videos_owner";--> statement-breakpoint
DROP INDEX "videos_one_upload";--> statement-breakpoint
ALTER TABLE "videos" DROP COLUMN "owner";--> statement-breakpoint
CREATE INDEX "videos_task" ON "videos" USING btree ("task_id");--> statement-breakpoint
CREATE UNIQUE INDEX "videos_one_upload" ON "videos" USING btree ("person_id","task_id","fingerprint") WHERE "videos"."state" = 'receiving';
