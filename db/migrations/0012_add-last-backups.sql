CREATE TABLE "platform"."last_backups" (
	"kind" text PRIMARY KEY NOT NULL,
	"finished_at" timestamp(3) with time zone NOT NULL
);
