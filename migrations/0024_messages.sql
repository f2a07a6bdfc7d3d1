CREATE TABLE "conversation_members" (
	"conversation_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"other_id" bigint NOT NULL,
	"read_sequence" integer DEFAULT 0 NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"blocked" boolean DEFAULT false NOT NULL,
	"last_message_at" timestamp with time zone,
	CONSTRAINT "conversation_members_conversation_id_person_id_pk" PRIMARY KEY("conversation_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lower_id" bigint NOT NULL,
	"higher_id" bigint NOT NULL,
	"started_by" bigint,
	"accepted_at" timestamp with time zone,
	"last_sequence" integer DEFAULT 0 NOT NULL,
	"last_change" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversations_pair" UNIQUE("lower_id","higher_id"),
	CONSTRAINT "conversations_ordered" CHECK ("conversations"."lower_id" < "conversations"."higher_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"conversation_id" bigint NOT NULL,
	"sequence" integer NOT NULL,
	"id" uuid NOT NULL,
	"change" integer NOT NULL,
	"sender_id" bigint,
	"text" text NOT NULL,
	"image_file_ids" uuid[] NOT NULL,
	"event" text,
	"task_id" bigint,
	"version" integer,
	"sent_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "messages_conversation_id_sequence_pk" PRIMARY KEY("conversation_id","sequence"),
	CONSTRAINT "messages_id" UNIQUE("conversation_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_other_id_people_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_lower_id_people_id_fk" FOREIGN KEY ("lower_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_higher_id_people_id_fk" FOREIGN KEY ("higher_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_started_by_people_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_people_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_members_active" ON "conversation_members" USING btree ("person_id","last_message_at","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_members_unread" ON "conversation_members" USING btree ("person_id") WHERE "conversation_members"."unread" > 0;--> statement-breakpoint
CREATE INDEX "messages_changes" ON "messages" USING btree ("conversation_id","change");--> statement-breakpoint
CREATE INDEX "messages_of_sender" ON "messages" USING btree ("sender_id");--> statement-breakpoint
CREATE INDEX "messages_with_images" ON "messages" USING btree ("conversation_id","sequence") WHERE cardinality("messages"."image_file_ids") > 0;--> statement-breakpoint
CREATE INDEX "messages_text" ON "messages" USING gin ("text" gin_trgm_ops) WHERE "messages"."deleted_at" is null;