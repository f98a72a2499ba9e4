import { eq, isNull } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditLog,
  modelPers,
  pers,
  users,
  vehicleBrands,
  vehicleModels,
  vehiclePersHistory,
  vehicles,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { toAppError } from "@/server/kit/call/errors";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db())).vehicles;
const ids = { model: "", other: "", a: "", b: "" };
let n = 0;

beforeAll(async () => {
  const [brand] = await db().insert(vehicleBrands).values({ name: "Nordrad" }).returning();
  const [second] = await db().insert(vehicleBrands).values({ name: "Velora" }).returning();
  const [model, other] = await db()
    .insert(vehicleModels)
    .values([
      { vehicleBrandId: brand?.id ?? "", nameVehicleModel: "Fjord", vehicleType: "city", year: 2025 },
      { vehicleBrandId: second?.id ?? "", nameVehicleModel: "Vent", vehicleType: "cargo" },
    ])
    .returning();
  Object.assign(ids, { model: model?.id, other: other?.id });
  const [core] = await db().insert(modelPers).values({ label: "Core 2" }).returning();
  const [a, b] = await db()
    .insert(pers)
    .values(["P-1", "P-2"].map((nuSerialPersNumber) => ({ nuSerialPersNumber, modelPERSId: core?.id ?? "" })))
    .returning();
  Object.assign(ids, { a: a?.id, b: b?.id });
});

beforeEach(async () => {
  await db().delete(vehicles);
});

const make = (values: object = {}) =>
  api().create({ vehicleModelId: ids.model, vehicleSerialNumber: `V-${++n}`, ...values });
const open = () => db().select().from(vehiclePersHistory).where(isNull(vehiclePersHistory.endedAt));

describe("a vehicle's PERS", () => {
  it("is given, replaced and taken away, and each period is kept", async () => {
    const { id } = await make({ persId: ids.a });
    await api().update({ id, persId: ids.b });
    expect((await open()).map((period) => period.persId)).toEqual([ids.b]);
    expect(await api().removePers({ id })).toMatchObject({ persId: null, pers: null });
    const { items } = await api().persHistory({ id });
    expect(items.map((item) => item.nuSerialPersNumber)).toEqual(["P-2", "P-1"]);
    expect(items.every((item) => item.endedAt !== null)).toBe(true);
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, id)).orderBy(auditLog.id);
    expect(trail.map((entry) => entry.action)).toEqual(["create", "assign-pers", "assign-pers", "remove-pers"]);
  });

  it("is not taken from another vehicle unless that is said", async () => {
    const first = await make({ persId: ids.a });
    const second = await make({ persId: ids.b });
    const refused = await failure(api().assignPers({ id: second.id, persId: ids.a }));
    expect(refused).toMatchObject({ status: 422, code: "in_use", errors: [{ path: "persId" }] });
    expect(refused.detail).toContain(first.vehicleSerialNumber);
    const moved = await api().assignPers({ id: second.id, persId: ids.a, move: true });
    expect(moved.pers).toEqual({ id: ids.a, nuSerialPersNumber: "P-1" });
    expect(await api().get({ id: first.id })).toMatchObject({ persId: null });
    expect(await open()).toMatchObject([{ vehicleId: second.id, persId: ids.a }]);
    expect((await api().ofPers({ id: ids.a })).items).toHaveLength(2);
  });

  it("is on one vehicle however many claim it at once", async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => make()));
    const claims = await Promise.allSettled(made.map(({ id }) => api().assignPers({ id, persId: ids.a })));
    expect(claims.filter((claim) => claim.status === "fulfilled")).toHaveLength(1);
    for (const claim of claims) if (claim.status === "rejected") expect(toAppError(claim.reason).status).toBe(422);
    await Promise.all(made.map(({ id }) => api().assignPers({ id, persId: ids.a, move: true })));
    expect(await open()).toHaveLength(1);
    const { items } = await api().ofPers({ id: ids.a });
    expect(items.every(({ startedAt, endedAt }) => endedAt === null || endedAt >= startedAt)).toBe(true);
  });

  it("overlaps nowhere, whatever writes to the tables", async () => {
    const first = await make({ persId: ids.a });
    const second = await make();
    const startedAt = new Date().toISOString();
    const period = { nuSerialPersNumber: "P", startedAt };
    const twice = db()
      .insert(vehiclePersHistory)
      .values({ ...period, vehicleId: second.id, persId: ids.a });
    expect(toAppError(await twice.catch((error: unknown) => error)).code).toBe("period_overlaps");
    const both = db()
      .insert(vehiclePersHistory)
      .values({ ...period, vehicleId: first.id, persId: ids.b });
    expect(toAppError(await both.catch((error: unknown) => error)).code).toBe("period_overlaps");
    const column = db().update(vehicles).set({ persId: ids.a }).where(eq(vehicles.id, second.id));
    expect(toAppError(await column.catch((error: unknown) => error)).code).toBe("duplicate");
  });

  it("comes back with a removed vehicle, unless it went elsewhere", async () => {
    const { id } = await make({ persId: ids.a });
    await api().remove({ id });
    expect(await api().restore({ id })).toMatchObject({ persId: ids.a });
    expect(await open()).toMatchObject([{ vehicleId: id }]);
    await api().remove({ id });
    await make({ persId: ids.a });
    expect(await failure(api().restore({ id }))).toMatchObject({ status: 422, code: "duplicate" });
  });

  it("must exist", async () => {
    const persId = crypto.randomUUID();
    expect(await failure(make({ persId }))).toMatchObject({ code: "unknown_reference", errors: [{ path: "persId" }] });
    expect(await failure(api().assignPers({ id: crypto.randomUUID(), persId: ids.a }))).toMatchObject({ status: 404 });
    const { id } = await make();
    expect(await failure(api().assignPers({ id, persId: ids.a, ifMatch: '"9"' }))).toMatchObject({ status: 412 });
    expect(await open()).toEqual([]);
  });
});

describe("vehicles", () => {
  it("are found by each filter", async () => {
    const [rider] = await db()
      .insert(users)
      .values({ email: "r@x.y", firstName: "Rita", lastName: "Roll", type: "Rider" })
      .returning();
    const one = await make({
      persId: ids.a,
      riderId: rider?.id,
      nameVehicle: "Blue 100%",
      vehicleRegistrationNumber: "AB-1",
      persDistance: 50,
    });
    const two = await make({ vehicleModelId: ids.other, persDistance: 5 });
    const found = async (request: object) => (await api().list(request)).items.map((item) => item.id);
    for (const request of [
      { vehicleSerialNumber: one.vehicleSerialNumber.toLowerCase() },
      { vehicleRegistrationNumber: "b-1" },
      { nameVehicle: "00%" },
      { fastSearchString: "blue" },
      { fastSearchString: "AB-" },
      { vehicleModelId: ids.model },
      { vehicleModel: "fjo" },
      { vehicleBrand: "nord" },
      { vehicleBrandId: one.vehicleBrand.id },
      { vehicleType: "city" },
      { persDistanceStart: 49.5 },
      { rider: 1 },
      { associateStatus: 1 },
      { nuSerialPersNumber: "p-1" },
    ])
      expect(await found(request), JSON.stringify(request)).toEqual([one.id]);
    for (const request of [
      { rider: 2 },
      { associateStatus: 2 },
      { persDistanceEnd: 5 },
      { vehicleType: "cargo" },
      { sortBy: "vehicleBrand.name:desc", limit: 1 },
    ])
      expect(await found(request), JSON.stringify(request)).toEqual([two.id]);
    expect(await found({ nameVehicle: "_" })).toEqual([]);
    expect((await failure(found({ rider: 3 }))).status).toBe(400);
  });

  it("have a serial of their own, a known model and a rider who exists", async () => {
    const one = await make();
    expect(await failure(make({ vehicleSerialNumber: one.vehicleSerialNumber }))).toMatchObject({
      code: "duplicate",
      errors: [{ path: "vehicleSerialNumber" }],
    });
    for (const key of ["vehicleModelId", "riderId"])
      expect(await failure(make({ [key]: crypto.randomUUID() }))).toMatchObject({
        code: "unknown_reference",
        errors: [{ path: key }],
      });
  });
});
