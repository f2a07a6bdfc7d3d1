CREATE TABLE "guest_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"may_comment" boolean NOT NULL,
	"may_download" boolean NOT NULL,
	"password_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "guest_visits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guest_visits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"link_id" uuid NOT NULL,
	"guest_id" uuid,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"link_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "guests_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "guest_links" ADD CONSTRAINT "guest_links_version" FOREIGN KEY ("task_id","version") REFERENCES "public"."versions"("task_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_visits" ADD CONSTRAINT "guest_visits_link_id_guest_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."guest_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_visits" ADD CONSTRAINT "guest_visits_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guests" ADD CONSTRAINT "guests_link_id_guest_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."guest_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_links_of_task" ON "guest_links" USING btree ("task_id","created_at");--> statement-breakpoint
CREATE INDEX "guest_visits_of_link" ON "guest_visits" USING btree ("link_id","id");--> statement-breakpoint
CREATE INDEX "guest_visits_of_guest" ON "guest_visits" USING btree ("guest_id");--> statement-breakpoint
CREATE INDEX "guests_of_link" ON "guests" USING btree ("link_id");