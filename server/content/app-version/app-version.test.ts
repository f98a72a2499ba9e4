import fc from "fast-check";
import semver from "semver";
import { beforeEach, describe, expect, it } from "vitest";
import { appVersions } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { languageId, seedBase } from "@/seed/base";
import { fixedId } from "@/server/kit/record/fixed-id";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { backoffice, bearer } from "@/server/testing/backoffice";
import { compareSemver, semverPattern } from "./app-version.rules";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db()));
const ask = backoffice(db);
const path = "admin/app-versions";
const platformTechId = fixedId("platform-tech", "RIDER_APP");
const at = {
  en: languageId("en"),
  fr: languageId("fr"),
  app: fixedId("module", "mobile-app"),
  pro: fixedId("module", "pro-center"),
};
beforeEach(async () => {
  await db().delete(appVersions);
  await seedBase(db());
});

const make = (version: string, more: object = {}) =>
  api().appVersions.create({ platformTechId, os: "iOS", version, ...more });

const part = fc.nat({ max: 12 });
const mark = fc.oneof(part.map(String), fc.stringMatching(/^[A-Za-z-][0-9A-Za-z-]{0,3}$/), fc.constant("1a"));
const version = fc
  .tuple(part, part, part, fc.option(fc.array(mark, { minLength: 1, maxLength: 3 })))
  .map(([a, b, c, marks]) => `${a}.${b}.${c}${marks ? `-${marks.join(".")}` : ""}`);

describe("the order of versions", () => {
  it("is that of semver", () => {
    fc.assert(
      fc.property(version, version, (one, other) => {
        expect(semverPattern.test(one)).toBe(semver.valid(one) === one);
        expect(Math.sign(compareSemver(one, other))).toBe(semver.compare(one, other));
      }),
      { numRuns: 2000 },
    );
  });

  it("is that of the list, whatever the database's collation is", async () => {
    const versions = [
      "3.10.0",
      "3.9.1",
      "3.10.0-rc.10",
      "3.10.0-rc.2",
      "3.10.0-beta",
      "10.0.0",
      "3.10.0-rc",
      "3.10.0-1",
    ];
    for (const one of versions) await make(one);
    const { items } = await api().appVersions.list({ limit: 100 });
    expect(items.map((item) => item.version)).toEqual(versions.toSorted(semver.rcompare));
  });
});

describe("app versions", () => {
  it("answer by REST as documented", async () => {
    const made = await ask("POST", path, bearer, { platformTechId, os: "iOS", version: "3.1.0", isMandatory: true });
    expect([made.status, made.body]).toMatchObject([
      201,
      { platformTech: { key: "RIDER_APP" }, os: "iOS", version: "3.1.0", isActive: true, storeUrl: null, revision: 1 },
    ]);
    const one = `${path}/${made.body.id}`;
    const translated = await ask("POST", `${one}/translation/${at.fr}`, bearer, { releaseNote: "Plus vite" });
    expect([translated.status, translated.body]).toEqual([200, {}]); // no body
    const whole = await ask("GET", one, bearer);
    expect((await api().desk.list({ languageId: at.fr, resource: "app-version" })).items).toMatchObject([
      { name: "iOS 3.1.0", place: "Rider app", target: { releaseNote: "Plus vite" } },
    ]);
    expect(whole.body).toMatchObject({ revision: 2, translations: [{ languageId: at.fr, releaseNote: "Plus vite" }] });
    const changed = await ask("PATCH", one, { ...bearer, "if-match": whole.etag }, { version: "3.1.1" });
    expect([changed.status, changed.body]).toMatchObject([201, { version: "3.1.1", isMandatory: true, revision: 3 }]);
    expect((await ask("PATCH", one, { ...bearer, "if-match": whole.etag }, { version: "4.0.0" })).status).toBe(412);
    const [note] = whole.body.translations as unknown as { id: string }[];
    expect((await ask("DELETE", `${path}/translation/${note?.id}`, bearer)).status).toBe(204);
    expect((await ask("DELETE", one, bearer)).status).toBe(204);
    expect((await ask("GET", one, bearer)).status).toBe(404);
  });

  it("are found by tech, system, number and whether they are on", async () => {
    await make("3.1.0");
    await make("3.2.0", { os: "Android", isActive: false });
    const found = async (query: string) =>
      (await ask("GET", `${path}?${query}`, bearer)).body.items.map((item) => (item as { version?: string }).version);
    expect(await found("os=ios")).toEqual(["3.1.0"]);
    expect(await found("isActive=false")).toEqual(["3.2.0"]);
    expect(await found("version=3.")).toEqual(["3.2.0", "3.1.0"]);
    expect(await found(`platformTechId=${crypto.randomUUID()}`)).toEqual([]);
    expect((await ask("GET", `${path}?isActive=maybe`, bearer)).status).toBe(400);
  });

  it("refuse what is no version, is there already, or is of no tech", async () => {
    await make("3.1.0");
    for (const bad of ["3.1", "v3.1.0", "3.01.0", "3.1.0+build", "", "latest"])
      expect((await failure(make(bad))).status).toBe(400);
    expect(await failure(make("3.1.0"))).toMatchObject({ status: 422, code: "duplicate" });
    expect((await make("3.1.0", { os: "Android" })).os).toBe("Android");
    expect((await failure(make("9.0.0", { platformTechId: crypto.randomUUID() }))).status).toBe(422);
  });

  it("tell an app what it must do, by one rule for each system", async () => {
    await make("3.0.0");
    await make("3.1.0", { isMandatory: true });
    await make("3.4.0-rc.1", { isActive: false, isMandatory: true });
    const newest = await make("3.3.0", { storeUrl: "https://store.test/app" });
    await make("9.0.0", { os: "Android" });
    await api().appVersions.translate({ id: newest.id, languageId: at.en, releaseNote: "Faster" });
    const { rules } = await api().appVersions.rules();
    expect(rules).toMatchObject([
      { os: "Android", newest: "9.0.0", mandatory: null },
      { os: "iOS", newest: "3.3.0", mandatory: "3.1.0" },
    ]);
    const told = (version: string, languageId?: string) =>
      api().appVersions.advice({ platformTechId, os: "iOS", version, languageId });
    expect(await told("3.1.0-rc.1")).toMatchObject({ advice: "must", mandatory: { version: "3.1.0" } });
    expect(await told("3.1.0", at.fr)).toMatchObject({
      advice: "may",
      newest: { version: "3.3.0", storeUrl: "https://store.test/app" },
      note: { languageId: at.en, releaseNote: "Faster", isFallback: true },
    });
    expect(await told("3.3.0")).toMatchObject({ advice: "none", note: null });
    expect(await told("4.0.0")).toMatchObject({ advice: "none" });
    const web = await api().appVersions.advice({ platformTechId, os: "Web", version: "1.0.0" });
    expect(web).toEqual({ advice: "none", mandatory: null, newest: null, note: null });
  });
});

describe("conditional features", () => {
  it("answer by REST as documented", async () => {
    const features = "admin/conditionalFeature";
    const body = { title: "Theft alarm", keyword: "theft.alarm", moduleId: at.app };
    const made = await ask("POST", features, bearer, body);
    expect([made.status, made.body]).toMatchObject([201, { active: false, module: { label: "Mobile app" } }]);
    expect((await ask("POST", features, bearer, body)).status).toBe(422);
    const one = `${features}/${made.body.id}`;
    expect(await ask("PATCH", one, bearer, { active: true })).toMatchObject({ status: 200, body: { active: true } });
    const found = async (query: string) => (await ask("GET", `${features}?${query}`, bearer)).body.items.length;
    expect(await found("title=ALARM&keyword=theft&active=true")).toBe(1);
    expect(await found(`moduleId=${at.pro}`)).toBe(0);
    expect((await ask("DELETE", one, bearer)).status).toBe(204);
    expect((await ask("DELETE", one, bearer)).status).toBe(404);
  });
});
