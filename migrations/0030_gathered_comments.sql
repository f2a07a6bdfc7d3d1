CREATE TABLE "gathered_comments" (
	"person_id" bigint NOT NULL,
	"task_id" bigint NOT NULL,
	"comment_ids" uuid[] NOT NULL,
	CONSTRAINT "gathered_comments_person_id_task_id_pk" PRIMARY KEY("person_id","task_id")
);
--> statement-breakpoint
ALTER TABLE "gathered_comments" ADD CONSTRAINT "gathered_comments_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gathered_comments" ADD CONSTRAINT "gathered_comments_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;