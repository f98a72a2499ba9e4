CREATE TABLE "backoffice"."vehicle_pers_history" (
	"id" uuid PRIMARY KEY NOT NULL,
	"vehicle_id" uuid NOT NULL,
	"pers_id" uuid NOT NULL,
	"nu_serial_pers_number" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "vehicle_pers_history_period" CHECK (ended_at is null or ended_at >= started_at)
);
--> statement-breakpoint
ALTER TABLE "backoffice"."vehicle_brands" ADD COLUMN "logo" text;--> statement-breakpoint
ALTER TABLE "backoffice"."vehicle_models" ADD COLUMN "picture" text;--> statement-breakpoint
ALTER TABLE "backoffice"."mail_log" ADD COLUMN "secrets" jsonb;--> statement-breakpoint
ALTER TABLE "backoffice"."vehicle_pers_history" ADD CONSTRAINT "vehicle_pers_history_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "backoffice"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vehicle_pers_history_vehicle" ON "backoffice"."vehicle_pers_history" USING btree ("vehicle_id","started_at");--> statement-breakpoint
CREATE INDEX "vehicle_pers_history_pers" ON "backoffice"."vehicle_pers_history" USING btree ("pers_id","started_at");--> statement-breakpoint
CREATE INDEX "vehicles_rider" ON "backoffice"."vehicles" USING btree ("rider_id");--> statement-breakpoint
CREATE INDEX "vehicles_created_at" ON "backoffice"."vehicles" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "vehicles_updated_at" ON "backoffice"."vehicles" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "vehicles_serial_sort" ON "backoffice"."vehicles" USING btree ("vehicle_serial_number","id");--> statement-breakpoint
CREATE INDEX "vehicles_distance" ON "backoffice"."vehicles" USING btree ("pers_distance","id");--> statement-breakpoint
CREATE INDEX "routine_log_running" ON "backoffice"."routine_log" USING btree ("code_routine") WHERE status = 'running';