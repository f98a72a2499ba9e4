import { and, eq, lt, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { platformContactLogs as table } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { contains, oneOf, since, until } from "@/server/kit/list/list-filters";
import { lastDaysFilter } from "@/server/kit/list/list-operators";
import { listService } from "@/server/kit/list/list-service";
import { audit } from "@/server/kit/record/audit";
import { recordService } from "@/server/kit/record/record-service";
import { personRemovalDays } from "@/server/kit/record/removal.rules";
import { countKeyUses } from "@/server/kit/secret/key-use";
import { newestDataKeyId, sealData, unsealData } from "@/server/kit/secret/seal";
import { keptDays, sealedMask } from "./contact-log.rules";
import { ListAnonymizedContactLogs, ListContactLogs, type SentContactLog } from "./contact-log.schema";

type Stored = typeof table.$inferSelect;
type Personal = Pick<Stored, "email" | "firstName" | "lastName" | "content">;

const purposeOf = (id: string) => `persdesk contact log ${id}`;

/** The personal columns of a log, sealed with the newest key. */
export const sealedContact = (id: string, { email, firstName, lastName, content }: Personal) => ({
  personalSealed: sealData(
    purposeOf(id),
    Buffer.from(JSON.stringify({ email, firstName, lastName, content })),
  ).toString("base64"),
  dataKeyId: newestDataKeyId(),
});

/** @throws where the key is no longer among DATA_KEYS */
export const unsealedContact = ({ id, personalSealed }: Pick<Stored, "id" | "personalSealed">): Personal =>
  JSON.parse(unsealData(purposeOf(id), Buffer.from(personalSealed ?? "", "base64")).toString("utf8"));

const shown = ({ personalSealed: _, dataKeyId: __, ...log }: Stored) => ({
  ...log,
  email: log.email ?? sealedMask,
  content: log.content ?? sealedMask,
});

const loadBy = async (ctx: Pick<KnownCtx, "db">, ids: string[]) =>
  (await ctx.db.select().from(table).where(oneOf(table.id, ids))).map(shown);

const columns = {
  receivedAt: table.receivedAt,
  type: table.type,
  platformTechKey: table.platformTechKey,
  createdAt: table.createdAt,
};
// A sealed value is null in its column, so no text filter finds it.
const texts = {
  email: contains(table.email),
  type: contains(table.type),
  content: contains(table.content),
  startDate: since(table.receivedAt),
  endDate: until(table.receivedAt),
};

const readable = listService({
  table,
  scope: () => eq(table.isAnonymized, false),
  counted: (isAnonymized) => sql`${isAnonymized} = 'false'`,
  input: ListContactLogs,
  sort: { ...columns, email: table.email },
  filters: { ...texts, ...lastDaysFilter("receivedAt", table.receivedAt) },
  load: loadBy,
});

const anonymized = listService({
  table,
  scope: () => eq(table.isAnonymized, true),
  counted: (isAnonymized) => sql`${isAnonymized} = 'true'`,
  input: ListAnonymizedContactLogs,
  sort: { ...columns, anonymizedAt: table.anonymizedAt },
  filters: texts,
  load: loadBy,
});

const all = listService({
  table,
  scope: "global",
  input: ListAnonymizedContactLogs,
  sort: { ...columns, anonymizedAt: table.anonymizedAt },
  filters: texts,
  load: loadBy,
});
const record = recordService(all, { name: "contact-log", label: (row) => row.type, keptDays: personRemovalDays });

const now = () => new Date().toISOString();

/**
 * Writes columns that the trail must not hold, so that it says only that the log was sealed or brought back.
 * @param action "anonymize" or "reveal"
 */
const turned = (
  ctx: KnownCtx,
  id: string,
  ifMatch: string | undefined,
  action: "anonymize" | "reveal",
  valuesOf: (before: Stored) => Partial<Stored>,
) =>
  inTransaction(ctx, async (ctx) => {
    const isSealed = action === "anonymize";
    await record.change(ctx, id, ifMatch, action, async (ctx, before) => {
      if (before.isAnonymized === isSealed)
        throw broken(
          "id",
          isSealed ? "This contact log is anonymised already." : "This contact log is not anonymised.",
        );
      await ctx.db
        .update(table)
        .set({ ...valuesOf(before), isAnonymized: isSealed })
        .where(eq(table.id, id));
      return { changes: { isAnonymized: [!isSealed, isSealed] }, result: undefined };
    });
    return record.get(ctx, id);
  });

function openedOf(before: Stored): Personal {
  try {
    return unsealedContact(before);
  } catch (error) {
    throw new AppError("rule_broken", "The key that sealed this contact log is no longer there.", { cause: error });
  }
}

/** What people wrote to us (document 4.15): the readable ones, and their anonymising with a way back of seven days. */
export const contactLogService = {
  ...readable,
  get: record.get,

  /** Seals the personal values of a log; of one that is sealed 422. */
  anonymize: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    turned(ctx, id, ifMatch, "anonymize", (before) => ({
      ...sealedContact(id, before),
      email: null,
      firstName: null,
      lastName: null,
      content: null,
      anonymizedAt: now(),
    })),

  /** Brings the values back; of one that is not sealed, or whose key is gone, 422. */
  reveal: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    turned(ctx, id, ifMatch, "reveal", (before) => ({
      ...openedOf(before),
      personalSealed: null,
      dataKeyId: null,
      anonymizedAt: null,
    })),

  /** Deletes for good what was anonymised more than seven days ago. The trail keeps how many, and nothing of them. */
  deleteAnonymized: (ctx: KnownCtx) =>
    inTransaction(ctx, async (ctx) => {
      const before = new Date(Date.now() - keptDays * 86_400_000).toISOString();
      const rows = await ctx.db
        .delete(table)
        .where(and(eq(table.isAnonymized, true), lt(table.anonymizedAt, before)))
        .returning({ id: table.id });
      await audit(ctx, {
        objectType: "contact-log",
        objectId: crypto.randomUUID(),
        objectLabel: null,
        action: "delete-anonymized",
        changes: { deleted: [null, rows.length], before: [null, before] },
      });
      return { deleted: rows.length, before };
    }),

  /** Stores what an app or a site received. The log is its own record: the trail would keep what can be anonymised here. */
  async store(ctx: KnownCtx, items: z.output<typeof SentContactLog>[]) {
    const rows = items.map((item) => ({ ...item, receivedAt: item.receivedAt ?? now() }));
    await inTransaction(ctx, (ctx) => ctx.db.insert(table).values(rows));
    return { accepted: items.length };
  },
};

export const anonymizedContactLogService = anonymized;

const resealedAtOnce = 500;

/** Seals with the newest key what an older one sealed, so that the older key can be removed. @returns how many */
export async function resealContactLogs(ctx: KnownCtx): Promise<number> {
  const rows = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.isAnonymized, true), ne(table.dataKeyId, newestDataKeyId())))
    .limit(resealedAtOnce)
    .for("update");
  for (const row of rows)
    await ctx.db
      .update(table)
      .set({ ...sealedContact(row.id, unsealedContact(row)), updatedAt: sql`${table.updatedAt}` })
      .where(eq(table.id, row.id));
  return rows.length < resealedAtOnce ? rows.length : rows.length + (await resealContactLogs(ctx));
}

/** Which keys anonymised logs need. */
export const contactLogKeyUses = (ctx: Ctx) =>
  countKeyUses(
    ctx,
    { list: "DATA_KEYS", what: "anonymised contact logs" },
    { table, keyId: table.dataKeyId, rows: eq(table.isAnonymized, true) },
  );

/** The routine behind both, for the worker. */
export const contactLogRoutine = {
  code: "CONTACT_LOG_SWEEP",
  label: "Delete anonymised contact logs",
  module: "operations" as const,
  work: async (ctx: KnownCtx) =>
    (await contactLogService.deleteAnonymized(ctx)).deleted + (await resealContactLogs(ctx)),
};
