import { beforeAll, describe, expect, it } from "vitest";
import { modelPers, pers, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { staffCtx } from "@/server/kit/testing";
import { search } from "./search.service";

const { db } = useDatabase();

beforeAll(async () => {
  const [model] = await db().insert(modelPers).values({ label: "Core 100%" }).returning();
  const serials = Array.from({ length: 300 }, (_, n) => `SN-${String(n).padStart(4, "0")}-X`);
  await db()
    .insert(pers)
    .values([...serials, "SN-0"].map((nuSerialPersNumber) => ({ nuSerialPersNumber, modelPERSId: model?.id ?? "" })));
});

beforeAll(async () => {
  const person = { lastName: "Found", status: "active" } as const;
  await db()
    .insert(users)
    .values([
      { ...person, firstName: "Stacey", email: "stacey@persdesk.demo", type: "Staff" },
      { ...person, firstName: "Rhea", email: "rhea@example.com", type: "Rider" },
      { ...person, firstName: "Théo", lastName: "Garnier", email: "t.g@example.com", type: "Rider" },
      { ...person, firstName: "Garance", lastName: "Théodore", email: "g.t@example.com", type: "Rider" },
    ]);
});

const labels = async (term: string, permissions?: Parameters<typeof staffCtx>[1]) =>
  (await search(staffCtx(db(), permissions), term)).items.map(({ kind, label }) => `${kind} ${label}`);

describe("search", () => {
  it("finds a part of a serial number, in any case", async () => {
    expect(await labels("n-0123")).toEqual(["pers SN-0123-X"]);
  });

  it("gives five of a kind at the most, the exact match first even among thousands", async () => {
    const found = await labels("sn-0");
    expect(found).toHaveLength(5);
    expect(found[0]).toBe("pers SN-0");
  });

  it("takes wildcards literally", async () => {
    expect(await labels("100%")).toEqual(["modelPers Core 100%"]);
    expect(await labels("SN_0")).toEqual([]);
  });

  it.each([
    ["theo", ["Théo Garnier", "Garance Théodore"]],
    ["THÉO garnier", ["Théo Garnier"]],
    ["garnier théo", ["Théo Garnier"]],
    ["garnier th", ["Théo Garnier"]],
    ["th g", ["Théo Garnier", "Garance Théodore"]],
    ["garnier eo", []],
    ["garnier rhea", []],
  ])("takes words in any order, with or without accents, short ones as beginnings: %s", async (term, expected) => {
    expect(await labels(term, ["portal-user.read"])).toEqual(expected.map((name) => `portalUsers ${name}`));
  });

  it("shows only what the person may read", async () => {
    expect(await labels("core", [])).toEqual([]);
    expect(await labels("n-0123", ["model-pers.read"])).toEqual([]);
    expect(await labels("core", ["model-pers.read"])).toEqual(["modelPers Core 100%"]);
  });

  it("finds nobody beyond the reach of the list: staff are no portal users", async () => {
    expect(await labels("found", ["portal-user.read"])).toEqual(["portalUsers Rhea Found"]);
    expect(await labels("found", ["staff.read"])).toEqual(["staff Stacey Found"]);
  });
});
