import { beforeAll, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeUser } from "@/server/identity/testing";
import { systemCtx } from "@/server/kit/call/context";
import type { Permission } from "@/server/permissions";
import { backoffice, bearer, byKey } from "@/server/testing/backoffice";
import { recipientService } from "./recipient.service";

// What a notification service that runs alone asks by its key; what the values are is tested where they are used.

const { db } = useDatabase();
const path = "internals/recipient-values";
const names = ["firstName", "language"];
let emails: { rider: string; staff: string };

beforeAll(async () => {
  await seedBase(db());
  const rider = await makeUser(db(), { type: "Rider", firstName: "Ada" });
  emails = { rider: rider.email, staff: (await makeUser(db(), { firstName: "Tess" })).email };
});

const both = () => [emails.rider, emails.staff, "nobody@persdesk.test"];

it("answers the values of those whom the key may read", async () => {
  const asked = async (...key: Permission[]) => {
    const { status, body } = await backoffice(db, { key })("POST", path, byKey, { emails: both(), names });
    return [status, body.items.map(({ email, values }) => [email, values])];
  };
  const ada = [emails.rider, { firstName: "Ada" }];
  expect(await asked("portal-user.read")).toEqual([200, [ada]]);
  const [status, found] = await asked("portal-user.read", "staff.read");
  expect([status, new Set(found as unknown[])]).toEqual([200, new Set([ada, [emails.staff, { firstName: "Tess" }]])]);
});

it("says who has which app: staff those of the backoffice, others those of customers, riders theirs", async () => {
  const member = await makeUser(db(), { type: "Pro Center Member" });
  const asked = [emails.rider, emails.staff, member.email];
  const found = await recipientService.recipientsOf(systemCtx("test"), asked);
  const without = new Map(found.map(({ email, withoutApps }) => [email, withoutApps.sort()]));
  expect(asked.map((email) => without.get(email))).toEqual([
    ["BACKOFFICE_WEB"],
    ["PORTAL_WEB", "RIDER_APP"],
    ["BACKOFFICE_WEB", "RIDER_APP"],
  ]);
});

it("is for keys with the right alone", async () => {
  const body = { emails: both(), names };
  expect((await backoffice(db, { key: ["device.read"] })("POST", path, byKey, body)).status).toBe(403);
  expect((await backoffice(db)("POST", path, {}, body)).status).toBe(401);
  expect((await backoffice(db)("POST", path, bearer, body)).status).toBe(401);
});

it.each([
  [{ names }, "emails"],
  [{ emails: [], names }, "emails"],
  [{ emails: ["no address"], names }, "emails.0"],
  [{ emails: Array.from({ length: 1001 }, (_, n) => `p${n}@persdesk.test`), names }, "emails"],
  [{ emails: ["a@persdesk.test"], names: [] }, "names"],
  [{ emails: ["a@persdesk.test"], names: ["shoeSize"] }, "names.0"],
  [{ emails: ["a@persdesk.test"], names, vehicleId: "none" }, "vehicleId"],
])("refuses what it cannot read: %j", async (sent, at) => {
  const { status, body } = await backoffice(db)("POST", path, byKey, sent);
  expect([status, body.code, body.errors.map(({ path }) => path)]).toEqual([400, "invalid_input", [at]]);
});
