// @ts-check
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { databaseUrl, end, ours, timed } from "./parts/imports.mjs";
import { median, ms, say, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

// What importing dealers of a company costs: each row is a company that nobody knew, 200 of them are invited by mail.
//   node bench/partners.mjs [--rows 10000] [--rounds 3]
// Aim for 10,000 rows: checked in at most 2 s, saved in at most 3 s more.

const { rows, rounds } = sizes({ rows: [10_000, 200], rounds: [3, 1] });

const { appRouter, systemCtx, categoryId, permissionCodes } = ours;
const client = postgres(databaseUrl, { max: 1, onnotice: () => undefined });

/** A company of its own for each round, because a company sends so many invitations a day. */
async function makeCaller(/** @type {number} */ round) {
  const [company] = await client`
    insert into backoffice.companies (id, name, register_number, company_category_id, created_at, updated_at)
    values (gen_random_uuid(), 'Maker', ${`BENCH-${round}`}, ${categoryId("MANUFACTURER")}, now(), now()) returning id`;
  const companyId = company?.id;
  const actor = {
    kind: "user",
    id: crypto.randomUUID(),
    email: "bench@persdesk.test",
    label: "bench",
    type: "Pro Center Admin",
    sessionId: crypto.randomUUID(),
    permissions: new Set(),
  };
  const rights = new Set(permissionCodes);
  const ctx = { ...systemCtx("bench"), actor, company: { id: companyId, rights } };
  return { companyId, imports: appRouter.createCaller(ctx).dealers.imports };
}

const add = table(`Import of ${rows} dealers`, ["", "check ms", "save ms", "of bare", "undo ms"]);
/** @type {{ checked: number[], saved: number[], undone: number[], bare: number[] }} */
const found = { checked: [], saved: [], undone: [], bare: [] };
try {
  for (let round = 0; round <= rounds; round++) {
    const { companyId, imports } = await makeCaller(round);
    const lines = Array.from({ length: rows }, (_, i) => `Dealer ${i},BENCH-${round}-${i},d${i}@bench${round}.test`);
    const bytes = new Uint8Array(Buffer.from(`Name,Register Number,E-mail\n${lines.join("\n")}\n`));
    const file = { name: "dealers.csv", type: "", bytes };
    /** @type {{ id: string, token: string }} */
    let plan = { id: "", token: "" };
    const checked = await timed(async () => {
      plan = await imports.preview({ companyId, fileName: file.name, file, options: {} });
    });
    const saved = await timed(async () => {
      let { status } = await imports.confirm({ companyId, id: plan.id, token: plan.token });
      while (status === "running") {
        await sleep(5);
        ({ status } = await imports.get({ companyId, id: plan.id }));
      }
      if (status !== "done") throw new Error(`the import is ${status}`);
    });
    const undone = await timed(() => imports.undo({ companyId, id: plan.id }));
    if (round === 0) continue; // warms up
    const bare = Array.from({ length: rows }, (_, i) => `Dealer ${i}\tB-${i}\td${i}@b.test\n`).join("");
    await client`create table bare_dealers (name text, number text unique, email text)`;
    found.bare.push(
      await timed(async () => {
        const copy = await client`copy bare_dealers from stdin`.writable();
        await pipeline(Readable.from([bare]), copy);
      }),
    );
    await client`drop table bare_dealers`;
    say(`check ${ms(checked)} ms, save ${ms(saved)} ms, undo ${ms(undone)} ms`);
    found.checked.push(checked);
    found.saved.push(saved);
    found.undone.push(undone);
  }
  const [saved, bare] = [median(found.saved), median(found.bare)];
  add("new dealers", ms(median(found.checked)), ms(saved), times(saved / bare), ms(median(found.undone)));
  add("a bare COPY of their rows", "", ms(bare), "", "");
} finally {
  await client.end();
  await end();
}
