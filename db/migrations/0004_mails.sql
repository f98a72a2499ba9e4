CREATE TABLE "platform"."mail_links" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"target" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mail_links_expires_at" ON "platform"."mail_links" USING btree ("expires_at");