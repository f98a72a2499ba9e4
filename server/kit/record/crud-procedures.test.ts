import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import type { modelPersRouter } from "@/server/devices/model-pers/model-pers.router";
import { planOperations } from "@/server/doors/rest-plan";
import type { KnownCtx } from "@/server/kit/call/context";
import { get } from "@/server/kit/call/meta";
import { ofCompany, router } from "@/server/kit/call/procedure";
import { Id } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { staffCtx } from "@/server/kit/testing";
import { crudProcedures, restOf } from "./crud-procedures";

const may = { read: "vehicle.read", write: "vehicle.write" } as const;
const Item = z.object({ id: Id, name: z.string() });
const Create = z.object({ name: z.string(), companyId: Id.optional() }).meta({ id: "CrudTestCreate" });
const Update = z.object({ name: z.string() }).partial().meta({ id: "CrudTestUpdate" });
const id = "00000000-0000-7000-8000-0000000000aa";
const companyId = "00000000-0000-7000-8000-0000000000bb";

/** A service that remembers what it was asked. */
function recorder() {
  const calls: unknown[][] = [];
  const row = { id, name: "row" };
  const say =
    (name: string) =>
    async (_: KnownCtx, ...values: unknown[]) => {
      calls.push([name, ...values]);
      return row;
    };
  return {
    calls,
    service: {
      get: say("get"),
      create: say("create"),
      update: say("update"),
      restore: say("restore"),
      remove: async (ctx: KnownCtx, ...values: unknown[]) => {
        await say("remove")(ctx, ...values);
      },
    },
  };
}

describe("the procedures of a record", () => {
  it("hand each function what it takes, and the version that the caller saw", async () => {
    const { calls, service } = recorder();
    const api = router(crudProcedures({ may, item: Item, create: Create, update: Update, service })).createCaller(
      staffCtx(undefined as never),
    );
    await api.get({ id });
    await api.create({ name: "one", companyId });
    await api.update({ id, ifMatch: '"1"', name: "two" });
    await api.remove({ id, ifMatch: '"2"' });
    await api.restore({ id });
    expect(calls).toEqual([
      ["get", id],
      ["create", { name: "one", companyId }],
      ["update", id, { name: "two" }, '"1"'],
      ["remove", id, '"2"'],
      ["restore", id],
    ]);
  });

  it("are those of the schemas and functions that there are", () => {
    const { service } = recorder();
    const { get, create, update } = service;
    expect(Object.keys(crudProcedures({ may, item: Item, service: { get, create, update } }))).toEqual(["get"]);
    const some = crudProcedures({
      may,
      item: Item,
      update: Update,
      service: { get, update, restore: service.restore },
    });
    expect(Object.keys(some)).toEqual(["get", "update", "restore"]);
    expectTypeOf(some).not.toHaveProperty("remove");
    expectTypeOf(some).not.toHaveProperty("create");
  });

  it("take what their schemas take, and nothing else compiles", () => {
    type Api = ReturnType<typeof modelPersRouter.createCaller>;
    expectTypeOf<{ label: string; description?: string | null }>().toExtend<Parameters<Api["create"]>[0]>();
    expectTypeOf<{ lable: string }>().not.toExtend<Parameters<Api["create"]>[0]>();
    expectTypeOf<{ id: string; ifMatch?: string; label?: string }>().toExtend<Parameters<Api["update"]>[0]>();
    expectTypeOf<{ label: string }>().not.toExtend<Parameters<Api["update"]>[0]>();
    expectTypeOf<Awaited<ReturnType<Api["get"]>>>().toHaveProperty("version");
    const inside = crudProcedures({ may, item: Item, service: recorder().service, door: ofCompany });
    type Inside = ReturnType<ReturnType<typeof router<typeof inside>>["createCaller"]>;
    expectTypeOf<{ id: string }>().not.toExtend<Parameters<Inside["get"]>[0]>();
    expectTypeOf<{ id: string; companyId: string }>().toExtend<Parameters<Inside["get"]>[0]>();
  });

  it("of a company keep the company out of its fields", async () => {
    const { calls, service } = recorder();
    const all = router(crudProcedures({ may, item: Item, create: Create, update: Update, service, door: ofCompany }));
    const company = { id: companyId, rights: new Set([may.read]) };
    const api = all.createCaller({ ...staffCtx(undefined as never), company });
    await api.create({ companyId, name: "one" });
    await api.update({ companyId, id, name: "two" });
    expect(calls).toEqual([
      ["create", { name: "one" }],
      ["update", id, { name: "two" }, undefined],
    ]);
  });

  it("stand at the documents' paths, with their statuses and the names of their bodies", () => {
    const { service } = recorder();
    const rest = restOf("/v1/things/{id:thingId}", "4.8", { created: 204 });
    const all = router(crudProcedures({ may, item: Item, create: Create, update: Update, service, rest }));
    expect(planOperations(all).map(({ rest, status }) => [rest.method, rest.path, status, rest.dto])).toEqual([
      ["GET", "/v1/things/{thingId}", 200, undefined],
      ["POST", "/v1/things", 204, "CrudTestCreate"],
      ["PATCH", "/v1/things/{thingId}", 200, "CrudTestUpdate"],
      ["DELETE", "/v1/things/{thingId}", 204, undefined],
    ]);
  });
});

describe("a list of the parts of a record", () => {
  const input = listInput({ sort: ["name"], filters: { ownerId: Id, name: z.string() } });
  const empty = { totalItems: 0, itemCount: 0, itemsPerPage: 10, totalPages: 0, currentPage: 1 };
  const service = {
    list: async () => ({ meta: empty, items: [] }),
    rows: async () => ({ items: [], hasMore: false }),
    count: async () => ({ totalItems: 0 }),
    stream: async () => undefined,
  };
  const parts = listProcedures({
    may,
    rest: get("/v1/owners/{ownerId}/parts"),
    input,
    item: Item,
    service,
    parent: "ownerId",
  });

  it("must be told whose, where it is documented; screens list those of all", async () => {
    const [operation] = planOperations(router(parts));
    expect(operation?.path.map(({ key, required }) => [key, required])).toEqual([["ownerId", true]]);
    const api = router(parts).createCaller(staffCtx(undefined as never));
    expectTypeOf<Parameters<typeof api.list>[0]["ownerId"]>().toEqualTypeOf<string>();
    expectTypeOf<Parameters<typeof api.count>[0]["ownerId"]>().toEqualTypeOf<string | undefined>();
    expect(await api.count({})).toEqual({ totalItems: 0 });
    expect((await api.list({ ownerId: id })).items).toEqual([]);
  });
});
