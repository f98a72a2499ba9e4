import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { documentations, files } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedContent } from "@/server/content/testing";
import { fileDoor } from "@/server/doors/file-door";
import type { KnownCtx } from "@/server/kit/call/context";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { backoffice, bearer } from "@/server/testing/backoffice";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db())).documentations;
const ask = backoffice(db);
const path = "admin/documentation";
let at: Awaited<ReturnType<typeof seedContent>>;
beforeEach(async () => {
  await db().delete(documentations);
  at = await seedContent(db());
});

const manual = () => api().create({ name: "Manual" });
const url = "https://persdesk.test/manual.pdf";

/** A file that this person sent. */
async function sent(ctx: KnownCtx) {
  const bytes = new Uint8Array(Buffer.from(`%PDF-1.7 ${crypto.randomUUID()}`));
  const upload = { file: { name: "manual.pdf", type: "application/pdf", bytes } };
  return (await appRouter.createCaller(ctx).files.upload(upload)).fileId;
}

/** What another member of staff with these rights is answered at the door of files. */
async function reads(fileId: string, rights: Permission[]) {
  const { actor } = staffCtx(db(), rights);
  const other = { ...actor, id: crypto.randomUUID() } as typeof actor; // another person, with the same kind of rights
  const door = fileDoor({
    router: appRouter,
    bearerActor: async () => other,
    screenActor: async () => null,
    database: db,
  });
  const address = new URL(`http://localhost/api/files/${fileId}`);
  const request = new Request(address, { headers: { authorization: "Bearer x" } });
  return door({ request, url: address, requestId: "r", ip: null }).then(
    ({ status }) => status,
    (error: { status: number }) => error.status,
  );
}

describe("documentation", () => {
  it("answers by REST as documented", async () => {
    const made = await ask("POST", path, bearer, { name: "Manual" });
    expect([made.status, made.body]).toMatchObject([201, { name: "Manual", isActivated: true, contents: [] }]);
    const one = `${path}/${made.body.id}`;
    const added = await ask("POST", `${one}/content`, bearer, { url });
    expect([added.status, added.text]).toEqual([201, ""]);
    const read = await ask("GET", `${one}/content`, bearer);
    expect([read.status, read.body]).toMatchObject([
      200,
      {
        id: made.body.id,
        version: 2,
        contents: [{ url, fileId: null, translations: [] }],
        missingLanguageIds: [at.en, at.fr],
      },
    ]);
    const contentId = (read.body.contents as { id: string }[])[0]?.id;
    const body = { contentId, languageId: at.fr, title: "Manuel" };
    const translated = await ask("POST", `${one}/content/translation`, { ...bearer, "if-match": read.etag }, body);
    expect([translated.status, translated.body]).toMatchObject([
      200,
      {
        contents: [{ translations: [{ languageId: at.fr, title: "Manuel", url: null, fileId: null }] }],
        missingLanguageIds: [at.en],
      },
    ]);
    const again = await ask("POST", `${one}/content/translation`, { ...bearer, "if-match": read.etag }, body);
    expect(again.status).toBe(412);
    const changed = await ask("PATCH", one, bearer, { isActivated: false });
    expect([changed.status, changed.body]).toMatchObject([200, { isActivated: false, contents: [{ id: contentId }] }]);
    expect((await ask("GET", `${path}?name=MAN`, bearer)).body.items).toHaveLength(1);
    expect((await ask("DELETE", one, bearer)).status).toBe(204);
    expect((await ask("GET", `${one}/content`, bearer)).status).toBe(404);
    expect((await ask("POST", `${one}/content`, bearer, { url })).status).toBe(404);
  });

  it("has an address or a file, not both, and no address but on the web", async () => {
    const { id } = await manual();
    const fileId = await sent(staffCtx(db()));
    const both = { status: 422, errors: [{ path: "url" }, { path: "fileId" }] };
    expect(await failure(api().addContent({ id, url, fileId }))).toMatchObject(both);
    const added = await api().addContent({ id, url });
    const contentId = added.contents[0]?.id ?? "";
    expect(await failure(api().changeContent({ id, contentId, fileId }))).toMatchObject(both);
    const text = { id, contentId, languageId: at.en, title: "Manual" };
    expect(await failure(api().translateContent({ ...text, url, fileId }))).toMatchObject(both);
    for (const address of ["javascript:alert(1)", "//x.test", "/manual", "ftp://x.test", "https://", "https://a b"])
      expect((await failure(api().addContent({ id, url: address }))).status, address).toBe(400);
    expect((await api().changeContent({ id, contentId, url: null, fileId })).contents).toMatchObject([
      { url: null, fileId },
    ]);
  });

  it("takes up files of who sent them, for whoever may read documentation", async () => {
    const { id } = await manual();
    const [own, translated] = [await sent(staffCtx(db())), await sent(staffCtx(db()))];
    expect(await reads(own, ["documentation.read"])).toBe(404);
    const contentId = (await api().addContent({ id, fileId: own })).contents[0]?.id ?? "";
    await api().translateContent({ id, contentId, languageId: at.fr, title: "Manuel", fileId: translated });
    for (const fileId of [own, translated]) {
      expect(await reads(fileId, ["documentation.read"])).toBe(200);
      expect(await reads(fileId, ["faq.read"])).toBe(404);
      const [row] = await db().select().from(files).where(eq(files.id, fileId));
      expect(row?.usedAt).not.toBeNull();
    }
    const person = staffCtx(db());
    const stranger = { ...person, actor: { ...person.actor, id: crypto.randomUUID() } } as KnownCtx; // somebody else
    const foreign = await sent(stranger);
    for (const fileId of [foreign, crypto.randomUUID()])
      expect(await failure(api().addContent({ id, fileId }))).toMatchObject({
        status: 422,
        code: "unknown_reference",
        errors: [{ path: "fileId" }],
      });
    expect((await api().get({ id })).contents).toHaveLength(1);
  });

  it("translates its own contents only, and comes back whole after a removal", async () => {
    const [{ id }, other] = [await manual(), await manual()];
    const contentId = (await api().addContent({ id, url })).contents[0]?.id ?? "";
    const text = { contentId, languageId: at.en, title: "Manual" };
    expect(await failure(api().translateContent({ id: other.id, ...text }))).toMatchObject({
      status: 422,
      errors: [{ path: "contentId" }],
    });
    expect((await failure(api().translateContent({ id: crypto.randomUUID(), ...text }))).status).toBe(404);
    await api().translateContent({ id, ...text });
    const before = await api().get({ id });
    await api().remove({ id });
    expect((await api().restore({ id })).contents).toEqual(before.contents);
    const translationId = before.contents[0]?.translations[0]?.id ?? "";
    expect((await api().removeContentTranslation({ id: contentId, translationId })).contents).toMatchObject([
      { translations: [] },
    ]);
    expect((await api().removeContent({ id, contentId })).contents).toEqual([]);
  });
});
