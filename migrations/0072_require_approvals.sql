CREATE TABLE "approvals" (
	"task_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"person_id" bigint NOT NULL,
	"approved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "approvals_task_id_version_person_id_pk" PRIMARY KEY("task_id","version","person_id")
);
--> statement-breakpoint
ALTER TABLE "team_members" ADD COLUMN "approval_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_task_id_version_versions_task_id_number_fk" FOREIGN KEY ("task_id","version") REFERENCES "public"."versions"("task_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_person" ON "approvals" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "team_members_approving" ON "team_members" USING btree ("creator_id") WHERE "team_members"."approval_required";--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_approvers_review" CHECK (not "team_members"."approval_required" or "team_members"."may_review");