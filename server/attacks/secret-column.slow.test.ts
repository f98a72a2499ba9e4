import { getTableColumns, ne, type SQL } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { PgTable } from "drizzle-orm/pg-core";
import { beforeAll, describe, expect, it } from "vitest";
import * as schema from "@/db/schema";
import { useDemo } from "@/db/testing/demo";
import { sample, walkSeed } from "@/db/testing/sample";
import { isLong } from "@/db/testing/scale";
import { planOperations, proceduresOf } from "@/server/doors/rest-plan";
import { apiKeyService } from "@/server/identity/api-key/api-key.service";
import { staffCtx } from "@/server/kit/testing";
import { permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { ask, readScreen } from "@/server/testing/ask";
import { credentialsOf, makePerson } from "@/server/testing/callers";
import { prepareRolloutSamples } from "@/server/testing/rollout-samples";

// Who may order or filter by a secret can read it, one comparison at a time; who may export it need not even ask.

const { db } = useDemo(60, "2026-11-01T12:00:00Z");
let bearer: Record<string, string>;
let cookie: Record<string, string>;
let key: Record<string, string>;

type AnyTable =
  | typeof schema.users
  | typeof schema.pers
  | typeof schema.vehicleBrands
  | typeof schema.companies
  | typeof schema.firmwareRollouts;

/** What some lists need to be told. */
const known: Record<string, string> = { email: "rider@persdesk.test", keyPlatformTech: "RIDER_APP" };
/** What a path names that is no record. */
const inPaths: Record<string, string> = { linkType: "1" };

beforeAll(async () => {
  const sent = await credentialsOf(db(), await makePerson(db(), {}, permissionCodes));
  key = { "x-api-key": (await apiKeyService.create(staffCtx(db()), { name: "every list", scopes: ["*"] })).key };
  const first = async (table: AnyTable, where?: SQL) =>
    (await db().select({ id: table.id }).from(table).where(where).limit(1))[0]?.id ?? "";
  known.userId = await first(schema.users, ne(schema.users.type, "Staff"));
  known.objectId = known.userId;
  known.persId = await first(schema.pers);
  known.vehicleBrandId = await first(schema.vehicleBrands);
  known.companyId = await first(schema.companies);
  const team = { companyId: known.companyId, name: "North" };
  known.companyTeamId = (await db().insert(schema.companyTeams).values(team).returning())[0]?.id ?? "";
  known.faqId = (await db().insert(schema.faqs).values({ name: "One", topic: "One" }).returning())[0]?.id ?? "";
  await prepareRolloutSamples(db());
  known.rolloutId = await first(schema.firmwareRollouts);
  bearer = { authorization: `Bearer ${sent.bearer}` };
  cookie = { cookie: sent.cookie };
});

/** The placeholders of texts, which people write and see, and what plans of erasure and of rollouts are told apart by. */
const shown = new Set(["tokens", "tokensLabelList", "planHash", "hash"]);

/** Each column of the database that is called like a secret, as the wire and as SQL would name it. */
const secretNames = [
  ...new Set(
    Object.values(schema)
      .filter((table) => table instanceof PgTable)
      .flatMap((table) => Object.keys(getTableColumns(table)))
      .filter((name) => /hash|sealed|secret|token|password|recovery/i.test(name) && !shown.has(name))
      .flatMap((name) => [name, toSnakeCase(name), `user.${name}`, `users.${toSnakeCase(name)}`]),
  ),
];
/** All of them in a long run; else every sixteenth, beginning elsewhere from list to list, so that each is tried at some. */
const namesOf = (list: number) => secretNames.filter((_, index) => isLong || index % 16 === (list + walkSeed) % 16);
const operations = sample(
  planOperations(appRouter).filter(({ query }) => query.has("sortBy")),
  20,
  "lists of the API that are ordered and filtered by secrets",
);
const all = proceduresOf(appRouter).flatMap(([name, { _def }]) => (_def.meta?.list ? [name.split(".")[0] ?? ""] : []));
const lists = sample(all, 20, "lists of screens that are ordered and filtered by secrets");

it("knows what is secret", () => {
  expect(secretNames).toEqual(
    expect.arrayContaining(["passwordHash", "switchToPasswordHash", "keyHash", "secrets", "code_hash"]),
  );
});

describe.each(operations.map((operation, n) => [operation.name, n, operation] as const))(
  "the list %s",
  (_, n, operation) => {
    const { path, query, rest } = operation;
    const answer = async (more: string) => {
      const keyOf = (name: string) => path.find((field) => field.name === name)?.key ?? name;
      const at = rest.path.replace(/\{(\w+)\}/g, (_, name: string) => known[keyOf(name)] ?? inPaths[name] ?? "");
      const needed = [...query.values()]
        .filter(({ required }) => required)
        .map(({ name }) => `&${name}=${known[name]}`);
      const headers = rest.auth === "apiKey" ? key : bearer;
      return ask("GET", `${at}?limit=3${needed.join("")}${more}`, { headers });
    };

    it("is ordered and filtered by no secret", async () => {
      const plain = await answer("");
      expect([path.length, plain.status]).toEqual([path.length, 200]);
      for (const name of namesOf(n)) {
        expect([name, (await answer(`&sortBy=${name}:asc`)).status]).toEqual([name, 400]);
        expect([name, (await answer(`&sortBy=createdAt:desc,${name}`)).status]).toEqual([name, 400]);
        const { status, text } = await answer(`&${name}=%24argon2id`);
        expect([name, status, text]).toEqual([name, 200, plain.text]);
      }
    });
  },
);

describe.each(lists.map((list, n) => [list, n] as const))("the screen's list %s", (list, n) => {
  const input = (more: object) => ({ ...known, ...more });

  it("is ordered and filtered by no secret", async () => {
    const all = await readScreen(`${list}.count`, input({}), { headers: cookie });
    expect(all.status).toBe(200);
    for (const name of namesOf(n)) {
      const sorted = await readScreen(`${list}.rows`, input({ limit: 3, sortBy: `${name}:asc` }), { headers: cookie });
      expect([name, sorted.status]).toEqual([name, 400]);
      const filtered = await readScreen(`${list}.count`, input({ [name]: "x" }), { headers: cookie });
      expect([name, filtered.text]).toEqual([name, all.text]);
    }
  });

  it("exports no secret, and answers none", async () => {
    const columns = secretNames.map((name) => `${name}=S`).join(",");
    const file = await ask("GET", `/export/${list}?${new URLSearchParams({ ...known, columns })}`, { headers: cookie });
    expect(file.status).toBe(200);
    expect(new Set(file.text.replaceAll(/[\r\n,]/g, ""))).toEqual(new Set("S"));
    const { status, text } = await readScreen(`${list}.rows`, input({ limit: 50 }), { headers: cookie });
    expect(status).toBe(200);
    const fields = [...text.matchAll(/"(\w+)":/g)].map(([, name = ""]) => name);
    expect(fields.filter((name) => /hash|sealed|^secrets$/i.test(name) && !shown.has(name))).toEqual([]);
  });
});
