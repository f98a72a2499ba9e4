import { expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { modelPersService } from "@/server/devices/model-pers/model-pers.service";
import { staffCtx } from "@/server/kit/testing";
import { history } from "./audit.service";

const { db } = useDatabase();

it("tells a record's changes, newest first, page by page, and nobody else's", async () => {
  const ctx = staffCtx(db());
  const other = await modelPersService.create(ctx, { label: "Other" });
  const made = await modelPersService.create(ctx, { label: "First" });
  await modelPersService.update(ctx, made.id, { label: "Second" });
  await modelPersService.update(ctx, other.id, { label: "Another" });
  await modelPersService.update(ctx, made.id, { label: "Third" });

  const of = { objectType: "model-pers", objectId: made.id };
  const page = await history(ctx, { ...of, limit: 2 });
  expect(page.hasMore).toBe(true);
  expect(page.items.map(({ action, changes }) => [action, changes.label])).toEqual([
    ["update", ["Second", "Third"]],
    ["update", ["First", "Second"]],
  ]);
  const rest = await history(ctx, { ...of, limit: 2, cursor: page.items.at(-1)?.id });
  expect(rest.hasMore).toBe(false);
  expect(rest.items.map(({ action }) => action)).toEqual(["create"]);
});
