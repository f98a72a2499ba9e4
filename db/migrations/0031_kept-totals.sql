-- Counts are written and added up by their table: one index serves both, where three were kept before.
ALTER TABLE "platform"."row_counts" DROP CONSTRAINT "row_counts_pkey";--> statement-breakpoint
DROP INDEX "platform"."row_counts_table";--> statement-breakpoint
ALTER TABLE "platform"."row_counts" ADD CONSTRAINT "row_counts_table_name_id_pk" PRIMARY KEY("table_name","id");--> statement-breakpoint
-- Adds up the differences of a table. Those that another statement holds are left to it, so nobody waits.
CREATE FUNCTION "platform"."add_up_row_counts"(counted text) RETURNS void LANGUAGE sql AS $$
	WITH gone AS (
		DELETE FROM platform.row_counts WHERE (table_name, id) IN (
			SELECT table_name, id FROM platform.row_counts WHERE table_name = counted AND NOT is_base FOR UPDATE SKIP LOCKED)
		RETURNING key, delta)
	INSERT INTO platform.row_counts (table_name, key, delta)
	SELECT counted, key, sum(delta) FROM gone GROUP BY key HAVING sum(delta) <> 0;
$$;--> statement-breakpoint
-- Declares that the rows of a table are counted as statements write them, by `key`, a text made of the row `r`, where they are
-- counted by something. The triggers' function is made for the table, so that each of its statements is planned once. Who gives
-- a counted table another key takes its base row away, so that it is counted anew.
CREATE FUNCTION "platform"."count_table"(counted regclass, key text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $fn$
DECLARE
	name text;
	in_schema text;
	in_table text;
	is_partitioned boolean;
	grouped text := CASE WHEN key IS NULL THEN 'HAVING count(*) > 0' ELSE 'GROUP BY 2' END;
	old_key text := regexp_replace(key, '\mr\.', 'OLD.', 'g');
	new_key text := regexp_replace(key, '\mr\.', 'NEW.', 'g');
	moved text := '';
	argument text := CASE WHEN key IS NULL THEN '' ELSE quote_literal(key) END;
	called text;
BEGIN
	SELECT n.nspname, c.relname, n.nspname || '.' || c.relname, c.relkind = 'p' INTO in_schema, in_table, name, is_partitioned
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = counted;
	IF is_partitioned AND key IS NOT NULL THEN
		RAISE EXCEPTION '% is partitioned, so it is counted by nothing: a row that moves to another partition is not seen', counted;
	END IF;
	IF key IS NOT NULL THEN
		moved := format('ELSIF TG_OP = ''UPDATE'' THEN
			INSERT INTO platform.row_counts (table_name, key, delta) VALUES (%1$L, %2$s, -1), (%1$L, %3$s, 1);', name, old_key, new_key);
	END IF;
	called := format('platform.%I', 'count_' || in_schema || '_' || in_table);
	EXECUTE format($body$
		CREATE OR REPLACE FUNCTION %1$s() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			IF TG_OP = 'INSERT' THEN
				INSERT INTO platform.row_counts (table_name, key, delta) SELECT %2$L, %3$s, count(*) FROM changed_rows r %4$s;
			ELSIF TG_OP = 'DELETE' THEN
				INSERT INTO platform.row_counts (table_name, key, delta) SELECT %2$L, %3$s, -count(*) FROM changed_rows r %4$s;
			%5$s
			ELSIF TG_OP = 'TRUNCATE' THEN
				DELETE FROM platform.row_counts WHERE table_name = %2$L AND NOT is_base;
			END IF;
			IF random() < 0.01 THEN PERFORM platform.add_up_row_counts(%2$L); END IF;
			RETURN NULL;
		END $$ $body$, called, name, coalesce(key, 'NULL'), grouped, moved);
	EXECUTE format('CREATE OR REPLACE TRIGGER count_new_rows AFTER INSERT ON %s REFERENCING NEW TABLE AS changed_rows
		FOR EACH STATEMENT EXECUTE FUNCTION %s(%s)', counted, called, argument);
	EXECUTE format('CREATE OR REPLACE TRIGGER count_gone_rows AFTER DELETE ON %s REFERENCING OLD TABLE AS changed_rows
		FOR EACH STATEMENT EXECUTE FUNCTION %s(%s)', counted, called, argument);
	EXECUTE format('CREATE OR REPLACE TRIGGER count_no_rows AFTER TRUNCATE ON %s
		FOR EACH STATEMENT EXECUTE FUNCTION %s()', counted, called);
	-- For each row that moves from one key to another, so that an update that moves none pays nothing.
	IF key IS NOT NULL THEN
		EXECUTE format('CREATE OR REPLACE TRIGGER count_other_rows AFTER UPDATE ON %s FOR EACH ROW
			WHEN (%s IS DISTINCT FROM %s) EXECUTE FUNCTION %s()', counted, old_key, new_key, called);
	ELSIF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = counted AND tgname = 'count_other_rows') THEN
		EXECUTE format('DROP TRIGGER count_other_rows ON %s', counted);
	END IF;
END $fn$;--> statement-breakpoint
-- Takes the rows of a partition off the count of its table: for who then detaches or drops it, in the same transaction.
CREATE FUNCTION "platform"."uncount_partition"(part regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	whole record;
BEGIN
	SELECT t.tgrelid::regclass AS relation, n.nspname || '.' || c.relname AS name INTO whole
		FROM pg_partition_ancestors(part) a JOIN pg_trigger t ON t.tgrelid = a.relid AND t.tgname = 'count_new_rows'
		JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE t.tgrelid <> part;
	IF NOT FOUND THEN RETURN; END IF;
	-- The table first, as its writers do. From here on nobody adds a row that would go uncounted.
	EXECUTE format('LOCK TABLE ONLY %s IN ACCESS EXCLUSIVE MODE', whole.relation);
	EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', part);
	EXECUTE format('INSERT INTO platform.row_counts (table_name, delta) SELECT %L, -count(*) FROM %s HAVING count(*) > 0', whole.name, part);
END $$;--> statement-breakpoint
-- As before, with keys that are made of a row `r`, and with tables whose rows are in partitions.
CREATE OR REPLACE FUNCTION "platform"."mend_row_counts"(most bigint DEFAULT NULL)
RETURNS TABLE (name text, kept bigint, found bigint) LANGUAGE plpgsql AS $$
DECLARE
	counted record;
	was_counted boolean;
BEGIN
	-- Two at a time would both add what is missing.
	PERFORM pg_advisory_xact_lock(hashtext('platform.mend_row_counts'));
	FOR counted IN
		SELECT n.nspname || '.' || c.relname AS name, c.oid::regclass::text AS relation,
			coalesce(nullif(rtrim(encode(t.tgargs, 'escape'), '\0'), ''), 'NULL::text') AS key
		FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE t.tgname = 'count_new_rows'
			AND (most IS NULL OR coalesce((SELECT sum(pg_relation_size(relid)) FROM pg_partition_tree(c.oid)), pg_relation_size(c.oid)) <= most)
	LOOP
		SELECT count(*) > 0 INTO was_counted FROM platform.row_counts r WHERE r.table_name = counted.name AND r.is_base;
		RETURN QUERY EXECUTE format('
			WITH there AS (SELECT %1$s AS key, count(*) AS n FROM %2$s r GROUP BY 1),
			kept AS (SELECT key, sum(delta) AS n FROM platform.row_counts WHERE table_name = %3$L AND NOT is_base GROUP BY 1),
			differing AS (
				SELECT coalesce(there.key, kept.key) AS key, coalesce(kept.n, 0)::bigint AS kept, coalesce(there.n, 0) AS found
				FROM there FULL JOIN kept ON coalesce(there.key, '''') = coalesce(kept.key, '''')
				WHERE coalesce(there.n, 0) <> coalesce(kept.n, 0)),
			put AS (
				INSERT INTO platform.row_counts (table_name, key, delta) SELECT %3$L, key, found - kept FROM differing),
			based AS (
				INSERT INTO platform.row_counts (table_name, delta, is_base) VALUES (%3$L, 0, true) ON CONFLICT DO NOTHING)
			SELECT concat_ws('' '', %3$L, key), kept, found FROM differing WHERE %4$L', counted.key, counted.relation, counted.name, was_counted);
	END LOOP;
END $$;--> statement-breakpoint
DO $$
BEGIN
	PERFORM platform.count_table('backoffice.pers');
	PERFORM platform.count_table('backoffice.vehicles');
	PERFORM platform.count_table('backoffice.users', 'r.type');
	PERFORM platform.count_table('backoffice.pers_alerts', 'backoffice.desk_key(r.desk_status, r.assignee_id)');
	PERFORM platform.count_table('backoffice.platform_contact_logs', 'r.is_anonymized::text');
	PERFORM platform.count_table('backoffice.webhook_deliveries');
	PERFORM platform.count_table('notification.deliveries');
	PERFORM platform.count_table('platform.mail_log');
	PERFORM platform.count_table('platform.audit_log', 'r.object_type');
END $$;--> statement-breakpoint
DROP FUNCTION "platform"."count_rows"();--> statement-breakpoint
DROP FUNCTION "backoffice"."count_moved_alert"();--> statement-breakpoint
-- Small tables are counted from now on; larger ones as soon as a worker has counted them.
SELECT "platform"."mend_row_counts"(134217728);
