CREATE TABLE "operator_actions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"actor_id" bigint,
	"by_command" boolean NOT NULL,
	"subject_id" bigint,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "operator_figures" (
	"id" integer PRIMARY KEY NOT NULL,
	"measured_at" timestamp with time zone NOT NULL,
	"took_milliseconds" integer NOT NULL,
	"figures" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storage_days" (
	"day" date PRIMARY KEY NOT NULL,
	"bytes" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "original_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "still_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "operator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "storage_quota" bigint;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "last_active_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operator_actions" ADD CONSTRAINT "operator_actions_actor_id_people_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_actions" ADD CONSTRAINT "operator_actions_subject_id_people_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_actions_subject" ON "operator_actions" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "operator_actions_actor" ON "operator_actions" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "people_email_trigram" ON "people" USING gin ("email" gin_trgm_ops) WHERE "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_operators" ON "people" USING btree ("id") WHERE "people"."operator";--> statement-breakpoint
CREATE INDEX "people_suspended" ON "people" USING btree ("id") WHERE "people"."suspended_at" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_unfinished" ON "deliveries" USING btree ("started_at") WHERE "deliveries"."finished_at" is null;--> statement-breakpoint
UPDATE "videos" SET "original_bytes" = least("bytes", "stored_bytes") WHERE "state" IN ('preparing', 'ready');
--> statement-breakpoint
UPDATE "people" SET "last_active_at" = "used"."at" FROM (SELECT "person_id", max("last_used_at") AS "at" FROM "sessions" GROUP BY "person_id") "used" WHERE "used"."person_id" = "people"."id";
