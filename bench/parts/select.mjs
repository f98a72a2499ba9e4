// @ts-check
// What an export of all PERS costs with no product around it: the same SELECT with its joins through the same driver.
import postgres from "postgres";

const sql = postgres(String(process.env.DATABASE_URL), { max: 1, onnotice: () => {} });

const company = (/** @type {number} */ type) => sql`(
  select json_build_object('id', c.id, 'name', c.name) from backoffice.company_pers_links l
  join backoffice.companies c on c.id = l.company_id where l.pers_id = p.id and l.link_type = ${type} and l.end_date is null)`;

const all = () => sql`
  select p.*, m.label, f.firmware_version, (select json_build_object('id', v.id, 'nameVehicle', v.name_vehicle,
      'vehicleSerialNumber', v.vehicle_serial_number, 'vehicleRegistrationNumber', v.vehicle_registration_number,
      'vehicleBrand', b.name) from backoffice.vehicles v
      join backoffice.vehicle_models vm on vm.id = v.vehicle_model_id
      join backoffice.vehicle_brands b on b.id = vm.vehicle_brand_id where v.pers_id = p.id) as vehicle,
    ${company(1)} as manufacturer, ${company(2)} as subcontractor,
    p.current_kit_configuration is distinct from p.initial_kit_configuration as kit_differs, d.last_message_at,
    d.battery_level, (select count(*)::int from backoffice.pers_alerts a where a.pers_id = p.id and a.ended_at is null) as open_alerts
  from backoffice.pers p join backoffice.model_pers m on m.id = p.model_pers_id
  left join backoffice.firmware_versions f on f.id = p.firmware_version_id
  left join backoffice.pers_current_data d on d.pers_id = p.id
  order by p.nu_serial_pers_number collate "und-x-icu", p.id`;

process.on("message", async () => {
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  let rows = 0;
  for await (const batch of all().cursor(1000)) rows += batch.length;
  const { user, system } = process.cpuUsage(cpu);
  process.send?.({ rows, ms: performance.now() - begun, cpu: (user + system) / 1000 });
});
process.on("disconnect", () => process.exit());
