import { beforeAll, expect, it } from "vitest";
import { users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { languageId, seedBase } from "@/seed/base";
import { handleApi } from "@/server/api";
import { openSession } from "@/server/identity/session/session.service";
import { anonymous, makeUser } from "@/server/identity/testing";
import { permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { askScreen } from "@/server/testing/ask";
import { cookieOf, credentialsOf, makePerson } from "@/server/testing/callers";
import { downloadPath } from "./download-door";
import { proceduresOf, takesOrGivesFiles } from "./rest-plan";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const namesOf = async () => (await db().select({ name: users.firstName }).from(users)).map(({ name }) => name);

it("a page asks only in the name of whom it was drawn for", async () => {
  const [me, other] = [await makeUser(db(), { firstName: "Me" }), await makeUser(db(), { firstName: "Other" })];
  const cookie = await cookieOf(await openSession(anonymous(db()), me, { kind: "browser" }));
  const rename = async (drawnFor: string | undefined, firstName: string) => {
    const headers = { cookie, ...(drawnFor && { "x-persdesk-viewer": drawnFor }) };
    return (await askScreen("profile.update", { firstName }, { headers })).status;
  };
  expect(await rename(other.id, "Stale")).toBe(401);
  expect(await namesOf()).not.toContain("Stale");
  expect(await rename(me.id, "Mine")).toBe(200);
  expect(await rename(undefined, "Plain")).toBe(200);
  expect(await namesOf()).toContain("Plain");
});

it("what takes or gives files stands at the REST door alone", async () => {
  const staff = await makePerson(db(), {}, permissionCodes);
  const { cookie } = await credentialsOf(db(), staff);
  const names = proceduresOf(appRouter).flatMap(([name, one]) => (takesOrGivesFiles(one) ? [name] : []));
  expect(names).toContain("labels.upload");
  for (const name of names)
    for (const input of [{}, { languageId: languageId("en"), file: {} }]) {
      const { status, text } = await askScreen(name, input, { headers: { cookie } });
      expect([name, status, JSON.parse(text).error.data.problem.code]).toEqual([name, 404, "not_found"]);
    }
});

it("the door of downloads is there for files that a mutation makes, and for nothing else", async () => {
  const reached: string[] = [];
  for (const [name] of proceduresOf(appRouter)) {
    const { status } = await handleApi(new Request(`http://localhost${downloadPath}${name}`));
    if (status !== 404) reached.push(`${name} ${status}`);
  }
  expect(reached).toEqual(["privacy.download 405"]);
});
