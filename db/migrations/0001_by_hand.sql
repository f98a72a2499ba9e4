-- What drizzle cannot say: periods that may not overlap, partitions, triggers. Ours to edit; 0000_init.sql is generated.

-- A vehicle has one PERS at a time, and a PERS is on one vehicle at a time: over the whole history, not only now.
ALTER TABLE "backoffice"."vehicle_pers_history" ADD CONSTRAINT "vehicle_pers_history_one_pers"
	EXCLUDE USING gist ("vehicle_id" WITH =, tstzrange("started_at", "ended_at") WITH &&);--> statement-breakpoint
ALTER TABLE "backoffice"."vehicle_pers_history" ADD CONSTRAINT "vehicle_pers_history_one_vehicle"
	EXCLUDE USING gist ("pers_id" WITH =, tstzrange("started_at", "ended_at") WITH &&);--> statement-breakpoint
-- A PERS has one company of each type at a time, and a vehicle has one company at a time.
ALTER TABLE "backoffice"."company_pers_links" ADD CONSTRAINT "company_pers_links_one_company"
	EXCLUDE USING gist ("pers_id" WITH =, "link_type" WITH =, tstzrange("start_date", "end_date") WITH &&);--> statement-breakpoint
ALTER TABLE "backoffice"."company_vehicle_links" ADD CONSTRAINT "company_vehicle_links_one_company"
	EXCLUDE USING gist ("vehicle_id" WITH =, tstzrange("start_date", "end_date") WITH &&);
--> statement-breakpoint
CREATE TABLE "backoffice"."iot_messages" (
	"id" uuid NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"message_id" text NOT NULL,
	"pers_serial_number" text NOT NULL,
	"iot_message_type" text NOT NULL,
	"payload" jsonb NOT NULL,
	CONSTRAINT "iot_messages_pk" PRIMARY KEY ("received_at", "id")
) PARTITION BY RANGE ("received_at");--> statement-breakpoint
CREATE INDEX "iot_messages_serial" ON "backoffice"."iot_messages" ("pers_serial_number", "received_at", "id");--> statement-breakpoint
CREATE INDEX "iot_messages_type" ON "backoffice"."iot_messages" ("iot_message_type", "received_at", "id");--> statement-breakpoint
-- The ids of all messages, by the time that a UUID v7 holds; other ids are hashed into the range above f0….
CREATE TABLE "backoffice"."iot_message_keys" (
	"key" uuid PRIMARY KEY,
	"received_at" timestamp(3) with time zone NOT NULL
) PARTITION BY RANGE ("key");--> statement-breakpoint
CREATE TABLE "backoffice"."iot_message_keys_other" PARTITION OF "backoffice"."iot_message_keys"
	FOR VALUES FROM ('f0000000-0000-0000-0000-000000000000') TO (MAXVALUE);--> statement-breakpoint
CREATE INDEX "iot_message_keys_other_received" ON "backoffice"."iot_message_keys_other" USING brin ("received_at");--> statement-breakpoint
-- Current data changes with every message: room on each page lets a new version stand beside the old one.
ALTER TABLE "backoffice"."pers_current_data" SET (fillfactor = 60);--> statement-breakpoint
CREATE FUNCTION "backoffice"."iot_make_partition"(parent text, month timestamp) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	name text := parent || to_char(month, '_YYYY_MM');
	bounds text[];
BEGIN
	IF to_regclass('backoffice.' || name) IS NOT NULL THEN RETURN 0; END IF;
	SELECT array_agg(CASE parent
			WHEN 'iot_message_keys' THEN lpad(to_hex((extract(epoch FROM edge) * 1000)::bigint), 12, '0') || repeat('0', 20)
			ELSE edge::text || '+00' END ORDER BY edge)
		INTO bounds FROM unnest(ARRAY[month, month + interval '1 month']) AS edge;
	EXECUTE format('CREATE TABLE backoffice.%I (LIKE backoffice.%I)', name, parent);
	EXECUTE format('ALTER TABLE backoffice.%I ATTACH PARTITION backoffice.%I FOR VALUES FROM (%L) TO (%L)', parent, name, bounds[1], bounds[2]);
	RETURN 1;
END $$;--> statement-breakpoint
-- Makes the partitions of the months kept and of those ahead, drops older ones, and forgets ids as old as those.
CREATE FUNCTION "backoffice"."iot_keep_partitions"(kept integer, ahead integer) RETURNS TABLE (made integer, dropped integer) LANGUAGE plpgsql AS $$
DECLARE
	this_month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
	oldest timestamp := this_month - make_interval(months => kept);
	old text;
BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended('iot partitions', 0));
	SELECT sum(backoffice.iot_make_partition(parent, this_month + make_interval(months => month)))::integer INTO made
		FROM unnest(ARRAY['iot_messages', 'iot_message_keys']) AS parent, generate_series(-kept, ahead) AS month
		WHERE month >= CASE parent WHEN 'iot_messages' THEN -3 ELSE -kept END;
	dropped := 0;
	FOR old IN
		SELECT child.relname FROM pg_inherits
			JOIN pg_class child ON child.oid = inhrelid
			WHERE inhparent IN ('backoffice.iot_messages'::regclass, 'backoffice.iot_message_keys'::regclass)
				AND substring(child.relname FROM '\d{4}_\d\d$') < to_char(oldest, 'YYYY_MM')
	LOOP
		EXECUTE format('DROP TABLE backoffice.%I', old);
		dropped := dropped + 1;
	END LOOP;
	DELETE FROM backoffice.iot_message_keys_other WHERE received_at < oldest AT TIME ZONE 'UTC';
	DELETE FROM backoffice.iot_message_counts WHERE hour < oldest AT TIME ZONE 'UTC';
	RETURN NEXT;
END $$;--> statement-breakpoint
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
-- What stands in a kit configuration, a part a line: a search for the name of a key, such as handlebar, finds nothing.
CREATE FUNCTION "backoffice"."kit_text"(kit jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT string_agg(part #>> '{}', chr(10)) FROM jsonb_path_query(kit - 'version', 'strict $.**') AS part
		WHERE jsonb_typeof(part) IN ('string', 'number');
$$;--> statement-breakpoint
CREATE INDEX "pers_initial_kit_search" ON "backoffice"."pers" USING gin ("platform"."fold"("backoffice"."kit_text"(initial_kit_configuration)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "pers_current_kit_search" ON "backoffice"."pers" USING gin ("platform"."fold"("backoffice"."kit_text"(current_kit_configuration)) gin_trgm_ops);--> statement-breakpoint
SELECT "backoffice"."iot_keep_partitions"(24, 3);
--> statement-breakpoint
-- The texts of a translation by their columns, without differences of white space only.
CREATE FUNCTION "backoffice"."plain_texts"(translation jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT coalesce(jsonb_object_agg(key, btrim(regexp_replace(value, '\s+', ' ', 'g'))), '{}')
	FROM jsonb_each_text(translation - '{id,parent_id,language_id,outdated_from,created_at,updated_at,version}'::text[])
	WHERE value IS NOT NULL;
$$;--> statement-breakpoint
-- Where a text of the default language changed, its translations keep what it was when they were last right. A translation
-- that changes itself, or in the same transaction, is right.
CREATE FUNCTION "backoffice"."mark_outdated"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
	EXECUTE format($q$
		UPDATE %1$I.%2$I t SET outdated_from = NULL
		FROM new_rows n JOIN old_rows o USING (id)
		WHERE t.id = n.id AND t.outdated_from IS NOT NULL
			AND backoffice.plain_texts(to_jsonb(n)) <> backoffice.plain_texts(to_jsonb(o))$q$, TG_TABLE_SCHEMA, TG_TABLE_NAME);
	EXECUTE format($q$
		UPDATE %1$I.%2$I t SET outdated_from =
			nullif(coalesce(t.outdated_from, backoffice.plain_texts(to_jsonb(o))), backoffice.plain_texts(to_jsonb(n)))
		FROM new_rows n JOIN old_rows o USING (id) JOIN backoffice.languages l ON l.id = n.language_id AND l.is_default
		WHERE t.parent_id = n.parent_id AND t.language_id <> n.language_id AND t.xmin <> pg_current_xact_id()::xid
			AND backoffice.plain_texts(to_jsonb(n)) <> backoffice.plain_texts(to_jsonb(o))$q$, TG_TABLE_SCHEMA, TG_TABLE_NAME);
	RETURN NULL;
END $$;--> statement-breakpoint
-- Every table of translations has it; a test walks them.
DO $$
DECLARE
	name text;
BEGIN
	FOR name IN SELECT table_name FROM information_schema.columns WHERE table_schema = 'backoffice' AND column_name = 'outdated_from'
	LOOP
		EXECUTE format('CREATE TRIGGER mark_outdated AFTER UPDATE ON backoffice.%I
			REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION backoffice.mark_outdated()', name);
	END LOOP;
END $$;
--> statement-breakpoint
-- Counts of texts and translations by table and language, as differences: writers do not wait for each other. The one who
-- finds many adds them up; what others hold is left to the next.
CREATE FUNCTION "backoffice"."count_texts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		DELETE FROM backoffice.text_counts WHERE table_name = TG_TABLE_NAME;
		RETURN NULL;
	END IF;
	EXECUTE format('INSERT INTO backoffice.text_counts (table_name, language_id, delta)
		SELECT %L, language_id, %s count(*) FROM (SELECT %s AS language_id FROM changed_rows) r GROUP BY language_id',
		TG_TABLE_NAME, CASE TG_OP WHEN 'DELETE' THEN '-' ELSE '' END, TG_ARGV[0]);
	IF (SELECT count(*) > 100 FROM backoffice.text_counts WHERE table_name = TG_TABLE_NAME) THEN
		WITH gone AS (
			DELETE FROM backoffice.text_counts WHERE id IN (
				SELECT id FROM backoffice.text_counts WHERE table_name = TG_TABLE_NAME FOR UPDATE SKIP LOCKED)
			RETURNING language_id, delta)
		INSERT INTO backoffice.text_counts (table_name, language_id, delta)
		SELECT TG_TABLE_NAME, language_id, sum(delta) FROM gone GROUP BY language_id;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Every table of translations has them, and the table of its texts; a test walks them.
DO $$
DECLARE
	counted record;
BEGIN
	FOR counted IN
		SELECT c.relname AS name, 'language_id' AS language FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
		WHERE c.relnamespace = 'backoffice'::regnamespace AND c.relkind = 'r' AND a.attname = 'outdated_from'
		UNION
		SELECT parent.relname, 'NULL::uuid' FROM pg_constraint f JOIN pg_class parent ON parent.oid = f.confrelid
		JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attname = 'outdated_from'
		JOIN pg_attribute p ON p.attrelid = f.conrelid AND p.attname = 'parent_id' AND f.conkey = ARRAY[p.attnum]
		WHERE f.contype = 'f' AND parent.relnamespace = 'backoffice'::regnamespace
	LOOP
		EXECUTE format('INSERT INTO backoffice.text_counts (table_name, language_id, delta)
			SELECT %1$L, language_id, count(*) FROM (SELECT %2$s AS language_id FROM backoffice.%1$I) r GROUP BY language_id',
			counted.name, counted.language);
		EXECUTE format('CREATE TRIGGER count_new_texts AFTER INSERT ON backoffice.%I
			REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION backoffice.count_texts(%L)',
			counted.name, counted.language);
		EXECUTE format('CREATE TRIGGER count_gone_texts AFTER DELETE ON backoffice.%I
			REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION backoffice.count_texts(%L)',
			counted.name, counted.language);
		EXECUTE format('CREATE TRIGGER count_no_texts AFTER TRUNCATE ON backoffice.%I
			FOR EACH STATEMENT EXECUTE FUNCTION backoffice.count_texts(%L)', counted.name, counted.language);
	END LOOP;
END $$;
