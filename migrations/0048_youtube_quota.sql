CREATE TABLE "quota_use" (
	"day" date NOT NULL,
	"person_id" bigint NOT NULL,
	"publishing" integer DEFAULT 0 NOT NULL,
	"other" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "quota_use_day_person_id_pk" PRIMARY KEY("day","person_id")
);
--> statement-breakpoint
ALTER TABLE "quota_use" ADD CONSTRAINT "quota_use_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;