import { eq, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { companyVehicleLinks, persFormerSerials, userCompanies, users } from "@/db/schema";
import { iotMessages } from "@/db/schema/iot-message";
import { useDatabase } from "@/db/testing/database";
import { deviceFactory } from "@/server/devices/pers/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { situationService } from "./situation.service";

const { db } = useDatabase();
const make = deviceFactory(db);
const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();
const as = (...permissions: Permission[]) => staffCtx(db(), permissions);
const all = () => staffCtx(db());

/** Messages of a device, received and sent so many hours ago, with its battery then where it says so. */
const heard = (persSerialNumber: string, messages: [hoursAgo: number, batteryLevel?: number][]) =>
  db()
    .insert(iotMessages)
    .values(
      messages.map(([hours, batteryLevel]) => ({
        id: uuidv7(),
        messageId: uuidv7(),
        receivedAt: ago(hours),
        sentAt: ago(hours),
        persSerialNumber,
        iotMessageType: "status",
        payload: batteryLevel === undefined ? { note: "text" } : { batteryLevel },
      })),
    );

let n = 0;
async function person(type: "Rider" | "Pro Center Admin", phoneNumber: string | null) {
  const [row] = await db()
    .insert(users)
    .values({
      email: `p${++n}@example.com`,
      firstName: "Nora",
      lastName: `Keller ${n}`,
      type,
      status: "active",
      phoneNumber,
    })
    .returning();
  if (!row) throw new Error("nobody was made");
  return row;
}

/** A device on a vehicle of a company, with a rider, silent for nine hours, heard hourly before. */
async function ridden() {
  const device = await make.pers();
  const rider = await person("Rider", "+33118049563");
  const vehicle = await make.vehicle(device.id, { riderId: rider.id, nameVehicle: "Brume 2" });
  const companyId = await make.company("Velora");
  await db()
    .insert(companyVehicleLinks)
    .values({ vehicleId: vehicle.id, companyId, startDate: ago(500) });
  await make.link(device.id, companyId, 1);
  await heard(device.nuSerialPersNumber, [...Array.from({ length: 30 }, (_, at): [number] => [9 + at]), [60, 40]]);
  await db().execute(sql`update backoffice.pers_current_data set last_message_at = ${ago(9)}::timestamptz, battery_level = 12
    where pers_id = ${device.id}`);
  return { device, rider, vehicle, companyId };
}

describe("the situation", () => {
  let mine: Awaited<ReturnType<typeof ridden>>;
  beforeAll(async () => {
    mine = await ridden();
    const [grave, mild] = [await make.level("Critical", 1), await make.level("Information", 5)];
    await make.raised(mine.device.id, mild);
    await make.raised(mine.device.id, grave);
    await make.raised(mine.device.id, grave, ago(0));
  });

  it("of a device is when it was heard, how often, its battery, its alerts, its rider and whose vehicle it is on", async () => {
    const { rider, companyId, device } = mine;
    const found = await situationService.ofPers(all(), device.id);
    expect(found).toMatchObject({
      batteryLevel: 12,
      batteryBefore: 40,
      openAlerts: 2,
      alert: { level: { label: "Critical", rank: 1 } },
      rider: { id: rider.id, firstName: "Nora", phoneNumber: "+33118049563" },
      vehicleCompany: { id: companyId, name: "Velora" },
    });
    expect(Math.round((found.usualGap ?? 0) / 60_000)).toBe(60);
    expect(found.lastMessageAt).toMatch(/Z$/);
    expect((await failure(situationService.ofPers(all(), crypto.randomUUID()))).code).toBe("not_found");
  });

  it("says of others what the reader may see", async () => {
    const { device, vehicle } = mine;
    const bare = await situationService.ofPers(as("pers.read"), device.id);
    expect(bare).toMatchObject({
      usualGap: null,
      batteryBefore: null,
      rider: null,
      vehicleCompany: null,
      batteryLevel: 12,
    });
    const named = await situationService.ofPers(as("pers.read", "vehicle.read"), device.id);
    expect(named.rider).toMatchObject({ firstName: "Nora", phoneNumber: null });
    const ofVehicle = await situationService.ofVehicle(as("vehicle.read"), vehicle.id);
    expect(ofVehicle).toMatchObject({ device: null, companies: [], rider: { phoneNumber: null } });
  });

  it("of a device that was renamed counts what it said under its former serial number", async () => {
    const device = await make.pers();
    await heard("OLD-1", [...Array.from({ length: 10 }, (_, at): [number] => [30 + 2 * at])]);
    await db()
      .insert(persFormerSerials)
      .values({ persId: device.id, nuSerialPersNumber: "OLD-1", endedAt: ago(20) });
    const { usualGap } = await situationService.ofPers(all(), device.id);
    expect(Math.round((usualGap ?? 0) / hour)).toBe(2);
  });

  it("of a device that never spoke is nothing", async () => {
    const { id } = await make.pers();
    expect(await situationService.ofPers(all(), id)).toEqual({
      lastMessageAt: null,
      batteryLevel: null,
      batteryBefore: null,
      usualGap: null,
      openAlerts: 0,
      alert: null,
      rider: null,
      vehicleCompany: null,
    });
  });

  it("of a vehicle is its device's, its rider and its company", async () => {
    const { vehicle, companyId, rider } = mine;
    expect(await situationService.ofVehicle(all(), vehicle.id)).toMatchObject({
      device: { batteryLevel: 12, openAlerts: 2 },
      rider: { id: rider.id },
      companies: [{ id: companyId, name: "Velora" }],
    });
    expect((await failure(situationService.ofVehicle(all(), crypto.randomUUID()))).code).toBe("not_found");
  });

  it("of a rider is what they ride and how its device is; staff are nobody's riders", async () => {
    const { rider, vehicle, device } = mine;
    expect(await situationService.ofPerson(all(), rider.id, "rider")).toMatchObject({
      vehiclesCount: 1,
      vehicle: { id: vehicle.id, pers: { id: device.id }, openAlerts: 2, batteryLevel: 12 },
      companies: [],
    });
    const bare = await situationService.ofPerson(as("rider.read"), rider.id, "rider");
    expect(bare.vehicle).toMatchObject({ pers: null, lastMessageAt: null, openAlerts: 0 });
    const admin = await person("Pro Center Admin", null);
    expect((await failure(situationService.ofPerson(all(), admin.id, "rider"))).code).toBe("not_found");
    await db().update(users).set({ type: "Staff" }).where(eq(users.id, admin.id));
    expect((await failure(situationService.ofPerson(all(), admin.id, "portal-user"))).code).toBe("not_found");
  });

  it("of a company is who looks after it, those with a telephone first, and its devices with an open alert", async () => {
    const { companyId } = mine;
    const [quiet, reached] = [await person("Pro Center Admin", null), await person("Pro Center Admin", "+49301")];
    for (const { id: userId } of [quiet, reached])
      await db()
        .insert(userCompanies)
        .values({ userId, companyId, isAdmin: true, status: "active", entryDate: ago(9) });
    expect(await situationService.ofCompany(all(), companyId)).toMatchObject({
      admins: [{ id: reached.id, phoneNumber: "+49301" }, { id: quiet.id }],
      openAlerts: 1,
    });
    expect(await situationService.ofCompany(as("company.read"), companyId)).toEqual({ admins: [], openAlerts: 0 });
    const other = await make.company();
    expect(await situationService.ofCompany(all(), other)).toEqual({ admins: [], openAlerts: 0 });
  });
});
