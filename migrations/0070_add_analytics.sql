CREATE TABLE "analysed_videos" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"destination_id" uuid NOT NULL,
	"person_id" bigint NOT NULL,
	"task_id" bigint NOT NULL,
	"platform_video_id" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"next_fetch_at" timestamp with time zone NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"problem_code" text,
	"current_views" bigint,
	"current_likes" bigint,
	"current_comments" bigint,
	"counted_at" timestamp with time zone,
	"fetched_at" timestamp with time zone,
	"complete_until" date,
	"total_views" bigint,
	"total_engaged_views" bigint,
	"total_watch_seconds" bigint,
	"total_average_view_percent" double precision,
	"total_likes" bigint,
	"total_comments" bigint,
	"total_shares" bigint,
	"total_subscribers_gained" bigint,
	"total_subscribers_lost" bigint,
	"average_retention" real
);
--> statement-breakpoint
CREATE TABLE "analytics_settings" (
	"person_id" bigint PRIMARY KEY NOT NULL,
	"share_results" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure_calls" (
	"day" date NOT NULL,
	"person_id" bigint NOT NULL,
	"counts" integer DEFAULT 0 NOT NULL,
	"reports" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "figure_calls_day_person_id_pk" PRIMARY KEY("day","person_id")
);
--> statement-breakpoint
CREATE TABLE "figure_requests" (
	"destination_id" uuid PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_pictures" (
	"task_id" bigint PRIMARY KEY NOT NULL,
	"video_id" uuid NOT NULL,
	"sheet_file_id" uuid,
	"interval_seconds" double precision NOT NULL,
	"tiles" integer NOT NULL,
	"columns" integer NOT NULL,
	"rows" integer NOT NULL,
	"tile_width" integer NOT NULL,
	"tile_height" integer NOT NULL,
	"waveform" jsonb
);
--> statement-breakpoint
CREATE TABLE "publishing_failures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "publishing_failures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"task_id" bigint NOT NULL,
	"code" text NOT NULL,
	"platform" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "video_days" (
	"delivery_id" uuid NOT NULL,
	"age" integer NOT NULL,
	"day" date NOT NULL,
	"views" bigint NOT NULL,
	"engaged_views" bigint,
	"watch_seconds" bigint NOT NULL,
	"average_view_seconds" double precision,
	"average_view_percent" double precision,
	"likes" bigint,
	"comments" bigint,
	"shares" bigint,
	"subscribers_gained" bigint,
	"subscribers_lost" bigint,
	"views_until" bigint NOT NULL,
	"watch_seconds_until" bigint NOT NULL,
	"average_percent_until" double precision,
	CONSTRAINT "video_days_delivery_id_age_pk" PRIMARY KEY("delivery_id","age")
);
--> statement-breakpoint
CREATE TABLE "video_retention" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"audience_watch_ratio" double precision[] NOT NULL,
	"relative_retention_performance" double precision[],
	"started_watching" double precision[],
	"stopped_watching" double precision[]
);
--> statement-breakpoint
ALTER TABLE "analysed_videos" ADD CONSTRAINT "analysed_videos_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysed_videos" ADD CONSTRAINT "analysed_videos_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysed_videos" ADD CONSTRAINT "analysed_videos_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysed_videos" ADD CONSTRAINT "analysed_videos_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_settings" ADD CONSTRAINT "analytics_settings_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "figure_calls" ADD CONSTRAINT "figure_calls_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "figure_requests" ADD CONSTRAINT "figure_requests_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_pictures" ADD CONSTRAINT "kept_pictures_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_pictures" ADD CONSTRAINT "kept_pictures_sheet_file_id_stored_files_id_fk" FOREIGN KEY ("sheet_file_id") REFERENCES "public"."stored_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publishing_failures" ADD CONSTRAINT "publishing_failures_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_days" ADD CONSTRAINT "video_days_delivery_id_analysed_videos_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."analysed_videos"("delivery_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_retention" ADD CONSTRAINT "video_retention_delivery_id_analysed_videos_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."analysed_videos"("delivery_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analysed_videos_of_task" ON "analysed_videos" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "analysed_videos_of_person" ON "analysed_videos" USING btree ("person_id","published_at","delivery_id");--> statement-breakpoint
CREATE INDEX "analysed_videos_due" ON "analysed_videos" USING btree ("next_fetch_at");--> statement-breakpoint
CREATE INDEX "analysed_videos_of_destination" ON "analysed_videos" USING btree ("destination_id","next_fetch_at");--> statement-breakpoint
CREATE INDEX "analysed_videos_fetched" ON "analysed_videos" USING btree ("fetched_at") WHERE "analysed_videos"."fetched_at" is not null;--> statement-breakpoint
CREATE INDEX "kept_pictures_file" ON "kept_pictures" USING btree ("sheet_file_id") WHERE "kept_pictures"."sheet_file_id" is not null;--> statement-breakpoint
CREATE INDEX "publishing_failures_of_task" ON "publishing_failures" USING btree ("task_id");--> statement-breakpoint
INSERT INTO "analysed_videos" ("delivery_id", "destination_id", "person_id", "task_id", "platform_video_id", "published_at", "next_fetch_at")
SELECT "id", "destination_id", "person_id", "task_id", "platform_video_id",
	coalesce("public_at", "publish_at", "finished_at", "started_at"), now()
FROM "deliveries"
WHERE "step" = 'done' AND "kind" IN ('youtube', 'peertube') AND "platform_video_id" IS NOT NULL AND "destination_id" IS NOT NULL;
