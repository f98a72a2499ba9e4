CREATE TABLE "backoffice"."sign_in_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hour" timestamp(3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"user_id" uuid,
	"email_hash" text,
	"network" text,
	"count" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp(3) with time zone NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "sign_in_events_alike" UNIQUE NULLS NOT DISTINCT("hour","kind","reason","user_id","email_hash","network")
);
--> statement-breakpoint
ALTER TABLE "notification"."devices" ADD COLUMN "by_session" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "backoffice"."webhooks" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "backoffice"."sign_in_events" ADD CONSTRAINT "sign_in_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "backoffice"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_events_last_at" ON "backoffice"."sign_in_events" USING btree ("last_at","id");--> statement-breakpoint
CREATE INDEX "sign_in_events_user" ON "backoffice"."sign_in_events" USING btree ("user_id","last_at");--> statement-breakpoint
CREATE INDEX "sign_in_events_email_hash" ON "backoffice"."sign_in_events" USING btree ("email_hash") WHERE email_hash is not null;--> statement-breakpoint
CREATE INDEX "sign_in_events_network" ON "backoffice"."sign_in_events" USING btree ("network","last_at");--> statement-breakpoint
UPDATE "backoffice"."webhooks" w SET "owner_id" = (SELECT a."actor_id" FROM "platform"."audit_log" a WHERE a."object_type" = 'webhook' AND a."object_id" = w."id" AND a."action" = 'create' AND a."actor_type" = 'user' ORDER BY a."at" LIMIT 1);
