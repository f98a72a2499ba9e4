CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
CREATE SCHEMA "backoffice";
--> statement-breakpoint
CREATE SCHEMA "notification";
--> statement-breakpoint
CREATE SCHEMA "platform";
--> statement-breakpoint
CREATE FUNCTION "platform"."fold"(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
	SET search_path = pg_catalog, public AS $$ BEGIN RETURN lower(unaccent('unaccent'::regdictionary, value)); END $$;--> statement-breakpoint
CREATE TABLE "backoffice"."alert_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"outdated_from" jsonb,
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
	"outdated_from" jsonb,
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
CREATE TABLE "backoffice"."app_version_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"release_note" text NOT NULL,
	"outdated_from" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "app_version_translations_language" UNIQUE("parent_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."app_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_tech_id" uuid NOT NULL,
	"os" text NOT NULL,
	"number" text NOT NULL,
	"number_sort" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_mandatory" boolean DEFAULT false NOT NULL,
	"store_url" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "app_versions_number" UNIQUE("platform_tech_id","os","number"),
	CONSTRAINT "app_versions_os" CHECK (os in ('Android', 'iOS', 'Web'))
);
--> statement-breakpoint
CREATE TABLE "backoffice"."conditional_features" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"keyword" text NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"module_id" uuid NOT NULL,
	"description" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "conditional_features_keyword" UNIQUE("keyword")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"register_number" text NOT NULL,
	"email" text,
	"phone_number" text,
	"address" text,
	"country_id" uuid,
	"company_category_id" uuid NOT NULL,
	"erp_id" text,
	"status" text DEFAULT 'active' NOT NULL,
	"created_by_company_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "companies_register_number" UNIQUE("register_number")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."company_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"label" text NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "company_categories_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."company_category_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"label" text NOT NULL,
	"outdated_from" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "company_category_translations_language" UNIQUE("parent_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."company_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"linked_company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'invited' NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"invitation_date" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "company_links_triple" UNIQUE("company_id","linked_company_id","kind")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."company_pers_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pers_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"granted_by_company_id" uuid,
	"link_type" integer NOT NULL,
	"start_date" timestamp(3) with time zone NOT NULL,
	"end_date" timestamp(3) with time zone,
	"comment" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "company_pers_links_type" CHECK (link_type in (1, 2)),
	CONSTRAINT "company_pers_links_dates" CHECK (end_date is null or end_date >= start_date)
);
--> statement-breakpoint
CREATE TABLE "backoffice"."company_role_allow_manage" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"role_manager_id" uuid NOT NULL,
	"role_id" uuid NOT NULL,
	"allowed" boolean NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "company_role_allow_manage_pair" UNIQUE("role_manager_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."company_role_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"outdated_from" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "company_role_translations_language" UNIQUE("parent_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."company_roles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"company_id" uuid NOT NULL,
	"role_manager_id" uuid,
	"is_default" boolean DEFAULT false NOT NULL,
	"is_activated" boolean DEFAULT true NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "company_roles_title" UNIQUE("company_id","title")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."user_companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"company_role_id" uuid,
	"is_admin" boolean DEFAULT false NOT NULL,
	"company_team_id" uuid,
	"status" text DEFAULT 'invited' NOT NULL,
	"invitation_date" timestamp(3) with time zone,
	"entry_date" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "user_companies_pair" UNIQUE("user_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."company_partner_referent_companies" (
	"referent_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	CONSTRAINT "company_partner_referent_companies_referent_id_company_id_pk" PRIMARY KEY("referent_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."company_partner_referents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone_number" text,
	"country_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "company_partner_referents_email" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."company_preferences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"language_id" uuid,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"email_notifications" boolean DEFAULT true NOT NULL,
	"push_notifications" boolean DEFAULT true NOT NULL,
	"weekly_report" boolean DEFAULT false NOT NULL,
	"distance_unit" text DEFAULT 'km' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "company_preferences_company" UNIQUE("company_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."company_teams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."company_vehicle_brand_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"vehicle_brand_id" uuid NOT NULL,
	"link_type" integer NOT NULL,
	"granted_by_company_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "company_vehicle_brand_links_key" UNIQUE NULLS NOT DISTINCT("company_id","vehicle_brand_id","link_type","granted_by_company_id"),
	CONSTRAINT "company_vehicle_brand_links_type" CHECK (link_type in (1, 2))
);
--> statement-breakpoint
CREATE TABLE "backoffice"."company_vehicle_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"vehicle_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"start_date" timestamp(3) with time zone NOT NULL,
	"end_date" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "company_vehicle_links_dates" CHECK (end_date is null or end_date >= start_date)
);
--> statement-breakpoint
CREATE TABLE "backoffice"."dealer_vehicles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"vehicle_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"granted_by_company_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "dealer_vehicles_vehicle" UNIQUE("vehicle_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."platform_contact_logs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"first_name" text,
	"last_name" text,
	"content" text,
	"type" text NOT NULL,
	"platform_tech_key" text NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL,
	"is_anonymized" boolean DEFAULT false NOT NULL,
	"anonymized_at" timestamp(3) with time zone,
	"personal_sealed" text,
	"data_key_id" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "platform_contact_logs_anonymized" CHECK (case when is_anonymized
        then num_nonnulls(email, first_name, last_name, content) = 0 and num_nulls(personal_sealed, data_key_id, anonymized_at) = 0
        else num_nulls(email, content) = 0 and num_nonnulls(personal_sealed, data_key_id, anonymized_at) = 0 end)
);
--> statement-breakpoint
CREATE TABLE "backoffice"."countries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"phone_prefix" text NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "countries_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."country_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"label" text NOT NULL,
	"outdated_from" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "country_translations_language" UNIQUE("parent_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."formatted_text_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"value" text NOT NULL,
	"outdated_from" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "formatted_text_translations_language" UNIQUE("parent_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."formatted_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"module_id" uuid NOT NULL,
	"description" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "formatted_texts_name" UNIQUE("module_id","name")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."label_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"value" text NOT NULL,
	"outdated_from" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "label_translations_language" UNIQUE("parent_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."labels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"module_id" uuid NOT NULL,
	"label_interface_page" text,
	"description" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "labels_name" UNIQUE("module_id","name")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."language_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"label" text NOT NULL,
	"outdated_from" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "language_translations_language" UNIQUE("parent_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."message_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"value" text NOT NULL,
	"outdated_from" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "message_translations_language" UNIQUE("parent_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"module_id" uuid NOT NULL,
	"description" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "messages_name" UNIQUE("module_id","name")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."desk_dismissals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"text_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"warning" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "desk_dismissals_one" UNIQUE("resource","text_id","language_id","warning")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."text_counts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"table_name" text NOT NULL,
	"language_id" uuid,
	"delta" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."firmware_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"description" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."firmware_compatibilities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"firmware_version_id" uuid NOT NULL,
	"model_pers_id" uuid NOT NULL,
	"min_version" text,
	"max_version" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "firmware_compatibilities_pair" UNIQUE("firmware_version_id","model_pers_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."firmware_segments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"firmware_version_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"start_address" bigint NOT NULL,
	"length" bigint NOT NULL,
	"crc32" text NOT NULL,
	"data" "bytea" NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "firmware_segments_index" UNIQUE("firmware_version_id","index")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."firmware_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"firmware_version" text NOT NULL,
	"firmware_version_sort" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(regexp_replace(split_part(firmware_version, '+', 1), '-', ' ') || case when strpos(split_part(firmware_version, '+', 1), '-') = 0 then '!' else '' end, '(\d+)', '0000000000\1', 'g'), '\d*(\d{10})', '\1', 'g')) STORED,
	"category_id" uuid NOT NULL,
	"update_id" text NOT NULL,
	"firmware_type" integer NOT NULL,
	"release_note" text,
	"uuid" uuid NOT NULL,
	"is_activated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "firmware_versions_uuid" UNIQUE("uuid"),
	CONSTRAINT "firmware_versions_key" UNIQUE("category_id","update_id","firmware_type","firmware_version"),
	CONSTRAINT "firmware_versions_type" CHECK (firmware_type in (1, 2, 3))
);
--> statement-breakpoint
CREATE TABLE "backoffice"."model_pers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"description" text,
	"picture" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "model_pers_label" UNIQUE("label")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."pers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"nu_serial_pers_number" text NOT NULL,
	"model_pers_id" uuid NOT NULL,
	"firmware_version_id" uuid,
	"erp_pers_id" text,
	"activation_pin_hash" text,
	"activation_pin_at" timestamp(3) with time zone,
	"initial_kit_configuration" jsonb,
	"current_kit_configuration" jsonb,
	"status" text DEFAULT 'stock' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "pers_serial" UNIQUE("nu_serial_pers_number")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."pers_firmware_history" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pers_id" uuid NOT NULL,
	"firmware_version_id" uuid NOT NULL,
	"firmware_version" text,
	"installed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."pers_former_serials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pers_id" uuid NOT NULL,
	"nu_serial_pers_number" text NOT NULL,
	"ended_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."vehicle_brands" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"logo" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "vehicle_brands_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."vehicle_models" (
	"id" uuid PRIMARY KEY NOT NULL,
	"vehicle_brand_id" uuid NOT NULL,
	"name_vehicle_model" text NOT NULL,
	"vehicle_type" text NOT NULL,
	"year" integer,
	"picture" text,
	"company_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "vehicle_models_name" UNIQUE NULLS NOT DISTINCT("company_id","vehicle_brand_id","name_vehicle_model")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."vehicles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"vehicle_model_id" uuid NOT NULL,
	"vehicle_serial_number" text NOT NULL,
	"vehicle_registration_number" text,
	"name_vehicle" text,
	"pers_id" uuid,
	"rider_id" uuid,
	"pers_distance" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "vehicles_serial" UNIQUE("vehicle_serial_number"),
	CONSTRAINT "vehicles_pers" UNIQUE("pers_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."erp_syncs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"erp_url" text,
	"enabled" boolean DEFAULT false NOT NULL,
	"cron" text NOT NULL,
	"tried_at" timestamp(3) with time zone,
	"tried_status" text,
	"tried_error" text,
	"tried_same" jsonb,
	"pages" jsonb,
	"pages_of" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."documentation_content_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"title" text NOT NULL,
	"url" text,
	"file_id" uuid,
	"outdated_from" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "documentation_content_translations_language" UNIQUE("parent_id","language_id"),
	CONSTRAINT "documentation_content_translations_place" CHECK (num_nonnulls(url, file_id) <= 1)
);
--> statement-breakpoint
CREATE TABLE "backoffice"."documentation_contents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"documentation_id" uuid NOT NULL,
	"url" text,
	"file_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "documentation_contents_place" CHECK (num_nonnulls(url, file_id) <= 1)
);
--> statement-breakpoint
CREATE TABLE "backoffice"."documentations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"is_activated" boolean DEFAULT true NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."faq_content_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"outdated_from" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "faq_content_translations_language" UNIQUE("parent_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."faq_contents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"faq_id" uuid NOT NULL,
	"rank" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."faqs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"topic" text NOT NULL,
	"rank" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."help_desk_button_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"label" text NOT NULL,
	"link" text,
	"outdated_from" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "help_desk_button_translations_language" UNIQUE("parent_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."help_desk_buttons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"group_name" text NOT NULL,
	"is_activated" boolean DEFAULT true NOT NULL,
	"icon" text,
	"link" text,
	"rank" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "help_desk_buttons_group" CHECK (group_name in ('Documentation', 'Contact Partner'))
);
--> statement-breakpoint
CREATE TABLE "backoffice"."most_frequent_question_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"outdated_from" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "most_frequent_question_translations_language" UNIQUE("parent_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."most_frequent_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"id_status" integer DEFAULT 1 NOT NULL,
	"rank" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "most_frequent_questions_status" CHECK (id_status in (0, 1))
);
--> statement-breakpoint
CREATE TABLE "backoffice"."privacy_policies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"published_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "privacy_policies_number" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."privacy_policy_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"outdated_from" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "privacy_policy_translations_language" UNIQUE("parent_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"prefix" text NOT NULL,
	"scopes" text[] NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	"wrote_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"revoked_at" timestamp(3) with time zone,
	"successor_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "api_keys_hash" UNIQUE("key_hash"),
	CONSTRAINT "api_keys_prefix" UNIQUE("prefix")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "groups_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."permissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"label" text NOT NULL,
	"group_code" text NOT NULL,
	"module_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "permissions_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."platform_techs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"os" text,
	"is_mobile_app" boolean DEFAULT false NOT NULL,
	"is_web_app" boolean DEFAULT false NOT NULL,
	"portal_id" uuid NOT NULL,
	"type_notification_list" integer[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "platform_techs_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."portals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"is_customer_portal" boolean NOT NULL,
	"group_role_portal_access_code" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "portals_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."refresh_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"successor_sealed" text,
	CONSTRAINT "refresh_tokens_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."role_allow_manage" (
	"id" uuid PRIMARY KEY NOT NULL,
	"role_manager_id" uuid NOT NULL,
	"role_id" uuid NOT NULL,
	"allowed" boolean NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "role_allow_manage_pair" UNIQUE("role_manager_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."roles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"group_code" text NOT NULL,
	"portal_id" uuid NOT NULL,
	"is_system" boolean DEFAULT false NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "roles_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"user_agent" text,
	"ip" text,
	"key_platform_tech" text,
	"mobile_device_id" text,
	"act_user_id" uuid,
	"parent_id" uuid,
	"user_company_id" uuid,
	"reason" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_seen_at" timestamp(3) with time zone NOT NULL,
	"wrote_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"revoked_reason" text
);
--> statement-breakpoint
CREATE TABLE "backoffice"."user_codes" (
	"email_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "user_codes_email_hash_purpose_pk" PRIMARY KEY("email_hash","purpose")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."user_optins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"platform_tech_key" text NOT NULL,
	"language_id" uuid,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"in_app_notifications" boolean DEFAULT true NOT NULL,
	"email_notifications" boolean DEFAULT true NOT NULL,
	"push_notifications" boolean DEFAULT true NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"weekly_report" boolean DEFAULT false NOT NULL,
	"distance_unit" text DEFAULT 'km' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "user_optins_pair" UNIQUE("user_id","platform_tech_key")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."user_roles" (
	"user_id" uuid NOT NULL,
	"role_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "user_roles_user_id_role_id_pk" PRIMARY KEY("user_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone_number" text,
	"country_id" uuid,
	"language_id" uuid,
	"time_zone" text,
	"type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"erp_id" text,
	"password_hash" text,
	"switch_to_password_hash" text,
	"last_login_at" timestamp(3) with time zone,
	"pending_email" text,
	"pending_email_hash" text,
	"pending_email_until" timestamp(3) with time zone,
	"pending_email_by_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "users_email" UNIQUE("email"),
	CONSTRAINT "users_email_lower" CHECK (email = lower(email))
);
--> statement-breakpoint
CREATE TABLE "backoffice"."invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"user_company_id" uuid,
	"inviter_id" uuid,
	"role_ids" uuid[] DEFAULT '{}' NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "invitations_token" UNIQUE("token_hash"),
	CONSTRAINT "invitations_pair" UNIQUE NULLS NOT DISTINCT("user_id","user_company_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."recovery_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret_sealed" text NOT NULL,
	"confirmed_at" timestamp(3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."import_parts" (
	"import_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"part" integer NOT NULL,
	"sealed" text NOT NULL,
	CONSTRAINT "import_parts_import_id_kind_part_pk" PRIMARY KEY("import_id","kind","part")
);
--> statement-breakpoint
CREATE TABLE "platform"."imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"importer" text NOT NULL,
	"company_id" uuid,
	"owner" text NOT NULL,
	"actor_label" text NOT NULL,
	"file_name" text NOT NULL,
	"file_sha256" text NOT NULL,
	"kind" text NOT NULL,
	"titles" jsonb NOT NULL,
	"ignored_titles" jsonb NOT NULL,
	"options" jsonb NOT NULL,
	"status" text NOT NULL,
	"counts" jsonb NOT NULL,
	"asks" jsonb NOT NULL,
	"plan_key" text NOT NULL,
	"chunks" jsonb NOT NULL,
	"token" text NOT NULL,
	"moved" jsonb NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	"cancel_asked" boolean DEFAULT false NOT NULL,
	"error" text,
	"planned_at" timestamp(3) with time zone NOT NULL,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"undone_at" timestamp(3) with time zone,
	"undone_by" text,
	"left" jsonb NOT NULL,
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
	CONSTRAINT "iot_message_counts_pk" PRIMARY KEY("iot_message_type","hour","shard")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."pers_current_data" (
	"pers_id" uuid PRIMARY KEY NOT NULL,
	"readings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_message_at" timestamp(3) with time zone,
	"heard_hour" timestamp(0) GENERATED ALWAYS AS (coalesce(date_trunc('hour', last_message_at at time zone 'UTC'), '-infinity')) STORED,
	"battery_level" double precision,
	"battery_step" smallint GENERATED ALWAYS AS (floor(least(greatest(battery_level, 0), 100) / 5)) STORED,
	"is_in_use" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."languages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "languages_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."company_mail_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"mail_template_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "company_mail_templates_language" UNIQUE("company_id","mail_template_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."mail_template_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"outdated_from" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "mail_template_translations_language" UNIQUE("parent_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."mail_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"label" text NOT NULL,
	"tokens" text[] NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "mail_templates_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."modules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "modules_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "notification"."devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"key_platform_tech" text NOT NULL,
	"mobile_device_id" text NOT NULL,
	"token" text NOT NULL,
	"os" integer NOT NULL,
	"language_id" uuid,
	"app_version" text,
	"model" text,
	"token_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_success_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "devices_token" UNIQUE("token"),
	CONSTRAINT "devices_of_person" UNIQUE("email","key_platform_tech","mobile_device_id"),
	CONSTRAINT "devices_os" CHECK (os in (1, 2, 3))
);
--> statement-breakpoint
CREATE TABLE "notification"."platform_techs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"os" text,
	"is_mobile_app" boolean NOT NULL,
	"is_web_app" boolean NOT NULL,
	"portal_id" uuid NOT NULL,
	"type_notification_list" integer[] DEFAULT '{}' NOT NULL,
	"missing_since" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification"."portals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"is_customer_portal" boolean NOT NULL,
	"group_role_portal_access_code" text NOT NULL,
	"missing_since" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification"."sender_hours" (
	"sender" text NOT NULL,
	"hour" timestamp(3) with time zone NOT NULL,
	"accepted" integer NOT NULL,
	"gone" integer NOT NULL,
	"refused" integer NOT NULL,
	"failed" integer NOT NULL,
	"total_ms" double precision NOT NULL,
	"slowest_ms" double precision NOT NULL,
	CONSTRAINT "sender_hours_sender_hour_pk" PRIMARY KEY("sender","hour")
);
--> statement-breakpoint
CREATE TABLE "notification"."sender_states" (
	"worker_id" uuid NOT NULL,
	"sender" text NOT NULL,
	"failures" integer NOT NULL,
	"paused_until" timestamp(3) with time zone,
	"seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "sender_states_worker_id_sender_pk" PRIMARY KEY("worker_id","sender")
);
--> statement-breakpoint
CREATE TABLE "notification"."template_contents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"notication_template_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"notification_title" text NOT NULL,
	"notification_content" text NOT NULL,
	"outdated_from" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "notification_template_contents_language" UNIQUE("notication_template_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "notification"."template_techs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"notication_template_id" uuid NOT NULL,
	"platform_page_tech_id" uuid NOT NULL,
	"platform_tech_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "notification_template_techs_triple" UNIQUE("notication_template_id","platform_page_tech_id","platform_tech_id")
);
--> statement-breakpoint
CREATE TABLE "notification"."templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key_notification_template" text NOT NULL,
	"label_notification_template" text NOT NULL,
	"is_public" boolean NOT NULL,
	"is_activated" boolean DEFAULT true NOT NULL,
	"is_urgent" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "notification_templates_key" UNIQUE("key_notification_template")
);
--> statement-breakpoint
CREATE TABLE "notification"."unsubscribes" (
	"email" text NOT NULL,
	"key_platform_tech" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "unsubscribes_email_key_platform_tech_pk" PRIMARY KEY("email","key_platform_tech")
);
--> statement-breakpoint
CREATE TABLE "notification"."platform_page_techs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key_platform_page_tech" text NOT NULL,
	"label_platform_page" text NOT NULL,
	"platform_tech_id" uuid NOT NULL,
	"tokens_label_list" text NOT NULL,
	"desc_link" text NOT NULL,
	"is_activated" boolean NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "platform_page_techs_key" UNIQUE("key_platform_page_tech")
);
--> statement-breakpoint
CREATE TABLE "notification"."deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"email" text NOT NULL,
	"key_platform_tech" text NOT NULL,
	"type" integer NOT NULL,
	"language_id" uuid,
	"tokens" jsonb,
	"is_urgent" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"claimed_until" timestamp(3) with time zone,
	"title" text,
	"content" text,
	"link" text,
	"content_language_id" uuid,
	"is_fallback" boolean DEFAULT false NOT NULL,
	"mobile_device_ids" text[] DEFAULT '{}' NOT NULL,
	"sent_at" timestamp(3) with time zone,
	"delivered_at" timestamp(3) with time zone,
	"opened_at" timestamp(3) with time zone,
	"in_app_status" integer,
	"read_at" timestamp(3) with time zone,
	"story" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "notification_deliveries_one" UNIQUE("request_id","email","key_platform_tech","type")
);
--> statement-breakpoint
CREATE TABLE "notification"."requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key_notification_template" text,
	"notification_title" text NOT NULL,
	"notification_content" text NOT NULL,
	"key_platform_techs" text[] NOT NULL,
	"type_notification_list" integer[] NOT NULL,
	"tokens" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"language_id" uuid,
	"is_urgent" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"recipients" integer NOT NULL,
	"dt_prepare_sent" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."routine_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code_routine" text NOT NULL,
	"routine" text NOT NULL,
	"module" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"status" text NOT NULL,
	"items_done" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" uuid,
	"actor_label" text NOT NULL,
	"acting_for_id" uuid,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"object_label" text,
	"company_id" uuid,
	"action" text NOT NULL,
	"changes" jsonb NOT NULL,
	"snapshot" jsonb,
	"door" text NOT NULL,
	"request_id" text NOT NULL,
	"ip" text
);
--> statement-breakpoint
CREATE TABLE "platform"."demo_marks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"owner" text NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."idempotency_keys" (
	"actor" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" text,
	"etag" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_actor_key_pk" PRIMARY KEY("actor","key")
);
--> statement-breakpoint
CREATE TABLE "platform"."login_attempts" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."mail_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"template_code" text NOT NULL,
	"subject" text NOT NULL,
	"recipient" text NOT NULL,
	"sender" text NOT NULL,
	"module" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"body" text NOT NULL,
	"html" text,
	"secrets" jsonb,
	"delivery_id" uuid,
	"sent_at" timestamp(3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"used" integer NOT NULL,
	"resets_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."erasures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"email_hash" text NOT NULL,
	"user_id" uuid,
	"pseudonym" text NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"requested_by_id" uuid NOT NULL,
	"requested_by" text NOT NULL,
	"lapses_at" timestamp(3) with time zone NOT NULL,
	"confirmed_by_id" uuid,
	"confirmed_by" text,
	"done_at" timestamp(3) with time zone,
	"plan_hash" text,
	"lines" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."retentions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"days" integer,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."sheet_activities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"object_id" uuid NOT NULL,
	"model_type" text NOT NULL,
	"content" text NOT NULL,
	"author_id" uuid NOT NULL,
	"is_pro_center_member" boolean DEFAULT false NOT NULL,
	"company_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "backoffice"."webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event" text NOT NULL,
	"data" jsonb NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"response_status" integer,
	"last_error" text,
	"sent_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"company_id" uuid,
	"enabled" boolean DEFAULT true NOT NULL,
	"secret_sealed" text NOT NULL,
	"former_secret_sealed" text,
	"former_until" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "backoffice"."alert_translations" ADD CONSTRAINT "alert_translations_parent_id_alerts_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."alert_translations" ADD CONSTRAINT "alert_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."alerts" ADD CONSTRAINT "alerts_level_alert_id_level_alerts_id_fk" FOREIGN KEY ("level_alert_id") REFERENCES "backoffice"."level_alerts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."level_alert_translations" ADD CONSTRAINT "level_alert_translations_parent_id_level_alerts_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."level_alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."level_alert_translations" ADD CONSTRAINT "level_alert_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD CONSTRAINT "pers_alerts_pers_id_pers_id_fk" FOREIGN KEY ("pers_id") REFERENCES "backoffice"."pers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_alerts" ADD CONSTRAINT "pers_alerts_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "backoffice"."alerts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."vehicle_brand_messages" ADD CONSTRAINT "vehicle_brand_messages_vehicle_brand_id_vehicle_brands_id_fk" FOREIGN KEY ("vehicle_brand_id") REFERENCES "backoffice"."vehicle_brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."vehicle_brand_messages" ADD CONSTRAINT "vehicle_brand_messages_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."app_version_translations" ADD CONSTRAINT "app_version_translations_parent_id_app_versions_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."app_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."app_version_translations" ADD CONSTRAINT "app_version_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."app_versions" ADD CONSTRAINT "app_versions_platform_tech_id_platform_techs_id_fk" FOREIGN KEY ("platform_tech_id") REFERENCES "backoffice"."platform_techs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."conditional_features" ADD CONSTRAINT "conditional_features_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "backoffice"."modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."companies" ADD CONSTRAINT "companies_country_id_countries_id_fk" FOREIGN KEY ("country_id") REFERENCES "backoffice"."countries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."companies" ADD CONSTRAINT "companies_company_category_id_company_categories_id_fk" FOREIGN KEY ("company_category_id") REFERENCES "backoffice"."company_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."companies" ADD CONSTRAINT "companies_created_by_company_id_companies_id_fk" FOREIGN KEY ("created_by_company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_category_translations" ADD CONSTRAINT "company_category_translations_parent_id_company_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."company_categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_category_translations" ADD CONSTRAINT "company_category_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_links" ADD CONSTRAINT "company_links_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_links" ADD CONSTRAINT "company_links_linked_company_id_companies_id_fk" FOREIGN KEY ("linked_company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_pers_links" ADD CONSTRAINT "company_pers_links_pers_id_pers_id_fk" FOREIGN KEY ("pers_id") REFERENCES "backoffice"."pers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_pers_links" ADD CONSTRAINT "company_pers_links_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_pers_links" ADD CONSTRAINT "company_pers_links_granted_by_company_id_companies_id_fk" FOREIGN KEY ("granted_by_company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_role_allow_manage" ADD CONSTRAINT "company_role_allow_manage_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_role_allow_manage" ADD CONSTRAINT "company_role_allow_manage_role_manager_id_company_roles_id_fk" FOREIGN KEY ("role_manager_id") REFERENCES "backoffice"."company_roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_role_allow_manage" ADD CONSTRAINT "company_role_allow_manage_role_id_company_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "backoffice"."company_roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_role_translations" ADD CONSTRAINT "company_role_translations_parent_id_company_roles_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."company_roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_role_translations" ADD CONSTRAINT "company_role_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_roles" ADD CONSTRAINT "company_roles_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_roles" ADD CONSTRAINT "company_roles_role_manager_id_company_roles_id_fk" FOREIGN KEY ("role_manager_id") REFERENCES "backoffice"."company_roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."user_companies" ADD CONSTRAINT "user_companies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "backoffice"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."user_companies" ADD CONSTRAINT "user_companies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."user_companies" ADD CONSTRAINT "user_companies_company_role_id_company_roles_id_fk" FOREIGN KEY ("company_role_id") REFERENCES "backoffice"."company_roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."user_companies" ADD CONSTRAINT "user_companies_company_team_id_company_teams_id_fk" FOREIGN KEY ("company_team_id") REFERENCES "backoffice"."company_teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_partner_referent_companies" ADD CONSTRAINT "company_partner_referent_companies_referent_id_company_partner_referents_id_fk" FOREIGN KEY ("referent_id") REFERENCES "backoffice"."company_partner_referents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_partner_referent_companies" ADD CONSTRAINT "company_partner_referent_companies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_partner_referents" ADD CONSTRAINT "company_partner_referents_country_id_countries_id_fk" FOREIGN KEY ("country_id") REFERENCES "backoffice"."countries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_preferences" ADD CONSTRAINT "company_preferences_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_preferences" ADD CONSTRAINT "company_preferences_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_teams" ADD CONSTRAINT "company_teams_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_vehicle_brand_links" ADD CONSTRAINT "company_vehicle_brand_links_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_vehicle_brand_links" ADD CONSTRAINT "company_vehicle_brand_links_vehicle_brand_id_vehicle_brands_id_fk" FOREIGN KEY ("vehicle_brand_id") REFERENCES "backoffice"."vehicle_brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_vehicle_brand_links" ADD CONSTRAINT "company_vehicle_brand_links_granted_by_company_id_companies_id_fk" FOREIGN KEY ("granted_by_company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_vehicle_links" ADD CONSTRAINT "company_vehicle_links_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "backoffice"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_vehicle_links" ADD CONSTRAINT "company_vehicle_links_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."dealer_vehicles" ADD CONSTRAINT "dealer_vehicles_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "backoffice"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."dealer_vehicles" ADD CONSTRAINT "dealer_vehicles_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."dealer_vehicles" ADD CONSTRAINT "dealer_vehicles_granted_by_company_id_companies_id_fk" FOREIGN KEY ("granted_by_company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."country_translations" ADD CONSTRAINT "country_translations_parent_id_countries_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."countries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."country_translations" ADD CONSTRAINT "country_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."formatted_text_translations" ADD CONSTRAINT "formatted_text_translations_parent_id_formatted_texts_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."formatted_texts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."formatted_text_translations" ADD CONSTRAINT "formatted_text_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."formatted_texts" ADD CONSTRAINT "formatted_texts_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "backoffice"."modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."label_translations" ADD CONSTRAINT "label_translations_parent_id_labels_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."labels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."label_translations" ADD CONSTRAINT "label_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."labels" ADD CONSTRAINT "labels_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "backoffice"."modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."language_translations" ADD CONSTRAINT "language_translations_parent_id_languages_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."languages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."language_translations" ADD CONSTRAINT "language_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."message_translations" ADD CONSTRAINT "message_translations_parent_id_messages_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."message_translations" ADD CONSTRAINT "message_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."messages" ADD CONSTRAINT "messages_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "backoffice"."modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."desk_dismissals" ADD CONSTRAINT "desk_dismissals_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_compatibilities" ADD CONSTRAINT "firmware_compatibilities_firmware_version_id_firmware_versions_id_fk" FOREIGN KEY ("firmware_version_id") REFERENCES "backoffice"."firmware_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_compatibilities" ADD CONSTRAINT "firmware_compatibilities_model_pers_id_model_pers_id_fk" FOREIGN KEY ("model_pers_id") REFERENCES "backoffice"."model_pers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_segments" ADD CONSTRAINT "firmware_segments_firmware_version_id_firmware_versions_id_fk" FOREIGN KEY ("firmware_version_id") REFERENCES "backoffice"."firmware_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_versions" ADD CONSTRAINT "firmware_versions_category_id_firmware_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "backoffice"."firmware_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers" ADD CONSTRAINT "pers_model_pers_id_model_pers_id_fk" FOREIGN KEY ("model_pers_id") REFERENCES "backoffice"."model_pers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers" ADD CONSTRAINT "pers_firmware_version_id_firmware_versions_id_fk" FOREIGN KEY ("firmware_version_id") REFERENCES "backoffice"."firmware_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_firmware_history" ADD CONSTRAINT "pers_firmware_history_pers_id_pers_id_fk" FOREIGN KEY ("pers_id") REFERENCES "backoffice"."pers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_former_serials" ADD CONSTRAINT "pers_former_serials_pers_id_pers_id_fk" FOREIGN KEY ("pers_id") REFERENCES "backoffice"."pers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."vehicle_models" ADD CONSTRAINT "vehicle_models_vehicle_brand_id_vehicle_brands_id_fk" FOREIGN KEY ("vehicle_brand_id") REFERENCES "backoffice"."vehicle_brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."vehicle_models" ADD CONSTRAINT "vehicle_models_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."vehicles" ADD CONSTRAINT "vehicles_vehicle_model_id_vehicle_models_id_fk" FOREIGN KEY ("vehicle_model_id") REFERENCES "backoffice"."vehicle_models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."vehicles" ADD CONSTRAINT "vehicles_pers_id_pers_id_fk" FOREIGN KEY ("pers_id") REFERENCES "backoffice"."pers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."vehicles" ADD CONSTRAINT "vehicles_rider_id_users_id_fk" FOREIGN KEY ("rider_id") REFERENCES "backoffice"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."documentation_content_translations" ADD CONSTRAINT "documentation_content_translations_parent_id_documentation_contents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."documentation_contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."documentation_content_translations" ADD CONSTRAINT "documentation_content_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."documentation_contents" ADD CONSTRAINT "documentation_contents_documentation_id_documentations_id_fk" FOREIGN KEY ("documentation_id") REFERENCES "backoffice"."documentations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."faq_content_translations" ADD CONSTRAINT "faq_content_translations_parent_id_faq_contents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."faq_contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."faq_content_translations" ADD CONSTRAINT "faq_content_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."faq_contents" ADD CONSTRAINT "faq_contents_faq_id_faqs_id_fk" FOREIGN KEY ("faq_id") REFERENCES "backoffice"."faqs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."help_desk_button_translations" ADD CONSTRAINT "help_desk_button_translations_parent_id_help_desk_buttons_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."help_desk_buttons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."help_desk_button_translations" ADD CONSTRAINT "help_desk_button_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."most_frequent_question_translations" ADD CONSTRAINT "most_frequent_question_translations_parent_id_most_frequent_questions_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."most_frequent_questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."most_frequent_question_translations" ADD CONSTRAINT "most_frequent_question_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."privacy_policy_translations" ADD CONSTRAINT "privacy_policy_translations_parent_id_privacy_policies_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."privacy_policies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."privacy_policy_translations" ADD CONSTRAINT "privacy_policy_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."permissions" ADD CONSTRAINT "permissions_group_code_groups_code_fk" FOREIGN KEY ("group_code") REFERENCES "backoffice"."groups"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."permissions" ADD CONSTRAINT "permissions_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "backoffice"."modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."platform_techs" ADD CONSTRAINT "platform_techs_portal_id_portals_id_fk" FOREIGN KEY ("portal_id") REFERENCES "backoffice"."portals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."portals" ADD CONSTRAINT "portals_group_role_portal_access_code_groups_code_fk" FOREIGN KEY ("group_role_portal_access_code") REFERENCES "backoffice"."groups"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "backoffice"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."role_allow_manage" ADD CONSTRAINT "role_allow_manage_role_manager_id_roles_id_fk" FOREIGN KEY ("role_manager_id") REFERENCES "backoffice"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."role_allow_manage" ADD CONSTRAINT "role_allow_manage_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "backoffice"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."roles" ADD CONSTRAINT "roles_group_code_groups_code_fk" FOREIGN KEY ("group_code") REFERENCES "backoffice"."groups"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."roles" ADD CONSTRAINT "roles_portal_id_portals_id_fk" FOREIGN KEY ("portal_id") REFERENCES "backoffice"."portals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "backoffice"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."sessions" ADD CONSTRAINT "sessions_act_user_id_users_id_fk" FOREIGN KEY ("act_user_id") REFERENCES "backoffice"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."user_optins" ADD CONSTRAINT "user_optins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "backoffice"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."user_optins" ADD CONSTRAINT "user_optins_platform_tech_key_platform_techs_key_fk" FOREIGN KEY ("platform_tech_key") REFERENCES "backoffice"."platform_techs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."user_optins" ADD CONSTRAINT "user_optins_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "backoffice"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."user_roles" ADD CONSTRAINT "user_roles_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "backoffice"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."users" ADD CONSTRAINT "users_country_id_countries_id_fk" FOREIGN KEY ("country_id") REFERENCES "backoffice"."countries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."users" ADD CONSTRAINT "users_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "backoffice"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."invitations" ADD CONSTRAINT "invitations_user_company_id_user_companies_id_fk" FOREIGN KEY ("user_company_id") REFERENCES "backoffice"."user_companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."invitations" ADD CONSTRAINT "invitations_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "backoffice"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "backoffice"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "backoffice"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."import_parts" ADD CONSTRAINT "import_parts_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "platform"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_current_data" ADD CONSTRAINT "pers_current_data_pers_id_pers_id_fk" FOREIGN KEY ("pers_id") REFERENCES "backoffice"."pers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_mail_templates" ADD CONSTRAINT "company_mail_templates_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_mail_templates" ADD CONSTRAINT "company_mail_templates_mail_template_id_mail_templates_id_fk" FOREIGN KEY ("mail_template_id") REFERENCES "backoffice"."mail_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_mail_templates" ADD CONSTRAINT "company_mail_templates_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."mail_template_translations" ADD CONSTRAINT "mail_template_translations_parent_id_mail_templates_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."mail_templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."mail_template_translations" ADD CONSTRAINT "mail_template_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification"."platform_techs" ADD CONSTRAINT "platform_techs_portal_id_portals_id_fk" FOREIGN KEY ("portal_id") REFERENCES "notification"."portals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification"."template_contents" ADD CONSTRAINT "template_contents_notication_template_id_templates_id_fk" FOREIGN KEY ("notication_template_id") REFERENCES "notification"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification"."template_techs" ADD CONSTRAINT "template_techs_notication_template_id_templates_id_fk" FOREIGN KEY ("notication_template_id") REFERENCES "notification"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification"."template_techs" ADD CONSTRAINT "template_techs_platform_page_tech_id_platform_page_techs_id_fk" FOREIGN KEY ("platform_page_tech_id") REFERENCES "notification"."platform_page_techs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification"."template_techs" ADD CONSTRAINT "template_techs_platform_tech_id_platform_techs_id_fk" FOREIGN KEY ("platform_tech_id") REFERENCES "notification"."platform_techs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification"."platform_page_techs" ADD CONSTRAINT "platform_page_techs_platform_tech_id_platform_techs_id_fk" FOREIGN KEY ("platform_tech_id") REFERENCES "notification"."platform_techs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification"."deliveries" ADD CONSTRAINT "deliveries_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "notification"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."sheet_activities" ADD CONSTRAINT "sheet_activities_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "backoffice"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."sheet_activities" ADD CONSTRAINT "sheet_activities_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."vehicle_pers_history" ADD CONSTRAINT "vehicle_pers_history_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "backoffice"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "backoffice"."webhooks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."webhooks" ADD CONSTRAINT "webhooks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_translations_outdated" ON "backoffice"."alert_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE INDEX "alerts_level" ON "backoffice"."alerts" USING btree ("level_alert_id");--> statement-breakpoint
CREATE INDEX "level_alert_translations_outdated" ON "backoffice"."level_alert_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "pers_alerts_one_open" ON "backoffice"."pers_alerts" USING btree ("pers_id","alert_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "pers_alerts_pers" ON "backoffice"."pers_alerts" USING btree ("pers_id","started_at","id");--> statement-breakpoint
CREATE INDEX "pers_alerts_alert" ON "backoffice"."pers_alerts" USING btree ("alert_id","started_at");--> statement-breakpoint
CREATE INDEX "pers_alerts_started" ON "backoffice"."pers_alerts" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "pers_alerts_ended" ON "backoffice"."pers_alerts" USING btree ("ended_at","alert_id") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "pers_alerts_open" ON "backoffice"."pers_alerts" USING btree ("started_at","id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "vehicle_brand_messages_brand" ON "backoffice"."vehicle_brand_messages" USING btree ("vehicle_brand_id","created_at","id");--> statement-breakpoint
CREATE INDEX "app_version_translations_outdated" ON "backoffice"."app_version_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE INDEX "app_versions_created_at" ON "backoffice"."app_versions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "conditional_features_created_at" ON "backoffice"."conditional_features" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "companies_name_search" ON "backoffice"."companies" USING gin (platform.fold("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "companies_name_sort" ON "backoffice"."companies" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "companies_category" ON "backoffice"."companies" USING btree ("company_category_id");--> statement-breakpoint
CREATE INDEX "companies_created_by" ON "backoffice"."companies" USING btree ("created_by_company_id") WHERE created_by_company_id is not null;--> statement-breakpoint
CREATE INDEX "company_category_translations_outdated" ON "backoffice"."company_category_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE INDEX "company_links_linked" ON "backoffice"."company_links" USING btree ("linked_company_id","status");--> statement-breakpoint
CREATE INDEX "company_links_newest" ON "backoffice"."company_links" USING btree ("company_id","kind","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "company_pers_links_open" ON "backoffice"."company_pers_links" USING btree ("pers_id","link_type") WHERE end_date is null;--> statement-breakpoint
CREATE INDEX "company_pers_links_company" ON "backoffice"."company_pers_links" USING btree ("company_id","link_type","id");--> statement-breakpoint
CREATE INDEX "company_pers_links_start" ON "backoffice"."company_pers_links" USING btree ("company_id","start_date","id");--> statement-breakpoint
CREATE INDEX "company_pers_links_end" ON "backoffice"."company_pers_links" USING btree ("company_id","end_date","id");--> statement-breakpoint
CREATE INDEX "company_pers_links_granted_by" ON "backoffice"."company_pers_links" USING btree ("granted_by_company_id") WHERE granted_by_company_id is not null;--> statement-breakpoint
CREATE INDEX "company_pers_links_newest" ON "backoffice"."company_pers_links" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "company_pers_links_open_of_company" ON "backoffice"."company_pers_links" USING btree ("company_id","pers_id") WHERE end_date is null;--> statement-breakpoint
CREATE INDEX "company_role_allow_manage_company" ON "backoffice"."company_role_allow_manage" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "company_role_allow_manage_role" ON "backoffice"."company_role_allow_manage" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "company_role_translations_outdated" ON "backoffice"."company_role_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "company_roles_one_default" ON "backoffice"."company_roles" USING btree ("company_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "company_roles_manager" ON "backoffice"."company_roles" USING btree ("role_manager_id");--> statement-breakpoint
CREATE INDEX "user_companies_company" ON "backoffice"."user_companies" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "user_companies_role" ON "backoffice"."user_companies" USING btree ("company_role_id");--> statement-breakpoint
CREATE INDEX "user_companies_team" ON "backoffice"."user_companies" USING btree ("company_team_id","created_at","id");--> statement-breakpoint
CREATE INDEX "company_partner_referent_companies_company" ON "backoffice"."company_partner_referent_companies" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "company_partner_referents_created_at" ON "backoffice"."company_partner_referents" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "company_partner_referents_email_search" ON "backoffice"."company_partner_referents" USING gin (platform.fold("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "company_partner_referents_first_name_search" ON "backoffice"."company_partner_referents" USING gin (platform.fold("first_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "company_partner_referents_last_name_search" ON "backoffice"."company_partner_referents" USING gin (platform.fold("last_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "company_teams_newest" ON "backoffice"."company_teams" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "company_vehicle_brand_links_granted_by" ON "backoffice"."company_vehicle_brand_links" USING btree ("granted_by_company_id") WHERE granted_by_company_id is not null;--> statement-breakpoint
CREATE INDEX "company_vehicle_brand_links_brand" ON "backoffice"."company_vehicle_brand_links" USING btree ("vehicle_brand_id");--> statement-breakpoint
CREATE INDEX "company_vehicle_brand_links_created_at" ON "backoffice"."company_vehicle_brand_links" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "company_vehicle_links_open" ON "backoffice"."company_vehicle_links" USING btree ("vehicle_id") WHERE end_date is null;--> statement-breakpoint
CREATE INDEX "company_vehicle_links_newest" ON "backoffice"."company_vehicle_links" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "company_vehicle_links_open_of_company" ON "backoffice"."company_vehicle_links" USING btree ("company_id","start_date","id") WHERE end_date is null;--> statement-breakpoint
CREATE INDEX "dealer_vehicles_company" ON "backoffice"."dealer_vehicles" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "dealer_vehicles_granted_by" ON "backoffice"."dealer_vehicles" USING btree ("granted_by_company_id","company_id");--> statement-breakpoint
CREATE INDEX "platform_contact_logs_received" ON "backoffice"."platform_contact_logs" USING btree ("is_anonymized","received_at","id");--> statement-breakpoint
CREATE INDEX "platform_contact_logs_anonymized_at" ON "backoffice"."platform_contact_logs" USING btree ("anonymized_at") WHERE is_anonymized;--> statement-breakpoint
CREATE INDEX "platform_contact_logs_email_search" ON "backoffice"."platform_contact_logs" USING gin (platform.fold("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "platform_contact_logs_content_search" ON "backoffice"."platform_contact_logs" USING gin (platform.fold("content") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "countries_created_at" ON "backoffice"."countries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "country_translations_outdated" ON "backoffice"."country_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE INDEX "formatted_text_translations_outdated" ON "backoffice"."formatted_text_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE INDEX "formatted_text_translations_value_search" ON "backoffice"."formatted_text_translations" USING gin (platform.fold("value") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "formatted_texts_created_at" ON "backoffice"."formatted_texts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "formatted_texts_name_sort" ON "backoffice"."formatted_texts" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "formatted_texts_name_search" ON "backoffice"."formatted_texts" USING gin (platform.fold("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "formatted_texts_description_search" ON "backoffice"."formatted_texts" USING gin (platform.fold("description") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "label_translations_outdated" ON "backoffice"."label_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE INDEX "label_translations_value_search" ON "backoffice"."label_translations" USING gin (platform.fold("value") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "labels_created_at" ON "backoffice"."labels" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "labels_name_sort" ON "backoffice"."labels" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "labels_name_search" ON "backoffice"."labels" USING gin (platform.fold("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "labels_description_search" ON "backoffice"."labels" USING gin (platform.fold("description") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "labels_label_interface_page_search" ON "backoffice"."labels" USING gin (platform.fold("label_interface_page") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "language_translations_outdated" ON "backoffice"."language_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE INDEX "message_translations_outdated" ON "backoffice"."message_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE INDEX "message_translations_value_search" ON "backoffice"."message_translations" USING gin (platform.fold("value") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_created_at" ON "backoffice"."messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "messages_name_sort" ON "backoffice"."messages" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "messages_name_search" ON "backoffice"."messages" USING gin (platform.fold("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_description_search" ON "backoffice"."messages" USING gin (platform.fold("description") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "desk_dismissals_language" ON "backoffice"."desk_dismissals" USING btree ("language_id");--> statement-breakpoint
CREATE INDEX "text_counts_table" ON "backoffice"."text_counts" USING btree ("table_name");--> statement-breakpoint
CREATE UNIQUE INDEX "firmware_categories_label" ON "backoffice"."firmware_categories" USING btree (lower(label));--> statement-breakpoint
CREATE INDEX "firmware_versions_created_at" ON "backoffice"."firmware_versions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "model_pers_created_at" ON "backoffice"."model_pers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pers_created_at" ON "backoffice"."pers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pers_updated_at" ON "backoffice"."pers" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "pers_serial_sort" ON "backoffice"."pers" USING btree ("nu_serial_pers_number" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "pers_serial_search" ON "backoffice"."pers" USING gin (platform.fold("nu_serial_pers_number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "pers_erp_search" ON "backoffice"."pers" USING gin (platform.fold("erp_pers_id") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "pers_model" ON "backoffice"."pers" USING btree ("model_pers_id");--> statement-breakpoint
CREATE INDEX "pers_firmware" ON "backoffice"."pers" USING btree ("firmware_version_id");--> statement-breakpoint
CREATE INDEX "pers_status" ON "backoffice"."pers" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "pers_kit_differs" ON "backoffice"."pers" USING btree ("id") WHERE current_kit_configuration is distinct from initial_kit_configuration;--> statement-breakpoint
CREATE INDEX "pers_firmware_history_pers" ON "backoffice"."pers_firmware_history" USING btree ("pers_id","installed_at");--> statement-breakpoint
CREATE INDEX "pers_firmware_history_version" ON "backoffice"."pers_firmware_history" USING btree ("firmware_version_id","pers_id");--> statement-breakpoint
CREATE INDEX "pers_former_serials_pers" ON "backoffice"."pers_former_serials" USING btree ("pers_id","ended_at");--> statement-breakpoint
CREATE INDEX "pers_former_serials_serial" ON "backoffice"."pers_former_serials" USING btree ("nu_serial_pers_number","ended_at");--> statement-breakpoint
CREATE INDEX "vehicle_models_brand" ON "backoffice"."vehicle_models" USING btree ("vehicle_brand_id");--> statement-breakpoint
CREATE INDEX "vehicles_model" ON "backoffice"."vehicles" USING btree ("vehicle_model_id");--> statement-breakpoint
CREATE INDEX "vehicles_rider" ON "backoffice"."vehicles" USING btree ("rider_id");--> statement-breakpoint
CREATE INDEX "vehicles_created_at" ON "backoffice"."vehicles" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "vehicles_updated_at" ON "backoffice"."vehicles" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "vehicles_serial_sort" ON "backoffice"."vehicles" USING btree ("vehicle_serial_number" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "vehicles_distance" ON "backoffice"."vehicles" USING btree ("pers_distance","id");--> statement-breakpoint
CREATE INDEX "vehicles_name_sort" ON "backoffice"."vehicles" USING btree ("name_vehicle" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "vehicles_name_search" ON "backoffice"."vehicles" USING gin (platform.fold("name_vehicle") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "vehicles_serial_search" ON "backoffice"."vehicles" USING gin (platform.fold("vehicle_serial_number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "vehicles_registration_search" ON "backoffice"."vehicles" USING gin (platform.fold("vehicle_registration_number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "documentation_content_translations_outdated" ON "backoffice"."documentation_content_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE INDEX "documentation_contents_documentation" ON "backoffice"."documentation_contents" USING btree ("documentation_id","id");--> statement-breakpoint
CREATE INDEX "documentation_contents_file" ON "backoffice"."documentation_contents" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "documentations_created_at" ON "backoffice"."documentations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "faq_content_translations_outdated" ON "backoffice"."faq_content_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE INDEX "faq_contents_faq" ON "backoffice"."faq_contents" USING btree ("faq_id","rank","id");--> statement-breakpoint
CREATE INDEX "faqs_created_at" ON "backoffice"."faqs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "faqs_rank" ON "backoffice"."faqs" USING btree ("rank","id");--> statement-breakpoint
CREATE INDEX "help_desk_button_translations_outdated" ON "backoffice"."help_desk_button_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE INDEX "help_desk_buttons_created_at" ON "backoffice"."help_desk_buttons" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "help_desk_buttons_rank" ON "backoffice"."help_desk_buttons" USING btree ("rank","id");--> statement-breakpoint
CREATE INDEX "most_frequent_question_translations_outdated" ON "backoffice"."most_frequent_question_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE INDEX "most_frequent_questions_created_at" ON "backoffice"."most_frequent_questions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "most_frequent_questions_rank" ON "backoffice"."most_frequent_questions" USING btree ("rank","id");--> statement-breakpoint
CREATE INDEX "privacy_policies_created_at" ON "backoffice"."privacy_policies" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_policies_one_draft" ON "backoffice"."privacy_policies" USING btree ((published_at is null)) WHERE published_at is null;--> statement-breakpoint
CREATE INDEX "privacy_policy_translations_outdated" ON "backoffice"."privacy_policy_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE INDEX "api_keys_created_at" ON "backoffice"."api_keys" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_name" ON "backoffice"."api_keys" USING btree ("name") WHERE successor_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_successor" ON "backoffice"."api_keys" USING btree ("successor_id") WHERE successor_id is not null;--> statement-breakpoint
CREATE INDEX "platform_techs_created_at" ON "backoffice"."platform_techs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "backoffice"."refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "roles_created_at" ON "backoffice"."roles" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "roles_name_search" ON "backoffice"."roles" USING gin (platform.fold("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sessions_user" ON "backoffice"."sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_act_user" ON "backoffice"."sessions" USING btree ("act_user_id") WHERE act_user_id is not null;--> statement-breakpoint
CREATE INDEX "sessions_parent" ON "backoffice"."sessions" USING btree ("parent_id") WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX "user_codes_expires_at" ON "backoffice"."user_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_roles_role" ON "backoffice"."user_roles" USING btree ("role_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_pending_email_hash" ON "backoffice"."users" USING btree ("pending_email_hash") WHERE pending_email_hash is not null;--> statement-breakpoint
CREATE INDEX "users_created_at" ON "backoffice"."users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_email_search" ON "backoffice"."users" USING gin (platform.fold("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_last_name_search" ON "backoffice"."users" USING gin (platform.fold("last_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_last_name_sort" ON "backoffice"."users" USING btree ("last_name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "users_first_name_search" ON "backoffice"."users" USING gin (platform.fold("first_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "invitations_expires_at" ON "backoffice"."invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "invitations_user_company" ON "backoffice"."invitations" USING btree ("user_company_id");--> statement-breakpoint
CREATE INDEX "invitations_inviter" ON "backoffice"."invitations" USING btree ("inviter_id");--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "backoffice"."recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "imports_created_at" ON "platform"."imports" USING btree ("importer","created_at","id");--> statement-breakpoint
CREATE INDEX "imports_status" ON "platform"."imports" USING btree ("status","planned_at");--> statement-breakpoint
CREATE INDEX "pers_current_data_heard" ON "backoffice"."pers_current_data" USING btree ("is_in_use","heard_hour","pers_id");--> statement-breakpoint
CREATE INDEX "pers_current_data_last" ON "backoffice"."pers_current_data" USING btree ("heard_hour","pers_id");--> statement-breakpoint
CREATE INDEX "pers_current_data_battery" ON "backoffice"."pers_current_data" USING btree ("battery_step","pers_id");--> statement-breakpoint
CREATE UNIQUE INDEX "languages_one_default" ON "backoffice"."languages" USING btree ("is_default") WHERE is_default;--> statement-breakpoint
CREATE INDEX "languages_created_at" ON "backoffice"."languages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mail_template_translations_outdated" ON "backoffice"."mail_template_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE INDEX "devices_created_at" ON "notification"."devices" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_platform_techs_key" ON "notification"."platform_techs" USING btree ("key") WHERE missing_since is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_portals_key" ON "notification"."portals" USING btree ("key") WHERE missing_since is null;--> statement-breakpoint
CREATE INDEX "notification_template_contents_created_at" ON "notification"."template_contents" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "notification_template_techs_created_at" ON "notification"."template_techs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "notification_template_techs_page" ON "notification"."template_techs" USING btree ("platform_page_tech_id");--> statement-breakpoint
CREATE INDEX "notification_template_techs_tech" ON "notification"."template_techs" USING btree ("platform_tech_id");--> statement-breakpoint
CREATE INDEX "notification_templates_created_at" ON "notification"."templates" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "platform_page_techs_created_at" ON "notification"."platform_page_techs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "platform_page_techs_platform_tech" ON "notification"."platform_page_techs" USING btree ("platform_tech_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_created_at" ON "notification"."deliveries" USING btree ("created_at","id","key_platform_tech","status");--> statement-breakpoint
CREATE INDEX "notification_deliveries_status" ON "notification"."deliveries" USING btree ("request_id","status");--> statement-breakpoint
CREATE INDEX "notification_deliveries_due" ON "notification"."deliveries" USING btree ("type",(not is_urgent),"due_at","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "notification_deliveries_inbox" ON "notification"."deliveries" USING btree ("email","key_platform_tech","sent_at","id") WHERE type = 1 and in_app_status in (1, 2);--> statement-breakpoint
CREATE INDEX "notification_deliveries_unread" ON "notification"."deliveries" USING btree ("email","key_platform_tech") WHERE in_app_status = 1;--> statement-breakpoint
CREATE INDEX "notification_deliveries_email_search" ON "notification"."deliveries" USING gin ("email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "notification_deliveries_person" ON "notification"."deliveries" USING btree ("email","type","sent_at","id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_dead" ON "notification"."deliveries" USING btree ("updated_at","id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "notification_requests_created_at" ON "notification"."requests" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "notification_requests_open" ON "notification"."requests" USING btree ("id") WHERE status in ('scheduled', 'pending', 'processing');--> statement-breakpoint
CREATE INDEX "notification_requests_prepare" ON "notification"."requests" USING btree ("dt_prepare_sent","id");--> statement-breakpoint
CREATE INDEX "notification_requests_title_search" ON "notification"."requests" USING gin (platform.fold("notification_title") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "notification_requests_content_search" ON "notification"."requests" USING gin (platform.fold("notification_content") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "routine_log_started_at" ON "backoffice"."routine_log" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "routine_log_created_at" ON "backoffice"."routine_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "routine_log_running" ON "backoffice"."routine_log" USING btree ("code_routine") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "audit_log_object" ON "platform"."audit_log" USING btree ("object_type","object_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "platform"."audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_company" ON "platform"."audit_log" USING btree ("company_id","id") WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX "files_created_at" ON "platform"."files" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "platform"."idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "login_attempts_last_at" ON "platform"."login_attempts" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "mail_log_created_at" ON "platform"."mail_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mail_log_sent_at" ON "platform"."mail_log" USING btree ("sent_at","id");--> statement-breakpoint
CREATE INDEX "mail_log_status" ON "platform"."mail_log" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "mail_log_recipient_search" ON "platform"."mail_log" USING gin (platform.fold("recipient") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mail_log_subject_search" ON "platform"."mail_log" USING gin (platform.fold("subject") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "rate_limits_resets_at" ON "platform"."rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "erasures_created_at" ON "platform"."erasures" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "erasures_one_open" ON "platform"."erasures" USING btree ("email_hash") WHERE status = 'requested';--> statement-breakpoint
CREATE UNIQUE INDEX "retentions_kind" ON "platform"."retentions" USING btree ("kind");--> statement-breakpoint
CREATE INDEX "sheet_activities_object" ON "backoffice"."sheet_activities" USING btree ("object_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sheet_activities_author" ON "backoffice"."sheet_activities" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "sheet_activities_company" ON "backoffice"."sheet_activities" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "vehicle_pers_history_vehicle" ON "backoffice"."vehicle_pers_history" USING btree ("vehicle_id","started_at");--> statement-breakpoint
CREATE INDEX "vehicle_pers_history_pers" ON "backoffice"."vehicle_pers_history" USING btree ("pers_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "backoffice"."webhook_deliveries" USING btree ("webhook_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "backoffice"."webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created_at" ON "backoffice"."webhook_deliveries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_status" ON "backoffice"."webhook_deliveries" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "webhooks_company" ON "backoffice"."webhooks" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "webhooks_created_at" ON "backoffice"."webhooks" USING btree ("created_at","id");