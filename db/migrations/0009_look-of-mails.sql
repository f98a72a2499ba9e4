CREATE TABLE "backoffice"."company_mail_looks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"color" text,
	"logo" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "company_mail_looks_company_id" UNIQUE("company_id")
);
--> statement-breakpoint
ALTER TABLE "platform"."mail_log" ADD COLUMN "logo" text;--> statement-breakpoint
ALTER TABLE "backoffice"."company_mail_looks" ADD CONSTRAINT "company_mail_looks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;