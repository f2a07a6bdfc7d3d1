-- Pending authorizations are of YouTube so far.
ALTER TABLE "authorizations" ADD COLUMN "kind" text DEFAULT 'youtube' NOT NULL;--> statement-breakpoint
ALTER TABLE "authorizations" ALTER COLUMN "kind" DROP DEFAULT;
