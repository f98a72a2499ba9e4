import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useDemo } from "@/db/testing/demo";
import { scaled } from "@/db/testing/scale";
import { verifyPassword } from "@/server/identity/password.service";
import { explainerService } from "@/server/identity/user-role/explainer.service";
import { rightHolderService } from "@/server/identity/user-role/right-holder.service";
import { staffCtx } from "@/server/kit/testing";
import { permissionCatalogue, permissionCodes } from "@/server/permissions";
import { NotEmpty, seedDemo } from "./demo";
import { prepareDatabase } from "./prepare";

// As in iot.slow.test.ts: it is seeded once for both.
const moment = "2026-06-15T12:00:00Z";
const now = Date.parse(moment);
const { db, url } = useDemo(2_000, moment);
const first = <T extends Record<string, unknown>>(query: string) =>
  db()
    .execute<T>(sql.raw(query))
    .then(([row]) => row);
const inSchema = (from: string) =>
  `${/^(audit_log|mail_log|erasures)\b/.test(from) ? "platform" : "backoffice"}.${from}`;
const count = async (from: string) =>
  (await first<{ n: number }>(`select count(*)::int as n from ${inSchema(from)}`))?.n;

/** One word for everything the story says; base rows are stamped with the time of their own making. */
async function fingerprint() {
  const tables = [
    "pers",
    "vehicles",
    "company_pers_links",
    "pers_firmware_history",
    "vehicle_pers_history",
    "audit_log",
  ];
  const more = ["labels", "label_translations", "mail_log", "routine_log", "firmware_segments", "companies"];
  const linked = ["company_vehicle_links", "company_vehicle_brand_links", "company_teams", "user_companies"];
  const kept = ["company_preferences", "company_partner_referents"];
  const heard = ["alerts", "pers_alerts", "iot_messages", "vehicle_brand_messages"];
  const hashes = await Promise.all(
    [...tables, ...more, ...linked, ...kept, ...heard].map((table) =>
      first(`select md5(string_agg(t::text, '|' order by t.id)) as hash from ${inSchema(table)} t`),
    ),
  );
  return JSON.stringify(hashes);
}

describe("the demo", () => {
  test("explains what its people can do, and through which role", async () => {
    const ctx = staffCtx(db());
    const explained = async (email: string) => {
      const user = await first<{ id: string }>(`select id from backoffice.users where email = '${email}'`);
      const { items } = await explainerService.whatCan(ctx, user?.id ?? "");
      const held = items.filter(({ cutBy }) => cutBy === null);
      const through = held.flatMap((right) => right.through.map(({ role }) => `${role} ${right.company?.name ?? ""}`));
      return { rights: held.map(({ permission }) => permission).sort(), through: [...new Set(through)] };
    };
    const everything = [...permissionCodes].sort();
    expect(await explained("admin@persdesk.demo")).toEqual({ rights: everything, through: ["Administrator "] });
    const readable = everything.filter(
      (code) =>
        permissionCatalogue[code].group === "BACKOFFICE" &&
        (code.endsWith(".read") || ["pers.pin", "pers-alert.write", "sheet-activity.write"].includes(code)),
    );
    expect(await explained("support@persdesk.demo")).toEqual({ rights: readable, through: ["Support "] });
    const ofMember = {
      rights: ["company-alert.read", "company-firmware-rollout.read", "company-pers.read", "company-vehicle.read"],
      through: ["Member Velora"],
    };
    expect(await explained("member@velora.demo")).toEqual(ofMember);
    const who = await rightHolderService.list(ctx, { permission: "role.write", roleId: undefined });
    expect(who.items.map(({ email, roles }) => [email, roles])).toEqual([["admin@persdesk.demo", "Administrator"]]);
  });

  test("tells the story in full", async () => {
    expect(await count("companies")).toBe(20);
    expect(await count("users")).toBe(60);
    expect(await count("model_pers")).toBe(8);
    expect(await count("pers")).toBe(2000);
    expect(await count("languages where is_default and code = 'en'")).toBe(1);
    expect(await count("labels")).toBeGreaterThan(550);
    const perLanguage = await db().execute<{ code: string; share: number }>(sql`
      select l.code, (count(t.id)::float / (select count(*) from backoffice.labels)) as share
      from backoffice.languages l left join backoffice.label_translations t on t.language_id = l.id group by 1`);
    const share = Object.fromEntries(perLanguage.map((row) => [row.code, row.share]));
    expect(share.en).toBe(1);
    expect(share.fr).toBeGreaterThan(0.9);
    expect(share.de).toBeLessThan(share.fr ?? 0);
    expect(await count("mail_log where status = 'fail'")).toBeGreaterThan(3);
    expect(await count("mail_log where status = 'pending'")).toBe(0);
    expect(
      await count("vehicles v join backoffice.users u on u.id = v.rider_id where u.email = 'rider@persdesk.demo'"),
    ).toBe(2);
  });

  test.each([
    ["admin@persdesk.demo", "ADMIN"],
    ["support@persdesk.demo", "SUPPORT"],
    ["content@persdesk.demo", "CONTENT"],
    ["admin@velora.demo", "Velora"],
    ["member@velora.demo", "Velora"],
    ["admin@nordrad.demo", "Nordrad"],
    ["admin@rivage.demo", "Rivage Cycles"],
    ["admin@atelier.demo", "Atelier du Moyeu"],
    ["rider@persdesk.demo", null],
  ])("lets %s in, who belongs to %s", async (email, belongs) => {
    const user = await first<{ password_hash: string; role: string | null; company: string | null; status: string }>(`
      select u.password_hash, u.status, (select r.code from backoffice.user_roles ur join backoffice.roles r on r.id = ur.role_id
        where ur.user_id = u.id) as role, (select c.name from backoffice.user_companies uc join backoffice.companies c
        on c.id = uc.company_id where uc.user_id = u.id and uc.status = 'active') as company
      from backoffice.users u where u.email = '${email}'`);
    expect(user?.status).toBe("active");
    expect(await verifyPassword(user?.password_hash, "Demo-pass-2026")).toBe(true);
    expect(user?.role ?? user?.company ?? null).toBe(belongs);
  });

  test("agrees with itself", async () => {
    const last = `(select firmware_version_id from backoffice.pers_firmware_history h where h.pers_id = p.id order by installed_at desc limit 1)`;
    expect(await count(`pers p where firmware_version_id is distinct from ${last}`)).toBe(0);
    expect(
      await count(
        "pers p where status in ('active','maintenance') and not exists (select 1 from backoffice.vehicles v where v.pers_id = p.id)",
      ),
    ).toBe(0);
    expect(
      await count(
        "pers p where status = 'stock' and exists (select 1 from backoffice.company_pers_links l where l.pers_id = p.id)",
      ),
    ).toBe(0);
    expect(await count(`pers_firmware_history where installed_at > '${new Date(now).toISOString()}'`)).toBe(0);
    expect(
      await count(
        "pers_firmware_history h join backoffice.firmware_versions f on f.id = h.firmware_version_id join backoffice.pers p on p.id = h.pers_id where h.installed_at < f.created_at - interval '2 days' and f.firmware_version not like '1.%'",
      ),
    ).toBe(0);
    const missing = `not exists (select 1 from backoffice.firmware_compatibilities c where c.firmware_version_id = p.firmware_version_id and c.model_pers_id = p.model_pers_id)`;
    expect(await count(`pers p where ${missing}`)).toBe(0);
  });

  test("links companies to brands and vehicles, and has pilots, preferences and referents", async () => {
    expect(
      await count(
        "vehicle_brands b where not exists (select from backoffice.company_vehicle_brand_links l where l.vehicle_brand_id = b.id and l.link_type = 1)",
      ),
    ).toBe(0);
    expect(await count("company_vehicle_brand_links where granted_by_company_id is not null")).toBeGreaterThan(3);
    const fleets = "join backoffice.companies c on c.name in ('Citélo', 'Hansekurier')";
    const ofFleets = (await count(`company_vehicle_links l ${fleets} and c.id = l.company_id`)) ?? 0;
    expect(ofFleets).toBeGreaterThan(20);
    expect(await count(`vehicles v ${fleets} and starts_with(v.name_vehicle, c.name || ' ')`)).toBe(ofFleets);
    // Two makers have vehicles that no fleet bought, and some of them stand at their dealers.
    expect(await count("company_vehicle_links")).toBe(ofFleets + 120);
    expect(await count("dealer_vehicles where granted_by_company_id is not null")).toBe(24);
    expect(await count("company_teams")).toBe(6);
    expect(await count("user_companies where company_team_id is not null and not is_admin")).toBeGreaterThan(3);
    expect(await count("company_preferences")).toBe(4);
    expect(await count("company_partner_referents")).toBe(3);
  });

  test("has what staff decide, and what happened at its doors", async () => {
    const queue = "companies where closed_as is null and (not is_verified or is_duplicate)";
    expect(await count(queue)).toBe(5);
    expect(await count("companies where is_duplicate")).toBe(1);
    const merges = "company_merges where undone_at is";
    expect([await count(`${merges} null`), await count(`${merges} not null`)]).toEqual([2, 1]);
    expect(await count(`company_merges where undo_until > '${new Date(now).toISOString()}'`)).toBe(1);
    expect(await count("prepared_handovers")).toBe(3);
    expect(await count("webhooks where enabled")).toBe(2);
    for (const status of ["done", "fail"])
      expect(await count(`webhook_deliveries where status = '${status}'`), status).toBeGreaterThan(2);
    expect(await count("webhook_deliveries where status = 'pending'")).toBe(0);
    expect(await count("erasures where status = 'done'")).toBe(2);
    expect(await count("sign_in_events where user_id is null")).toBeGreaterThan(3);
    expect(await count("sign_in_events where reason = 'too-many'")).toBe(1);
    expect(await count("platform_contact_logs where is_anonymized")).toBe(4);
    expect(await count("sheet_activities where model_type = 'pers'")).toBeGreaterThan(5);
  });

  test("is never mixed with other data", async () => {
    await expect(seedDemo(url, { now })).rejects.toThrow(NotEmpty);
    expect(await count("users")).toBe(60);
  });

  test("is the same for the same number, and another for another", async () => {
    const again = { now, reset: true, scale: scaled(20, 2_000) };
    await seedDemo(url, again);
    const before = await fingerprint();
    await seedDemo(url, again);
    expect(await fingerprint()).toBe(before);
    await seedDemo(url, { ...again, seed: 2 });
    expect(await fingerprint()).not.toBe(before);
    expect(await count("users")).toBe(60);
  });
});

test("the base is written once, and what people change stays changed", async () => {
  await db().execute(sql`update backoffice.languages set name = 'Deutsch' where code = 'de'`);
  await db().execute(sql`delete from backoffice.countries where code = 'PT'`);
  const before = await count("countries");
  await Promise.all([prepareDatabase(url), prepareDatabase(url)]);
  expect(await count("countries")).toBe(before);
  expect(await count("languages where name = 'Deutsch'")).toBe(1);
});
