import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditLog, importParts, imports, labels } from "@/db/schema";
import { labelService } from "@/server/content/label/label.service";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { storage } from "@/server/kit/storage/storage";
import { failure } from "@/server/kit/testing";
import { textImporter } from "@/server/kit/text/text-importer";
import { speaking } from "@/texts/node";
import { importRow } from "./import-row";
import { sweepPlans } from "./plan-store";
import { purgeImports } from "./purge-imports";
import { readSheet } from "./sheet/read-sheet";
import { colleague, useLabelImports } from "./testing";

// The engine by its first user: labels. Runs that wait for others are in import-run.slow.test.ts.

const { db, ctxOf, api, at, preview, confirmed: confirm, many } = useLabelImports();

describe("a plan", () => {
  it("is there for who made it, and for nobody else", async () => {
    const { id, token } = await preview("name,value\nsave,Sauver\n");
    const other = api({ actor: colleague }).imports;
    expect((await failure(other.get({ id }))).status).toBe(404);
    expect((await failure(other.confirm({ id, token: token ?? "" }))).status).toBe(404);
    expect((await failure(other.plan({ id, kind: "changed" }))).status).toBe(404);
    expect((await other.recent({})).map((one) => one.id)).not.toContain(id);
    expect((await api().imports.recent({})).map((one) => one.id)).toContain(id);
  });

  it("is not another company's, nor that of the same person acting for somebody", async () => {
    const { id } = await preview("name,value\nsave,Sauver\n");
    const company = { id: crypto.randomUUID(), rights: new Set<never>() };
    expect((await failure(api({ company }).imports.get({ id }))).status).toBe(404);
    const ctx = ctxOf();
    const acting = { ...ctx.actor, actingId: crypto.randomUUID() } as KnownCtx["actor"];
    expect((await failure(api({ actor: acting }).imports.get({ id }))).status).toBe(404);
  });

  it("lies sealed in the storage: no text of the file is readable there", async () => {
    const { id } = await preview("name,value\nsecret.key,Geheimnis\n");
    const { planKey, chunks } = await importRow(ctxOf(), textImporter(labelService), id);
    expect(chunks).toHaveLength(1);
    const bytes = Buffer.from((await storage().get(`import-${planKey}-0`)) ?? []);
    expect(bytes.toString("latin1")).toMatch(/^k1:/);
    expect(bytes.includes("Geheimnis")).toBe(false);
  });

  it("is made again with other options, and confirmed as it is then", async () => {
    const first = await preview("name,value\nfresh,Frais\nsave,Sauver\n", null);
    expect(first.counts).toMatchObject({ new: 0, changed: 1, error: 1 });
    const second = await api().imports.replan({ id: first.id, options: { languageId: at().fr, createIn: at().pro } });
    expect(second.counts).toMatchObject({ new: 1, changed: 1, error: 0 });
    expect(second.moved).toEqual([]);
    expect((await failure(confirm(first))).errors).toMatchObject([{ path: "token" }]);
    expect(await confirm(second)).toMatchObject({ status: "done", written: 2 });
  });

  it("shows its rows page by page, by kind, across chunks", async () => {
    const { id, counts } = await preview(many(2_350) + ",bad\n".repeat(7));
    expect(counts).toMatchObject({ total: 2_357, new: 2_350, error: 7 });
    const page = async (page: number, kind: "new" | "error" = "new") => {
      const { items, totalItems } = await api().imports.plan({ id, kind, page });
      return [items.length, totalItems, items[0]?.row, items.at(-1)?.row];
    };
    expect(await page(1)).toEqual([100, 2_350, 2, 101]);
    expect(await page(10)).toEqual([100, 2_350, 902, 1001]);
    expect(await page(24)).toEqual([50, 2_350, 2302, 2351]);
    expect(await page(25)).toEqual([0, 2_350, undefined, undefined]);
    expect(await page(1, "error")).toEqual([7, 7, 2352, 2358]);
  });

  it("is over after an hour, and swept", async () => {
    const { id, token } = await preview("name,value\nsave,Sauver\n");
    const { planKey } = await importRow(ctxOf(), textImporter(labelService), id);
    await db()
      .update(imports)
      .set({ plannedAt: new Date(Date.now() - 3_700_000).toISOString() });
    expect((await failure(confirm({ id, token }))).status).toBe(404);
    expect(await storage().get(`import-${planKey}-0`)).not.toBeNull();
    const fresh = await preview("name,value\nsave,Sauver\n");
    await purgeImports(ctxOf());
    expect(await db().$count(imports, eq(imports.id, id))).toBe(0);
    expect((await api().imports.plan({ id: fresh.id, kind: "changed" })).items).toHaveLength(1);
    await storage().put("kept", Buffer.from("of something else"), "text/plain");
    expect(await sweepPlans(Date.now() + 3_700_000)).toBeGreaterThan(0);
    expect(await storage().get("kept")).not.toBeNull();
    await storage().remove("kept");
  });
});

describe("a confirmed import", () => {
  it("writes nothing where the data moved since, and says which rows would do something else", async () => {
    const plan = await preview("name,value\nsave,Sauver\ncancel,Annuler\nfresh,Frais\n");
    await api().create({ name: "fresh", moduleId: at().app, translations: [{ languageId: at().fr, value: "Frais" }] });
    const [save] = (await api().list({ name: "save" })).items;
    await api().setValue({ id: save?.id ?? "", languageId: at().fr, value: "Garder" });
    const count = await db().$count(auditLog);
    const again = await confirm(plan);
    expect(again).toMatchObject({ status: "planned", counts: { new: 0, changed: 2, same: 1 } });
    expect(again.moved).toEqual([
      { row: 2, name: "save", was: "changed", is: "changed" },
      { row: 4, name: "fresh", was: "new", is: "same" },
    ]);
    expect(await db().$count(auditLog)).toBe(count);
    expect(again.token).not.toBe(plan.token);
    expect(await confirm(again)).toMatchObject({ status: "done", moved: [] });
    expect((await api().list({ name: "save", languageId: at().fr })).items[0]?.value).toBe("Sauver");
  });

  it("begins outside of a transaction, which its answer would not wait for", async () => {
    const { id, token } = await preview("name,value\nsave,Sauver\n");
    const confirmed = inTransaction(ctxOf(), (ctx) => api(ctx).imports.confirm({ id, token: token ?? "" }));
    expect((await failure(confirmed)).status).toBe(500);
    expect(await api().imports.get({ id })).toMatchObject({ status: "planned" });
  });

  it("is started once, however often it is confirmed", async () => {
    const plan = await preview("name,value\ncancel,Annuler\nfresh,Frais\n");
    const results = await Promise.allSettled([confirm(plan), confirm(plan), confirm(plan)]);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect((await failure(Promise.reject(result.reason))).status).toBe(422);
    const [cancel] = (await api().list({ name: "cancel" })).items;
    expect(cancel?.version).toBe(2);
  });

  it("that was given up before it began cannot be confirmed, and its rows are gone", async () => {
    const plan = await preview("name,value\nsave,Sauver\n");
    expect((await api().imports.cancel({ id: plan.id })).status).toBe("cancelled");
    expect((await failure(confirm(plan))).status).toBe(422);
    expect(await api().imports.plan({ id: plan.id, kind: "changed" })).toMatchObject({ items: [], isGone: true });
  });

  it("is told as failed once its server died, with nothing half-written", async () => {
    const before = await db().$count(labels);
    const plan = await preview(many(10));
    // As a server leaves it: started, its transaction gone and with it the lock.
    const startedAt = new Date(Date.now() - 60_000).toISOString();
    await db().update(imports).set({ status: "running", startedAt, written: 5 }).where(eq(imports.id, plan.id));
    expect(await api().imports.get({ id: plan.id })).toMatchObject({
      status: "failed",
      error: "The server stopped before the import was done. Nothing was imported.",
    });
    const inGerman = await speaking({ language: "de", timeZone: "UTC" }, () => api().imports.get({ id: plan.id }));
    expect(inGerman.error).toBe("Der Server wurde beendet, bevor der Import fertig war. Es wurde nichts importiert.");
    expect(await db().$count(labels)).toBe(before);
  });
});

describe("the bad rows", () => {
  const fileOf = async (id: string, format: "csv" | "xlsx") => {
    const { fileName, file } = await api().imports.badRows({ id, format });
    return readSheet(new Uint8Array(Buffer.from(file, "base64")), async ({ titles, rows }) => {
      const all: string[][] = [];
      for await (const batch of rows) all.push(...batch.map(({ cells }) => cells));
      return { fileName, titles, rows: all };
    });
  };

  it("come as a file of the same columns and one more, before and after the import", async () => {
    const file = 'Name,VALUE,Notes\nsave,Sauver,x\n,empty,"=1+1"\nbad name,text,y\n';
    const plan = await preview(file);
    const wanted = {
      titles: ["Name", "VALUE", "Notes", "Error"],
      rows: [
        ["", "empty", "=1+1", "name: The name is missing."],
        ["bad name", "text", "y", "name: Use letters, digits and . _ - : / without blanks, such as button.save."],
      ],
    };
    for (const format of ["csv", "xlsx"] as const)
      expect(await fileOf(plan.id, format)).toEqual({ ...wanted, fileName: `labels-errors.${format}` });
    await confirm(plan);
    expect(await fileOf(plan.id, "csv")).toMatchObject(wanted);
    await db()
      .update(imports)
      .set({ endedAt: new Date(Date.now() - 8 * 86_400_000).toISOString() });
    await purgeImports(ctxOf());
    expect(await db().$count(importParts)).toBe(0);
  });

  it("are none in a template, which is a file that can be imported", async () => {
    for (const format of ["csv", "xlsx"] as const) {
      const { fileName, mimeType, file } = await api().imports.template({ format });
      expect([fileName, mimeType]).toEqual([
        `label-import.${format}`,
        format === "csv"
          ? "text/csv; charset=utf-8"
          : "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      ]);
      const titles = await readSheet(new Uint8Array(Buffer.from(file, "base64")), async (sheet) => sheet.titles);
      expect(titles).toEqual((await api().imports.columns({})).map(({ title }) => title));
    }
  });
});

describe("what an undo needs", () => {
  it("lies sealed in the database, for seven days", async () => {
    const plan = await preview("name,value\nsave,Sauver\n");
    await confirm(plan);
    const [part] = await db().select().from(importParts);
    const sealed = Buffer.from(part?.sealed ?? "", "base64");
    expect(sealed.toString("latin1")).toMatch(/^k1:/);
    expect(sealed.includes("Enregistrer")).toBe(false);
    const endedAt = new Date(Date.now() - 7 * 86_400_000 - 60_000).toISOString();
    await db().update(imports).set({ endedAt }).where(eq(imports.id, plan.id));
    expect((await api().imports.get({ id: plan.id })).until).toBeNull();
    expect((await failure(api().imports.undo({ id: plan.id }))).detail).toMatch(/for seven days/);
    await purgeImports(ctxOf());
    expect(await db().$count(importParts)).toBe(0);
    expect((await api().imports.get({ id: plan.id })).status).toBe("done");
  });

  it("is used once, whoever asks at the same time", async () => {
    const plan = await preview("name,value\nsave,Sauver\nfresh,Frais\n");
    await confirm(plan);
    const undo = () => api().imports.undo({ id: plan.id });
    const results = await Promise.allSettled([undo(), undo(), undo()]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    const [save] = (await api().list({ name: "save", languageId: at().fr })).items;
    expect([save?.value, save?.version]).toEqual(["Enregistrer", 3]);
  });
});
