ALTER TABLE "task_contributors" ADD COLUMN "rights" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "team_invitations" ADD COLUMN "rights" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "team_members" ADD COLUMN "rights" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "task_contributors" SET "rights" = array_remove(ARRAY[CASE WHEN "may_upload" THEN 'upload' END, CASE WHEN "may_attach" THEN 'attach' END], NULL);--> statement-breakpoint
UPDATE "team_invitations" SET "rights" = array_remove(ARRAY[CASE WHEN "may_create_tasks" THEN 'create_tasks' END, CASE WHEN "may_review" THEN 'review' END, CASE WHEN "may_publish" THEN 'publish' END], NULL);--> statement-breakpoint
UPDATE "team_members" SET "rights" = array_remove(ARRAY[CASE WHEN "may_create_tasks" THEN 'create_tasks' END, CASE WHEN "may_review" THEN 'review' END, CASE WHEN "may_publish" THEN 'publish' END], NULL);
