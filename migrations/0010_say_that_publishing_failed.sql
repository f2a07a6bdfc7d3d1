ALTER TABLE "tasks" ADD COLUMN "publish_failed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Those that stand still already: with a clock, or without one because the video is on the platform.
UPDATE "tasks" SET "publish_failed" = true FROM "deliveries"
WHERE "deliveries"."task_id" = "tasks"."id" AND "tasks"."stage" = 'approved' AND "deliveries"."problem" IS NOT NULL
  AND ("tasks"."review_ends_at" IS NOT NULL OR "deliveries"."platform_video_id" IS NOT NULL);
