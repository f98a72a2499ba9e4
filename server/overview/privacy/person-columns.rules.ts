// Which columns may hold something of a person. Erasing walks this list; person-columns.test.ts fails on a text or JSON
// column that is not on it.
//
// swept: texts in which an address, a name or a phone number of a person can stand; they are replaced wherever they stand
// sealed: the same, encrypted: opened, swept and sealed again, or deleted
// none: codes, states, keys, hashes and secrets of the machine's own making, and measurements of devices
// own: rows that erasing goes through by itself

interface Columns {
  swept?: string;
  sealed?: string;
  none?: string;
  own?: string;
}

const translation = (swept: string): Columns => ({ swept: `${swept} outdated_from` });
const text: Columns = { swept: "name description" };

/** Every table with a text or JSON column. */
export const personColumns: Readonly<Record<string, Columns>> = {
  "backoffice.alert_translations": translation("title description"),
  "backoffice.alerts": { swept: "alert_label", none: "code topic_alert group_alert rule" },
  "backoffice.level_alert_translations": translation("label"),
  "backoffice.level_alerts": { swept: "label", none: "color" },
  "backoffice.pers_alerts": { none: "value" },
  "backoffice.vehicle_brand_messages": { swept: "title content" },
  "backoffice.app_version_translations": translation("release_note"),
  "backoffice.app_versions": { swept: "store_url", none: "os number number_sort" },
  "backoffice.conditional_feature_limits": { none: "at_least at_most" },
  "backoffice.conditional_features": { swept: "title description", none: "keyword" },
  "backoffice.companies": {
    swept: "name email phone_number address",
    none: "register_number register_key erp_id status closed_as",
  },
  "backoffice.company_categories": { swept: "label", none: "code permissions" },
  "backoffice.company_category_translations": translation("label"),
  "backoffice.company_links": { swept: "name email accepted_email", none: "kind status register_number" },
  "backoffice.company_entry_requests": { none: "status" },
  "backoffice.company_merge_parts": { swept: "rows", none: "table_name kind" },
  "backoffice.company_merges": { none: "counts" },
  "backoffice.company_pers_links": { swept: "comment" },
  "backoffice.partner_invitations": { swept: "email reason", none: "token_hash" },
  "backoffice.company_role_translations": translation("title description"),
  "backoffice.company_roles": { swept: "title description", none: "permissions" },
  "backoffice.user_companies": { swept: "invited_first_name invited_last_name invited_phone_number", none: "status" },
  "backoffice.company_partner_referents": { own: "first_name last_name email phone_number" },
  "backoffice.company_preferences": { none: "time_zone distance_unit" },
  "backoffice.company_teams": text,
  "backoffice.platform_contact_logs": {
    own: "email first_name last_name",
    swept: "content type",
    sealed: "personal_sealed",
    none: "platform_tech_key data_key_id",
  },
  "backoffice.sign_in_events": { own: "email_hash network", none: "kind reason" },
  "backoffice.countries": { swept: "name", none: "code phone_prefix" },
  "backoffice.country_translations": translation("label"),
  "backoffice.formatted_text_translations": translation("value"),
  "backoffice.formatted_texts": text,
  "backoffice.label_translations": translation("value"),
  "backoffice.labels": { swept: "name description", none: "label_interface_page" },
  "backoffice.language_translations": translation("label"),
  "backoffice.message_translations": translation("value"),
  "backoffice.messages": text,
  "backoffice.desk_dismissals": { swept: "reason", none: "resource warning" },
  "backoffice.text_counts": { none: "table_name" },
  "backoffice.firmware_categories": { swept: "label description" },
  "backoffice.firmware_compatibilities": { none: "min_version max_version" },
  "backoffice.firmware_segments": { none: "crc32" },
  "backoffice.firmware_versions": { swept: "release_note", none: "firmware_version firmware_version_sort update_id" },
  "backoffice.model_pers": { swept: "label description", none: "picture" },
  "backoffice.pers": {
    none: "nu_serial_pers_number erp_pers_id activation_pin_hash initial_kit_configuration current_kit_configuration status",
  },
  "backoffice.pers_firmware_history": { none: "firmware_version" },
  "backoffice.pers_former_serials": { none: "nu_serial_pers_number" },
  "backoffice.pers_current_data": { none: "readings" },
  "backoffice.vehicle_brands": { swept: "name", none: "logo" },
  "backoffice.vehicle_models": { swept: "name_vehicle_model vehicle_type", none: "picture" },
  "backoffice.vehicles": { swept: "name_vehicle", none: "vehicle_serial_number vehicle_registration_number" },
  "backoffice.vehicle_pers_history": { none: "nu_serial_pers_number" },
  "backoffice.webhooks": {
    swept: "name",
    none: "url events secret_sealed former_secret_sealed",
  },
  "backoffice.webhook_deliveries": { none: "event data status last_error" },
  "backoffice.erp_syncs": { swept: "tried_error", none: "erp_url cron tried_status tried_same pages" },
  "backoffice.documentation_content_translations": translation("title url"),
  "backoffice.documentation_contents": { swept: "url" },
  "backoffice.documentations": { swept: "name" },
  "backoffice.faq_content_translations": translation("question answer"),
  "backoffice.faqs": { swept: "name topic" },
  "backoffice.help_desk_button_translations": translation("label link"),
  "backoffice.help_desk_buttons": { swept: "topic link", none: "group_name icon" },
  "backoffice.most_frequent_question_translations": translation("title content"),
  "backoffice.most_frequent_questions": { swept: "name" },
  "backoffice.privacy_policy_translations": translation("title content"),
  "backoffice.api_keys": { swept: "name", none: "key_hash prefix scopes" },
  "backoffice.groups": { none: "code label" },
  "backoffice.permissions": { none: "code label group_code" },
  "backoffice.platform_techs": { swept: "label", none: "key os" },
  "backoffice.portals": { swept: "label", none: "key group_role_portal_access_code" },
  "backoffice.roles": { swept: "name", none: "code group_code permissions" },
  "backoffice.refresh_tokens": { none: "token_hash successor_sealed" },
  "backoffice.sessions": {
    own: "user_agent ip mobile_device_id",
    swept: "reason revoked_reason",
    none: "kind key_id key_platform_tech",
  },
  "backoffice.user_codes": { own: "email_hash", none: "purpose code_hash" },
  "backoffice.user_optins": { own: "time_zone quiet_from quiet_to distance_unit", none: "platform_tech_key" },
  "backoffice.users": {
    own: "email first_name last_name phone_number time_zone erp_id password_hash switch_to_password_hash pending_email pending_email_hash",
    none: "type type_before status",
  },
  "backoffice.invitations": { none: "token_hash" },
  "backoffice.recovery_codes": { none: "code_hash key_id" },
  "backoffice.second_factors": { none: "sealed secret_sealed" },
  "backoffice.iot_messages": { none: "message_id pers_serial_number iot_message_type payload" },
  "backoffice.iot_message_counts": { none: "iot_message_type" },
  "backoffice.languages": { swept: "name", none: "code" },
  "backoffice.company_mail_looks": { none: "color logo" },
  "backoffice.company_mail_templates": { swept: "subject content" },
  "backoffice.mail_template_translations": translation("subject content"),
  "backoffice.mail_templates": { swept: "label", none: "code tokens" },
  "backoffice.modules": { none: "code label" },
  "backoffice.routine_log": { swept: "error", none: "code_routine routine module status" },
  "backoffice.sheet_activities": { swept: "content", none: "model_type" },
  "notification.devices": { own: "email key_platform_tech mobile_device_id token app_version model" },
  "notification.platform_techs": { swept: "label", none: "key os" },
  "notification.portals": { swept: "label", none: "key group_role_portal_access_code" },
  "notification.template_contents": translation("notification_title notification_content"),
  "notification.templates": { swept: "label_notification_template", none: "key_notification_template" },
  "notification.sender_hours": { none: "sender" },
  "notification.sender_states": { none: "sender" },
  "notification.unsubscribes": { own: "email key_platform_tech" },
  "notification.platform_page_techs": {
    swept: "label_platform_page desc_link",
    none: "key_platform_page_tech tokens_label_list",
  },
  "notification.deliveries": {
    own: "email mobile_device_ids",
    swept: "tokens reason title content link story",
    none: "key_platform_tech status",
  },
  "notification.requests": {
    swept: "notification_title notification_content tokens",
    none: "key_notification_template key_platform_techs status",
  },
  "platform.import_parts": { sealed: "sealed", none: "kind" },
  "platform.imports": {
    swept: "actor_label file_name titles ignored_titles moved error undone_by left",
    none: "importer owner file_sha256 kind options status counts asks plan_key chunks token",
  },
  "platform.audit_log": {
    swept: "actor_label object_label changes snapshot",
    own: "ip",
    none: "actor_type object_type action door request_id",
  },
  "platform.files": { swept: "name", none: "type owner" },
  "platform.idempotency_keys": { own: "actor body", none: "key request_hash etag" },
  "platform.idempotent_calls": { own: "owner answer", none: "procedure key input_hash" },
  "platform.login_attempts": { own: "email_hash" },
  "platform.mail_log": {
    own: "recipient html secrets",
    swept: "subject sender body last_error",
    none: "template_code module status logo",
  },
  "platform.mail_links": { none: "code_hash target" },
  "platform.rate_limits": { own: "key" },
  "platform.erasures": {
    own: "email email_hash pseudonym",
    swept: "reason requested_by confirmed_by",
    none: "status plan_hash lines",
  },
  "platform.retentions": { none: "kind" },
  "platform.last_backups": { none: "kind" },
};

export const columnsOf = (list: string | undefined) => (list ?? "").split(" ").filter(Boolean);
