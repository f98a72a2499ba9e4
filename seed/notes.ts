import { eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { persAlerts, sheetActivities, users, vehicles } from "@/db/schema";
import type { People } from "./people";
import type { Random } from "./random";
import { day, iso } from "./time";

const aboutDevices = [
  "Rider called: the bike is at the workshop until Thursday, ignore position alerts.",
  "Asked the dealer to charge the module and leave it outside for an hour.",
  "Second call on the same fault. If it comes back, exchange the module.",
  "Battery cable was loose, says the workshop. Watching it for a week.",
  "Owner is abroad until the end of the month, bike stands in a cellar without reception.",
  "Firmware update failed twice at home; to be repeated at the dealer's.",
  "False alarm, the bike fell over on its stand.",
  "Sent a new charger, tracking number is in the CRM.",
];

const aboutRiders = [
  "Prefers calls after 17:00.",
  "Speaks French and some English.",
  "Identity checked by serial number and registration, telephone number changed on request.",
  "Wants to sell the bike in spring; sent the page that explains how to hand it over.",
];

/** What support wrote down during calls, on devices with open alerts and on riders. */
export async function seedNotes(db: Database, random: Random, { now, people }: { now: number; people: People }) {
  const authors = people.staff.slice(0, 2);
  const devices = await db
    .select({ id: persAlerts.persId })
    .from(persAlerts)
    .where(isNull(persAlerts.endedAt))
    .groupBy(persAlerts.persId)
    .orderBy(sql`max(${persAlerts.startedAt}) desc`, persAlerts.persId)
    .limit(aboutDevices.length - 1);
  const [own] = await db
    .select({ id: vehicles.persId })
    .from(vehicles)
    .innerJoin(users, eq(users.id, vehicles.riderId))
    .where(eq(users.email, people.riders[0]?.email ?? ""))
    .orderBy(vehicles.vehicleSerialNumber)
    .limit(1);
  const noteOf = (modelType: "pers" | "user", objectId: string, content: string, days: number) => {
    const at = now - days * day;
    const authorId = random.pick(authors).id;
    return { id: random.id(at), modelType, objectId, content, authorId, createdAt: iso(at), updatedAt: iso(at) };
  };
  const noted = [...(own?.id ? [own.id] : []), ...devices.map(({ id }) => id)];
  await db.insert(sheetActivities).values([
    ...noted.flatMap((id, place) => {
      const content = aboutDevices[place];
      return content ? [noteOf("pers", id, content, 0.2 + random.wait(6))] : [];
    }),
    ...aboutRiders.flatMap((content, place) => {
      const rider = people.riders[place];
      return rider ? [noteOf("user", rider.id, content, 1 + random.wait(20))] : [];
    }),
  ]);
}
