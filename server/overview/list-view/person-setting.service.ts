import { and, eq, isNull, sql } from "drizzle-orm";
import { personSettings as table } from "@/db/schema";
import { ownActor } from "@/server/identity/actor";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";

/** What is remembered of the caller's own screens: in the company of the context, or in the backoffice. */
export async function settingOf<T extends object>({ db, actor, company }: KnownCtx, key: string) {
  if (actor.kind !== "user") return undefined;
  const place = company ? eq(table.companyId, company.id) : isNull(table.companyId);
  const [row] = await db
    .select({ value: table.value })
    .from(table)
    .where(and(eq(table.userId, actor.id), place, eq(table.key, key)));
  return row?.value as Partial<T> | undefined; // the one procedure that writes the key has checked it
}

interface Part {
  part: string;
  /** what tells its items apart */
  key: string;
  most: number;
}

/** Puts an item before the others of a list in a setting, in one statement, so that two windows lose nothing. */
export async function putFirst(ctx: KnownCtx, key: string, of: Part, item: Record<string, string>) {
  const { id: userId } = ownActor(ctx);
  const others = sql`coalesce((select jsonb_agg(o.item order by o.place) from (
    select item, place from jsonb_array_elements(${table.value} -> ${of.part}::text) with ordinality as e (item, place)
    where item ->> ${of.key}::text <> ${item[of.key]} order by place limit ${of.most - 1}) as o), '[]'::jsonb)`;
  const list = sql`jsonb_build_array(${JSON.stringify(item)}::jsonb) || ${others}`;
  await inTransaction(ctx, ({ db }) =>
    db
      .insert(table)
      .values({ userId, companyId: ctx.company?.id, key, value: { [of.part]: [item] } })
      .onConflictDoUpdate({
        target: [table.userId, table.companyId, table.key],
        set: {
          value: sql`${table.value} || jsonb_build_object(${of.part}::text, ${list})`,
          updatedAt: new Date().toISOString(),
        },
      }),
  );
}

/** Remembers what is given and keeps the rest; what two windows remember at once does not get lost. */
export async function remember(ctx: KnownCtx, key: string, value: Record<string, unknown>) {
  const { id: userId } = ownActor(ctx);
  await inTransaction(ctx, ({ db }) =>
    db
      .insert(table)
      .values({ userId, companyId: ctx.company?.id, key, value })
      .onConflictDoUpdate({
        target: [table.userId, table.companyId, table.key],
        set: { value: sql`${table.value} || excluded.value`, updatedAt: new Date().toISOString() },
      }),
  );
}
