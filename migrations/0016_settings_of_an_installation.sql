CREATE TABLE "installation" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"secret_digest" text NOT NULL,
	"store" jsonb NOT NULL
);
