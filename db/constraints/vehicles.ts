import { type Constraints, reference, rule } from "./constraint";

export const vehicleConstraints: Constraints = {
  vehicle_brands_name: rule("A vehicle brand with this name already exists.", "name"),
  vehicle_models_name: rule("The brand already has a model with this name.", "nameVehicleModel"),
  vehicle_models_vehicle_brand_id_vehicle_brands_id_fk: reference("vehicle brand", "vehicleBrandId", [
    "vehicle model",
    "vehicle models",
  ]),
  vehicle_brand_messages_vehicle_brand_id_vehicle_brands_id_fk: reference("vehicle brand", "vehicleBrandId", [
    "brand message",
    "brand messages",
  ]),
  vehicle_brand_messages_language_id_languages_id_fk: reference("language", "languageId", [
    "brand message",
    "brand messages",
  ]),

  vehicles_serial: rule("A vehicle with this serial number already exists.", "vehicleSerialNumber"),
  vehicles_pers: rule("This PERS device is on another vehicle.", "persId"),
  vehicles_vehicle_model_id_vehicle_models_id_fk: reference("vehicle model", "vehicleModelId", ["vehicle", "vehicles"]),
  vehicles_pers_id_pers_id_fk: reference("PERS device", "persId"),
  vehicles_rider_id_users_id_fk: reference("rider", "riderId", ["vehicle", "vehicles"]),

  vehicle_models_company_id_companies_id_fk: reference("company", "companyId", ["vehicle model", "vehicle models"]),

  dealer_vehicles_vehicle: rule("This vehicle is at a dealer already.", "vehicleId"),
  dealer_vehicles_vehicle_id_vehicles_id_fk: reference("vehicle", "vehicleId"),
  dealer_vehicles_company_id_companies_id_fk: reference("company", "companyId", [
    "vehicle handed to it",
    "vehicles handed to it",
  ]),
  dealer_vehicles_granted_by_company_id_companies_id_fk: reference("company", "companyId", [
    "vehicle handed to a dealer",
    "vehicles handed to dealers",
  ]),

  vehicle_pers_history_one_pers: rule("The vehicle had another PERS device in that period.", "persId"),
  vehicle_pers_history_one_vehicle: rule("The PERS device was on another vehicle in that period.", "persId"),
  vehicle_pers_history_period: rule("A period cannot end before it starts.", "endedAt"),
  vehicle_pers_history_vehicle_id_vehicles_id_fk: reference("vehicle", "vehicleId"),
};
