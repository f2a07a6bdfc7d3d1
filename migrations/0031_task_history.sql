CREATE TABLE "task_history" (
	"task_id" bigint NOT NULL,
	"sequence" integer NOT NULL,
	"kind" text NOT NULL,
	"person_id" bigint,
	"version" integer,
	"count" integer DEFAULT 1 NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "task_history_task_id_sequence_pk" PRIMARY KEY("task_id","sequence")
);
--> statement-breakpoint
ALTER TABLE "task_history" ADD CONSTRAINT "task_history_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_history" ADD CONSTRAINT "task_history_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_history_person" ON "task_history" USING btree ("person_id");--> statement-breakpoint
-- The history of existing tasks, as far as their rows tell it.
INSERT INTO "task_history" ("task_id", "sequence", "kind", "person_id", "version", "at")
SELECT task_id, row_number() OVER (PARTITION BY task_id ORDER BY at, step), kind, person_id, version, at
FROM (
  SELECT id AS task_id, 0 AS step, 'assigned' AS kind, creator_id AS person_id, NULL::integer AS version, created_at AS at
  FROM "tasks"
  UNION ALL
  SELECT task_id, 1, 'in_review', NULL, number, created_at FROM "versions"
  WHERE state IN ('in_review', 'approved', 'rejected', 'superseded', 'expired')
  UNION ALL
  SELECT versions.task_id, 2, CASE WHEN versions.feedback IS NULL THEN 'approved' ELSE 'changes_requested' END,
    tasks.creator_id, versions.number, versions.decided_at
  FROM "versions" JOIN "tasks" ON tasks.id = versions.task_id
  WHERE versions.decided_at IS NOT NULL
  UNION ALL
  SELECT task_id, 3, 'publishing', person_id, NULL, started_at FROM "deliveries"
  UNION ALL
  SELECT task_id, 4, 'published', NULL, NULL, finished_at FROM "deliveries" WHERE step = 'done' AND finished_at IS NOT NULL
  UNION ALL
  SELECT id, 5, 'cancelled', creator_id, NULL, updated_at FROM "tasks" WHERE stage = 'cancelled'
) AS events;
