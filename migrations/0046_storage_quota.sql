ALTER TABLE "stored_files" ADD COLUMN "account_id" bigint;--> statement-breakpoint
ALTER TABLE "stored_files" ADD COLUMN "use" text;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "account_id" bigint;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "stored_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_account_id_people_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_account_id_people_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stored_files_of_account" ON "stored_files" USING btree ("account_id","use");--> statement-breakpoint
CREATE INDEX "videos_of_account" ON "videos" USING btree ("account_id") WHERE "videos"."state" = 'receiving' or "videos"."stored_bytes" > 0;--> statement-breakpoint
UPDATE videos SET account_id = tasks.creator_id FROM tasks WHERE videos.owner = 'task:' || tasks.id;--> statement-breakpoint
UPDATE videos SET stored_bytes = bytes WHERE state IN ('preparing', 'ready');--> statement-breakpoint
UPDATE stored_files SET account_id = used.creator_id, use = 'attachment'
  FROM (SELECT creator_id, unnest(thumbnail_file_id || attachment_file_ids) AS id FROM tasks) used
  WHERE stored_files.id = used.id;--> statement-breakpoint
UPDATE stored_files SET account_id = used.creator_id, use = 'comment_image'
  FROM (SELECT creator_id, unnest(image_file_ids) AS id FROM comments JOIN tasks ON tasks.id = comments.task_id) used
  WHERE stored_files.id = used.id;--> statement-breakpoint
UPDATE stored_files SET account_id = used.sender_id, use = 'message_image'
  FROM (SELECT sender_id, unnest(image_file_ids) AS id FROM messages) used
  WHERE stored_files.id = used.id;
