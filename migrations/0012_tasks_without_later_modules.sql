-- The board reads these values from versions, deliveries and ratings.
UPDATE "deliveries" SET "watch_url" = "tasks"."watch_url" FROM "tasks"
WHERE "deliveries"."task_id" = "tasks"."id" AND "deliveries"."watch_url" IS NULL AND "tasks"."watch_url" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" DROP COLUMN "version";--> statement-breakpoint
ALTER TABLE "tasks" DROP COLUMN "shown_video_id";--> statement-breakpoint
ALTER TABLE "tasks" DROP COLUMN "arrival";--> statement-breakpoint
ALTER TABLE "tasks" DROP COLUMN "review_ends_at";--> statement-breakpoint
ALTER TABLE "tasks" DROP COLUMN "feedback";--> statement-breakpoint
ALTER TABLE "tasks" DROP COLUMN "publish_failed";--> statement-breakpoint
ALTER TABLE "tasks" DROP COLUMN "watch_url";--> statement-breakpoint
ALTER TABLE "tasks" DROP COLUMN "stars";--> statement-breakpoint
ALTER TABLE "tasks" DROP COLUMN "rated_at";--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_editor_id_people_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;
