CREATE TABLE "footage_downloads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"name" text NOT NULL,
	"file_ids" uuid[] NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "footage_files" (
	"task_id" bigint NOT NULL,
	"file_id" uuid NOT NULL,
	"delivered_by" bigint,
	"folder" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"sent_by" bigint,
	"last_modified" bigint,
	"received_at" timestamp with time zone,
	"announced" boolean DEFAULT false NOT NULL,
	"from_form" boolean DEFAULT false NOT NULL,
	CONSTRAINT "footage_files_task_id_file_id_pk" PRIMARY KEY("task_id","file_id"),
	CONSTRAINT "footage_files_path" UNIQUE NULLS NOT DISTINCT("task_id","delivered_by","folder","name")
);
--> statement-breakpoint
ALTER TABLE "footage_downloads" ADD CONSTRAINT "footage_downloads_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footage_downloads" ADD CONSTRAINT "footage_downloads_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footage_files" ADD CONSTRAINT "footage_files_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footage_files" ADD CONSTRAINT "footage_files_file_id_stored_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footage_files" ADD CONSTRAINT "footage_files_delivered_by_people_id_fk" FOREIGN KEY ("delivered_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "footage_files" ADD CONSTRAINT "footage_files_sent_by_people_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "footage_downloads_read" ON "footage_downloads" USING btree ("read_at");--> statement-breakpoint
CREATE INDEX "footage_files_of_file" ON "footage_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "footage_files_listed" ON "footage_files" USING btree ("task_id","delivered_by","folder",lower("name"),"file_id");--> statement-breakpoint
CREATE INDEX "footage_files_unannounced" ON "footage_files" USING btree ("task_id","sent_by") WHERE not "footage_files"."announced";