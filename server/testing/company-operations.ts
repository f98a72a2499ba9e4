import { eq } from "drizzle-orm";
import { z } from "zod";
import { type Database, database } from "@/db/client";
import { companyRoles } from "@/db/schema";
import { exportDoor, exportPath } from "@/server/doors/export";
import { restDoor } from "@/server/doors/rest";
import { problem, type Reply, toResponse } from "@/server/doors/rest-answer";
import { trpcDoor, trpcPath } from "@/server/doors/trpc-door";
import { bearerActor, keyActor, screenActor } from "@/server/identity/authenticate";
import type { CompanyCtx, KnownCtx } from "@/server/kit/call/context";
import { notFound, toAppError } from "@/server/kit/call/errors";
import { del, get, patch, post } from "@/server/kit/call/meta";
import { ofAnyCompany, ofCompany, router } from "@/server/kit/call/procedure";
import { byId, Id, Nothing, Text, Upload } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { type Door, listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";

// An operation of each kind that can be inside a company, so that its door is tested before a resource uses it.

const at = "/v1/test-companies";
const read = "company-vehicle.read";
const write = "vehicle.write";

const Echo = z.object({ companyId: Id, rights: z.array(z.string()) });
const echo = ({ ctx }: { ctx: CompanyCtx }) => ({ companyId: ctx.company.id, rights: [...ctx.company.rights] });
const Name = z.object({ name: Text(80) });

const Role = z.object({ id: Id, title: z.string() });
const ListRoles = listInput({ sort: ["title"], filters: { title: z.string() }, order: "title:asc" });

/** The titles of the company's roles, read in its scope; what they are sorted by is no matter here. */
const rolesOf = (ctx: KnownCtx) =>
  ctx.db
    .select({ id: companyRoles.id, title: companyRoles.title })
    .from(companyRoles)
    .where(eq(companyRoles.companyId, ctx.company?.id ?? ""));
const service = {
  list: async (ctx: KnownCtx) => {
    const items = await rolesOf(ctx);
    const n = items.length;
    return { meta: { totalItems: n, itemCount: n, itemsPerPage: n, totalPages: 1, currentPage: 1 }, items };
  },
  rows: async (ctx: KnownCtx) => ({ items: await rolesOf(ctx), hasMore: false }),
  count: async (ctx: KnownCtx) => ({ totalItems: (await rolesOf(ctx)).length }),
  stream: async (ctx: KnownCtx, _: object, visit: (rows: z.output<typeof Role>[]) => Promise<void>) =>
    visit(await rolesOf(ctx)),
  get: async (ctx: KnownCtx, id: string) =>
    (await rolesOf(ctx)).find((role) => role.id === id) ?? Promise.reject(notFound()),
};
const records = <D extends Door>(door: D, path: string) =>
  router({
    ...listProcedures({ may: { read }, rest: get(path), input: ListRoles, item: Role, service, door }),
    ...crudProcedures({
      may: { read, write },
      rest: { get: get(`${path}/{id:companyRoleId}`) },
      item: Role,
      service,
      door,
    }),
  });

export const companyOperations = router({
  member: ofCompany("member", get(`${at}/{companyId}/member`))
    .output(Echo)
    .query(echo),
  inPath: ofCompany(read, get(`${at}/{companyId}/records/{id:recordId}`))
    .input(byId({}))
    .output(Echo)
    .query(echo),
  change: ofCompany(write, patch(`${at}/{companyId}/records/{id:recordId}`))
    .input(byId(Name.shape))
    .output(Echo)
    .mutation(echo),
  inQuery: ofCompany(read, get(`${at}-by-query`))
    .input(z.object({ limit: z.int().optional() }))
    .output(Echo)
    .query(echo),
  removeInQuery: ofCompany(write, del(`${at}-by-query`))
    .input(z.object({ limit: z.int() }))
    .output(Nothing)
    .mutation(() => undefined),
  inBody: ofCompany(write, post(`${at}-by-body`, { status: 201 }))
    .input(Name)
    .output(Echo)
    .mutation(echo),
  inForm: ofCompany(write, post(`${at}-by-form`, { files: ["file"] }))
    .input(z.object({ file: Upload }))
    .output(Echo)
    .mutation(echo),
  byKey: ofCompany(read, get(`${at}/{companyId}/by-key`, { auth: "apiKey" }))
    .input(z.object({ limit: z.int().optional() }))
    .output(Echo)
    .query(echo),
  byEither: ofCompany(write, post(`${at}/{companyId}/by-either`, { auth: "either" }))
    .input(Name)
    .output(Echo)
    .mutation(echo),
  ofStaff: ofAnyCompany(write, post(`${at}/{companyId}/of-staff`))
    .input(Name)
    .output(Echo)
    .mutation(echo),
  roles: records(ofCompany, `${at}/{companyId}/roles`),
  rolesOfStaff: records(ofAnyCompany, `${at}/{companyId}/staff/roles`),
});

const shared = { router: companyOperations, database: (): Database => database() };
const screens = { ...shared, screenActor, appUrl: "http://localhost" };
const rest = restDoor({ ...shared, authenticate: { bearerActor, keyActor } });
const trpc = trpcDoor(screens);
const exporter = exportDoor({ ...screens, namesOf: {} });

/** The same doors as the app's, with these operations behind them. */
export async function answerCompanyOperation(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const requestId = request.headers.get("x-request-id") ?? "";
  const incoming = { request, url, requestId, ip: null };
  const answer = async (): Promise<Reply | Response> => {
    if (url.pathname.startsWith(trpcPath)) return trpc(incoming);
    if (url.pathname.startsWith(exportPath)) return exporter(incoming);
    return (await rest.handle(incoming)).reply;
  };
  return toResponse(await answer().catch((thrown) => problem(toAppError(thrown), { requestId, path: url.pathname })));
}
