import { beforeEach, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { seedContent } from "@/server/content/testing";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { backoffice, bearer } from "@/server/testing/backoffice";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db())).messages;
let at: Awaited<ReturnType<typeof seedContent>>;
beforeEach(async () => {
  at = await seedContent(db());
});

describe("a message", () => {
  it("names the languages with other tokens than the default language, and refuses none", async () => {
    const made = await api().create({
      name: "battery.low",
      moduleId: at.app,
      translations: [
        { languageId: at.en, value: "{name} has {percent} % left" },
        { languageId: at.fr, value: "Il reste {percent} %" },
        { languageId: at.de, value: "{percent} % bei {name}" },
      ],
    });
    expect(made.otherTokensLanguageIds).toEqual([at.fr]);
    const mended = await api().setValue({ id: made.id, languageId: at.fr, value: "{name} : {percent} %" });
    expect(mended.otherTokensLanguageIds).toEqual([]);
    const listed = (await api().list({ name: "battery" })).items;
    expect(listed).toMatchObject([{ name: "battery.low", otherTokensLanguageIds: [] }]);
  });

  it("is completed by REST like interface labels: the id of an update stands in the body", async () => {
    const ask = backoffice(db);
    const path = "admin/messages";
    const made = await ask("POST", path, bearer, { name: "hello", moduleId: at.app });
    expect(made.status).toBe(201);
    const changed = await ask("PATCH", path, bearer, { id: made.body.id, description: "Said first" });
    expect([changed.status, changed.body]).toMatchObject([200, { name: "hello", description: "Said first" }]);
    const items = [{ name: "hello", value: "Bonjour {name}" }];
    const upserted = await ask("POST", `${path}/translation/bulk-upsert/${at.fr}`, bearer, { items });
    expect([upserted.status, upserted.body]).toEqual([200, { total: 1, updated: 1, unchanged: 0 }]);
    const found = await ask("GET", `${path}?keyword=bonjour&languageId=${at.fr}`, bearer);
    expect(found.body.items).toMatchObject([{ name: "hello", value: "Bonjour {name}" }]);
    expect((await ask("DELETE", `${path}/${made.body.id}`, bearer)).status).toBe(204);
    expect((await ask("PATCH", path, bearer, { id: made.body.id, description: "x" })).status).toBe(422);
  });
});
