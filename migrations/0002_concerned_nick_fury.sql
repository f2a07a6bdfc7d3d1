DROP INDEX "people_top_editors";--> statement-breakpoint
DROP INDEX "people_top_creators";--> statement-breakpoint
DROP INDEX "notifications_of_person";--> statement-breakpoint
DROP INDEX "deliveries_under_way";--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "received" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "writer" uuid;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "writer_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "uploads_playlist_id" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "checked_at" timestamp with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "session_title" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "last_piece_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "shown_visibility" text;--> statement-breakpoint
CREATE INDEX "tasks_open_of_creator" ON "tasks" USING btree ("creator_id","id" DESC NULLS LAST) WHERE "tasks"."stage" not in ('published', 'cancelled');--> statement-breakpoint
CREATE INDEX "tasks_open_of_editor" ON "tasks" USING btree ("editor_id","id" DESC NULLS LAST) WHERE "tasks"."stage" not in ('published', 'cancelled');--> statement-breakpoint
CREATE INDEX "people_top_editors" ON "people" USING btree ("standing","tasks_completed","id") WHERE "people"."role" = 'EDITOR';--> statement-breakpoint
CREATE INDEX "people_top_creators" ON "people" USING btree ("videos_uploaded","id") WHERE "people"."role" = 'YOUTUBER';--> statement-breakpoint
CREATE INDEX "notifications_of_person" ON "notifications" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_under_way" ON "deliveries" USING btree ("task_id") WHERE "deliveries"."problem" is null and "deliveries"."step" <> 'done';