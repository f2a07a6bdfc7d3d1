ALTER TABLE "versions" ADD COLUMN "failure" jsonb;--> statement-breakpoint
-- Sentences stored so far are kept as failures without a code of their own.
UPDATE "versions" SET "failure" = jsonb_build_object('code', 'other', 'message', "refusal") WHERE "refusal" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" DROP COLUMN "refusal";
