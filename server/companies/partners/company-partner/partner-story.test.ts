import { and, eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { mailLog, userCompanies, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { handleApi } from "@/server/api";
import { anonymous } from "@/server/identity/testing";
import { sheetOf } from "@/server/kit/import/sheet/testing";
import { appRouter } from "@/server/root";
import { credentialsOf } from "@/server/testing/callers";
import { addVehicles, makeFitted, makeFleet, makeWorkspace } from "./testing";

// The story of a manufacturer, one of its dealers and a subcontractor, told by REST alone.

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

type Answer = Record<string, unknown> & { items: Record<string, unknown>[] };

/** Asks below a company's workspace as one of its people. */
async function portalOf(user: Parameters<typeof credentialsOf>[1], companyId: string) {
  const { bearer } = await credentialsOf(db(), user);
  return async (method: string, path: string, body?: object | FormData, accept = "application/json") => {
    const isForm = body instanceof FormData;
    const headers = {
      authorization: `Bearer ${bearer}`,
      accept,
      ...(body && !isForm && { "content-type": "application/json" }),
    };
    const url = `http://localhost/api/v1/users/companies/${companyId}/${path}`;
    const sent = isForm ? body : body && JSON.stringify(body);
    const response = await handleApi(new Request(url, { method, headers, body: sent }));
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    const json = (isJson ? JSON.parse(bytes.toString()) : {}) as Answer; // a test that looks at what is not there fails
    return { status: response.status, json, bytes, type: response.headers.get("content-type") };
  };
}

function form(rows: string[][], name = "rows.xlsx") {
  const body = new FormData();
  body.set("file", new File([new Uint8Array(sheetOf(rows))], name));
  return body;
}
const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

it("40 dealers by XLSX, one accepts from its mail and gets 25 vehicles; 10 devices and a brand for a subcontractor", async () => {
  const velora = await makeWorkspace(db(), "MANUFACTURER", "Velora");
  const atelier = await makeWorkspace(db(), "SUBCONTRACTOR", "Atelier");
  const nordrad = await makeWorkspace(db(), "MANUFACTURER", "Nordrad");
  const [byVelora, byAtelier] = [
    await portalOf(velora.user, velora.companyId),
    await portalOf(atelier.user, atelier.companyId),
  ];

  // The template, as JSON and as the file itself, and 43 rows of which three are wrong.
  const template = await byVelora("GET", "dealers/import/template");
  expect(template.json).toMatchObject({ fileName: "company-dealer-import.xlsx", mimeType: xlsx });
  const streamed = await byVelora("GET", "dealers/import/template", undefined, xlsx);
  expect([streamed.type, streamed.bytes.subarray(0, 2).toString()]).toEqual([xlsx, "PK"]);
  const good = Array.from({ length: 40 }, (_, n) => [`Rad ${n}`, `STORY-${n}`, `rad${n}@story.test`]);
  const bad = [
    ["No address", "STORY-BAD", "nowhere"],
    ["", "STORY-NONE", "none@story.test"],
    ["Twice", "STORY-1", "twice@story.test"],
  ];
  const file = () => form([["Name", "Register Number", "E-mail"], ...good, ...bad]);
  const tried = await byVelora("POST", "dealers/import?dryRun=true", file());
  expect([tried.status, tried.json.created, (tried.json.errors as object[]).length]).toEqual([200, 40, 3]);
  expect((await byVelora("GET", "dealers")).json.items).toEqual([]);
  expect((await byVelora("POST", "dealers/import", file())).json).toMatchObject({ total: 43, created: 40, updated: 0 });
  const notXlsx = new FormData();
  notXlsx.set("file", new File(["Name,Register Number,E-mail"], "rows.xlsx"));
  expect((await byVelora("POST", "dealers/import", notXlsx)).status).toBe(400);
  const dealers = (await byVelora("GET", "dealers")).json.items;
  expect(dealers).toHaveLength(40);

  // One accepts from its mail, and the partnership with it.
  const [mail] = await db()
    .select()
    .from(mailLog)
    .where(and(eq(mailLog.recipient, "rad7@story.test"), eq(mailLog.templateCode, "PARTNER_INVITATION_LINK")));
  const token = mail?.secrets?.link?.split("/partner-invitation/")[1] ?? "";
  await appRouter
    .createCaller(anonymous(db()))
    .partnerInvitations.accept({ token, password: "A-long-pass-2026", firstName: "Ada", lastName: "Rad" });
  const [ada] = await db()
    .select({ user: users, companyId: userCompanies.companyId })
    .from(users)
    .innerJoin(userCompanies, eq(userCompanies.userId, users.id))
    .where(eq(users.email, "rad7@story.test"));
  if (!ada) throw new Error("nobody accepted");
  const byDealer = await portalOf(ada.user, ada.companyId);
  const [invitation] = (await byDealer("GET", "manufacturers")).json.items;
  expect(invitation).toMatchObject({ kind: "dealer", status: "accepted", company: { name: "Velora" } });

  // 25 of 30 vehicles by XLSX: the dealer sees exactly those.
  const fitted = await makeFitted(db(), velora.companyId, 14);
  const onVehicles = fitted.slice(10).map(({ id }) => id);
  const { vehicles, vehicleBrandId } = await makeFleet(db(), velora.companyId, 30, onVehicles);
  await addVehicles(db(), { companyId: nordrad.companyId, vehicleBrandId, count: 3 });
  const handed = vehicles.slice(5).map(({ serial }) => serial);
  const link = `dealers/${invitation?.id}`;
  const sent = await byVelora(
    "POST",
    `${link}/vehicle/import`,
    form([["Vehicle Serial Number"], ...handed.map((one) => [one])]),
  );
  expect([sent.status, sent.json.created]).toEqual([200, 25]);
  const seen = (await byDealer("GET", "vehicles?limit=100&sortBy=vehicle.vehicleSerialNumber:asc")).json;
  expect(seen.items.map(({ vehicle }) => (vehicle as { vehicleSerialNumber: string }).vehicleSerialNumber)).toEqual(
    [...handed].sort(),
  );
  expect((await byVelora("GET", `${link}/vehicle/export`)).type).toBe(xlsx);

  // Ten devices and one brand for the subcontractor, who accepts; three are taken back.
  const registerNumber = atelier.company.registerNumber;
  const invite = { name: "Atelier", registerNumber, email: atelier.user.email };
  expect((await byVelora("POST", "subcontractors", invite)).status).toBe(204);
  const [theirs] = (await byAtelier("GET", "manufacturers")).json.items;
  await byAtelier("PATCH", `manufacturers/${theirs?.id}/status`, { status: "accepted" });
  const sub = `subcontractors/${theirs?.id}`;
  const ten = fitted.slice(0, 10);
  const idsOf = (all: { id: string }[]) => all.map(({ id }) => id);
  expect((await byVelora("POST", `${sub}/manage-pers`, { persIds: idsOf(ten) })).status).toBe(204);
  const brand = await byVelora("POST", `${sub}/manage-brand`, { vehicleBrandIds: [vehicleBrandId] });
  expect([brand.status, brand.json]).toEqual([204, {}]);
  const serials = async () =>
    (await byAtelier("GET", "pers?limit=100")).json.items
      .map(({ pers }) => (pers as { nuSerialPersNumber: string }).nuSerialPersNumber)
      .sort();
  expect(await serials()).toEqual(fitted.map(({ serial }) => serial).sort());
  const first = ten[0];
  const paths = [`pers/${first?.serial}`, `pers/${first?.id}/current-data`];
  for (const path of paths) expect([path, (await byAtelier("GET", path)).status]).toEqual([path, 200]);
  await byVelora("POST", `${sub}/manage-pers`, { persIds: idsOf(ten.slice(3)) });
  const none = await byAtelier("GET", "pers/NOBODY-HAS-THIS");
  for (const path of paths) {
    const { status, json } = await byAtelier("GET", path);
    expect([path, status, json.detail]).toEqual([path, 404, none.json.detail]);
  }
  expect(await serials()).toEqual(
    fitted
      .slice(3)
      .map(({ serial }) => serial)
      .sort(),
  );

  // Nobody looks into another one's workspace, and what is another one's is as unknown.
  const strange = await portalOf(atelier.user, velora.companyId);
  expect((await strange("GET", "dealers")).status).toBe(403);
  expect((await byAtelier("GET", sub)).status).toBe(403);
  const byNordrad = await portalOf(nordrad.user, nordrad.companyId);
  for (const path of [sub, link]) expect([path, (await byNordrad("GET", path)).status]).toEqual([path, 404]);

  // The import is undone: who accepted is left and named, and so are the mails that went.
  const { companyId, call } = velora;
  const [done] = await call.dealers.imports.recent({ companyId });
  const undone = await call.dealers.imports.undo({ companyId, id: done?.id ?? "" });
  expect(undone.left[0]).toMatchObject({ label: "Rad 7", reason: "Accepted by the partner." });
  expect(undone.left).toHaveLength(40);
  const left = (await byVelora("GET", "dealers")).json.items;
  expect(left.map(({ status }) => status)).toEqual(["accepted"]);
  expect((await byDealer("GET", "vehicles?limit=100")).json.items).toHaveLength(25);
});
