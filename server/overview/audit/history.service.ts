import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { auditLog, companies, imports } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { contains, equals, oneOf, since, until } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { wholeTotal } from "@/server/kit/list/whole-total";
import type { Changes } from "@/server/kit/record/audit";
import { mayReadHistory, readableKinds } from "./audit.rules";
import { ListHistory } from "./audit.schema";

const { id, at, actorId, actingForId, actorLabel, objectType, objectId, objectLabel, companyId } = auditLog;

/** What the caller may read the history of: kinds, and of imports those of a condition. */
function readableOf({ actor }: KnownCtx) {
  const kinds = readableKinds(actor);
  const shown = mayReadHistory(actor, "session", {}) ? [...kinds, "session"] : kinds;
  const readable = sql`select ${imports.id} from ${imports} where ${oneOf(imports.importer, kinds, "text")}`;
  return { shown, isImport: sql`${and(eq(objectType, "import"), sql`${objectId} in (${readable})`)}` };
}

/** Changes of what the caller may read the history of; sign-ins, which are kept of sessions, for who reads people of every type. */
function scope(ctx: KnownCtx): SQL {
  const { shown, isImport } = readableOf(ctx);
  return sql`${or(oneOf(objectType, shown, "text"), isImport)}`;
}

/** How many those are: the trail is counted by kind (ADR 143), and the few changes of imports are read. */
function whole(ctx: KnownCtx): SQL<number | null> {
  const { shown, isImport } = readableOf(ctx);
  const ofKinds = wholeTotal(auditLog, (kind) => sql`${oneOf(kind, shown, "text")}`);
  return sql`(${ofKinds} + (select count(*)::int from ${auditLog} where ${isImport}))`;
}

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value ?? null));

/** What was there before and after, field by field. */
export const differencesOf = (changes: Changes) =>
  Object.entries(changes).map(([field, [before, after]]) => `${field}: ${asText(before)} → ${asText(after)}`);

/** Everything that was changed, and who signed in: the audit trail as a list. */
export const historyService = listService({
  table: auditLog,
  scope,
  whole,
  input: ListHistory,
  sort: { at },
  filters: {
    actorId: (value) => or(eq(actorId, value), eq(actingForId, value)),
    kind: equals(objectType),
    objectId: equals(objectId),
    objectLabel: contains(objectLabel),
    inCompanyId: (value) => or(eq(companyId, value), and(eq(objectType, "company"), eq(objectId, value))),
    door: equals(auditLog.door),
    startDate: since(at),
    endDate: until(at),
  },
  async load({ db }: Ctx, ids) {
    const rows = await db
      .select({
        row: { id, at, actorLabel, objectType, objectId, objectLabel, action: auditLog.action, door: auditLog.door },
        changes: auditLog.changes,
        company: { id: companies.id, name: companies.name },
      })
      .from(auditLog)
      .leftJoin(companies, eq(companies.id, companyId))
      .where(oneOf(id, ids));
    return rows.map(({ row, changes, company }) => ({ ...row, changes, company, differences: differencesOf(changes) }));
  },
});
