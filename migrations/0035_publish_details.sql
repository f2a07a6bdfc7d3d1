CREATE TABLE "captions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" bigint NOT NULL,
	"language" text NOT NULL,
	"name" text NOT NULL,
	"file_name" text NOT NULL,
	"content" text NOT NULL,
	"cues" integer NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"sent_to" text,
	"problem_code" text
);
--> statement-breakpoint
CREATE TABLE "detail_presets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" bigint NOT NULL,
	"name" text NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "playlist_entries" (
	"task_id" bigint NOT NULL,
	"playlist_id" text NOT NULL,
	"title" text NOT NULL,
	"position" integer NOT NULL,
	"sent_to" text,
	"problem_code" text,
	CONSTRAINT "playlist_entries_task_id_playlist_id_pk" PRIMARY KEY("task_id","playlist_id")
);
--> statement-breakpoint
CREATE TABLE "publish_details" (
	"task_id" bigint PRIMARY KEY NOT NULL,
	"category_id" text NOT NULL,
	"language" text,
	"license" text NOT NULL,
	"embeddable" boolean NOT NULL,
	"notify_subscribers" boolean NOT NULL,
	"recording_date" date,
	"synthetic_media" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "video_changes" (
	"task_id" bigint PRIMARY KEY NOT NULL,
	"visibility" text NOT NULL,
	"with_thumbnail" boolean NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"problem_code" text
);
--> statement-breakpoint
ALTER TABLE "captions" ADD CONSTRAINT "captions_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detail_presets" ADD CONSTRAINT "detail_presets_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_entries" ADD CONSTRAINT "playlist_entries_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publish_details" ADD CONSTRAINT "publish_details_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_changes" ADD CONSTRAINT "video_changes_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "captions_track" ON "captions" USING btree ("task_id","language","name");--> statement-breakpoint
CREATE UNIQUE INDEX "detail_presets_name" ON "detail_presets" USING btree ("person_id",lower("name"));