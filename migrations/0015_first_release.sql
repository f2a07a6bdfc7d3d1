CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "stored_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" bigint,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" bigint,
	"owner" text,
	"file_name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"fingerprint" text NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"writer" uuid,
	"writer_until" timestamp with time zone,
	"state" text NOT NULL,
	"failure" jsonb,
	"sha256" text,
	"sent_sha256" text,
	"facts" jsonb,
	"plays" text,
	"rendition_height" integer,
	"attempts" integer DEFAULT 0 NOT NULL,
	"prepared" double precision DEFAULT 0 NOT NULL,
	"rendition_done" timestamp with time zone,
	"sharp_done" timestamp with time zone,
	"light_done" timestamp with time zone,
	"poster_done" timestamp with time zone,
	"stills_done" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone,
	"ready_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" bigint NOT NULL,
	"sender_id" bigint,
	"task_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"path" text NOT NULL,
	"read_at" timestamp with time zone,
	"mailed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_names" (
	"name_key" text PRIMARY KEY NOT NULL,
	"person_id" bigint NOT NULL,
	"released_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "name_words" (
	"typo_key" text NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "name_words_typo_key_word_pk" PRIMARY KEY("typo_key","word")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "people_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"bio" text,
	"link" text,
	"picture_file_id" uuid,
	"banner_file_id" uuid,
	"videos_uploaded" integer DEFAULT 0 NOT NULL,
	"tasks_completed" integer DEFAULT 0 NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"rank_score" double precision GENERATED ALWAYS AS ((rating_sum + 17.5) / (rating_count + 5)) STORED NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "people_email" UNIQUE("email"),
	CONSTRAINT "people_name_key" UNIQUE("name_key")
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"task_id" bigint PRIMARY KEY NOT NULL,
	"creator_id" bigint NOT NULL,
	"editor_id" bigint NOT NULL,
	"stars" smallint NOT NULL,
	"review" text,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "authorizations" (
	"person_id" bigint PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"state_hash" text NOT NULL,
	"encrypted_code_verifier" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"person_id" bigint PRIMARY KEY NOT NULL,
	"channel_id" text NOT NULL,
	"title" text NOT NULL,
	"picture_url" text NOT NULL,
	"uploads_playlist_id" text,
	"scopes" text[] NOT NULL,
	"encrypted_refresh_token" text NOT NULL,
	"encrypted_access_token" text NOT NULL,
	"access_expires_at" timestamp with time zone NOT NULL,
	"broken_at" timestamp with time zone,
	"connected_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"task_id" bigint PRIMARY KEY NOT NULL,
	"person_id" bigint NOT NULL,
	"video_id" uuid NOT NULL,
	"bytes" bigint NOT NULL,
	"sent_bytes" bigint DEFAULT 0 NOT NULL,
	"step" text NOT NULL,
	"problem_code" text,
	"skip_thumbnail" boolean DEFAULT false NOT NULL,
	"encrypted_session_uri" text,
	"session_started_at" timestamp with time zone,
	"session_title" text,
	"last_chunk_at" timestamp with time zone,
	"platform_video_id" text,
	"watch_url" text,
	"visibility" text NOT NULL,
	"publish_at" timestamp with time zone,
	"shown_visibility" text,
	"consent" jsonb NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "versions" (
	"task_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"video_id" uuid NOT NULL,
	"editor_id" bigint NOT NULL,
	"state" text NOT NULL,
	"window_seconds" integer,
	"review_ends_at" timestamp with time zone,
	"extended_at" timestamp with time zone,
	"feedback" text,
	"failure" jsonb,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "versions_task_id_number_pk" PRIMARY KEY("task_id","number")
);
--> statement-breakpoint
CREATE TABLE "google_accounts" (
	"subject" text PRIMARY KEY NOT NULL,
	"person_id" bigint NOT NULL,
	"email" text NOT NULL,
	"connected_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"person_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_time_codes_person_id_purpose_pk" PRIMARY KEY("person_id","purpose")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" bigint NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_flows" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"encrypted_data" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"creator_id" bigint NOT NULL,
	"editor_id" bigint NOT NULL,
	"stage" text NOT NULL,
	"task_title" text NOT NULL,
	"work_description" text NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"made_for_kids" boolean NOT NULL,
	"tags" text[] NOT NULL,
	"thumbnail_file_id" uuid,
	"attachment_file_ids" uuid[] NOT NULL,
	"reminded_of" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_sender_id_people_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_names" ADD CONSTRAINT "former_names_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_creator_id_people_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_editor_id_people_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_editor_id_people_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "google_accounts" ADD CONSTRAINT "google_accounts_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_creator_id_people_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_editor_id_people_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stored_files_unkept" ON "stored_files" USING btree ("created_at") WHERE "stored_files"."state" <> 'kept';--> statement-breakpoint
CREATE UNIQUE INDEX "videos_one_upload" ON "videos" USING btree ("person_id","owner","fingerprint") WHERE "videos"."state" = 'receiving';--> statement-breakpoint
CREATE INDEX "videos_owner" ON "videos" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "videos_unfinished" ON "videos" USING btree ("created_at") WHERE "videos"."state" in ('receiving', 'preparing');--> statement-breakpoint
CREATE INDEX "notifications_of_person" ON "notifications" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "notifications_of_task" ON "notifications" USING btree ("task_id","kind");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("person_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "former_names_person" ON "former_names" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "people_name_first" ON "people" USING btree (translate("name_key", '._-', '   ') text_pattern_ops) WHERE "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_name_second" ON "people" USING btree (substring(translate("name_key", '._-', '   ') from '^[^ ]* +(.*)$') text_pattern_ops) WHERE "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_name_third" ON "people" USING btree (substring(translate("name_key", '._-', '   ') from '^[^ ]* +[^ ]* +(.*)$') text_pattern_ops) WHERE "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_name_trigram" ON "people" USING gin ("name_key" gin_trgm_ops) WHERE "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_top_editors" ON "people" USING btree ("rank_score","tasks_completed","id") WHERE "people"."role" = 'EDITOR' and "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_top_creators" ON "people" USING btree ("videos_uploaded","id") WHERE "people"."role" = 'YOUTUBER' and "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_picture" ON "people" USING btree ("picture_file_id");--> statement-breakpoint
CREATE INDEX "people_banner" ON "people" USING btree ("banner_file_id");--> statement-breakpoint
CREATE INDEX "ratings_editor" ON "ratings" USING btree ("editor_id","created_at","task_id");--> statement-breakpoint
CREATE INDEX "authorizations_expires" ON "authorizations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "deliveries_in_progress" ON "deliveries" USING btree ("task_id") WHERE "deliveries"."problem_code" is null and "deliveries"."step" <> 'done';--> statement-breakpoint
CREATE UNIQUE INDEX "versions_video" ON "versions" USING btree ("video_id");--> statement-breakpoint
CREATE UNIQUE INDEX "google_accounts_person" ON "google_accounts" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "one_time_codes_expires" ON "one_time_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_person" ON "passkeys" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "rate_limits_resets" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_flows_expires" ON "sign_in_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tasks_of_creator" ON "tasks" USING btree ("creator_id","id");--> statement-breakpoint
CREATE INDEX "tasks_of_editor" ON "tasks" USING btree ("editor_id","id");--> statement-breakpoint
CREATE INDEX "tasks_open_of_creator" ON "tasks" USING btree ("creator_id","id") WHERE "tasks"."stage" not in ('published', 'cancelled');--> statement-breakpoint
CREATE INDEX "tasks_open_of_editor" ON "tasks" USING btree ("editor_id","id") WHERE "tasks"."stage" not in ('published', 'cancelled');--> statement-breakpoint
CREATE INDEX "tasks_completed_of_creator" ON "tasks" USING btree ("creator_id","id") WHERE "tasks"."stage" in ('published');--> statement-breakpoint
CREATE INDEX "tasks_completed_of_editor" ON "tasks" USING btree ("editor_id","id") WHERE "tasks"."stage" in ('published');--> statement-breakpoint
CREATE INDEX "tasks_due_of_creator" ON "tasks" USING btree ("creator_id","deadline","id") WHERE "tasks"."stage" not in ('published', 'cancelled');--> statement-breakpoint
CREATE INDEX "tasks_due_of_editor" ON "tasks" USING btree ("editor_id","deadline","id") WHERE "tasks"."stage" not in ('published', 'cancelled');--> statement-breakpoint
CREATE INDEX "tasks_waiting" ON "tasks" USING btree ("deadline") WHERE "tasks"."stage" in ('assigned', 'changes_requested');
