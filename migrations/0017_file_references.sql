-- References of older versions to files that no longer exist: they show nothing.
UPDATE "tasks" SET "thumbnail_file_id" = NULL
WHERE "thumbnail_file_id" IS NOT NULL
  AND NOT EXISTS (SELECT FROM "stored_files" WHERE "stored_files"."id" = "tasks"."thumbnail_file_id");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_thumbnail_file_id_stored_files_id_fk" FOREIGN KEY ("thumbnail_file_id") REFERENCES "public"."stored_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_thumbnail" ON "tasks" USING btree ("thumbnail_file_id") WHERE "tasks"."thumbnail_file_id" is not null;
