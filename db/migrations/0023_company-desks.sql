CREATE TABLE "backoffice"."pers_alert_company_desks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pers_alert_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"desk_status" text DEFAULT 'new' NOT NULL,
	"assignee_id" uuid,
	"snoozed_until" timestamp(3) with time zone,
	"close_reason" text,
	"close_note" text,
	"acknowledged_at" timestamp(3) with time zone,
	"closed_at" timestamp(3) with time zone,
	"closed_by_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."pers_alert_occurrences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pers_alert_id" uuid NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"value" jsonb
);
--> statement-breakpoint
ALTER TABLE "backoffice"."alerts" ADD COLUMN "minutes_to_reopen" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD COLUMN "occurrences" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alert_company_desks" ADD CONSTRAINT "pers_alert_company_desks_pers_alert_id_pers_alerts_id_fk" FOREIGN KEY ("pers_alert_id") REFERENCES "backoffice"."pers_alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alert_company_desks" ADD CONSTRAINT "pers_alert_company_desks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alert_company_desks" ADD CONSTRAINT "pers_alert_company_desks_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "backoffice"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alert_company_desks" ADD CONSTRAINT "pers_alert_company_desks_closed_by_id_users_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "backoffice"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alert_occurrences" ADD CONSTRAINT "pers_alert_occurrences_pers_alert_id_pers_alerts_id_fk" FOREIGN KEY ("pers_alert_id") REFERENCES "backoffice"."pers_alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pers_alert_company_desks_one" ON "backoffice"."pers_alert_company_desks" USING btree ("pers_alert_id","company_id");--> statement-breakpoint
CREATE INDEX "pers_alert_company_desks_company" ON "backoffice"."pers_alert_company_desks" USING btree ("company_id","closed_at");--> statement-breakpoint
CREATE INDEX "pers_alert_company_desks_assignee" ON "backoffice"."pers_alert_company_desks" USING btree ("assignee_id","company_id") WHERE assignee_id is not null;--> statement-breakpoint
CREATE INDEX "pers_alert_company_desks_closed_by" ON "backoffice"."pers_alert_company_desks" USING btree ("closed_by_id") WHERE closed_by_id is not null;--> statement-breakpoint
CREATE INDEX "pers_alert_occurrences_alert" ON "backoffice"."pers_alert_occurrences" USING btree ("pers_alert_id","started_at");