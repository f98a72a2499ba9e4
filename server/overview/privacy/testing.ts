import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Database } from "@/db/client";
import {
  auditLog,
  companies,
  companyLinks,
  companyPartnerReferents,
  files,
  idempotencyKeys,
  idempotentCalls,
  imports,
  invitations,
  loginAttempts,
  mailLog,
  notificationDeliveries,
  notificationDevices,
  notificationRequests,
  platformContactLogs,
  routineLog,
  sheetActivities,
  userCompanies,
  userRoles,
  users,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { env } from "@/env/env";
import { categoryId } from "@/seed/base";
import { fingerprint } from "@/server/identity/secret.rules";
import type { KnownCtx } from "@/server/kit/call/context";
import { systemCtx } from "@/server/kit/call/context";
import { partsOfImports } from "@/server/kit/import/import-parts";
import { writeChunk } from "@/server/kit/import/plan-store";
import { staffCtx } from "@/server/kit/testing";
import { contactLogService } from "@/server/operations/contact-log/contact-log.service";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { makePerson, makeSession } from "@/server/testing/callers";

export const canary = {
  email: "canarina.f@canary.test",
  firstName: "Canarina",
  lastName: "O'Feather",
  phoneNumber: "+33 6 99 88 77 66",
};
/** What must be nowhere afterwards: in texts, in JSON, however it is written. */
const traces = ["canarina", "feather", "99 88 77 66", "99887766", "canary.test"];
export const whole = `${canary.firstName} ${canary.lastName}`;

/** The column of every table, as text, in which a trace is found. */
export async function tracesLeft(db: () => Database) {
  const tables = await db().execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('backoffice', 'notification', 'platform', 'graphile_worker')`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db().execute<{ row: string }>(
      sql`select t::text as row from ${sql.raw(name)} t where t::text ~* ${traces.join("|")} limit 3`,
    );
    found.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 400)}`));
  }
  return found;
}

export async function person(
  db: () => Database,
  permissions: Permission[] = ["privacy.erase", "privacy.read"],
  hoursAgo = 48,
) {
  const user = await makePerson(db(), { firstName: "Pri", lastName: "Vacy" }, permissions);
  const createdAt = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  await db().update(userRoles).set({ createdAt }).where(eq(userRoles.userId, user.id));
  const at = async (createdAt?: string, actingId?: string) => {
    const sessionId = await makeSession(db(), user.id, createdAt ? { createdAt } : {});
    const base = staffCtx(db(), permissions);
    if (base.actor.kind !== "user") throw new Error("no person");
    const ctx: KnownCtx = {
      ...base,
      actor: { ...base.actor, id: user.id, email: user.email, label: "Pri Vacy", sessionId, actingId },
    };
    return { ctx, caller: appRouter.createCaller(ctx) };
  };
  return { ...user, at };
}

export const importId = "01900000-0000-7000-8000-0000000000aa";

/** A rider, and canaries of them wherever something of a person can be. */
export async function plant(db: () => Database) {
  const [user] = await db()
    .insert(users)
    .values({ ...canary, type: "Rider", status: "active", erpId: "canarina-erp" })
    .returning();
  const userId = user?.id ?? "";
  const [firm] = await db()
    .insert(companies)
    .values({
      name: `Repairs ${whole}`,
      email: canary.email,
      registerNumber: crypto.randomUUID(),
      companyCategoryId: categoryId("FLEET"),
    })
    .returning();
  const companyId = firm?.id ?? "";
  const [other] = await db()
    .insert(companies)
    .values({ name: "Another", registerNumber: crypto.randomUUID(), companyCategoryId: categoryId("DEALER") })
    .returning();
  const link = { companyId: other?.id ?? "", linkedCompanyId: companyId, kind: "dealer" as const };
  await db()
    .insert(companyLinks)
    .values({ ...link, name: whole, email: canary.email });
  const [membership] = await db().insert(userCompanies).values({ userId, companyId, status: "active" }).returning();
  const sessionId = await makeSession(db(), userId, { userAgent: "canarina-phone", ip: "10.9.9.9" });
  await db()
    .insert(invitations)
    .values({ userId, tokenHash: crypto.randomUUID(), expiresAt: "2099-01-01T00:00:00.000Z" });
  const [brand] = await db().insert(vehicleBrands).values({ name: crypto.randomUUID() }).returning();
  const model = { vehicleBrandId: brand?.id ?? "", nameVehicleModel: "M", vehicleType: "City" };
  const [bike] = await db().insert(vehicleModels).values(model).returning();
  const [vehicle] = await db()
    .insert(vehicles)
    .values({
      vehicleModelId: bike?.id ?? "",
      vehicleSerialNumber: crypto.randomUUID(),
      riderId: userId,
      nameVehicle: `Bike of ${whole}`,
    })
    .returning();
  const staff = await makePerson(db());
  await db()
    .insert(sheetActivities)
    .values([
      { objectId: userId, modelType: "user", content: "Canarina likes hills", authorId: staff.id },
      {
        objectId: companyId,
        modelType: "company",
        content: `Call ${canary.lastName}, ${canary.firstName} at +33699887766`,
        authorId: staff.id,
      },
      { objectId: companyId, modelType: "company", content: "Paid", authorId: userId },
    ]);
  const mail = { templateCode: "T", sender: "s@s.demo", module: "identity" };
  await db()
    .insert(mailLog)
    .values([
      {
        ...mail,
        recipient: canary.email,
        subject: "Hello Canarina",
        body: "Dear Canarina",
        html: "<p>Canarina</p>",
        status: "done",
      },
      {
        ...mail,
        recipient: "boss@firm.demo",
        subject: `${whole} has joined`,
        body: `Write to ${canary.email}.`,
        status: "done",
      },
      { ...mail, recipient: canary.email, subject: "Later", body: "Canarina", status: "pending" },
    ]);
  const [request] = await db()
    .insert(notificationRequests)
    .values({
      notificationTitle: "For Canarina",
      notificationContent: "c",
      keyPlatformTechs: ["A"],
      typeNotificationList: [1],
      recipients: 1,
      tokens: { firstName: "Canarina" },
    })
    .returning();
  const delivery = {
    requestId: request?.id ?? "",
    email: canary.email,
    keyPlatformTech: "A",
    dueAt: new Date().toISOString(),
  };
  await db()
    .insert(notificationDeliveries)
    .values([
      {
        ...delivery,
        type: 1,
        status: "sent",
        title: "Dear Canarina",
        content: "Canarina",
        tokens: { name: "Canarina" },
      },
      { ...delivery, type: 3, status: "pending" },
    ]);
  await db()
    .insert(notificationDevices)
    .values({ email: canary.email, keyPlatformTech: "A", mobileDeviceId: "m", token: crypto.randomUUID(), os: 1 });
  await db().insert(companyPartnerReferents).values(canary);
  const log = { type: "question", platformTechKey: "A", receivedAt: new Date().toISOString() };
  const [sealed] = await db()
    .insert(platformContactLogs)
    .values([
      { ...log, email: canary.email, content: "Canarina asks" },
      { ...log, email: "friend@x.demo", content: `My friend ${whole} asks` },
    ])
    .returning();
  await contactLogService.anonymize(staffCtx(db()), sealed?.id ?? "");
  await db()
    .insert(platformContactLogs)
    .values({ ...log, email: canary.email, content: "Canarina again" });
  const entry = { actorType: "user" as const, door: "screen" as const, requestId: "r" };
  await db()
    .insert(auditLog)
    .values([
      {
        ...entry,
        actorId: staff.id,
        actorLabel: "Staff",
        objectType: "user",
        objectId: userId,
        objectLabel: canary.email,
        action: "update",
        changes: { firstName: ["Cana", "Canarina"], email: ["earlier.canarina@canary.test", canary.email] },
      },
      {
        ...entry,
        actorId: userId,
        actorLabel: whole,
        objectType: "vehicle",
        objectId: vehicle?.id ?? "",
        action: "update",
        changes: { nameVehicle: ["a", `Bike of ${whole}`] },
        ip: "10.9.9.9",
      },
      {
        ...entry,
        actorId: staff.id,
        actorLabel: "Staff",
        objectType: "company",
        objectId: companyId,
        action: "delete",
        changes: {},
        snapshot: { people: [{ first: canary.firstName, last: canary.lastName, mail: canary.email }] },
      },
      {
        ...entry,
        actorId: staff.id,
        actorLabel: "Staff",
        objectType: "company-user",
        objectId: membership?.id ?? "",
        objectLabel: whole,
        action: "update",
        changes: { note: [null, "Canarina"] },
      },
    ]);
  await db()
    .insert(idempotencyKeys)
    .values([
      { actor: `user:${userId}`, key: "a", requestHash: "h", status: 200, body: '{"x":1}' },
      {
        actor: "user:other",
        key: crypto.randomUUID(),
        requestHash: "h",
        status: 200,
        body: JSON.stringify({ email: canary.email }),
      },
    ]);
  const call = { procedure: "modelPers.create", inputHash: "h", isAlone: true, key: "a" };
  await db()
    .insert(idempotentCalls)
    .values([
      { ...call, owner: `user:other:${userId}`, answer: '{"x":1}' },
      { ...call, owner: "user:other", answer: JSON.stringify({ email: canary.email }) },
    ]);
  await db()
    .insert(loginAttempts)
    .values({ emailHash: fingerprint(canary.email), failures: 1, lastAt: new Date().toISOString() })
    .onConflictDoNothing();
  await db()
    .insert(files)
    .values({ name: `${whole}.pdf`, type: "application/pdf", size: 1, owner: `user:${userId}` });
  await db()
    .insert(routineLog)
    .values({
      codeRoutine: "X",
      routine: "X",
      module: "operations",
      startedAt: new Date().toISOString(),
      status: "fail",
      error: `no mail to ${canary.email.toUpperCase()}`,
    });
  await db().delete(imports).where(eq(imports.id, importId));
  const none = { total: 0, new: 0, changed: 0, same: 0, error: 0 };
  await db()
    .insert(imports)
    .values({
      id: importId,
      importer: "label",
      owner: "user:x",
      actorLabel: whole,
      fileName: `${whole}.csv`,
      fileSha256: "",
      kind: "csv",
      titles: [canary.email],
      ignoredTitles: [],
      options: {},
      status: "done",
      counts: none,
      asks: {},
      planKey: "k",
      chunks: [],
      token: "",
      moved: [],
      plannedAt: new Date().toISOString(),
      left: [{ id: importId, label: whole, reason: "" }],
    });
  await partsOfImports.write(systemCtx("test"), importId, "undo", 0, [
    { id: importId, before: { email: canary.email, name: whole } },
  ]);
  const plan = crypto.randomUUID();
  await writeChunk(plan, 0, [
    { row: 1, cells: [canary.email], kind: "new", name: whole, changes: [], column: null, message: null, digest: "" },
  ]);
  return { userId, sessionId, plan, vehicleId: vehicle?.id ?? "" };
}

/** Each test keeps the ids of erased people in a file of its own. */
export function useErasedFile() {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "erased-"));
  });
  afterAll(() => rm(folder, { recursive: true }));
  beforeEach(() => {
    env.ERASED_PEOPLE_FILE = join(folder, `${crypto.randomUUID()}.ndjson`);
  });
}
