import { and, eq, ne, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { alerts, persAlerts } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { scaled } from "@/db/testing/scale";
import { makeUser } from "@/server/identity/testing";
import { systemCtx } from "@/server/kit/call/context";
import { staffCtx } from "@/server/kit/testing";
import { deviceFactory } from "../pers/testing";
import { alertDeskService } from "./alert-desk.service";
import { nobody } from "./alert-work.service";

const { db } = useDatabase();
const make = deviceFactory(db);
let people: string[];
let of: { persId: string; alertId: string };

beforeAll(async () => {
  people = [(await makeUser(db())).id, (await makeUser(db())).id];
  const named = { code: "COUNTED", alertLabel: "Counted", topicAlert: "T", groupAlert: "G" };
  const [alert] = await db()
    .insert(alerts)
    .values({ ...named, levelAlertId: await make.level() })
    .returning();
  of = { persId: (await make.pers()).id, alertId: alert?.id ?? "" };
});

const ctxOf = (id: string) => {
  const ctx = staffCtx(db());
  if (ctx.actor.kind === "user") ctx.actor.id = id;
  return ctx;
};

/** The same counts from the rows. */
async function counted(self: string) {
  const needsWork = ne(persAlerts.deskStatus, "closed");
  const isAsleep = sql`(${persAlerts.deskStatus} = 'snoozed' and ${persAlerts.snoozedUntil} > now())`;
  const count = (...conditions: Parameters<typeof and>) => db().$count(persAlerts, and(needsWork, ...conditions));
  return {
    mine: await count(eq(persAlerts.assigneeId, self), sql`not ${isAsleep}`),
    nobodys: await count(sql`${persAlerts.assigneeId} is null`, sql`not ${isAsleep}`),
    overdue: await count(sql`${persAlerts.dueAt} < now()`),
    snoozed: await count(isAsleep),
    all: await count(),
  };
}

const person = fc.constantFrom(null, 0, 1);
const status = fc.constantFrom("new", "acknowledged", "snoozed", "closed");
const hours = fc.constantFrom(-1, 1);
const ofPerson = (one: number | null) => (one === null ? sql`null` : sql`${people[one]}::uuid`);
const at = (one: number) => sql`now() + ${one} * interval '1 hour'`;
/** Statements of ingestion, of desks and of purges. */
const statement = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 4 }), person, status, hours).map(
    ([n, who, is, until]) =>
      () =>
        sql`
      insert into ${persAlerts} (id, pers_id, alert_id, started_at, ended_at, desk_status, assignee_id, snoozed_until, due_at, created_at, updated_at)
      select gen_random_uuid(), ${of.persId}, ${of.alertId}, at, at, ${is}, ${ofPerson(who)}, ${at(until)}, ${at(-until)}, at, at
      from (select timestamptz '2020-01-01' + random() * 1e8 * interval '1 second' as at from generate_series(1, ${n}::int)) moments`,
  ),
  fc.tuple(person, status, hours).map(
    ([who, is, until]) =>
      () =>
        sql`
      update ${persAlerts} set assignee_id = ${ofPerson(who)}, desk_status = ${is}, snoozed_until = ${at(until)} where id in (
        select id from ${persAlerts} order by random() limit 3 for update skip locked)`,
  ),
  fc.constant(() => sql`update ${persAlerts} set value = '7' where desk_status = 'new'`),
  fc.constant(
    () => sql`delete from ${persAlerts} where id in (
    select id from ${persAlerts} order by random() limit 2 for update skip locked)`,
  ),
  fc.constant(() => sql`select platform.mend_row_counts()`),
);

it("the counts are those of the rows after whatever is written, kept back or compared, and where nothing is kept", async () => {
  const sequences = fc.array(
    fc.record({ all: fc.array(statement, { minLength: 1, maxLength: 4 }), isKept: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  await fc.assert(
    fc.asyncProperty(sequences, fc.boolean(), async (transactions, areKept) => {
      await db().delete(persAlerts);
      const undone = new Error("undone");
      for (const { all, isKept } of transactions)
        await db()
          .transaction(async (tx) => {
            for (const one of all) await tx.execute(one());
            if (!isKept) throw undone;
          })
          .catch((error: unknown) => {
            if (error !== undone) throw error;
          });
      if (!areKept)
        await db().execute(sql`delete from platform.row_counts where table_name = 'backoffice.pers_alerts'`);
      for (const id of people) {
        const found = await counted(id);
        expect(await alertDeskService.counts(ctxOf(id))).toEqual(found);
        const total = async (asked: object) =>
          (await alertDeskService.count(ctxOf(id), { limit: 10, ...asked } as never)).totalItems;
        expect(await total({ needsWork: true })).toBe(found.all);
        expect(await total({ isAsleep: false, assigneeId: "me" })).toBe(found.mine);
        expect(await total({ assigneeId: "none", isAsleep: false })).toBe(found.nobodys);
      }
      expect(await alertDeskService.counts(systemCtx("test"))).toEqual(await counted(nobody)); // whose nothing is
      await db().execute(sql`select platform.mend_row_counts()`);
    }),
    { numRuns: scaled(15, 200) },
  );
});

it("of very many overdue alerts 1,001 are counted, and with another filter a total is that of the filter", async () => {
  await db().delete(persAlerts);
  await db().execute(sql`
    insert into ${persAlerts} (id, pers_id, alert_id, started_at, ended_at, due_at, created_at, updated_at)
    select gen_random_uuid(), ${of.persId}, ${of.alertId}, at, at, now() - interval '1 minute', at, at
    from (select timestamptz '2020-01-01' + n * interval '1 minute' as at from generate_series(1, 1100) n) moments`);
  const ctx = ctxOf(people[0] ?? "");
  expect(await alertDeskService.counts(ctx)).toMatchObject({ overdue: 1001, all: 1100, nobodys: 1100 });
  const other = { needsWork: true, alertId: crypto.randomUUID() } as never;
  expect(await alertDeskService.count(ctx, other)).toEqual({ totalItems: 0 });
});
