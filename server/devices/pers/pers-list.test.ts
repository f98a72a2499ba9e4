import { beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { deviceFactory, failureOf } from "./testing";

const { db } = useDatabase();
const make = deviceFactory(db);
const call = () => appRouter.createCaller(staffCtx(db())).pers;
type Request = NonNullable<Parameters<ReturnType<typeof call>["list"]>[0]>;
const serials = async (request: Request) =>
  (await call().list({ sortBy: "nuSerialPersNumber:asc", limit: 100, ...request })).items.map(
    (row) => row.nuSerialPersNumber,
  );

const at: Record<
  "core" | "cargo" | "new" | "old" | "velora" | "velorado" | "brand" | "cargoPers" | "critical" | "minor",
  string
> = {
  core: "",
  cargo: "",
  new: "",
  old: "",
  velora: "",
  velorado: "",
  brand: "",
  cargoPers: "",
  critical: "",
  minor: "",
};
const kit = (mount: string) => ({ version: 1 as const, mount, sensors: ["torque"] });

beforeAll(async () => {
  [at.core, at.cargo] = [await make.model("Core 2"), await make.model("Cargo 1")];
  [at.old, at.new] = [await make.firmware("1.9.0"), await make.firmware("1.10.0")];
  [at.velora, at.velorado] = [await make.company("Velora"), await make.company("Velorado_ 100%")];
  const a = await make.pers({
    nuSerialPersNumber: "A-100%_x",
    modelPERSId: at.core,
    firmwareVersionId: at.new,
    erpPersId: "ERP-1",
    initialKitConfiguration: kit("front"),
    currentKitConfiguration: kit("rear"),
    status: "active",
  });
  const b = await make.pers({
    nuSerialPersNumber: "B-1000y",
    modelPERSId: at.cargo,
    firmwareVersionId: at.old,
    erpPersId: "erp-22",
    initialKitConfiguration: { ...kit("rear"), sensors: ["torque", "back\\slash"], wheelSizeInches: 27.5 },
    currentKitConfiguration: { sensors: ["torque", "back\\slash"], mount: "rear", version: 1, wheelSizeInches: 27.5 },
  });
  at.cargoPers = b.id;
  await make.pers({ nuSerialPersNumber: "C\\100", modelPERSId: at.core, status: "retired" });
  const first = await make.vehicle(
    a.id,
    { nameVehicle: "City 50%", vehicleSerialNumber: "VS-1", vehicleRegistrationNumber: "AB-123" },
    "Nordrad",
  );
  at.brand = first.vehicleBrandId;
  await make.vehicle(b.id, { nameVehicle: "Cargo 500", vehicleSerialNumber: "VS-2" }, "Rivage");
  await make.link(a.id, at.velora, 1, "2200-01-01T00:00:00.000Z");
  await make.link(a.id, at.velorado, 2);
  await make.link(b.id, at.velorado, 1);
  await make.link(b.id, at.velora, 2, "2026-03-01T00:00:00.000Z");
  await make.link(b.id, at.velora, 2, undefined, "2200-01-01T00:00:00.000Z");
});

/** Raises alerts and reports: A sent something an hour ago, B ten days ago with a low battery, C never. */
beforeAll(async () => {
  const [critical, minor] = [await make.level("Critical", 1), await make.level("Minor", 2)];
  [at.critical, at.minor] = [critical, minor];
  const [a, b] = (await call().list({ sortBy: "nuSerialPersNumber:asc" })).items;
  await make.raised(a?.id ?? "", critical);
  await make.raised(a?.id ?? "", minor);
  await make.raised(b?.id ?? "", minor);
  await make.raised(b?.id ?? "", critical, new Date().toISOString());
  await make.heard(a?.id ?? "", 1 / 24, 80.5);
  await make.heard(b?.id ?? "", 10, 12);
});

describe("the list of PERS", () => {
  it.each<[string, () => Request, string[]]>([
    ["any of several models", () => ({ modelPERSIdAnyOf: [at.core, at.cargo] }), ["A-100%_x", "B-1000y", "C\\100"]],
    ["none of a model", () => ({ modelPERSIdNoneOf: [at.core] }), ["B-1000y"]],
    ["any of two states", () => ({ statusAnyOf: ["active", "retired"] }), ["A-100%_x", "C\\100"]],
    ["none of two states", () => ({ statusNoneOf: ["active", "retired"] }), ["B-1000y"]],
    ["none of a firmware, those without one too", () => ({ firmwareVersionIdNoneOf: [at.new] }), ["B-1000y", "C\\100"]],
    ["no firmware", () => ({ firmwareVersionIdIsEmpty: true }), ["C\\100"]],
    ["any firmware", () => ({ firmwareVersionIdIsEmpty: false }), ["A-100%_x", "B-1000y"]],
    ["firmware below, as versions are ordered", () => ({ firmwareVersionBelow: "1.10.0" }), ["B-1000y"]],
    ["firmware below, not with", () => ({ firmwareVersionBelow: "1.9.0" }), []],
    ["firmware at least", () => ({ firmwareVersionAtLeast: "1.9.0" }), ["A-100%_x", "B-1000y"]],
    ["a pre-release, which comes before its release", () => ({ firmwareVersionAtLeast: "1.10.0-rc.1" }), ["A-100%_x"]],
    ["firmware between", () => ({ firmwareVersionAtLeast: "1.9", firmwareVersionBelow: "1.9.1" }), ["B-1000y"]],
    ["ERP id that is empty", () => ({ erpPersIdIsEmpty: true }), ["C\\100"]],
    ["heard in the last days", () => ({ lastMessageAtInLastDays: 7 }), ["A-100%_x"]],
    ["heard in more days", () => ({ lastMessageAtInLastDays: 11 }), ["A-100%_x", "B-1000y"]],
    ["never heard", () => ({ lastMessageAtIsEmpty: true }), ["C\\100"]],
    ["silent, whether heard or not", () => ({ isSilent: true }), ["B-1000y", "C\\100"]],
    ["heard at all", () => ({ lastMessageAtIsEmpty: false }), ["A-100%_x", "B-1000y"]],
    ["battery below", () => ({ batteryLevelBelow: 12.5 }), ["B-1000y"]],
    ["battery below, not with", () => ({ batteryLevelBelow: 12 }), []],
    ["battery at least", () => ({ batteryLevelAtLeast: 12 }), ["A-100%_x", "B-1000y"]],
    ["battery at least, far beyond", () => ({ batteryLevelAtLeast: 1e300 }), []],
    ["an open alert", () => ({ hasOpenAlert: true }), ["A-100%_x", "B-1000y"]],
    ["no open alert", () => ({ hasOpenAlert: false }), ["C\\100"]],
    ["an open alert of a level", () => ({ openAlertLevelId: at.critical }), ["A-100%_x"]],
    ["of any of two levels", () => ({ openAlertLevelIdAnyOf: [at.critical, at.minor] }), ["A-100%_x", "B-1000y"]],
    ["of none of a level", () => ({ openAlertLevelIdNoneOf: [at.critical] }), ["B-1000y", "C\\100"]],
    [
      "model, firmware below and an open alert at once",
      () => ({ modelPERSIdAnyOf: [at.core, at.cargo], firmwareVersionBelow: "1.10", hasOpenAlert: true }),
      ["B-1000y"],
    ],
  ])("filters by %s", async (_, request, expected) => {
    expect(await serials(request())).toEqual(expected);
    expect(await call().count(request())).toEqual({ totalItems: expected.length });
  });

  it("shows what devices said last, and can be sorted by when", async () => {
    const { items } = await call().list({ sortBy: "lastMessageAt:desc" });
    expect(items.map(({ nuSerialPersNumber }) => nuSerialPersNumber)).toEqual(["A-100%_x", "B-1000y", "C\\100"]);
    expect(items.map(({ batteryLevel, openAlerts }) => [batteryLevel, openAlerts])).toEqual([
      [80.5, 2],
      [12, 1],
      [null, 0],
    ]);
    expect(items.at(-1)?.lastMessageAt).toBeNull();
    const rising = await call().rows({ sortBy: "lastMessageAt:asc,nuSerialPersNumber:asc", limit: 2 });
    expect(rising.items.map(({ nuSerialPersNumber }) => nuSerialPersNumber)).toEqual(["C\\100", "B-1000y"]);
  });

  it("refuses what an operator cannot take", async () => {
    for (const bad of [
      { firmwareVersionBelow: "newest" },
      { statusAnyOf: ["lost" as "stock"] },
      { statusAnyOf: [] },
      { lastMessageAtInLastDays: 0 },
      { modelPERSIdNoneOf: ["core"] },
    ])
      expect((await failureOf(call().list(bad))).status).toBe(400);
  });

  it.each<[string, () => Request, string[]]>([
    ["serial", () => ({ nuSerialPersNumber: "a-100" }), ["A-100%_x"]],
    ["serial, % taken literally", () => ({ nuSerialPersNumber: "100%" }), ["A-100%_x"]],
    ["serial, _ taken literally", () => ({ nuSerialPersNumber: "%_x" }), ["A-100%_x"]],
    ["serial, \\ taken literally", () => ({ nuSerialPersNumber: "c\\1" }), ["C\\100"]],
    ["serial by what a part of it begins with", () => ({ nuSerialPersNumber: "10" }), ["A-100%_x", "B-1000y"]],
    ["ids", () => ({ ids: [at.cargoPers] }), ["B-1000y"]],
    ["model", () => ({ modelPERSId: at.core }), ["A-100%_x", "C\\100"]],
    ["firmware", () => ({ firmwareVersionId: at.old }), ["B-1000y"]],
    ["ERP id", () => ({ erpPersId: "ERP" }), ["A-100%_x", "B-1000y"]],
    ["vehicle's name", () => ({ nameVehicle: "50%" }), ["A-100%_x"]],
    ["vehicle's serial", () => ({ vehicleSerialNumber: "vs-2" }), ["B-1000y"]],
    ["vehicle's brand", () => ({ vehicleBrand: "nord" }), ["A-100%_x"]],
    ["vehicle's brand by id", () => ({ vehicleBrand: at.brand }), ["A-100%_x"]],
    ["registration", () => ({ vehicleRegistrationNumber: "b-12" }), ["A-100%_x"]],
    ["manufacturer", () => ({ manufacturer: "velora" }), ["A-100%_x", "B-1000y"]],
    ["manufacturer, _ taken literally", () => ({ manufacturer: "do_" }), ["B-1000y"]],
    ["manufacturer by id", () => ({ manufacturer: at.velora }), ["A-100%_x"]],
    ["subcontractor, without links that ended or have not begun", () => ({ subcontractor: "velora" }), ["A-100%_x"]],
    ["initial kit", () => ({ initialKitConfiguration: "front" }), ["A-100%_x"]],
    ["current kit", () => ({ currentKitConfiguration: "REAR" }), ["A-100%_x", "B-1000y"]],
    ["a sensor in the kit", () => ({ currentKitConfiguration: "torq" }), ["A-100%_x", "B-1000y"]],
    ["a size in the kit", () => ({ currentKitConfiguration: "27.5" }), ["B-1000y"]],
    ["kit, \\ taken literally", () => ({ currentKitConfiguration: "k\\s" }), ["B-1000y"]],
    ["kit, but not the names of its parts", () => ({ currentKitConfiguration: "mount" }), []],
    ["kit, but not its version", () => ({ initialKitConfiguration: "1" }), []],
    ["kit, but not its punctuation", () => ({ initialKitConfiguration: '"' }), []],
    ["status", () => ({ status: "retired" }), ["C\\100"]],
    ["kit that differs", () => ({ kitDiffers: true }), ["A-100%_x"]],
    ["kit that does not", () => ({ kitDiffers: false }), ["B-1000y", "C\\100"]],
    ["all at once", () => ({ modelPERSId: at.core, manufacturer: "velora", nameVehicle: "city" }), ["A-100%_x"]],
  ])("filters by %s", async (_, request, expected) => {
    expect(await serials(request())).toEqual(expected);
    expect(await call().count(request())).toEqual({ totalItems: expected.length });
  });

  it("shows every relation", async () => {
    const { items } = await call().list({ nuSerialPersNumber: "A-" });
    expect(items[0]).toMatchObject({
      modelPERS: { label: "Core 2" },
      firmwareVersion: { firmwareVersion: "1.10.0" },
      vehicle: { nameVehicle: "City 50%", vehicleRegistrationNumber: "AB-123", vehicleBrand: "Nordrad" },
      manufacturer: { id: at.velora, name: "Velora" },
      subcontractor: { name: "Velorado_ 100%" },
      kitDiffers: true,
    });
    const { items: others } = await call().list({ nuSerialPersNumber: "B-" });
    expect(others[0]).toMatchObject({ manufacturer: { name: "Velorado_ 100%" }, subcontractor: null });
  });

  it.each([
    ["nuSerialPersNumber:desc", ["C\\100", "B-1000y", "A-100%_x"]],
    ["firmwareVersion:asc", ["B-1000y", "A-100%_x", "C\\100"]],
    ["modelPERS.label:asc,nuSerialPersNumber:desc", ["B-1000y", "C\\100", "A-100%_x"]],
    ["erpPersId:asc", ["A-100%_x", "B-1000y", "C\\100"]],
    ["status:asc", ["A-100%_x", "C\\100", "B-1000y"]],
    ["createdAt:asc", ["A-100%_x", "B-1000y", "C\\100"]],
    ["updatedAt:desc", ["C\\100", "B-1000y", "A-100%_x"]],
  ])("sorts by %s", async (sortBy, expected) => {
    expect(await serials({ sortBy })).toEqual(expected);
  });

  it("refuses a field, a status or an id that is none", async () => {
    for (const bad of [{ sortBy: "vehicle" }, { status: "lost" as "stock" }, { modelPERSId: "core" }])
      expect((await failureOf(call().list(bad))).status).toBe(400);
  });

  it("pages with the envelope", async () => {
    const page = await call().list({ limit: 2, page: 2, sortBy: "nuSerialPersNumber:asc" });
    expect(page.meta).toEqual({ totalItems: 3, itemCount: 1, itemsPerPage: 2, totalPages: 2, currentPage: 2 });
  });
});
