CREATE TABLE "creator_specifications" (
	"person_id" bigint PRIMARY KEY NOT NULL,
	"specification" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "finding_statements" (
	"task_id" bigint NOT NULL,
	"key" text NOT NULL,
	"statement" text NOT NULL,
	"version" integer NOT NULL,
	"person_id" bigint NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "finding_statements_task_id_key_statement_pk" PRIMARY KEY("task_id","key","statement")
);
--> statement-breakpoint
CREATE TABLE "task_specifications" (
	"task_id" bigint PRIMARY KEY NOT NULL,
	"specification" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "version_checks" (
	"task_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"findings" jsonb NOT NULL,
	"open" integer NOT NULL,
	"complete" boolean NOT NULL,
	"rules_version" integer NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "version_checks_task_id_version_pk" PRIMARY KEY("task_id","version")
);
--> statement-breakpoint
ALTER TABLE "creator_specifications" ADD CONSTRAINT "creator_specifications_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_statements" ADD CONSTRAINT "finding_statements_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_statements" ADD CONSTRAINT "finding_statements_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_specifications" ADD CONSTRAINT "task_specifications_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_checks" ADD CONSTRAINT "version_checks_task_id_version_versions_task_id_number_fk" FOREIGN KEY ("task_id","version") REFERENCES "public"."versions"("task_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "finding_statements_person" ON "finding_statements" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "version_checks_rules" ON "version_checks" USING btree ("rules_version");