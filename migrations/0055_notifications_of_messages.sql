CREATE TABLE "unseen_senders" (
	"person_id" bigint NOT NULL,
	"sender_id" bigint NOT NULL,
	CONSTRAINT "unseen_senders_person_id_sender_id_pk" PRIMARY KEY("person_id","sender_id")
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_about";--> statement-breakpoint
ALTER TABLE "conversation_members" ADD COLUMN "shown_sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "conversation_id" bigint;--> statement-breakpoint
ALTER TABLE "unseen_senders" ADD CONSTRAINT "unseen_senders_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unseen_senders" ADD CONSTRAINT "unseen_senders_sender_id_people_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_of_conversation" ON "notifications" USING btree ("conversation_id","person_id") WHERE "notifications"."conversation_id" is not null;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_about" CHECK (num_nonnulls("notifications"."task_id", "notifications"."destination_id", "notifications"."conversation_id") = 1);