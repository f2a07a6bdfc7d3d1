ALTER TABLE "tasks" ADD COLUMN "stars" smallint;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "rated_at" timestamp with time zone;