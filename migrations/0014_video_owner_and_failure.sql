ALTER TABLE "videos" RENAME COLUMN "subject" TO "owner";--> statement-breakpoint
ALTER INDEX "videos_subject" RENAME TO "videos_owner";--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "failure" jsonb;--> statement-breakpoint
-- Stored sentences stay readable: they become failures without a code of their own.
UPDATE "videos" SET "failure" = jsonb_build_object('code', 'other', 'message', "refusal") WHERE "refusal" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" DROP COLUMN "refusal";
