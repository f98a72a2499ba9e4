import { type Constraints, reference, rule } from "./constraint";

export const operationConstraints: Constraints = {
  sheet_activities_author_id_users_id_fk: reference("user", "authorId", ["note", "notes"]),
  sheet_activities_company_id_companies_id_fk: reference("company", "companyId", ["note", "notes"]),
  idempotency_keys_actor_key_pk: rule("This Idempotency-Key is in use.", "Idempotency-Key"),
  idempotent_calls_owner_procedure_key_input_hash_pk: rule("This Idempotency-Key is in use.", "Idempotency-Key"),
  bulk_change_parts_bulk_change_id_bulk_changes_id_fk: reference("bulk change", "bulkChangeId"),
  bulk_change_parts_bulk_change_id_kind_part_pk: rule("This part of the bulk change is stored already.", "part"),
  import_parts_import_id_imports_id_fk: reference("import", "importId"),
  import_parts_import_id_kind_part_pk: rule("This part of the import is stored already.", "part"),
  retentions_kind: rule("How long this kind of log is kept is set already.", "kind"),
  erasures_one_open: rule("The erasure of this person was asked for already.", "email"),
  platform_contact_logs_anonymized: rule("A contact log is either readable or sealed, never both."),
  webhooks_company_id_companies_id_fk: reference("company", "companyId", ["webhook", "webhooks"]),
  webhook_deliveries_webhook_id_webhooks_id_fk: reference("webhook", "webhookId", ["delivery", "deliveries"]),
  webhook_deliveries_once: rule("This webhook was told of this event already.", "eventId"),
  removals_object: rule("This removal is noted already.", "objectId"),
  person_settings_one: rule("This is remembered already.", "key"),
  view_mails_one: rule("This view comes by mail already.", "viewId"),
  row_counts_one_base: rule("This table is counted already."),
  iot_messages_pk: rule("This message is already stored.", "messageId"),
  iot_message_counts_pk: rule("This count already exists."),
};
