import { and, eq, isNull, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { auditLog, companyLinks, companyPersLinks, pers } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { deviceFactory } from "@/server/devices/pers/testing";
import { leadingRecord } from "@/server/kit/list/list-order";
import { pageIds } from "@/server/kit/list/list-page";
import { staffCtx } from "@/server/kit/testing";
import { backoffice, bearer, byKey, makeCompany } from "@/server/testing/backoffice";
import { fleetPersService } from "../fleet-pers/fleet-pers.service";
import { companyPersLinkService } from "./company-pers-link.service";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const ask = backoffice(db);
const make = deviceFactory(db);
const linksOf = (companyId: string) => `companies/${companyId}/company-pers-link`;
const ids = (rows: Record<string, unknown>[]) => rows.map(({ id }) => id);

async function linked(values: object = {}) {
  const [company, pers] = [await makeCompany(db()), await make.pers()];
  const body = { persId: pers.id, linkType: 1, startDate: "2026-01-01", ...values };
  const made = await ask("POST", linksOf(company.id), bearer, body);
  return { company, pers, made, path: `${linksOf(company.id)}/${made.body.id}` };
}

describe("PERS links of a company", () => {
  it("begin now where nothing is said, and say what they link", async () => {
    const { company, pers, made } = await linked({ startDate: undefined, comment: "Fitted" });
    expect(made).toMatchObject({
      status: 201,
      body: {
        pers: { id: pers.id, nuSerialPersNumber: pers.nuSerialPersNumber, modelPERS: { label: expect.any(String) } },
        company: { id: company.id, name: company.name },
        linkType: 1,
        endDate: null,
        comment: "Fitted",
        grantedByCompanyId: null,
      },
    });
    expect(Math.abs(Date.now() - Date.parse(`${made.body.startDate}`))).toBeLessThan(60_000);
    const [entry] = await db().select().from(auditLog).where(eq(auditLog.objectId, made.body.id));
    expect(entry).toMatchObject({ objectType: "company-pers-link", action: "create", companyId: company.id });
  });

  it("let a company fit those PERS to a vehicle that are on none", async () => {
    const company = await makeCompany(db());
    const [free, fitted] = [await make.pers(), await make.pers()];
    await make.vehicle(fitted.id);
    for (const { id } of [free, fitted])
      await ask("POST", linksOf(company.id), bearer, { persId: id, linkType: 1, startDate: "2026-01-01" });
    const ctx = { ...staffCtx(db()), company: { id: company.id, rights: new Set<never>() } };
    expect(ids((await fleetPersService.available(ctx, {})).items)).toEqual([free.id]);
  });

  it("of one PERS and type do not overlap; the answer names the link in the way", async () => {
    const { company, pers, made } = await linked({ endDate: "2026-03-01T00:00:00Z" });
    const other = await makeCompany(db(), "MANUFACTURER", "Second & Sons");
    const again = (startDate: string, endDate?: string, linkType = 1) =>
      ask("POST", linksOf(other.id), bearer, { persId: pers.id, linkType, startDate, endDate });
    const refused = await again("2026-02-28T23:59:59.999Z");
    expect(refused).toMatchObject({ status: 422, body: { code: "period_overlaps", errors: [{ path: "startDate" }] } });
    expect(refused.body.detail).toContain(
      `${company.name} has it from 2026-01-01 00:00 UTC until 2026-03-01 00:00 UTC`,
    );
    expect((await again("2025-06-01", "2026-01-01T00:00:00.001Z")).status).toBe(422);
    // [start, end): the next one begins when the last one ends, and one before it ends when it starts.
    expect((await again("2026-03-01")).status).toBe(201);
    expect((await again("2025-06-01", "2025-12-31")).status).toBe(201);
    expect((await again("2026-01-15", undefined, 2)).status).toBe(201);
    const open = await ask("POST", linksOf(company.id), bearer, { persId: pers.id, linkType: 1 });
    expect(open.body.detail).toContain("Second & Sons has it from 2026-03-01 00:00 UTC without an end");
    const reopened = await ask("PATCH", `${linksOf(company.id)}/${made.body.id}`, bearer, { endDate: null });
    expect(reopened.status).toBe(422);
  });

  it("are in one order by the serial number, whether they are sorted or read by its index", async () => {
    const company = await makeCompany(db());
    for (const serial of ["W-3", "W-1", "W-2"]) {
      const { id } = await make.pers({ nuSerialPersNumber: serial });
      await ask("POST", linksOf(company.id), bearer, { persId: id, linkType: 1 });
    }
    const { query } = companyPersLinkService.of;
    const mine = eq(companyPersLinks.companyId, company.id);
    expect(leadingRecord(query, { sortBy: "startDate:asc" })).toBeUndefined();
    expect(leadingRecord(query, { sortBy: "company.name:asc" })).toBeUndefined();
    for (const direction of ["asc", "desc"]) {
      const request = { sortBy: `pers.nuSerialPersNumber:${direction}`, limit: 2 };
      const walked = leadingRecord(query, request);
      expect(walked).toBe(pers);
      for (const page of [1, 2]) {
        const ids = await pageIds(staffCtx(db()), query, { ...request, page }, mine);
        expect(ids).toHaveLength(3 - page);
        expect(await pageIds(staffCtx(db()), query, { ...request, page }, mine, { walked })).toEqual(ids);
      }
    }
  });

  it("change by version, in their own period too, and end no earlier than they begin", async () => {
    const { path, made } = await linked();
    const changed = await ask("PATCH", path, { ...bearer, "if-match": made.etag }, { startDate: "2026-02-01" });
    expect(changed).toMatchObject({ status: 200, body: { startDate: "2026-02-01T00:00:00.000Z", comment: null } });
    expect((await ask("PATCH", path, { ...bearer, "if-match": made.etag }, { comment: "x" })).status).toBe(412);
    const early = await ask("PATCH", path, bearer, { endDate: "2026-01-31" });
    expect(early).toMatchObject({ status: 422, body: { errors: [{ path: "endDate" }] } });
    expect((await ask("PATCH", path, bearer, { endDate: "2026-04-01", comment: "x" })).body.comment).toBe("x");
    expect((await ask("PATCH", path, bearer, { endDate: "2026-02-01" })).status).toBe(200);
  });

  it("that a company handed over are not opened again once its partnership has ended", async () => {
    const { company, made, path } = await linked({ linkType: 2, endDate: "2026-03-01T00:00:00Z" });
    const grantor = await makeCompany(db(), "MANUFACTURER", "Grantor");
    await db()
      .update(companyPersLinks)
      .set({ grantedByCompanyId: grantor.id })
      .where(eq(companyPersLinks.id, made.body.id));
    const open = () => ask("PATCH", path, bearer, { endDate: null });
    expect(await open()).toMatchObject({ status: 422, body: { errors: [{ path: "endDate" }] } });
    const partners = { companyId: grantor.id, linkedCompanyId: company.id, kind: "subcontractor", name: "P" } as const;
    await db()
      .insert(companyLinks)
      .values({ ...partners, status: "accepted", acceptedAt: new Date().toISOString() });
    expect((await open()).status).toBe(200);
  });

  it("that never began are removed, all others end", async () => {
    const future = await linked({ startDate: "2200-01-01" });
    expect((await ask("DELETE", future.path, bearer)).status).toBe(204);
    expect((await ask("DELETE", future.path, bearer)).status).toBe(404);
    const begun = await linked();
    for (const status of [204, 204]) expect((await ask("DELETE", begun.path, bearer)).status).toBe(status);
    const [stored] = await db().select().from(companyPersLinks).where(eq(companyPersLinks.id, begun.made.body.id));
    expect(stored).toMatchObject({ version: 2, endDate: expect.any(String) });
    const next = await ask("POST", linksOf(begun.company.id), bearer, { persId: begun.pers.id, linkType: 1 });
    expect(next.status).toBe(201);
  });

  it("of another company are as unknown ones", async () => {
    const { made } = await linked();
    const other = await makeCompany(db());
    for (const [method, body] of [
      ["PATCH", { comment: "mine" }],
      ["DELETE", undefined],
    ] as const) {
      const at = async (id: string) => {
        const { status, text } = await ask(method, `${linksOf(other.id)}/${id}`, bearer, body);
        return { status, text: text.replaceAll(id, "{id}") };
      };
      const foreign = await at(made.body.id);
      expect(foreign).toEqual(await at(crypto.randomUUID()));
      expect(foreign.status).toBe(404);
    }
    expect((await ask("GET", linksOf(other.id), bearer)).body.items).toEqual([]);
  });

  it("end and begin one after the other, on nodes whose clocks are two seconds apart: 100 of 100", async () => {
    const { pers, path } = await linked();
    expect((await ask("DELETE", path, bearer)).status).toBe(204);
    const nodeOf = (isAhead: boolean) =>
      vi.useFakeTimers({ toFake: ["Date"], now: performance.timeOrigin + performance.now() + (isAhead ? 2000 : 0) });
    const wrong: unknown[] = [];
    try {
      for (let n = 0; n < 100; n++) {
        const company = await makeCompany(db(), "MANUFACTURER");
        nodeOf(n % 2 === 0);
        const begun = await ask("POST", linksOf(company.id), bearer, { persId: pers.id, linkType: 1 });
        nodeOf(n % 4 < 2);
        const ended = await ask("DELETE", `${linksOf(company.id)}/${begun.body.id}`, bearer);
        if (begun.status !== 201 || ended.status !== 204) wrong.push([n, begun.body, ended.body]);
      }
    } finally {
      vi.useRealTimers();
    }
    expect(wrong).toEqual([]);
    const kept = await ask("GET", `pers/${pers.id}/company-pers-link?limit=1000`, bearer);
    expect(kept.body.items).toHaveLength(101);
  });

  it("count to the end of the last day that is named, and for some time", async () => {
    const { company, pers, made } = await linked({ endDate: "2026-03-01" });
    expect(made.body.endDate).toBe("2026-03-02T00:00:00.000Z");
    const at = linksOf(company.id);
    const body = { persId: pers.id, linkType: 2 };
    const day = { startDate: "2026-11-23", endDate: "2026-11-23" };
    const one = await ask("POST", at, bearer, { ...body, ...day });
    expect(one).toMatchObject({ status: 201, body: { endDate: "2026-11-24T00:00:00.000Z" } });
    expect((await ask("POST", at, bearer, { ...body, ...day })).status).toBe(422);
    const moment = "2026-12-01T10:00:00Z";
    const empty = await ask("POST", at, bearer, { ...body, startDate: moment, endDate: moment });
    expect(empty).toMatchObject({ status: 422, body: { errors: [{ path: "endDate" }] } });
    const forever = await ask("POST", at, bearer, { ...body, startDate: moment, endDate: "9999-12-31" });
    expect(forever).toMatchObject({ status: 201, body: { endDate: "9999-12-31T23:59:59.999Z" } });
    const early = await ask("POST", at, bearer, { ...body, startDate: "0049-06-01" });
    const message = expect.stringContaining("2000-01-01");
    expect(early).toMatchObject({ status: 400, body: { errors: [{ path: "startDate", message }] } });
  });

  it("are found by serial, model, type and period", async () => {
    const { company, pers, made } = await linked({ endDate: "2026-02-28" });
    const open = await ask("POST", linksOf(company.id), bearer, {
      persId: (await make.pers()).id,
      linkType: 2,
      startDate: "2026-05-01",
    });
    const found = async (query: object) => {
      const asked = `${linksOf(company.id)}?${new URLSearchParams({ ...query, sortBy: "startDate:asc" })}`;
      return ids((await ask("GET", asked, bearer)).body.items);
    };
    const [first, second] = [made.body.id, open.body.id];
    expect(await found({})).toEqual([first, second]);
    expect(await found({ serialPersNumber: pers.nuSerialPersNumber.toLowerCase() })).toEqual([first]);
    expect(await found({ linkType: 2 })).toEqual([second]);
    const model = (made.body.pers as { modelPERS: { label: string } }).modelPERS.label;
    expect(await found({ modelPERS: model })).toContain(first);
    expect(await found({ modelPERS: "no such model" })).toEqual([]);
    expect(await found({ startDate: "2026-03-01" })).toEqual([second]);
    expect(await found({ startDate: "2026-02-28T23:59:59Z" })).toEqual([first, second]);
    expect(await found({ endDate: "2026-01-01" })).toEqual([first]);
    expect(await found({ endDate: "2026-05-01" })).toEqual([first, second]);
    expect((await ask("GET", `${linksOf(company.id)}?linkType=3`, bearer)).status).toBe(400);
  });

  it("of a PERS that does not exist are refused", async () => {
    const { id } = await makeCompany(db());
    const body = { persId: crypto.randomUUID(), linkType: 1 };
    expect(await ask("POST", linksOf(id), bearer, body)).toMatchObject({
      status: 422,
      body: { code: "unknown_reference", errors: [{ path: "persId" }] },
    });
    expect((await ask("POST", linksOf(id), bearer, { ...body, linkType: 3 })).status).toBe(400);
  });

  it("are one where 20 are made at once", async () => {
    const pers = await make.pers();
    const companies = await Promise.all(Array.from({ length: 20 }, () => makeCompany(db())));
    const answers = await Promise.all(
      companies.map(({ id }) => ask("POST", linksOf(id), bearer, { persId: pers.id, linkType: 1 })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const lost = answers.filter(({ status }) => status !== 201);
    for (const { status, body } of lost)
      expect([status, body.detail]).toEqual([422, expect.stringMatching(/ has it from .* without an end\.$/)]);
    const open = and(eq(companyPersLinks.persId, pers.id), isNull(companyPersLinks.endDate));
    expect(await db().$count(companyPersLinks, open)).toBe(1);
  });

  it("are kept apart by the database too", async () => {
    const [{ id: companyId }, { id: persId }] = [await makeCompany(db()), await make.pers()];
    const period = { persId, companyId, linkType: 1, startDate: "2026-01-01", endDate: "2026-02-01" };
    await db().insert(companyPersLinks).values(period);
    const overlapping = db()
      .insert(companyPersLinks)
      .values({ ...period, startDate: "2026-01-31" });
    await expect(overlapping).rejects.toMatchObject({ cause: { code: "23P01" } });
  });
});

describe("PERS links by key", () => {
  const internal = "internals/company-pers-link";

  it("name the company in the query and the body, and are changed by their own id", async () => {
    const [company, pers] = [await makeCompany(db()), await make.pers()];
    const body = { companyId: company.id, persId: pers.id, linkType: 2 };
    const made = await ask("POST", internal, byKey, body);
    expect(made).toMatchObject({ status: 201, body: { company: { id: company.id }, linkType: 2 } });
    const listed = await ask("GET", `${internal}?companyId=${company.id}&linkType=2`, byKey);
    expect(ids(listed.body.items)).toEqual([made.body.id]);
    expect((await ask("GET", internal, byKey)).status).toBe(400);
    const changed = await ask("PATCH", `${internal}/${made.body.id}`, byKey, { comment: "By key" });
    expect(changed).toMatchObject({ status: 200, body: { comment: "By key" } });
    expect((await ask("DELETE", `${internal}/${made.body.id}`, byKey)).status).toBe(204);
    const unknown = await ask("POST", internal, byKey, { ...body, companyId: crypto.randomUUID() });
    expect(unknown.status).toBe(404);
  });

  it("take no bearer, and the staff's take no key", async () => {
    const { pers, company } = await linked();
    for (const path of [`${internal}?companyId=${company.id}`, `internals/pers/${pers.id}/company-pers-link`])
      expect([(await ask("GET", path, bearer)).status, (await ask("GET", path, byKey)).status]).toEqual([401, 200]);
    for (const path of [linksOf(company.id), `pers/${pers.id}/company-pers-link`])
      expect([(await ask("GET", path, bearer)).status, (await ask("GET", path, byKey)).status]).toEqual([200, 401]);
  });
});

describe("links seen from elsewhere", () => {
  it("those of one PERS, to all companies, in one page", async () => {
    const { pers, made } = await linked();
    const others = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const { id } = await makeCompany(db());
        const period = { startDate: `20${10 + n}-01-01`, endDate: `20${11 + n}-01-01T00:00:00Z` };
        return (await ask("POST", linksOf(id), bearer, { persId: pers.id, linkType: 1, ...period })).body.id;
      }),
    );
    for (const [path, headers] of [
      [`pers/${pers.id}/company-pers-link`, bearer],
      [`internals/pers/${pers.id}/company-pers-link`, byKey],
    ] as const) {
      const { status, body } = await ask("GET", path, headers);
      expect([status, new Set(ids(body.items))]).toEqual([200, new Set([made.body.id, ...others])]);
    }
    expect((await ask("GET", `pers/${crypto.randomUUID()}/company-pers-link`, bearer)).status).toBe(404);
  });

  it("companies by the type of their links, with how many they have", async () => {
    const { company } = await linked({ linkType: 2, endDate: "2026-02-01" });
    const open = { persId: (await make.pers()).id, linkType: 2 };
    await ask("POST", linksOf(company.id), bearer, open);
    const of = async (linkType: number) => {
      const { status, body } = await ask("GET", `company-pers-link/${linkType}/companies?limit=1000`, bearer);
      const found = body.items?.find((row) => (row.company as { id: string }).id === company.id);
      return { status, found };
    };
    expect(await of(2)).toEqual({
      status: 200,
      found: {
        company: {
          id: company.id,
          name: company.name,
          registerNumber: company.registerNumber,
          category: { id: company.companyCategoryId, code: "MANUFACTURER", label: "Manufacturer" },
        },
        linksCount: 2,
        openLinksCount: 1,
      },
    });
    expect(await of(1)).toEqual({ status: 200, found: undefined });
    expect((await of(3)).status).toBe(400);
  });

  it("companies with so many links that their number is remembered, by type and by whether they have an end", async () => {
    const [company, device] = [await makeCompany(db()), await make.pers()];
    await db().execute(sql`
      insert into ${companyPersLinks} (id, pers_id, company_id, link_type, start_date, end_date, created_at, updated_at)
      select gen_random_uuid(), ${device.id}, ${company.id}, type, '2000-01-01'::timestamptz + n * interval '1 hour',
        case when n < 10000 then '2000-01-01'::timestamptz + (n + 1) * interval '1 hour' end, now(), now()
      from generate_series(1, 10000) n, (values (1), (2)) types (type) where type = 1 or n > 9990`);
    const counts = async (linkType: number) => {
      const { body } = await ask("GET", `company-pers-link/${linkType}/companies?limit=1000`, bearer);
      const found = body.items?.find((row) => (row.company as { id: string }).id === company.id);
      return [found?.linksCount, found?.openLinksCount];
    };
    for (const _ of ["counted", "remembered"])
      expect([await counts(1), await counts(2)]).toEqual([
        [10_000, 1],
        [10, 1],
      ]);
  });
});
