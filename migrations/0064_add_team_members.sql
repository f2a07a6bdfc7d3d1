CREATE TABLE "team_members" (
	"creator_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"may_create_tasks" boolean DEFAULT false NOT NULL,
	"may_review" boolean DEFAULT false NOT NULL,
	"may_publish" boolean DEFAULT false NOT NULL,
	"publish_agreement_at" timestamp with time zone,
	"publish_agreement" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "team_members_creator_id_person_id_pk" PRIMARY KEY("creator_id","person_id"),
	CONSTRAINT "team_members_of_others" CHECK ("team_members"."creator_id" <> "team_members"."person_id"),
	CONSTRAINT "team_members_default_edits" CHECK (not "team_members"."is_default" or "team_members"."kind" = 'editor'),
	CONSTRAINT "team_members_rights_of_managers" CHECK ("team_members"."kind" = 'manager' or not ("team_members"."may_create_tasks" or "team_members"."may_review" or "team_members"."may_publish")),
	CONSTRAINT "team_members_publish_agreed" CHECK ("team_members"."may_publish" = ("team_members"."publish_agreement_at" is not null and "team_members"."publish_agreement" is not null))
);
--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_creator_id_people_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_members_person" ON "team_members" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "team_members_default" ON "team_members" USING btree ("creator_id") WHERE "team_members"."is_default";