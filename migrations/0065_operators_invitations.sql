ALTER TABLE "operator_actions" ADD COLUMN "invitation_id" uuid;--> statement-breakpoint
ALTER TABLE "operator_actions" ADD CONSTRAINT "operator_actions_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_actions_invitation" ON "operator_actions" USING btree ("invitation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_number" ON "invitations" USING btree ("number");