ALTER TABLE "notifications" DROP CONSTRAINT "notifications_about";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "invitation_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_of_invitation" ON "notifications" USING btree ("invitation_id") WHERE "notifications"."invitation_id" is not null;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_about" CHECK (num_nonnulls("notifications"."task_id", "notifications"."destination_id", "notifications"."conversation_id", "notifications"."invitation_id") = 1);