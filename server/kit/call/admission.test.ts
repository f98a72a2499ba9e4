import { describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { failure, staffCtx } from "@/server/kit/testing";
import { type Admission, assertMay, enterCompany } from "./admission";
import type { Actor } from "./context";

const { db } = useDatabase();
const companyId = "00000000-0000-7000-8000-0000000000c1";
const { actor: staff } = staffCtx(db());
const key: Actor = { kind: "key", id: companyId, label: "a key", permissions: new Set(["*"]) };
/** Somebody of a company, with these rights in it and all of the backoffice's besides, which count for nothing there. */
const ofCompany = (...rights: string[]) =>
  ({
    ...staff,
    type: "Pro Center Member",
    rightsIn: async (id: string) => (id === companyId ? new Set(rights) : null),
  }) as Actor;

/** Why somebody may not do something, undefined where they may. */
const refusal = async (actor: Actor | null, admission: Admission) => {
  try {
    assertMay({ actor }, admission);
  } catch (error) {
    return failure(Promise.reject(error));
  }
};
const enter = (actor: Actor, admission: Admission, id: unknown = companyId) =>
  enterCompany({ ...staffCtx(db()), actor }, admission, id);

describe("without a company", () => {
  it("people of companies may do nothing of staff's, whatever rights they hold", async () => {
    const refused = { code: "forbidden", detail: "Only staff may do this." };
    expect(await refusal(ofCompany("pers.read"), { permission: "pers.read" })).toMatchObject(refused);
    const inside = { permission: "pers.read", company: "companyId" } as const;
    expect(await refusal(ofCompany("pers.read"), inside)).toBeUndefined();
    // An operation that names a company too may be staff's alone.
    expect(await refusal(ofCompany("pers.read"), { ...inside, staffOnly: true })).toMatchObject(refused);
    expect(await refusal(staff, { ...inside, staffOnly: true })).toBeUndefined();
  });

  it("is for who has the right; some is for everybody, and some for everybody who is signed in", async () => {
    const poor = { ...staff, permissions: new Set(["pers.write"]) } as Actor;
    expect(await refusal(poor, { permission: "pers.read" })).toMatchObject({ code: "forbidden" });
    expect(await refusal(staff, { permission: "pers.read" })).toBeUndefined();
    expect(await refusal(null, { permission: "public" })).toBeUndefined();
    for (const permission of ["signed-in", "member", "pers.read"] as const)
      expect(await refusal(null, { permission })).toMatchObject({ code: "credentials_missing" });
    expect(await refusal(poor, { permission: "signed-in" })).toBeUndefined();
  });

  it("waits for the second factor of who must set one up", async () => {
    const bare = { ...staff, mustEnrol: true } as Actor;
    const refused = { code: "second_factor_enrolment_required" };
    for (const permission of ["signed-in", "pers.read"] as const)
      expect(await refusal(bare, { permission })).toMatchObject(refused);
    expect(await refusal(bare, { permission: "signed-in", beforeEnrolment: true })).toBeUndefined();
  });
});

describe("what is a company's own people's", () => {
  const own = { permission: "member", company: "companyId" } as const;

  it("is for nobody else: not for staff, nor for a key that may do everything", async () => {
    const refused = { code: "forbidden", detail: "companyId: this is not a company of yours." };
    for (const actor of [staff, key]) {
      expect(await refusal(actor, own)).toMatchObject(refused);
      expect(await failure(enter(actor, own))).toMatchObject(refused);
    }
    expect((await enter(ofCompany(), own)).company).toEqual({ id: companyId, rights: new Set() });
  });

  it("is for the company that is named alone, by any writing of its id", async () => {
    expect((await enter(ofCompany(), own, companyId.toUpperCase())).company.id).toBe(companyId);
    for (const id of [companyId.replace("c1", "c2"), "no id", null])
      expect((await failure(enter(ofCompany(), own, id))).detail).toContain("not a company of yours");
  });

  it("takes the right where it names one: their own there, or staff's", async () => {
    const admission = { permission: "pers.read", company: "companyId" } as const;
    expect((await failure(enter(ofCompany("pers.write"), admission))).detail).toContain("pers.read");
    expect((await enter(ofCompany("pers.read"), admission)).company.rights).toEqual(new Set(["pers.read"]));
    const some = { ...staff, permissions: new Set(["pers.read"]) } as Actor;
    expect((await enter(some, admission)).company.rights).toEqual(new Set(["pers.read"]));
    expect((await enter(key, admission)).company.rights.has("pers.write")).toBe(true);
  });
});
