-- Moments that no device and no person can mean, such as a day of the year 31, were stored and could not be read again. Those
-- before 2000 become its first moment, those after 9999 that year's last, so that what did not overlap still does not. Each row
-- that changes has a row in the trail, which holds what it was.
DO $$
DECLARE
	moments record;
	earliest CONSTANT timestamptz := '2000-01-01 00:00:00+00';
	latest CONSTANT timestamptz := '9999-12-31 23:59:59.999+00';
BEGIN
	FOR moments IN
		SELECT c.table_schema, c.table_name,
			bool_or(c.column_name = 'id' AND c.data_type = 'uuid') AS has_id,
			string_agg(format('(%1$I < $1 OR %1$I > $2)', c.column_name), ' OR ') FILTER (WHERE c.data_type LIKE 'timestamp%') AS outside,
			string_agg(format('%1$I = CASE WHEN %1$I < $1 THEN $1 WHEN %1$I > $2 THEN $2 ELSE %1$I END', c.column_name), ', ')
				FILTER (WHERE c.data_type LIKE 'timestamp%') AS mended,
			string_agg(format('CASE WHEN %1$I < $1 OR %1$I > $2 THEN jsonb_build_object(%2$L, jsonb_build_array(%1$I::text,
					CASE WHEN %1$I < $1 THEN ''2000-01-01T00:00:00.000Z'' ELSE ''9999-12-31T23:59:59.999Z'' END)) ELSE ''{}'' END',
				c.column_name, lower(left(c.column_name, 1)) || substr(replace(initcap(replace(c.column_name, '_', ' ')), ' ', ''), 2)), ' || ')
				FILTER (WHERE c.data_type LIKE 'timestamp%') AS changes
		FROM information_schema.columns c
			JOIN pg_class t ON t.relname = c.table_name AND t.relnamespace = to_regnamespace(quote_ident(c.table_schema))
		WHERE c.table_schema IN ('backoffice', 'notification', 'platform') AND c.is_generated = 'NEVER'
			AND t.relkind IN ('r', 'p') AND NOT t.relispartition
			AND (c.data_type = 'timestamp with time zone' OR c.column_name = 'id')
			-- The moments by which tables are divided are the server's own.
			AND NOT (c.table_name IN ('iot_messages', 'iot_message_keys') AND c.column_name = 'received_at')
		GROUP BY c.table_schema, c.table_name
		HAVING bool_or(c.data_type = 'timestamp with time zone')
	LOOP
		EXECUTE format('INSERT INTO platform.audit_log
				(id, at, actor_type, actor_label, object_type, object_id, action, changes, door, request_id)
			SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, ''0'') || ''7''
					|| substr(md5(random()::text), 1, 3) || ''8'' || substr(md5(random()::text), 1, 15))::uuid,
				now(), ''system'', ''Persdesk'', %L, %s, ''update'', %s, ''job'', ''migration 0005''
			FROM %I.%I WHERE %s',
			moments.table_name, CASE WHEN moments.has_id THEN 'id' ELSE '''00000000-0000-0000-0000-000000000000''::uuid' END,
			moments.changes, moments.table_schema, moments.table_name, moments.outside) USING earliest, latest;
		EXECUTE format('UPDATE %I.%I SET %s WHERE %s',
			moments.table_schema, moments.table_name, moments.mended, moments.outside) USING earliest, latest;
	END LOOP;
END $$;
--> statement-breakpoint
-- Episodes of one alert on one device that overlap: the earlier one ends where the next one begins.
UPDATE backoffice.pers_alerts a SET ended_at = o.next, version = a.version + 1
FROM (SELECT id, lead(started_at) OVER (PARTITION BY pers_id, alert_id ORDER BY started_at, id) AS next FROM backoffice.pers_alerts) o
WHERE o.id = a.id AND o.next IS NOT NULL AND (a.ended_at IS NULL OR a.ended_at > o.next);
--> statement-breakpoint
-- not concurrent: PostgreSQL builds no exclusion concurrently. A million episodes take some seconds, in which messages wait.
ALTER TABLE "backoffice"."pers_alerts" ADD CONSTRAINT "pers_alerts_one_episode"
	EXCLUDE USING gist ("pers_id" WITH =, "alert_id" WITH =, tstzrange("started_at", "ended_at") WITH &&);
