import { expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { scaled } from "@/db/testing/scale";
import { ListModelPers } from "@/server/devices/model-pers/model-pers.schema";
import { modelPersService } from "@/server/devices/model-pers/model-pers.service";
import { staffCtx } from "@/server/kit/testing";
import { deepOffset } from "./list.rules";

const { db } = useDatabase();
const ctx = () => staffCtx(db());

/** Makes and removes records, one after the other, until it is told to stop. */
async function writer(name: string, isOver: () => boolean) {
  for (let n = 0; !isOver(); n++) {
    const { id } = await modelPersService.create(ctx(), { label: `Race ${name} ${n}` });
    await modelPersService.create(ctx(), { label: `Race ${name} ${n} stays` });
    await modelPersService.remove(ctx(), id);
  }
}

it.each([undefined, "Race"])(
  "rows and total of a page agree while others write (filtered by %j)",
  async (label) => {
    let isOver = false;
    const writers = ["a", "b", "c", "d"].map((name) => writer(`${name} ${label}`, () => isOver));
    const wrong: unknown[] = [];
    try {
      for (let n = 0; n < scaled(80, 1000); n++) {
        const { meta, items } = await modelPersService.list(ctx(), ListModelPers.parse({ limit: 1000, label }));
        if (meta.totalItems !== items.length && items.length < 1000) wrong.push([meta.totalItems, items.length]);
      }
    } finally {
      isOver = true;
      await Promise.all(writers);
    }
    expect(wrong).toEqual([]);
  },
  240_000,
);

it("a page far back is what its total says", async () => {
  const page = Math.ceil(deepOffset / 1000) + 5;
  const { meta, items } = await modelPersService.list(ctx(), ListModelPers.parse({ limit: 1000, page }));
  expect([items, meta.itemCount, meta.currentPage]).toEqual([[], 0, page]);
  expect(meta.totalItems).toBeGreaterThan(0);
});
