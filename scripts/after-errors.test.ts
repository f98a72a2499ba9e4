import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { afterErrors } from "./after-errors";

// Nothing catches an error inside a transaction and goes on but through attempt() (ADR 81). What this test asks for: throw the
// error on, put the work into attempt(), or begin what catches with `if (ctx.inTransaction) throw error;`. A place below is
// one where no transaction can be under way, or where nothing is written.

/** Where code goes on after an error of work that was given a context, a database or a function, and why it may. */
const goingOn: Record<string, string> = {
  "server/devices/alert-desk/alert-live-topic.ts: isThere": "asks whether somebody may read, and writes nothing",
  "server/devices/alert-desk/alert-presence.service.ts: look": "a look at who is there, outside of any transaction",
  "server/doors/rest.ts: handle": "answers when the transaction of the call is over",
  "server/devices/firmware-rollout/rollout-watch.service.ts: watchRollouts":
    "each rollout is looked after in a transaction of its own; the first fault is thrown behind the others",
  "server/kit/bulk/bulk-run.ts: goOn": "each step is a transaction of its own, which is undone as a whole",
  "server/kit/call/ahead.ts: ask": "reads, outside of any transaction",
  "server/kit/call/attempt.ts: attempt": "the savepoint itself",
  "server/kit/call/context.ts: allSent": "throws the first of the errors when all have answered",
  "server/kit/call/context.ts: inTransaction": "the transaction is over, and begun anew",
  "server/doors/rest-chain.ts: stepLink": "hands the error on to the steps before, the last of which throws it",
  "server/kit/import/confirm-import.ts: confirmImport": "refuses to begin in a transaction",
  "server/kit/import/plan-rows.ts: rowPlanner": "those before are thrown to whoever asked for them",
  "server/kit/import/run-import.ts: plannedAgain": "its caller throws in a transaction before it comes to this",
  "server/kit/import/run-import.ts: tell": "tells nothing in a transaction",
  "server/kit/call/replica.ts: orPrimary": "reads, and of a replica only outside of a transaction",
  "server/kit/export/spreadsheet.ts: textStream": "the error is the stream's, and so its reader's",
  "server/kit/export/spreadsheet.ts: xlsxStream": "the error is the stream's, and so its reader's",
  "server/kit/process/wake.ts: wakeUp": "followers look when they are woken, outside of any transaction",
  "server/notification/delivery/delivery-loop.service.ts: loop": "the worker's loop, outside of any transaction",
  "server/notification/delivery/push-lane.service.ts: run": "the worker's loop, outside of any transaction",
  "server/notification/delivery/settler.service.ts: stored":
    "each try stores all of them or none, in a transaction of its own",
  "server/notification/delivery/settler.service.ts: write": "the error is thrown to those whose outcomes they were",
  "server/notification/sender/sender.ts: withToken": "what may fail is the provider, which has no context",
  "server/operations/mail-delivery/mail-delivery.service.ts: deliverMail":
    "what may fail is the mail server, which has no context",
  "server/operations/doctor/finding.rules.ts: examined": "looks at one part, outside of any transaction",
  "server/overview/bulk-change/bulk-change.service.ts: callerOf":
    "asks whether somebody may enter a company, and writes nothing",
  "server/overview/list-view/view-count.service.ts: counted": "a transaction of its own, which only reads",
  "server/overview/list-view/view-mail.service.ts: mailViews":
    "each view is mailed in a transaction of its own; the first fault is thrown behind the others",
  "server/overview/privacy/erasure-run.service.ts: planOf": "a transaction of its own, which is undone as a whole",
  "server/operations/routine/routine.service.ts: runRoutine": "a job, whose work is a transaction of its own",
  "server/overview/removal/removal.service.ts: rehearse": "a query, whose transaction is undone as a whole",
  "server/platform/file/file-right.service.ts: admitted": "asks whether somebody may read, and writes nothing",
};

/** Where transactions begin, and savepoints are made. */
const beginning: Record<string, string> = {
  "server/kit/call/attempt.ts: attempt": "the one savepoint",
  "server/kit/call/context.ts: inTransaction": "the one transaction that writes",
  "server/overview/list-view/view-count.service.ts: counted": "read only, so that its time can be limited",
  "server/kit/desk/desk-export.ts: eachRow": "read only, from one snapshot",
  "server/kit/list/list-page.ts: eachRows": "read only, from one snapshot",
  "server/kit/list/list.ts: inSnapshot": "read only",
  "server/overview/privacy/held.service.ts: writeHeld": "read only, from one snapshot",
  "server/operations/routine/routine.service.ts: alone": "holds a lock while others work, and writes nothing",
};

const sources = readdirSync("server", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /(?<!\.test|(?:^|\.)testing|\.samples)\.ts$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => !/^server\/(testing|attacks)\//.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

describe("after an error", () => {
  const found = sources.map(({ path, text }) => afterErrors(path, text));

  it("work that may have written is not gone on from, but where it is said why", () => {
    expect(found.flatMap((one) => one.goingOn).sort()).toEqual(Object.keys(goingOn).sort());
  });

  it("transactions begin, and savepoints are made, where it is said", () => {
    expect(found.flatMap((one) => one.beginning).sort()).toEqual(Object.keys(beginning).sort());
  });
});

describe("what finds it", () => {
  const inFunction = (body: string) =>
    `export async function f(ctx: KnownCtx, known: Ctx, id: string, work: () => Promise<void>, made: Promise<void>) { ${body} }`;

  it.each([
    "try { await write(ctx); } catch {}",
    "try { await write(known); } catch (error) { log(error); }",
    "try { await ctx.db.insert(rows).values({ id }); } catch (error) { if (isDuplicate(error)) throw taken(); }",
    "try { await ctx.db.delete(rows); } catch (error) { if (isMine(error)) return; throw error; }",
    "for (const id of ids) try { await write(ctx, id); } catch { continue; }",
    "try { for await (const row of rows(ctx)) take(row); } catch {}",
    "try { await Promise.all([write({ ...ctx, company }, id)]); } catch {}",
    "try { await work(); } catch {}",
    "try { await made; } catch {}",
    "const one = () => write(ctx); try { await one(); } catch {}",
    "const inside = { ...ctx, company }; try { await write(inside); } catch {}",
    "const { db } = ctx; try { await db.insert(rows); } catch {}",
    "const writer = writerOf(ctx); try { await writer.add(id); } catch {}",
    "const end = () => ctx.db.delete(rows); try { await each(async (ctx) => end()); } catch {}",
    "try { await write(ctx); } catch (error) { await inTurn(() => { throw error; }); }",
    "await write(ctx).catch(() => undefined);",
    "await write(ctx).catch(logged);",
    "const done = await write(ctx).then(() => true, () => false);",
    "const wrote = write(ctx); wrote.catch(() => undefined);",
    "await Promise.allSettled(ids.map((id) => write(ctx, id)));",
    "await Promise.any([write(ctx)]);",
    "await inTransaction(ctx, async (ctx) => { try { await write(ctx); } catch {} });",
    "await inTransaction(system, async (ctx) => { try { await write(ctx); } catch {} });",
  ])("sees that this goes on: %s", (body) => {
    expect(afterErrors("a.ts", inFunction(body)).goingOn).toEqual(["a.ts: f"]);
  });

  it.each([
    "try { await write(ctx); } catch (error) { throw translated(error); }",
    "try { await write(ctx); } catch (error) { if (isMine(error)) throw mine(); else throw error; }",
    "try { await write(ctx); } catch (error) { if (ctx.inTransaction) throw error; await again(ctx); }",
    "try { await write(ctx); } catch (error) { if (ctx.inTransaction || !isMine(error)) throw error; }",
    "try { await write(ctx); } finally { release(); }",
    "try { read(ctx.actor); } catch { return undefined; }",
    "try { JSON.parse(id); await fetch(id); } catch { return undefined; }",
    "try { await askOutside({ id, requestId: ctx.requestId }); } catch {}",
    "try { await read(database()); await write(systemCtx(id)); } catch {}",
    "const row = await find(ctx); try { await storage().put(row.key); } catch {}",
    "await write(ctx).catch((error) => Promise.reject(translated(error)));",
    "await write(ctx).catch((error) => { tidy(); throw error; });",
    "const coming = write(ctx); coming.catch(() => undefined); await other(ctx); await coming;",
    "await sleep(100).catch(() => undefined);",
    "await attempt(ctx, (ctx) => write(ctx));",
  ])("sees that this does not: %s", (body) => {
    expect(afterErrors("a.ts", inFunction(body)).goingOn).toEqual([]);
  });

  it("sees what a class was made with, and names methods and callbacks by the function around them", () => {
    const source = `class A {
      constructor(private readonly ctx: Ctx) {}
      async #write() { await write(this.ctx); }
      async go() { await each(async () => { try { await this.#write(); } catch {} }); }
    }
    export const service = { go: (ctx: Ctx) => write(ctx).catch(() => undefined) };`;
    expect(afterErrors("a.ts", source).goingOn).toEqual(["a.ts: go", "a.ts: go"]);
  });

  it("sees transactions and savepoints", () => {
    const source = `const f = (ctx: Ctx) => ctx.db.transaction((tx) => tx.execute(sql\`savepoint mine\`));`;
    expect(afterErrors("a.ts", source).beginning).toEqual(["a.ts: f", "a.ts: f"]);
  });
});
