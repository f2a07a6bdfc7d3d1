CREATE TABLE "room_participants" (
	"room_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"person_id" bigint,
	"guest_id" uuid,
	"follows" boolean NOT NULL,
	"buffers" boolean NOT NULL,
	"asks" boolean NOT NULL,
	"round_trip" double precision NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"spared_at" timestamp with time zone,
	"last_command" integer NOT NULL,
	"last_report" integer NOT NULL,
	CONSTRAINT "room_participants_room_id_id_pk" PRIMARY KEY("room_id","id"),
	CONSTRAINT "room_participants_one" CHECK (num_nonnulls("room_participants"."person_id", "room_participants"."guest_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "rooms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" bigint NOT NULL,
	"sequence" integer NOT NULL,
	"state" jsonb NOT NULL,
	"presenter" uuid,
	"call_url" text,
	"started_by" bigint NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	CONSTRAINT "rooms_end" CHECK (("rooms"."ended_at" is null) = ("rooms"."end_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "guest_links" ADD COLUMN "may_watch_together" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "room_participants" ADD CONSTRAINT "room_participants_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_participants" ADD CONSTRAINT "room_participants_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_participants" ADD CONSTRAINT "room_participants_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_started_by_people_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "room_participants_person" ON "room_participants" USING btree ("person_id") WHERE "room_participants"."person_id" is not null;--> statement-breakpoint
CREATE INDEX "room_participants_guest" ON "room_participants" USING btree ("guest_id") WHERE "room_participants"."guest_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "rooms_open" ON "rooms" USING btree ("task_id") WHERE "rooms"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "rooms_of_starter" ON "rooms" USING btree ("started_by","started_at");--> statement-breakpoint
CREATE INDEX "rooms_ended" ON "rooms" USING btree ("ended_at");