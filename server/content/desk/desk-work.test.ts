import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deskComments, userRoles, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedIdentityBase } from "@/seed/identity";
import { makeUser } from "@/server/identity/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { seedContent } from "../testing";

const { db } = useDatabase();
let at: Awaited<ReturnType<typeof seedContent>>;
let label = "";
beforeAll(() => seedIdentityBase(db()));

/** A person of the staff with these rights, and what they can call. */
async function person(...permissions: Permission[]) {
  const user = await makeUser(db(), { permissions });
  const ctx = staffCtx(db(), permissions);
  const api = appRouter.createCaller({ ...ctx, actor: { ...ctx.actor, id: user.id } as typeof ctx.actor });
  return { id: user.id, desk: api.desk };
}

beforeEach(async () => {
  await db().delete(deskComments);
  at = await seedContent(db());
  await db().delete(userRoles);
  await db().delete(users);
  const made = await appRouter.createCaller(staffCtx(db())).labels.create({
    name: "button.save",
    moduleId: at.app,
    translations: [{ languageId: at.en, value: "Save" }],
  });
  label = made.id;
});
const cell = () => ({ resource: "label", id: label, languageId: at.fr });

describe("comments on a text", () => {
  it("are read by who reads the text, written by who may write it, and deleted by their author", async () => {
    const [one, other] = [await person("label.read", "label.write"), await person("label.read", "label.write")];
    const reader = await person("label.read");
    const made = await one.desk.comment({ ...cell(), content: "A verb?" });
    await other.desk.comment({ ...cell(), content: "Yes" });
    expect(await reader.desk.comments(cell())).toMatchObject([
      { content: "A verb?", isOwn: false },
      { content: "Yes", isOwn: false },
    ]);
    expect(await one.desk.comments({ ...cell(), languageId: at.de })).toEqual([]);
    expect(await one.desk.get(cell())).toMatchObject({ comments: 2 });
    expect((await failure(reader.desk.comment({ ...cell(), content: "Me too" }))).status).toBe(403);
    expect((await failure(other.desk.removeComment({ id: made.id }))).status).toBe(403);
    await one.desk.removeComment({ id: made.id });
    expect(await one.desk.comments(cell())).toMatchObject([{ content: "Yes", isOwn: false }]);
    const stranger = await person("faq.read", "faq.write");
    expect((await failure(stranger.desk.comments(cell()))).status).toBe(404);
    expect((await failure(stranger.desk.comment({ ...cell(), content: "?" }))).status).toBe(404);
  });
});

describe("the person of a text in a language", () => {
  it("is one who may write it, finds it among their own, and nobody else does", async () => {
    const [one, other] = [await person("label.read", "label.write"), await person("label.read", "label.write")];
    const reader = await person("label.read");
    expect((await one.desk.people()).map(({ id }) => id).sort()).toEqual([one.id, other.id].sort());
    const assign = (assigneeId: string | null) => one.desk.assign({ cells: [cell()], assigneeId });
    expect((await failure(assign(reader.id))).status).toBe(422);
    expect((await failure(reader.desk.assign({ cells: [cell()], assigneeId: one.id }))).status).toBe(403);
    expect(await assign(other.id)).toEqual({ assigned: 1 });
    expect(await assign(other.id)).toEqual({ assigned: 0 });
    const names = async (who: typeof one, asked: object) =>
      (await who.desk.list({ languageId: at.fr, ...asked })).items.map(({ name, assigneeId }) => [name, assigneeId]);
    expect(await names(other, { assigned: "me" })).toEqual([["button.save", other.id]]);
    expect(await names(one, { assigned: "me" })).toEqual([]);
    expect(await names(one, { assigned: "nobody" })).toEqual([]);
    expect(await other.desk.own()).toEqual([{ languageId: at.fr, missing: 1, review: 0 }]);
    await assign(null);
    expect(await names(one, { assigned: "nobody", show: "missing" })).toEqual([["button.save", null]]);
    expect(await other.desk.own()).toEqual([]);
  });
});
