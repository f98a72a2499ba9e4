CREATE TABLE "platform"."row_counts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"table_name" text NOT NULL,
	"key" text,
	"delta" integer NOT NULL,
	"is_base" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "row_counts_table" ON "platform"."row_counts" USING btree ("table_name");--> statement-breakpoint
CREATE UNIQUE INDEX "row_counts_one_base" ON "platform"."row_counts" USING btree ("table_name") WHERE is_base;--> statement-breakpoint
-- Writes how many rows a statement added or removed; TG_ARGV[0] is what the table is counted by, where it is by something.
CREATE FUNCTION "platform"."count_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	counted text := TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME;
	wanted text := TG_ARGV[0];
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		DELETE FROM platform.row_counts WHERE table_name = counted AND NOT is_base;
		RETURN NULL;
	ELSIF TG_OP = 'UPDATE' THEN
		EXECUTE format('INSERT INTO platform.row_counts (table_name, key, delta)
			SELECT %L, key, sum(n) FROM (SELECT %2$s AS key, 1 AS n FROM new_rows UNION ALL SELECT %2$s, -1 FROM old_rows) r
			GROUP BY key HAVING sum(n) <> 0', counted, wanted);
		RETURN NULL;
	ELSIF wanted IS NOT NULL THEN
		EXECUTE format('INSERT INTO platform.row_counts (table_name, key, delta)
			SELECT %L, key, %s count(*) FROM (SELECT %s AS key FROM changed_rows) r GROUP BY key',
			counted, CASE TG_OP WHEN 'DELETE' THEN '-' ELSE '' END, wanted);
	ELSE
		INSERT INTO platform.row_counts (table_name, delta)
		SELECT counted, CASE TG_OP WHEN 'DELETE' THEN -count(*) ELSE count(*) END FROM changed_rows HAVING count(*) > 0;
	END IF;
	-- Now and then the differences are added up. Those that another statement holds are left to it, so nobody waits.
	IF random() < 0.02 THEN
		WITH gone AS (
			DELETE FROM platform.row_counts WHERE id IN (
				SELECT id FROM platform.row_counts WHERE table_name = counted AND NOT is_base FOR UPDATE SKIP LOCKED)
			RETURNING key, delta)
		INSERT INTO platform.row_counts (table_name, key, delta)
		SELECT counted, key, sum(delta) FROM gone GROUP BY key HAVING sum(delta) <> 0;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Puts right what the counts of each table lack, from one snapshot of rows and counts, so nobody waits for it; from then on
-- the table is counted. Answers what differed in tables that were counted before. Larger tables than `most` bytes are left.
CREATE FUNCTION "platform"."mend_row_counts"(most bigint DEFAULT NULL)
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
		WHERE t.tgname = 'count_new_rows' AND (most IS NULL OR pg_relation_size(c.oid) <= most)
	LOOP
		SELECT count(*) > 0 INTO was_counted FROM platform.row_counts r WHERE r.table_name = counted.name AND r.is_base;
		RETURN QUERY EXECUTE format('
			WITH there AS (SELECT %1$s AS key, count(*) AS n FROM %2$s GROUP BY 1),
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
DECLARE
	counted record;
	argument text;
BEGIN
	FOR counted IN
		SELECT * FROM (VALUES ('backoffice', 'pers', NULL), ('backoffice', 'vehicles', NULL), ('backoffice', 'users', 'type'),
			('backoffice', 'pers_alerts', NULL), ('backoffice', 'platform_contact_logs', 'is_anonymized::text'),
			('platform', 'mail_log', NULL)) AS named(in_schema, name, key)
	LOOP
		argument := CASE WHEN counted.key IS NULL THEN '' ELSE quote_literal(counted.key) END;
		EXECUTE format('CREATE TRIGGER count_new_rows AFTER INSERT ON %I.%I REFERENCING NEW TABLE AS changed_rows
			FOR EACH STATEMENT EXECUTE FUNCTION platform.count_rows(%s)', counted.in_schema, counted.name, argument);
		EXECUTE format('CREATE TRIGGER count_gone_rows AFTER DELETE ON %I.%I REFERENCING OLD TABLE AS changed_rows
			FOR EACH STATEMENT EXECUTE FUNCTION platform.count_rows(%s)', counted.in_schema, counted.name, argument);
		EXECUTE format('CREATE TRIGGER count_no_rows AFTER TRUNCATE ON %I.%I
			FOR EACH STATEMENT EXECUTE FUNCTION platform.count_rows()', counted.in_schema, counted.name);
		IF counted.key IS NOT NULL THEN
			EXECUTE format('CREATE TRIGGER count_other_rows AFTER UPDATE ON %I.%I
				REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
				FOR EACH STATEMENT EXECUTE FUNCTION platform.count_rows(%s)', counted.in_schema, counted.name, argument);
		END IF;
	END LOOP;
END $$;--> statement-breakpoint
-- Small tables are counted from now on; larger ones as soon as a worker has counted them.
SELECT "platform"."mend_row_counts"(134217728);
