import { asc } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { notificationTemplateContents as table } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { english, french, german, makeTemplate } from "../testing";

const { db } = useDatabase();
beforeEach(async () => {
  await seedBase(db());
  await db().delete(table);
});
const api = () => appRouter.createCaller(staffCtx(db())).notificationTemplateContents;
const words = (title: string) => ({ notificationTitle: title, notificationContent: `${title} {{name}}` });
const titles = async () =>
  (await db().select().from(table).orderBy(asc(table.createdAt), asc(table.id))).map((row) => row.notificationTitle);

describe("the texts of a template in all languages", () => {
  it("are read with the languages that there are, the default one first", async () => {
    const { id } = await makeTemplate(db());
    const { languages, contents } = await api().ofTemplate({ id });
    expect(languages.map(({ code }) => code)).toEqual(["en", "de", "fr"]);
    expect(contents.map(({ languageId }) => languageId).sort()).toEqual([english, french].sort());
    expect((await failure(api().ofTemplate({ id: english }))).status).toBe(404);
  });

  it("are saved together: one is changed, one is new", async () => {
    const { id } = await makeTemplate(db());
    const saved = await api().saveTexts({
      noticationTemplateId: id,
      contents: [
        { languageId: french, ...words("Salut"), ifMatch: '"1"' },
        { languageId: german, ...words("Hallo") },
      ],
    });
    expect(saved.contents.find(({ languageId }) => languageId === french)?.version).toBe(2);
    expect(await titles()).toEqual(["Hello {{name}}", "Salut", "Hallo"]);
  });

  it("that were not written with the source are outdated by it", async () => {
    const { id } = await makeTemplate(db());
    const english1 = { languageId: english, ...words("Hi"), ifMatch: '"1"' };
    const save = (...contents: (typeof english1)[]) => api().saveTexts({ noticationTemplateId: id, contents });
    const outdated = async () =>
      (await db().select().from(table)).flatMap((row) => (row.outdatedFrom ? [row.languageId] : []));
    await save({ languageId: french, ...words("Salut"), ifMatch: '"1"' }, english1);
    expect(await outdated()).toEqual([]);
    await save({ ...english1, ...words("Good day"), ifMatch: '"2"' });
    expect(await outdated()).toEqual([french]);
  });

  it("are saved all or not at all, and the one that is wrong is named", async () => {
    const { id } = await makeTemplate(db());
    const save = (second: object) =>
      failure(
        api().saveTexts({
          noticationTemplateId: id,
          contents: [
            { languageId: english, ...words("Hi"), ifMatch: '"1"' },
            { languageId: german, ...words("Hallo"), ...second },
          ],
        }),
      );
    const unknown = await save({ notificationTitle: "{{level}}" });
    expect(unknown).toMatchObject({ status: 422, errors: [{ path: "contents.1.notificationTitle" }] });
    expect(await save({ languageId: id })).toMatchObject({ status: 422, errors: [{ path: "contents.1.languageId" }] });
    expect((await save({ languageId: french })).status).toBe(412); // a text that was not seen
    expect((await save({ languageId: french, ifMatch: '"7"' })).status).toBe(412);
    expect((await save({ ifMatch: '"1"' })).status).toBe(412); // deleted meanwhile
    expect(await titles()).toEqual(["Hello {{name}}", "Bonjour {{name}}"]);
  });
});
