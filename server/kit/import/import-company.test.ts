import { beforeAll, expect, it } from "vitest";
import { auditLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { languageId, seedBase } from "@/seed/base";
import { labelService } from "@/server/content/label/label.service";
import { problem, toResponse } from "@/server/doors/rest-answer";
import { uploadDoor, uploadPath } from "@/server/doors/upload-door";
import { screenActor } from "@/server/identity/authenticate";
import { toAppError } from "@/server/kit/call/errors";
import { ofCompany, router } from "@/server/kit/call/procedure";
import { fixedId } from "@/server/kit/record/fixed-id";
import { textImporter } from "@/server/kit/text/text-importer";
import { permissionCodes } from "@/server/permissions";
import { credentialsOf, makeCompanyAdmin, makePerson } from "@/server/testing/callers";
import { importProcedures } from "./import-procedures";

// What an import inside a company is to be: the importer is that of labels, for no company imports anything yet.

const { db } = useDatabase();
const at = { fr: languageId("fr"), app: fixedId("module", "mobile-app") };
beforeAll(() => seedBase(db()));

const may = { read: "company-vehicle.read", write: "company-vehicle.read" } as const;
const ours = router({
  dealers: router({
    imports: router(importProcedures({ may, importer: textImporter(labelService), door: ofCompany })),
  }),
});
const door = uploadDoor({ router: ours, screenActor, database: db, appUrl: "http://localhost" });

async function send(cookie: string, companyId: string, file = "name,value\nfresh,Frais\n") {
  const options = { languageId: at.fr, createIn: at.app };
  const query = new URLSearchParams({ input: JSON.stringify({ companyId, fileName: "dealers.csv", options }) });
  const request = new Request(`http://localhost${uploadPath}dealers.imports.preview?${query}`, {
    method: "POST",
    headers: { cookie, "x-persdesk": "1", "content-type": "application/octet-stream" },
    body: file,
  });
  const url = new URL(request.url);
  const reply = await door({ request, url, requestId: "test", ip: null }).catch((error: unknown) =>
    problem(toAppError(error), { requestId: "test", path: url.pathname }),
  );
  const response = toResponse(reply);
  return { status: response.status, json: await response.json() };
}

it("is planned, listed and audited inside the company, and for nobody else", async () => {
  const [mine, other] = [await makeCompanyAdmin(db(), "MANUFACTURER"), await makeCompanyAdmin(db(), "MANUFACTURER")];
  const cookieOf = async ({ user }: typeof mine) => (await credentialsOf(db(), user)).cookie;
  const [my, theirs] = [await cookieOf(mine), await cookieOf(other)];
  const rider = (await credentialsOf(db(), await makePerson(db(), { type: "Rider" }))).cookie;

  expect((await send(theirs, mine.companyId)).status).toBe(403);
  expect((await send(rider, mine.companyId)).status).toBe(403);
  expect((await send(my, crypto.randomUUID())).status).toBe(403);
  expect((await send("", mine.companyId)).status).toBe(401);
  const { status, json: plan } = await send(my, mine.companyId);
  expect([status, plan.counts.new]).toEqual([200, 1]);

  const callerOf = async (cookie: string) => {
    const actor = await screenActor(cookie);
    return ours.createCaller({ db: db(), actor, door: "screen", requestId: "test", ip: null }).dealers.imports;
  };
  const inside = <T extends object>(input: T, companyId = mine.companyId) => ({ ...input, companyId });
  const ourCaller = await callerOf(my);
  await ourCaller.confirm(inside({ id: plan.id, token: plan.token }));
  expect(await ourCaller.get(inside({ id: plan.id }))).toMatchObject({ status: "done" });
  const entries = (await db().select().from(auditLog)).filter(({ companyId }) => companyId === mine.companyId);
  expect(entries.map(({ action }) => action).sort()).toEqual(["create", "import"]);

  // Staff look into any company; another company's people find nothing, not even in their own.
  const staff = await credentialsOf(db(), await makePerson(db(), {}, permissionCodes));
  const staffCaller = await callerOf(staff.cookie);
  const shown = async (companyId: string) => (await staffCaller.recent(inside({}, companyId))).map((one) => one.id);
  expect(await shown(mine.companyId)).toEqual([plan.id]);
  expect(await shown(other.companyId)).toEqual([]);
  const stranger = await callerOf(theirs);
  await expect(stranger.get(inside({ id: plan.id }))).rejects.toThrow();
  await expect(stranger.get(inside({ id: plan.id }, other.companyId))).rejects.toThrow();
  await expect(stranger.undo(inside({ id: plan.id }, other.companyId))).rejects.toThrow();
  expect(await ourCaller.undo(inside({ id: plan.id }))).toMatchObject({ status: "undone", left: [] });
});
