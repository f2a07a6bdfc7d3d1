CREATE UNLOGGED TABLE "client_changes" (
	"person_id" bigint NOT NULL,
	"message" text NOT NULL,
	"transaction" xid8 NOT NULL,
	CONSTRAINT "client_changes_person_id_message_pk" PRIMARY KEY("person_id","message")
);
