CREATE TABLE "team_invitations" (
	"invitation_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"may_create_tasks" boolean NOT NULL,
	"may_review" boolean NOT NULL,
	"may_publish" boolean NOT NULL,
	"publish_agreement_at" timestamp with time zone,
	"publish_agreement" text
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "invitee_id" bigint;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "declined_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invitee_id_people_id_fk" FOREIGN KEY ("invitee_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_invitee" ON "invitations" USING btree ("invitee_id") WHERE "invitations"."invitee_id" is not null;