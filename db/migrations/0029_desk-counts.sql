CREATE INDEX IF NOT EXISTS "pers_alerts_mine" ON "backoffice"."pers_alerts" USING btree ("assignee_id","level_rank","due_at","id") WHERE assignee_id is not null and desk_status <> 'closed';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "pers_alerts_snoozed" ON "backoffice"."pers_alerts" USING btree ("snoozed_until","assignee_id") WHERE desk_status = 'snoozed';--> statement-breakpoint
-- What alerts are counted by: who has the work on it, or nobody; all closed ones together.
CREATE FUNCTION "backoffice"."desk_key"(desk_status text, assignee_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
	$$ SELECT CASE WHEN desk_status = 'closed' THEN 'closed' ELSE coalesce(assignee_id::text, 'nobody') END $$;--> statement-breakpoint
-- A row of alerts that moves from one key to another. For each row, so that ingestion, which ends alerts and moves none, pays nothing.
CREATE FUNCTION "backoffice"."count_moved_alert"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO platform.row_counts (table_name, key, delta) VALUES
		('backoffice.pers_alerts', backoffice.desk_key(OLD.desk_status, OLD.assignee_id), -1),
		('backoffice.pers_alerts', backoffice.desk_key(NEW.desk_status, NEW.assignee_id), 1);
	-- As in platform.count_rows.
	IF random() < 0.02 THEN
		WITH gone AS (
			DELETE FROM platform.row_counts WHERE id IN (
				SELECT id FROM platform.row_counts WHERE table_name = 'backoffice.pers_alerts' AND NOT is_base FOR UPDATE SKIP LOCKED)
			RETURNING key, delta)
		INSERT INTO platform.row_counts (table_name, key, delta)
		SELECT 'backoffice.pers_alerts', key, sum(delta) FROM gone GROUP BY key HAVING sum(delta) <> 0;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER count_new_rows AFTER INSERT ON "backoffice"."pers_alerts" REFERENCING NEW TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION platform.count_rows('backoffice.desk_key(desk_status, assignee_id)');--> statement-breakpoint
CREATE OR REPLACE TRIGGER count_gone_rows AFTER DELETE ON "backoffice"."pers_alerts" REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION platform.count_rows('backoffice.desk_key(desk_status, assignee_id)');--> statement-breakpoint
CREATE TRIGGER count_other_rows AFTER UPDATE ON "backoffice"."pers_alerts" FOR EACH ROW
	WHEN (backoffice.desk_key(OLD.desk_status, OLD.assignee_id) IS DISTINCT FROM backoffice.desk_key(NEW.desk_status, NEW.assignee_id))
	EXECUTE FUNCTION "backoffice"."count_moved_alert"();--> statement-breakpoint
-- Until it is counted by its new keys, now where it is small and else by the next worker that starts, lists count its rows.
DELETE FROM "platform"."row_counts" WHERE table_name = 'backoffice.pers_alerts' AND is_base;--> statement-breakpoint
SELECT "platform"."mend_row_counts"(134217728);
