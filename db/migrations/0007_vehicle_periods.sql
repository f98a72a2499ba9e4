-- A vehicle has one PERS at a time, and a PERS is on one vehicle at a time: over the whole history, not only now.
ALTER TABLE "backoffice"."vehicle_pers_history" ADD CONSTRAINT "vehicle_pers_history_one_pers"
	EXCLUDE USING gist ("vehicle_id" WITH =, tstzrange("started_at", "ended_at") WITH &&);--> statement-breakpoint
ALTER TABLE "backoffice"."vehicle_pers_history" ADD CONSTRAINT "vehicle_pers_history_one_vehicle"
	EXCLUDE USING gist ("pers_id" WITH =, tstzrange("started_at", "ended_at") WITH &&);
