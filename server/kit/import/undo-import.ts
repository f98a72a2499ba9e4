import { and, eq, inArray } from "drizzle-orm";
import { imports } from "@/db/schema";
import { inTransaction, type KnownCtx, lockName } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { beside } from "@/server/kit/call/replica";
import { audit } from "@/server/kit/record/audit";
import { importStates } from "./import.rules";
import type { Import } from "./import.schema";
import { partsOfImports } from "./import-parts";
import { importRow, viewOf } from "./import-row";
import type { Importer, Left, Undoable } from "./importer";
import { chosenOf } from "./plan-import";
import { orderLock } from "./run-import";

/**
 * Takes a whole import back, within the rights and the scope that the caller has now. Records that somebody changed since
 * stay as they are; the answer names them.
 * @throws AppError 422 where it is no finished import, was undone before, or is older than seven days
 */
export const undoImport = (ctx: KnownCtx, importer: Importer, id: string): Promise<Import> =>
  inTransaction(beside(ctx), async (ctx) => {
    const seen = await importRow(ctx, importer, id);
    await lockName(ctx, orderLock(seen));
    const row = await importRow(ctx, importer, id);
    if (row.status === "undone") throw broken("id", "This import was undone already.");
    if (row.status !== "done") throw broken("id", "Only a finished import can be undone.");
    if (viewOf(ctx, row).until === null)
      throw broken("id", "An import can be undone for seven days. What it changed can be reverted record by record.");
    const options = chosenOf(importer, row.options);
    const left: Left[] = [];
    for (let part = (await partsOfImports.count(ctx, id, "undo")) - 1; part >= 0; part--) {
      const undoables = await partsOfImports.read<Undoable[]>(ctx, id, "undo", part);
      left.unshift(...(await importer.undo(ctx, undoables, options)));
    }
    await partsOfImports.remove(ctx, id, "undo");
    const [undone] = await ctx.db
      .update(imports)
      .set({ status: "undone", undoneAt: new Date().toISOString(), undoneBy: ctx.actor.label, left })
      .where(and(eq(imports.id, id), inArray(imports.status, importStates.before("undone"))))
      .returning();
    if (!undone) throw broken("id", "This import was undone already.");
    await audit(ctx, {
      objectType: importer.name,
      objectId: id,
      objectLabel: row.fileName,
      companyId: row.companyId,
      action: "undo",
      changes: { left: [null, left.length] },
    });
    return viewOf(ctx, undone);
  });
