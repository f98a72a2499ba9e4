DROP INDEX "backoffice"."pers_alerts_ended";--> statement-breakpoint
ALTER TABLE "backoffice"."pers_current_data" ADD COLUMN "heard_hour" timestamp(0) GENERATED ALWAYS AS (coalesce(date_trunc('hour', last_message_at at time zone 'UTC'), '-infinity')) STORED;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_current_data" ADD COLUMN "is_in_use" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Every PERS has a row of current data, which knows whether the PERS is active: what was not heard of is then found in one index.
CREATE FUNCTION "backoffice"."pers_keep_current_data"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO backoffice.pers_current_data (pers_id, is_in_use) SELECT id, status = 'active' FROM fresh;
	ELSE
		UPDATE backoffice.pers_current_data c SET is_in_use = NOT c.is_in_use FROM fresh f
			WHERE c.pers_id = f.id AND c.is_in_use <> (f.status = 'active');
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "pers_made" AFTER INSERT ON "backoffice"."pers" REFERENCING NEW TABLE AS fresh
	FOR EACH STATEMENT EXECUTE FUNCTION "backoffice"."pers_keep_current_data"();--> statement-breakpoint
CREATE TRIGGER "pers_changed" AFTER UPDATE ON "backoffice"."pers" REFERENCING NEW TABLE AS fresh
	FOR EACH STATEMENT EXECUTE FUNCTION "backoffice"."pers_keep_current_data"();--> statement-breakpoint
INSERT INTO "backoffice"."pers_current_data" ("pers_id", "is_in_use") SELECT "id", "status" = 'active' FROM "backoffice"."pers"
	ON CONFLICT ("pers_id") DO UPDATE SET "is_in_use" = excluded."is_in_use";--> statement-breakpoint
CREATE INDEX "pers_current_data_heard" ON "backoffice"."pers_current_data" USING btree ("is_in_use","heard_hour","pers_id");--> statement-breakpoint
CREATE INDEX "pers_alerts_ended" ON "backoffice"."pers_alerts" USING btree ("ended_at","alert_id") WHERE ended_at is not null;