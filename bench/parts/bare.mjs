// What a list of PERS costs with no product around it: node:http, postgres.js, the same SQL.
import { createHash, createPublicKey, verify } from "node:crypto";
import { createServer } from "node:http";
import postgres from "postgres";

const sql = postgres(process.env.DATABASE_URL, { max: 10, onnotice: () => {} });
const key = createPublicKey(process.env.JWT_PRIVATE_KEY);
const verified = new Map();

/** The caller's session, asked at each request, as ours does; the signature is checked once. */
async function actor(header = "") {
  const token = header.replace(/^Bearer /, "");
  const digest = createHash("sha256").update(token).digest("base64url");
  if (!verified.has(digest)) {
    const [head, body, signature = ""] = token.split(".");
    if (!verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, "base64url"))) return undefined;
    verified.set(digest, JSON.parse(Buffer.from(body, "base64url")));
  }
  const [row] = await sql`
    select u.id, u.email, u.first_name || ' ' || u.last_name as label, u.type,
      (select string_agg(nullif(array_to_string(r.permissions, ','), ''), ',') from backoffice.user_roles ur
        join backoffice.roles r on r.id = ur.role_id where ur.user_id = u.id) as permissions
    from backoffice.sessions s join backoffice.users u on u.id = s.user_id
    where s.id = ${verified.get(digest).sid} and s.revoked_at is null and s.expires_at > now() and u.status = 'active'`;
  return row?.permissions.split(",").includes("pers.read") ? row : undefined;
}

const company = (type) => sql`(select json_build_object('id', c.id, 'name', c.name, 'isVerified', c.is_verified)
  from backoffice.company_pers_links l
  join backoffice.companies c on c.id = l.company_id where l.pers_id = p.id and l.link_type = ${type} and l.end_date is null)`;
const load = (ids) => sql`
  select p.id, p.nu_serial_pers_number as "nuSerialPersNumber", p.model_pers_id as "modelPERSId",
    p.firmware_version_id as "firmwareVersionId", p.erp_pers_id as "erpPersId", p.activation_pin_at as "activationPinAt",
    p.initial_kit_configuration as "initialKitConfiguration", p.current_kit_configuration as "currentKitConfiguration",
    p.status, p.created_at as "createdAt", p.updated_at as "updatedAt", p.version,
    json_build_object('id', m.id, 'label', m.label) as "modelPERS",
    case when f.id is not null then json_build_object('id', f.id, 'firmwareVersion', f.firmware_version) end as "firmwareVersion",
    (select json_build_object('id', v.id, 'nameVehicle', v.name_vehicle, 'vehicleSerialNumber', v.vehicle_serial_number,
      'vehicleRegistrationNumber', v.vehicle_registration_number, 'vehicleBrand', b.name) from backoffice.vehicles v
      join backoffice.vehicle_models vm on vm.id = v.vehicle_model_id join backoffice.vehicle_brands b on b.id = vm.vehicle_brand_id
      where v.pers_id = p.id) as vehicle, ${company(1)} as manufacturer, ${company(2)} as subcontractor,
    p.current_kit_configuration is distinct from p.initial_kit_configuration as "kitDiffers",
    d.last_message_at as "lastMessageAt", d.battery_level as "batteryLevel",
    (select count(*)::int from backoffice.pers_alerts a where a.pers_id = p.id and a.ended_at is null) as "openAlerts"
  from backoffice.pers p join backoffice.model_pers m on m.id = p.model_pers_id
  left join backoffice.firmware_versions f on f.id = p.firmware_version_id
  left join backoffice.pers_current_data d on d.pers_id = p.id where p.id in ${sql(ids)}`;

createServer(async (req, res) => {
  const [path, id] = req.url.split("?")[0].split("/").slice(1);
  if (!path.endsWith("-open") && !(await actor(req.headers.authorization))) return res.writeHead(401).end();
  res.setHeader("content-type", "application/json");
  if (id) return res.end(JSON.stringify((await load([id]))[0]));
  const page = sql`select p.id from backoffice.pers p order by p.nu_serial_pers_number collate "und-x-icu", p.id limit 25`;
  const [[{ n }], ids] = await Promise.all([sql`select count(*)::int as n from backoffice.pers`, page]);
  const rows = new Map((await load(ids.map((row) => row.id))).map((row) => [row.id, row]));
  const meta = {
    totalItems: n,
    itemCount: ids.length,
    itemsPerPage: 25,
    totalPages: Math.ceil(n / 25),
    currentPage: 1,
  };
  res.end(JSON.stringify({ meta, items: ids.map((row) => rows.get(row.id)) }));
}).listen(process.env.PORT, () => process.send?.("ready"));
