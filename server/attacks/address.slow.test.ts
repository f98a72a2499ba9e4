import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  documentationContents,
  faqContents,
  firmwareRollouts,
  firmwareSegments,
  firmwareVersions,
  mostFrequentQuestionTranslations,
} from "@/db/schema";
import { useDemo } from "@/db/testing/demo";
import { sample } from "@/db/testing/sample";
import { proceduresOf } from "@/server/doors/rest-plan";
import { fixedId } from "@/server/kit/record/fixed-id";
import { staffCtx } from "@/server/kit/testing";
import { isPermission, type Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { prepareRolloutSamples } from "@/server/testing/rollout-samples";
import { withoutFile } from "@/server/testing/sample-steps";

// People's e-mail addresses are shown to callers who may read people of that kind, and to nobody else, wherever a person
// stands beside a record. Every query is asked by somebody who holds its right and no other.

const { db } = useDemo(60, "2026-11-01T12:00:00Z");
const everybody = ["Staff", "Rider", "Pro Center Admin", "Pro Center Member"];
/** The rights that show people, and whom; the mail log and the list of members to switch to are about addresses. */
const shows: { [right in Permission]?: string[] } = {
  "staff.read": ["Staff"],
  "rider.read": ["Rider"],
  "portal-user.read": ["Rider", "Pro Center Admin", "Pro Center Member"],
  "switch-to.use": ["Rider", "Pro Center Admin", "Pro Center Member"],
  "mail-log.read": everybody,
  // Who wrote is known by the address.
  "contact-log.read": everybody,
  "company-admin.read": ["Pro Center Admin", "Pro Center Member"],
  "company-pilot.read": ["Rider", "Pro Center Admin", "Pro Center Member"],
  // Messages and the devices they go to are known by the address.
  "notification-request.read": everybody,
  "device.read": everybody,
};
/** What no input of the walk reaches, because it wants more than an id, or the demo has none of it. */
const unreached = new Set([
  "apiKeys.get",
  "companyAdmins.portalRole",
  "companyCategories.cutBy",
  "companyPartnerReferents.get",
  "companyPilots.list",
  "companyPilots.get",
  "companyTeams.get",
  "companyVehicleBrandLinks.get",
  "riders.portalRole",
  "erasures.get",
  "erpSync.schedule",
  "erpSync.imports.template",
  "erpSync.imports.get",
  "erpSync.imports.plan",
  "erpSync.imports.badRows",
  "retentions.preview",
  "firmwareVersions.checkDuplicate",
  "labels.imports.template",
  "labels.imports.get",
  "labels.imports.plan",
  "labels.imports.badRows",
  "formattedTexts.imports.template",
  "formattedTexts.imports.get",
  "formattedTexts.imports.plan",
  "formattedTexts.imports.badRows",
  "messages.imports.template",
  "messages.imports.get",
  "messages.imports.plan",
  "messages.imports.badRows",
  "notificationRequests.get",
  "notificationTemplateContents.get",
  "notificationTemplateContents.ofTemplate",
  "notificationTemplateTechs.get",
  "notificationTemplates.get",
  "platformPageTechs.get",
  "userDevices.current",
  "portalUsers.getOptin",
  "routineLogs.days",
  "sheetActivities.get",
  "vehicleBrandMessages.list",
  "vehicleBrandMessages.get",
  "webhookDeliveries.get",
  "webhooks.get",
  // They take the right to read the person, or the kind of record, beside their own.
  "conditionalFeatures.trial",
  "audit.get",
]);

const queries = proceduresOf(appRouter).flatMap(([name, { _def }]) => {
  const permission = _def.meta?.permission ?? "";
  return _def.type === "query" && isPermission(permission) && !_def.meta?.company ? [{ name, permission }] : [];
});

let people: { email: string; type: string }[] = [];
let inputs: Record<string, unknown>[] = [];
beforeAll(async () => {
  people = await db().execute(sql`select email, type from backoffice.users`);
  const tables = [
    "vehicles",
    "pers",
    "pers_alerts",
    "alerts",
    "companies",
    "roles",
    "countries",
    "languages",
    "firmware_versions",
    "conditional_features",
  ];
  const found = await Promise.all(
    tables.map((table) =>
      db().execute<{ id: string; t: string }>(
        sql`select id, ${table} as t from ${sql.raw(`backoffice.${table}`)} limit 1`,
      ),
    ),
  );
  const users = await db().execute<{ id: string; t: string }>(sql`
    (select id, 'users' as t from backoffice.users where type = 'Staff' limit 1)
    union all (select rider_id, 'users' from backoffice.vehicles where rider_id is not null limit 1)
    union all (select user_id, 'users' from backoffice.user_companies limit 1)`);
  // Of the vehicles, those that somebody rides.
  const ridden = await db().execute<{ id: string; t: string }>(
    sql`select id, 'vehicles' as t from backoffice.vehicles where rider_id is not null limit 1`,
  );
  const pair = await db().execute<{ id: string }>(sql`
    select c.id from backoffice.companies c where c.status = 'active' and c.closed_as is null
    order by (select count(*) from backoffice.user_companies m where m.company_id = c.id) desc limit 2`);
  const [question] = await db().select().from(faqContents).limit(1);
  const [answer] = await db().select().from(mostFrequentQuestionTranslations).limit(1);
  const [document] = await db().select().from(documentationContents).limit(1);
  await prepareRolloutSamples(db());
  const [rollout] = await db().select().from(firmwareRollouts).limit(1);
  const [version] = await db()
    .select({ id: firmwareVersions.id, uuid: firmwareVersions.uuid })
    .from(firmwareVersions)
    .innerJoin(firmwareSegments, eq(firmwareSegments.firmwareVersionId, firmwareVersions.id))
    .limit(1);
  inputs = [
    { id: rollout?.id },
    { rolloutId: rollout?.id },
    { firmwareVersionId: version?.id, filters: { status: "active" }, waves: [{}] },
    { uuid: version?.uuid },
    { uuid: version?.uuid, index: 0 },
    {},
    { faqId: question?.faqId },
    { id: document?.documentationId },
    { id: answer?.parentId, languageId: answer?.languageId },
    { platformTechId: fixedId("platform-tech", "RIDER_APP"), os: "iOS", version: "1.0.0" },
    ...[...ridden, ...found.flat(), ...users].flatMap(({ id }) =>
      ["id", "userId", "persId", "vehicleId", "roleId", "companyId", "objectId"].map((key) => ({ [key]: id })),
    ),
    ...found.flat().flatMap(({ id, t }) => (t === "companies" ? { companyId: id, limit: 100 } : [])),
    { fromCompanyId: pair[0]?.id, intoCompanyId: pair[1]?.id },
    { linkType: 1 },
    { type: "Staff" },
    { email: "nobody@persdesk.test" },
    { email: "nobody@persdesk.test", part: "devices", skip: 0 },
    { emails: ["nobody@persdesk.test"], names: ["firstName"] },
    { search: "rider" },
    { search: "admin" },
  ];
});

/** Whose addresses stand in an answer. */
const kindsIn = (answer: unknown) => {
  const text = JSON.stringify(answer) ?? "";
  return people.filter(({ email }) => text.includes(email)).map(({ type }) => type);
};

type Call = (input: unknown) => Promise<unknown>;
const callOf = (name: string, permission: Permission) => {
  const caller: unknown = appRouter.createCaller(staffCtx(db(), [permission]));
  return name.split(".").reduce((at, key) => (at as Record<string, unknown>)[key], caller) as Call; // the router's own shape
};

/** Records of the same list, for `get`. */
async function ownIds(name: string, permission: Permission) {
  if (!name.endsWith(".get")) return [];
  const list = await callOf(name.replace(/get$/, "list"), permission)({ limit: 2 }).catch(() => undefined);
  return ((list as { items?: { id: string }[] } | undefined)?.items ?? []).map(({ id }) => ({ id }));
}

describe("people's addresses", () => {
  it.each(sample(queries, 15, "reads that are searched for addresses"))(
    "$name shows them to who may read these people",
    async ({ name, permission }) => {
      const call = callOf(name, permission);
      const kinds = new Set<string>();
      let answered = 0;
      for (const input of [...inputs, ...(await ownIds(name, permission))]) {
        const answer = await call(input)
          .then(withoutFile)
          .catch(() => undefined);
        if (answer === undefined) continue;
        answered += 1;
        for (const kind of kindsIn(answer)) kinds.add(kind);
      }
      expect([...kinds].filter((kind) => !shows[permission]?.includes(kind))).toEqual([]);
      if (!unreached.has(name)) expect(answered, "no input of the walk was answered: add one").toBeGreaterThan(0);
    },
  );

  it("are seen where they are looked for, and stand in the answers of vehicles for who may read riders", async () => {
    const list = (...permissions: Permission[]) =>
      appRouter.createCaller(staffCtx(db(), permissions)).vehicles.list({ rider: 1 });
    expect(kindsIn(await list("vehicle.read"))).toEqual([]);
    expect(kindsIn(await list("vehicle.read", "staff.read"))).toEqual([]);
    expect(kindsIn(await list("vehicle.read", "rider.read"))).not.toEqual([]);
    const holders = (...permissions: Permission[]) =>
      appRouter.createCaller(staffCtx(db(), permissions)).rightHolders.list({ limit: 100 });
    expect(new Set(kindsIn(await holders("role.read", "staff.read")))).toEqual(new Set(["Staff"]));
  });
});

describe("an output with an address", () => {
  const outputs = proceduresOf(appRouter).flatMap(([name, { _def }]) => {
    const { output, meta } = _def;
    const text = output
      ? JSON.stringify(z.toJSONSchema(output, { io: "output", unrepresentable: "any", reused: "inline" }))
      : "";
    return /"email":\{"type":"string"\}/.test(text) ? [[name, meta?.permission ?? ""] as const] : [];
  });

  it.each(outputs)("%s, which is never null, is for who may read people (%s)", (_, permission) => {
    const readsPeople =
      /^(staff|rider|portal-user|company-(admin|pilot|partner-referent|rider|dealer|subcontractor|member)|team|notification-request|device)\.(read|write)$|^privacy\.read$|^switch-to\.use$|^(public|signed-in)$/;
    expect(permission).toMatch(readsPeople);
  });
});
