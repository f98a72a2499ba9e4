ALTER TABLE "backoffice"."level_alerts" ADD COLUMN "minutes_to_acknowledge" integer;--> statement-breakpoint
ALTER TABLE "backoffice"."level_alerts" ADD COLUMN "minutes_to_close" integer;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD COLUMN "desk_status" text DEFAULT 'closed' NOT NULL;--> statement-breakpoint
-- What ended before there was a desk is no work: those rows keep that default, without being written.
ALTER TABLE "backoffice"."pers_alerts" ALTER COLUMN "desk_status" SET DEFAULT 'new';--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD COLUMN "snoozed_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD COLUMN "close_reason" text;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD COLUMN "close_note" text;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD COLUMN "acknowledged_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD COLUMN "closed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD COLUMN "closed_by_id" uuid;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD COLUMN "due_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD COLUMN "level_rank" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD CONSTRAINT "pers_alerts_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "backoffice"."users"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD CONSTRAINT "pers_alerts_closed_by_id_users_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "backoffice"."users"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
UPDATE "backoffice"."pers_alerts" p SET desk_status = 'new', level_rank = l.rank
FROM "backoffice"."alerts" a JOIN "backoffice"."level_alerts" l ON l.id = a.level_alert_id
WHERE a.id = p.alert_id AND p.ended_at IS NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "pers_alerts_queue" ON "backoffice"."pers_alerts" USING btree ("level_rank","due_at","id") WHERE desk_status <> 'closed';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "pers_alerts_assignee" ON "backoffice"."pers_alerts" USING btree ("assignee_id","level_rank","due_at","id") WHERE assignee_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "pers_alerts_closed_by" ON "backoffice"."pers_alerts" USING btree ("closed_by_id") WHERE closed_by_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "pers_alerts_closed" ON "backoffice"."pers_alerts" USING btree ("closed_at","id") WHERE closed_at is not null;