CREATE TABLE "sent_additions" (
	"task_id" bigint NOT NULL,
	"addition_id" text NOT NULL,
	"video_id" text NOT NULL,
	"problem_code" text,
	CONSTRAINT "sent_additions_task_id_addition_id_video_id_pk" PRIMARY KEY("task_id","addition_id","video_id")
);
--> statement-breakpoint
ALTER TABLE "sent_additions" ADD CONSTRAINT "sent_additions_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "sent_additions" ("task_id", "addition_id", "video_id")
	SELECT "task_id", "id"::text, "sent_to" FROM "captions" WHERE "sent_to" IS NOT NULL
	UNION SELECT "task_id", "playlist_id", "sent_to" FROM "playlist_entries" WHERE "sent_to" IS NOT NULL;--> statement-breakpoint
-- Additions that failed are shown as waiting until they are tried again.
ALTER TABLE "captions" DROP COLUMN "sent_to";--> statement-breakpoint
ALTER TABLE "captions" DROP COLUMN "problem_code";--> statement-breakpoint
-- So far all playlists were those of the YouTube channel of the delivery, or of the one that was connected last.
ALTER TABLE "playlist_entries" ADD COLUMN "destination_id" uuid;--> statement-breakpoint
UPDATE "playlist_entries" SET "destination_id" = coalesce(
	(SELECT "destination_id" FROM "deliveries" WHERE "deliveries"."task_id" = "playlist_entries"."task_id"
		AND "platform_video_id" = "sent_to" LIMIT 1),
	(SELECT "destinations"."id" FROM "destinations" JOIN "tasks" ON "tasks"."creator_id" = "destinations"."person_id"
		WHERE "tasks"."id" = "playlist_entries"."task_id" AND "kind" = 'youtube' ORDER BY "connected_at" DESC LIMIT 1)
);--> statement-breakpoint
DELETE FROM "playlist_entries" WHERE "destination_id" IS NULL;--> statement-breakpoint
ALTER TABLE "playlist_entries" ALTER COLUMN "destination_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "playlist_entries" ADD CONSTRAINT "playlist_entries_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_entries" DROP COLUMN "sent_to";--> statement-breakpoint
ALTER TABLE "playlist_entries" DROP COLUMN "problem_code";--> statement-breakpoint
UPDATE "detail_presets" SET "details" = jsonb_set("details", '{options,playlists}', coalesce(
	(SELECT jsonb_agg("entry" || jsonb_build_object('destinationId', "channel"."id"))
		FROM jsonb_array_elements("details" #> '{options,playlists}') AS "entry",
		(SELECT "id" FROM "destinations" WHERE "destinations"."person_id" = "detail_presets"."person_id" AND "kind" = 'youtube'
			ORDER BY "connected_at" DESC LIMIT 1) AS "channel"),
	'[]'
));
