CREATE TABLE "task_contributors" (
	"task_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"label" text NOT NULL,
	"may_upload" boolean NOT NULL,
	"may_attach" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "task_contributors_task_id_person_id_pk" PRIMARY KEY("task_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "task_contributors" ADD CONSTRAINT "task_contributors_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_contributors" ADD CONSTRAINT "task_contributors_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_contributors_person" ON "task_contributors" USING btree ("person_id");