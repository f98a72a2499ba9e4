import { type Constraints, reference, rule } from "./constraint";

export const deviceConstraints: Constraints = {
  model_pers_label: rule("A PERS model with this label already exists.", "label"),

  pers_serial: rule("A PERS device with this serial number already exists.", "nuSerialPersNumber"),
  pers_model_pers_id_model_pers_id_fk: reference("PERS model", "modelPERSId", ["PERS device", "PERS devices"]),
  pers_firmware_version_id_firmware_versions_id_fk: reference("firmware version", "firmwareVersionId", [
    "PERS device",
    "PERS devices",
  ]),
  pers_firmware_history_pers_id_pers_id_fk: reference("PERS device", "persId"),
  pers_former_serials_pers_id_pers_id_fk: reference("PERS device", "persId"),
  pers_current_data_pers_id_pers_id_fk: reference("PERS device", "persId"),

  firmware_categories_label: rule("A firmware category with this label already exists.", "label"),
  firmware_versions_uuid: rule("A firmware version with this UUID already exists.", "uuid"),
  firmware_versions_key: rule(
    "The category already has this version with this update and type.",
    "categoryId",
    "updateId",
    "firmwareType",
    "firmwareVersion",
  ),
  firmware_versions_type: rule("The firmware type is 1 (main), 2 (bootloader) or 3 (radio).", "firmwareType"),
  firmware_versions_category_id_firmware_categories_id_fk: reference("firmware category", "categoryId", [
    "firmware version",
    "firmware versions",
  ]),
  firmware_compatibilities_pair: rule("The firmware version already names this PERS model.", "modelPersId"),
  firmware_compatibilities_firmware_version_id_firmware_versions_id_fk: reference("firmware version", "id"),
  firmware_compatibilities_model_pers_id_model_pers_id_fk: reference("PERS model", "modelPersId", [
    "firmware version that supports it",
    "firmware versions that support it",
  ]),
  pers_firmware_pk: rule("What this PERS device runs of this type is known already.", "firmwareType"),
  pers_firmware_pers_id_pers_id_fk: reference("PERS device", "persId"),
  pers_firmware_firmware_version_id_firmware_versions_id_fk: reference("firmware version", "firmwareVersionId", [
    "PERS device",
    "PERS devices",
  ]),
  firmware_rollouts_type: rule("The firmware type is 1 (main), 2 (bootloader) or 3 (radio).", "firmwareType"),
  firmware_rollouts_firmware_version_id_firmware_versions_id_fk: reference("firmware version", "firmwareVersionId", [
    "firmware rollout",
    "firmware rollouts",
  ]),
  firmware_rollouts_created_by_id_users_id_fk: reference("person", "createdBy", [
    "firmware rollout",
    "firmware rollouts",
  ]),
  firmware_rollouts_started_by_id_users_id_fk: reference("person", "startedBy", [
    "firmware rollout",
    "firmware rollouts",
  ]),
  firmware_rollouts_approved_by_id_users_id_fk: reference("person", "approvedBy", [
    "firmware rollout",
    "firmware rollouts",
  ]),
  firmware_rollouts_rolls_back_id_firmware_rollouts_id_fk: reference("firmware rollout", "rollsBackId", [
    "firmware rollout",
    "firmware rollouts",
  ]),
  firmware_rollout_waves_index: rule("The rollout already has a wave with this index.", "index"),
  firmware_rollout_waves_rollout_id_firmware_rollouts_id_fk: reference("firmware rollout", "id"),
  firmware_rollout_devices_held: rule("Another rollout holds the PERS device.", "persId"),
  firmware_rollout_devices_one: rule("The PERS device is in the rollout already.", "persId"),
  firmware_rollout_devices_offer: rule("This offer was made already.", "offerId"),
  firmware_rollout_devices_rollout_id_firmware_rollouts_id_fk: reference("firmware rollout", "id"),
  firmware_rollout_hours_one: rule("The rollout already has figures of this hour.", "hour"),
  firmware_rollout_hours_rollout_id_firmware_rollouts_id_fk: reference("firmware rollout", "id"),

  firmware_segments_index: rule("The firmware version already has a segment with this index.", "index"),
  firmware_segments_firmware_version_id_firmware_versions_id_fk: reference("firmware version", "id"),
};
