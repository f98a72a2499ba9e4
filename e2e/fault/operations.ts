import type postgres from "postgres";

// Changes that people make, on few records, so that many meet: the input of each is drawn from the present rows.

/** Who asks: staff, or the admin of a company of the demo. */
export type Who = "admin@persdesk.demo" | "admin@velora.demo" | "admin@nordrad.demo" | "admin@atelier.demo";

export interface Operation {
  procedure: string;
  who: Who;
  /** what it is called with; undefined where there is nothing now that it could be done to */
  input: () => Promise<object | undefined>;
}

type Row = Record<string, string>;
const staff = "admin@persdesk.demo";
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const among = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T; // none is empty
let made = 0;
/** A name that nobody has yet. */
const fresh = (what: string) => `${what} ${process.pid}-${++made}`;

/** The changes of a database with the demo. */
export function operationsOf(sql: postgres.Sql): Operation[] {
  /** A row that a query finds, drawn of the first twenty. */
  const one = async (query: string): Promise<Row | undefined> => among(await sql.unsafe<Row[]>(`${query} limit 20`));
  /** An operation on rows that queries find: nothing is asked where one finds none. */
  const on =
    (queries: Record<string, string>, make: (rows: Record<string, Row>) => object): Operation["input"] =>
    async () => {
      const rows: Record<string, Row> = {};
      for (const [key, query] of Object.entries(queries)) {
        const row = await one(query);
        if (!row) return undefined;
        rows[key] = row;
      }
      return make(rows);
    };
  const shared = "order by id limit 6";
  const few = (table: string, columns = "id", where = "true") =>
    `select * from (select ${columns} from ${table} where ${where} ${shared}) few`;
  const device = few("backoffice.pers", "id, nu_serial_pers_number as serial");
  const vehicle = few("backoffice.vehicles");
  const maker = `select id from backoffice.companies where name in ('Velora', 'Nordrad', 'Kestrel Cycles', 'Atelier du Moyeu')`;
  const persLink = `select l.id, l.company_id, l.version from backoffice.company_pers_links l join (${device}) d on d.id = l.pers_id`;
  const vehicleLink = `select l.id, l.company_id from backoffice.company_vehicle_links l join (${vehicle}) v on v.id = l.vehicle_id`;
  const velora = "select id from backoffice.companies where name = 'Velora'";
  const partner = (kind: string) =>
    `select id, linked_company_id from backoffice.company_links where kind = '${kind}' and company_id = (${velora})`;
  const ownVehicle = `select * from (select vehicle_id as id from backoffice.company_vehicle_links
    where end_date is null and company_id = (${velora}) order by vehicle_id limit 6) few`;
  const ownDevice = `select * from (select pers_id as id from backoffice.company_pers_links
    where end_date is null and link_type = 1 and company_id = (${velora}) order by pers_id limit 6) few`;
  const ownBrand = `select vehicle_brand_id as id from backoffice.company_vehicle_brand_links
    where link_type = 1 and company_id = (${velora})`;
  const member = `select m.id, m.user_id, m.company_id, u.email from backoffice.user_companies m
    join backoffice.users u on u.id = m.user_id where m.company_id = (${velora}) and u.email <> 'admin@velora.demo'`;
  const role = `select id from backoffice.company_roles where company_id = (${velora})`;
  const label = few("backoffice.labels");
  const language = `select id from backoffice.languages where status`;
  const section = few("backoffice.faqs");
  const alert = few("backoffice.alerts", "id, version", "rule is not null");

  const op = (procedure: string, queries: Record<string, string>, make: (rows: Record<string, Row>) => object) => ({
    procedure,
    who: staff as Who,
    input: on(queries, make),
  });
  const by = (who: Who, operation: Operation): Operation => ({ ...operation, who });
  const handing = (kind: string, what: string, key: string, query: string, verb: "handOver" | "takeBack") =>
    by(
      "admin@velora.demo",
      op(`${kind}s.${verb}${what}`, { velora, link: partner(kind), it: query }, (r) => ({
        companyId: r.velora?.id,
        id: r.link?.id,
        [key]: [r.it?.id],
      })),
    );
  const period = () => among([{}, {}, { startDate: inHours(-2) }, { startDate: inHours(-48), endDate: inHours(-24) }]);

  return [
    op("companyPersLinks.create", { c: maker, d: device }, (r) => ({
      companyId: r.c?.id,
      persId: r.d?.id,
      linkType: among([1, 2]),
      ...period(),
    })),
    op("companyPersLinks.update", { l: persLink }, (r) => ({
      companyId: r.l?.company_id,
      id: r.l?.id,
      endDate: among([null, inHours(1), inHours(-1)]),
    })),
    op("companyPersLinks.remove", { l: persLink }, (r) => ({ companyId: r.l?.company_id, id: r.l?.id })),
    op("companyVehicleLinks.create", { c: maker, v: vehicle }, (r) => ({ companyId: r.c?.id, vehicleId: r.v?.id })),
    op("companyVehicleLinks.remove", { l: vehicleLink }, (r) => ({ companyId: r.l?.company_id, linkId: r.l?.id })),
    op("vehicles.assignPers", { v: vehicle, d: device }, (r) => ({ id: r.v?.id, persId: r.d?.id, move: true })),
    op("vehicles.removePers", { v: vehicle }, (r) => ({ id: r.v?.id })),
    op("pers.setStatus", { d: device }, (r) => ({ ids: [r.d?.id], status: among(["stock", "active", "maintenance"]) })),
    op("pers.update", { d: device }, (r) => ({ id: r.d?.id, nuSerialPersNumber: fresh("S").replace(" ", "-") })),
    op("pers.update", { d: device, f: "select id from backoffice.firmware_versions" }, (r) => ({
      id: r.d?.id,
      firmwareVersionId: r.f?.id,
    })),
    handing("dealer", "Vehicles", "vehicleIds", ownVehicle, "handOver"),
    handing("dealer", "Vehicles", "vehicleIds", ownVehicle, "takeBack"),
    handing("subcontractor", "Pers", "persIds", ownDevice, "handOver"),
    handing("subcontractor", "Pers", "persIds", ownDevice, "takeBack"),
    handing("subcontractor", "Brands", "vehicleBrandIds", ownBrand, "handOver"),
    handing("subcontractor", "Brands", "vehicleBrandIds", ownBrand, "takeBack"),
    by(
      "admin@velora.demo",
      op("dealers.remove", { v: velora, l: partner("dealer") }, (r) => ({ companyId: r.v?.id, id: r.l?.id })),
    ),
    by(
      "admin@velora.demo",
      op("subcontractors.remove", { v: velora, l: partner("subcontractor") }, (r) => ({
        companyId: r.v?.id,
        id: r.l?.id,
      })),
    ),
    by(
      "admin@velora.demo",
      op(
        "subcontractors.create",
        {
          v: velora,
          o: "select register_number from backoffice.companies where name in ('Atelier du Moyeu', 'Werkstatt Brandt')",
        },
        (r) => ({
          companyId: r.v?.id,
          name: "Again",
          registerNumber: r.o?.register_number,
          email: "admin@atelier.demo",
        }),
      ),
    ),
    by(
      "admin@atelier.demo",
      op(
        "manufacturers.answer",
        { l: "select id, linked_company_id from backoffice.company_links where status = 'invited'" },
        (r) => ({ companyId: r.l?.linked_company_id, id: r.l?.id, status: among(["accepted", "accepted", "refused"]) }),
      ),
    ),
    op("companyUsers.remove", { m: member }, (r) => ({ companyId: r.m?.company_id, id: r.m?.id })),
    op("companyUsers.create", { m: member }, (r) => ({
      companyId: r.m?.company_id,
      firstName: "Any",
      lastName: "Body",
      email: r.m?.email,
      isAdmin: among([true, false]),
    })),
    op("companyUsers.setRole", { m: member, role }, (r) => ({
      companyId: r.m?.company_id,
      id: r.m?.id,
      companyRoleId: among([r.role?.id, null]),
    })),
    op("companyRoles.create", { v: velora }, (r) => ({ companyId: r.v?.id, title: fresh("Role") })),
    op("companyRoles.remove", { v: velora, role }, (r) => ({ companyId: r.v?.id, id: r.role?.id })),
    op("companyRoleConfigurations.updateAll", { v: velora, role }, (r) => ({
      companyId: r.v?.id,
      items: [{ companyRoleId: r.role?.id, isDefault: true, isActivated: true }],
    })),
    op("portalUsers.update", { m: member }, (r) => ({ id: r.m?.user_id, status: among(["active", "disabled"]) })),
    op("faqContents.create", { s: section, language }, (r) => ({
      faqId: r.s?.id,
      translations: [{ languageId: r.language?.id, question: "Why?", answer: "<p>So.</p>" }],
    })),
    op(
      "faqContents.remove",
      { c: `select c.id, c.faq_id from backoffice.faq_contents c join (${section}) s on s.id = c.faq_id` },
      (r) => ({ faqId: r.c?.faq_id, id: r.c?.id }),
    ),
    {
      procedure: "faqContents.saveOrder",
      who: staff,
      input: async () => {
        const faq = await one(section);
        const ids = await sql`select id from backoffice.faq_contents where faq_id = ${faq?.id ?? ""} order by random()`;
        return { faqId: faq?.id, ids: ids.map(({ id }) => id), ifMatch: "*" };
      },
    },
    op("labels.setValue", { l: label, language }, (r) => ({
      id: r.l?.id,
      languageId: r.language?.id,
      value: among(["One", "Two", null]),
    })),
    op("labels.create", { m: "select id from backoffice.modules", language }, (r) => ({
      name: fresh("stress").replace(" ", "."),
      moduleId: r.m?.id,
      translations: [{ languageId: r.language?.id, value: "Text" }],
    })),
    op("labels.removeMany", { l: "select id from backoffice.labels where name like 'stress.%'" }, (r) => ({
      ids: [r.l?.id],
    })),
    op("languages.update", { language }, (r) => ({ id: r.language?.id, isDefault: true })),
    { procedure: "privacyPolicies.draft", who: staff, input: async () => ({}) },
    op(
      "privacyPolicies.publish",
      { p: "select id from backoffice.privacy_policies where published_at is null" },
      (r) => ({
        id: r.p?.id,
      }),
    ),
    op("alerts.update", { a: alert }, (r) => ({ id: r.a?.id, isActivated: Math.random() < 0.7 })),
    op("iotMessages.ingest", { d: device }, (r) => ({
      messages: Array.from({ length: 5 }, () => ({
        messageId: fresh("m"),
        persSerialNumber: r.d?.serial,
        iotMessageType: among(["BATTERY", "MOTOR"]),
        sentAt: inHours(-Math.random()),
        payload: { batteryLevel: Math.floor(Math.random() * 100), temperature: Math.floor(Math.random() * 120) },
      })),
    })),
    {
      procedure: "notificationRequests.send",
      who: staff,
      input: async () => ({
        notificationTitle: fresh("Stress"),
        notificationContent: "Text",
        keyPlatformTechs: ["RIDER_APP"],
        typeNotificationList: [1, 3],
        emailUserDestList: ["rider@persdesk.demo", "member@velora.demo"],
        ...among([{}, { dtPrepareSent: inHours(1) }]),
      }),
    },
    op(
      "notificationRequests.cancel",
      { q: "select id from notification.requests where status = 'scheduled'" },
      (r) => ({
        id: r.q?.id,
      }),
    ),
    op("sheetActivities.create", { d: device }, (r) => ({ objectId: r.d?.id, modelType: "pers", content: "Seen" })),
    op("contactLogs.anonymize", { l: few("backoffice.platform_contact_logs") }, (r) => ({ id: r.l?.id })),
    op(
      "apiKeys.rotate",
      { k: "select id from backoffice.api_keys where successor_id is null and revoked_at is null" },
      (r) => ({
        id: r.k?.id,
        overlap: "1h",
      }),
    ),
    op("modelPers.create", {}, () => ({ label: fresh("Model") })),
    op("modelPers.remove", { m: "select id from backoffice.model_pers where label like 'Model %'" }, (r) => ({
      id: r.m?.id,
    })),
  ];
}
