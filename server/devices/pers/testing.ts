import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Database } from "@/db/client";
import {
  alerts,
  companies,
  companyCategories,
  companyPersLinks,
  firmwareCategories,
  firmwareVersions,
  levelAlerts,
  modelPers,
  pers,
  persAlerts,
  persCurrentData,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { type AppError, toAppError } from "@/server/kit/call/errors";

let n = 0;
const name = (what: string) => `${what} ${++n}`;

/** The error that `work` ends with; a failure of the test where it does not. */
export const failureOf = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => Promise.reject(new Error("it went through")),
    (thrown) => toAppError(thrown),
  );

/** Rows that device tests need, each with an id made here and sensible values where none are given. */
export const deviceFactory = (db: () => Database) => {
  const make = {
    async model(label = name("Model")) {
      const id = uuidv7();
      await db().insert(modelPers).values({ id, label });
      return id;
    },
    async firmware(firmwareVersion = `1.0.${++n}`) {
      const [id, categoryId] = [uuidv7(), uuidv7()];
      await db()
        .insert(firmwareCategories)
        .values({ id: categoryId, label: name("Category") });
      const values = { id, categoryId, firmwareVersion, updateId: "MAIN", firmwareType: 1, uuid: uuidv7() };
      await db().insert(firmwareVersions).values(values);
      return id;
    },
    async pers(values: Partial<typeof pers.$inferInsert> = {}) {
      const row = { id: uuidv7(), nuSerialPersNumber: name("SN"), ...values };
      await db()
        .insert(pers)
        .values({ ...row, modelPERSId: values.modelPERSId ?? (await make.model()) });
      return row;
    },
    async vehicle(persId: string, values: Partial<typeof vehicles.$inferInsert> = {}, brand = name("Brand")) {
      const [vehicleBrandId, vehicleModelId, id] = [uuidv7(), uuidv7(), uuidv7()];
      await db().insert(vehicleBrands).values({ id: vehicleBrandId, name: brand });
      const model = { id: vehicleModelId, vehicleBrandId, nameVehicleModel: "One", vehicleType: "e-bike" };
      await db().insert(vehicleModels).values(model);
      await db()
        .insert(vehicles)
        .values({ id, vehicleModelId, persId, vehicleSerialNumber: name("VN"), ...values });
      return { id, vehicleBrandId };
    },
    async company(label = name("Company")) {
      const [id, companyCategoryId] = [uuidv7(), uuidv7()];
      await db()
        .insert(companyCategories)
        .values({ id: companyCategoryId, code: name("C"), label: "Manufacturer" });
      await db()
        .insert(companies)
        .values({ id, name: label, registerNumber: name("R"), companyCategoryId });
      return id;
    },
    async link(
      persId: string,
      companyId: string,
      linkType: number,
      endDate?: string,
      startDate = "2026-01-01T00:00:00.000Z",
    ) {
      await db().insert(companyPersLinks).values({ persId, companyId, linkType, startDate, endDate });
    },
    async level(label = name("Level"), rank = ++n) {
      const id = uuidv7();
      await db().insert(levelAlerts).values({ id, label, rank, color: "#aa0000" });
      return id;
    },
    /** An alert of that level on the PERS, open where no end is given. */
    async raised(persId: string, levelAlertId: string, endedAt: string | null = null) {
      const alertId = uuidv7();
      const alert = { id: alertId, alertLabel: name("Alert"), code: name("code"), topicAlert: "T", groupAlert: "G" };
      await db()
        .insert(alerts)
        .values({ ...alert, levelAlertId });
      const startedAt = new Date(Date.now() - 3_600_000).toISOString();
      await db().insert(persAlerts).values({ persId, alertId, startedAt, endedAt });
    },
    /** What a message of some days ago leaves behind. */
    async heard(persId: string, daysAgo: number, batteryLevel: number) {
      const lastMessageAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
      await db().update(persCurrentData).set({ lastMessageAt, batteryLevel }).where(eq(persCurrentData.persId, persId));
    },
  };
  return make;
};
