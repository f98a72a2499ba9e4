CREATE TABLE "backoffice"."alert_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "alert_translations_language" UNIQUE("parent_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"alert_label" text NOT NULL,
	"code" text NOT NULL,
	"topic_alert" text NOT NULL,
	"group_alert" text NOT NULL,
	"level_alert_id" uuid NOT NULL,
	"is_activated" boolean DEFAULT true NOT NULL,
	"rule" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "alerts_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."level_alert_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "level_alert_translations_language" UNIQUE("parent_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."level_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"color" text NOT NULL,
	"rank" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "level_alerts_label" UNIQUE("label")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."pers_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pers_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"value" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."vehicle_brand_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"vehicle_brand_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"is_activated" boolean DEFAULT true NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."iot_message_counts" (
	"hour" timestamp(3) with time zone NOT NULL,
	"iot_message_type" text NOT NULL,
	"shard" smallint NOT NULL,
	"messages" bigint NOT NULL,
	CONSTRAINT "iot_message_counts_hour_iot_message_type_shard_pk" PRIMARY KEY("hour","iot_message_type","shard")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."pers_current_data" (
	"pers_id" uuid PRIMARY KEY NOT NULL,
	"readings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_message_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "backoffice"."alert_translations" ADD CONSTRAINT "alert_translations_parent_id_alerts_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."alert_translations" ADD CONSTRAINT "alert_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."alerts" ADD CONSTRAINT "alerts_level_alert_id_level_alerts_id_fk" FOREIGN KEY ("level_alert_id") REFERENCES "backoffice"."level_alerts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."level_alert_translations" ADD CONSTRAINT "level_alert_translations_parent_id_level_alerts_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."level_alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."level_alert_translations" ADD CONSTRAINT "level_alert_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD CONSTRAINT "pers_alerts_pers_id_pers_id_fk" FOREIGN KEY ("pers_id") REFERENCES "backoffice"."pers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD CONSTRAINT "pers_alerts_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "backoffice"."alerts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."vehicle_brand_messages" ADD CONSTRAINT "vehicle_brand_messages_vehicle_brand_id_vehicle_brands_id_fk" FOREIGN KEY ("vehicle_brand_id") REFERENCES "backoffice"."vehicle_brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."vehicle_brand_messages" ADD CONSTRAINT "vehicle_brand_messages_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_current_data" ADD CONSTRAINT "pers_current_data_pers_id_pers_id_fk" FOREIGN KEY ("pers_id") REFERENCES "backoffice"."pers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_level" ON "backoffice"."alerts" USING btree ("level_alert_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pers_alerts_one_open" ON "backoffice"."pers_alerts" USING btree ("pers_id","alert_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "pers_alerts_pers" ON "backoffice"."pers_alerts" USING btree ("pers_id","started_at","id");--> statement-breakpoint
CREATE INDEX "pers_alerts_alert" ON "backoffice"."pers_alerts" USING btree ("alert_id","started_at");--> statement-breakpoint
CREATE INDEX "pers_alerts_open" ON "backoffice"."pers_alerts" USING btree ("started_at","id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "vehicle_brand_messages_brand" ON "backoffice"."vehicle_brand_messages" USING btree ("vehicle_brand_id","created_at","id");