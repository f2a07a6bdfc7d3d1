ALTER TABLE "team_members" DROP CONSTRAINT "team_members_approvers_review";--> statement-breakpoint
ALTER TABLE "team_members" DROP CONSTRAINT "team_members_rights_of_managers";--> statement-breakpoint
ALTER TABLE "team_members" DROP CONSTRAINT "team_members_publish_agreed";--> statement-breakpoint
ALTER TABLE "task_contributors" DROP COLUMN "may_upload";--> statement-breakpoint
ALTER TABLE "task_contributors" DROP COLUMN "may_attach";--> statement-breakpoint
ALTER TABLE "team_invitations" DROP COLUMN "may_create_tasks";--> statement-breakpoint
ALTER TABLE "team_invitations" DROP COLUMN "may_review";--> statement-breakpoint
ALTER TABLE "team_invitations" DROP COLUMN "may_publish";--> statement-breakpoint
ALTER TABLE "team_members" DROP COLUMN "may_create_tasks";--> statement-breakpoint
ALTER TABLE "team_members" DROP COLUMN "may_review";--> statement-breakpoint
ALTER TABLE "team_members" DROP COLUMN "may_publish";--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_approvers_review" CHECK (not "team_members"."approval_required" or 'review' = any("team_members"."rights"));--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_rights_of_managers" CHECK ("team_members"."kind" = 'manager' or "team_members"."rights" = '{}');--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_publish_agreed" CHECK (('publish' = any("team_members"."rights")) = ("team_members"."publish_agreement_at" is not null and "team_members"."publish_agreement" is not null));--> statement-breakpoint
CREATE VIEW "public"."task_relations" AS (
  select "tasks"."id" as task_id, "tasks"."creator_id" as creator_id, "tasks"."creator_id" as person_id, 'owner' as kind,
      '{}'::text[] as rights
    from "tasks"
  union all
  select "tasks"."id", "tasks"."creator_id", "tasks"."editor_id", 'lead_editor', '{}'::text[]
    from "tasks" where "tasks"."editor_id" is not null and "tasks"."declined_at" is null
  union all
  select "tasks"."id", "tasks"."creator_id", "team_members"."person_id", 'manager', "team_members"."rights"
    from "tasks"
    inner join "team_members" on "team_members"."creator_id" = "tasks"."creator_id" and "team_members"."kind" = 'manager'
    inner join "people" on "people"."id" = "tasks"."creator_id" and "people"."suspended_at" is null
  union all
  select "tasks"."id", "tasks"."creator_id", "task_contributors"."person_id", 'contributor', "task_contributors"."rights"
    from "tasks" inner join "task_contributors" on "task_contributors"."task_id" = "tasks"."id");