DROP INDEX "deliveries_public_of_person";--> statement-breakpoint
DROP INDEX "deliveries_public_video";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "public_at" timestamp with time zone;--> statement-breakpoint
UPDATE "deliveries" SET "public_at" = "finished_at" WHERE "step" = 'done' AND "visibility" = 'public' AND "shown_visibility" = 'public' AND ("publish_at" IS NULL OR "publish_at" <= "finished_at") AND "watch_url" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "deliveries_public_of_person" ON "deliveries" USING btree ("person_id","public_at","task_id") WHERE "deliveries"."public_at" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_public_video" ON "deliveries" USING btree ("video_id") WHERE "deliveries"."public_at" is not null;