CREATE TABLE "measurements" (
	"video_id" uuid NOT NULL,
	"part" text NOT NULL,
	"values" jsonb,
	"obstacle" text,
	"tools" text NOT NULL,
	"measured_at" timestamp with time zone NOT NULL,
	CONSTRAINT "measurements_video_id_part_pk" PRIMARY KEY("video_id","part")
);
--> statement-breakpoint
ALTER TABLE "measurements" ADD CONSTRAINT "measurements_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;