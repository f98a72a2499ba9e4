CREATE TABLE "backoffice"."pers_alert_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pers_alert_id" uuid NOT NULL,
	"company_id" uuid,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"told_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "pers_alert_notices_one" UNIQUE NULLS NOT DISTINCT("pers_alert_id","company_id","user_id","kind","at")
);
--> statement-breakpoint
ALTER TABLE "backoffice"."company_preferences" ADD COLUMN "alert_notices" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification"."requests" ADD COLUMN "link" text;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alert_notices" ADD CONSTRAINT "pers_alert_notices_pers_alert_id_pers_alerts_id_fk" FOREIGN KEY ("pers_alert_id") REFERENCES "backoffice"."pers_alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alert_notices" ADD CONSTRAINT "pers_alert_notices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alert_notices" ADD CONSTRAINT "pers_alert_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "backoffice"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pers_alert_notices_company" ON "backoffice"."pers_alert_notices" USING btree ("company_id") WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX "pers_alert_notices_user" ON "backoffice"."pers_alert_notices" USING btree ("user_id","told_at");--> statement-breakpoint
CREATE INDEX "pers_alert_notices_waiting" ON "backoffice"."pers_alert_notices" USING btree ("user_id") WHERE told_at is null;