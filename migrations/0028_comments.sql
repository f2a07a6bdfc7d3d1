CREATE TABLE "comment_counters" (
	"task_id" bigint PRIMARY KEY NOT NULL,
	"last_sequence" integer NOT NULL,
	"last_change" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comment_reactions" (
	"task_id" bigint NOT NULL,
	"comment_id" uuid NOT NULL,
	"person_id" bigint NOT NULL,
	"emoji" text NOT NULL,
	CONSTRAINT "comment_reactions_task_id_comment_id_emoji_person_id_pk" PRIMARY KEY("task_id","comment_id","emoji","person_id")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"task_id" bigint NOT NULL,
	"sequence" integer NOT NULL,
	"id" uuid NOT NULL,
	"change" integer NOT NULL,
	"version" integer NOT NULL,
	"parent_id" uuid,
	"author_id" bigint,
	"guest_id" uuid,
	"guest_name" text,
	"in_frame" integer NOT NULL,
	"out_frame" integer NOT NULL,
	"text" text NOT NULL,
	"drawing" jsonb,
	"image_file_ids" uuid[] NOT NULL,
	"mentions" bigint[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"resolved_by" bigint,
	"done_version" integer,
	"done_note" text,
	"done_at" timestamp with time zone,
	CONSTRAINT "comments_task_id_sequence_pk" PRIMARY KEY("task_id","sequence"),
	CONSTRAINT "comments_id" UNIQUE("task_id","id"),
	CONSTRAINT "comments_one_author" CHECK (num_nonnulls("comments"."author_id", "comments"."guest_id") = 1),
	CONSTRAINT "comments_guest" CHECK (("comments"."guest_id" is null) = ("comments"."guest_name" is null)),
	CONSTRAINT "comments_range" CHECK ("comments"."in_frame" between 0 and "comments"."out_frame"),
	CONSTRAINT "comments_resolved" CHECK (("comments"."resolved_at" is null) = ("comments"."resolved_by" is null)),
	CONSTRAINT "comments_done" CHECK (num_nonnulls("comments"."done_version", "comments"."done_note", "comments"."done_at") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "frame_stills" (
	"task_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"frame" integer NOT NULL,
	"file_id" uuid,
	"failed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "frame_stills_task_id_version_frame_pk" PRIMARY KEY("task_id","version","frame")
);
--> statement-breakpoint
ALTER TABLE "comment_counters" ADD CONSTRAINT "comment_counters_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reactions" ADD CONSTRAINT "comment_reactions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reactions" ADD CONSTRAINT "comment_reactions_comment" FOREIGN KEY ("task_id","comment_id") REFERENCES "public"."comments"("task_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_people_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_resolved_by_people_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_version" FOREIGN KEY ("task_id","version") REFERENCES "public"."versions"("task_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent" FOREIGN KEY ("task_id","parent_id") REFERENCES "public"."comments"("task_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "frame_stills" ADD CONSTRAINT "frame_stills_file_id_stored_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "frame_stills" ADD CONSTRAINT "frame_stills_version" FOREIGN KEY ("task_id","version") REFERENCES "public"."versions"("task_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_reactions_of_person" ON "comment_reactions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "comments_of_version" ON "comments" USING btree ("task_id","version","sequence");--> statement-breakpoint
CREATE INDEX "comments_changes" ON "comments" USING btree ("task_id","change");--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("task_id","parent_id") WHERE "comments"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_of_author" ON "comments" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "frame_stills_file" ON "frame_stills" USING btree ("file_id") WHERE "frame_stills"."file_id" is not null;