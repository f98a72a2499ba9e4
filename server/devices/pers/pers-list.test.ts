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

const at: Record<"core" | "cargo" | "new" | "old" | "velora" | "velorado" | "brand" | "cargoPers", string> = {
  core: "",
  cargo: "",
  new: "",
  old: "",
  velora: "",
  velorado: "",
  brand: "",
  cargoPers: "",
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

describe("the list of PERS", () => {
  it.each<[string, () => Request, string[]]>([
    ["serial", () => ({ nuSerialPersNumber: "a-100" }), ["A-100%_x"]],
    ["serial, % taken literally", () => ({ nuSerialPersNumber: "100%" }), ["A-100%_x"]],
    ["serial, _ taken literally", () => ({ nuSerialPersNumber: "_" }), ["A-100%_x"]],
    ["serial, \\ taken literally", () => ({ nuSerialPersNumber: "\\" }), ["C\\100"]],
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
    ["manufacturer, _ taken literally", () => ({ manufacturer: "o_" }), ["B-1000y"]],
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
