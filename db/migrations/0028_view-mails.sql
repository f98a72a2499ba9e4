CREATE TABLE "platform"."view_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"company_id" uuid,
	"list" text NOT NULL,
	"view_id" text NOT NULL,
	"at" text NOT NULL,
	"last_total" integer NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "view_mails_one" UNIQUE NULLS NOT DISTINCT("user_id","company_id","list","view_id")
);
--> statement-breakpoint
CREATE INDEX "view_mails_last_at" ON "platform"."view_mails" USING btree ("last_at");