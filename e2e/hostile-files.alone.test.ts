import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sample } from "@/db/testing/sample";
import { isLong } from "@/db/testing/scale";
import { sheetOf, workbookOf, zipOf } from "@/server/kit/import/sheet/testing";
import { usePersdesk } from "./harness";
import { ask } from "./person";
import { restOf, screenOf } from "./session";

// From outside: an import by REST that is undone on the screen, the files that once stopped the server, and exports that
// nobody reads, each with what others notice of it.

const persdesk = usePersdesk();
const mb = 1024 ** 2;
const bytesOf = (text: string | Buffer) => new Uint8Array(Buffer.from(text as string));
let rest: Awaited<ReturnType<typeof restOf>>;
let screen: Awaited<ReturnType<typeof screenOf>>;
let languageId = "";
let moduleId = "";
const sockets: Socket[] = [];

beforeAll(async () => {
  rest = await restOf(persdesk(), "admin@persdesk.demo");
  screen = await screenOf(persdesk(), "content@persdesk.demo");
  const [found] = await ask<{ languageId: string; moduleId: string }>(
    persdesk(),
    (sql) => sql`
      select (select id from backoffice.languages where code = 'fr') as "languageId",
        (select id from backoffice.modules order by code limit 1) as "moduleId"`,
  );
  languageId = found?.languageId ?? "";
  moduleId = found?.moduleId ?? "";
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

const doors = {
  rest: (file: Uint8Array<ArrayBuffer>) => rest.upload(`/backoffice/admin/label-interface/upload/${languageId}`, file),
  screen: (file: Uint8Array<ArrayBuffer>) =>
    screen.upload("labels.imports.preview", file, { fileName: "labels", options: { languageId } }),
};

describe.each(["csv", "xlsx"] as const)("labels from %s by REST", (kind) => {
  it("leave out the bad rows, and are undone on the screen but for what somebody changed since", async () => {
    const size = isLong ? 1000 : 100;
    const bad = new Map([
      [3, ["", "no name"]],
      [11, [`doors.${kind}.11`, "x".repeat(5001)]],
      [25, ["two words", "x"]],
      [33, ["exclaimed!", "x"]],
      [50, [`doors.${kind}.nobody`, "x"]],
      [77, [`doors.${kind}.0`, "twice"]],
      [99, ["n".repeat(201), "long name"]],
    ]);
    const names = Array.from({ length: size }, (_, i) => `doors.${kind}.${i}`);
    for (const name of names) {
      const made = await rest.ask("/backoffice/admin/label-interface", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name, moduleId, translations: [{ languageId, value: "Avant" }] }),
      });
      expect(made.status).toBe(201);
    }
    const rows = [["name", "value"], ...names.map((name, i) => bad.get(i) ?? [name, `Après ${i}`])];
    const csv = rows.map((cells) => cells.map((cell) => `"${cell}"`).join(";")).join("\r\n");
    const answer = await doors.rest(kind === "csv" ? bytesOf(csv) : bytesOf(sheetOf(rows)));
    expect(answer.status).toBe(200);
    const { items, report } = await answer.json();
    expect(report).toMatchObject({ total: size, created: 0, updated: size - 7, skipped: 0 });
    expect(report.errors.map(({ row }: { row: number }) => row)).toEqual([...bad.keys()].map((i) => i + 2));

    const changed = [items[0], items[40], items[80]] as { id: string; name: string }[];
    for (const { id } of changed) {
      const body = JSON.stringify({ id, translations: [{ languageId, value: "Depuis" }] });
      const headers = { "content-type": "application/json" };
      const patched = await rest.ask("/backoffice/admin/label-interface", { method: "PATCH", headers, body });
      expect(patched.status).toBe(200);
    }
    const [run] = await screen.query("labels.imports.recent", {});
    const undone = await screen.mutate("labels.imports.undo", { id: run.id });
    expect(undone).toMatchObject({ status: "undone", kind });
    const left = undone.left as { label: string; reason: string }[];
    expect(left.map(({ label }) => label).sort()).toEqual(changed.map(({ name }) => name).sort());
    for (const { reason } of left) expect(reason).toMatch(/^Changed since by /);
    const values = await ask<{ value: string; n: number }>(
      persdesk(),
      (sql) => sql`
        select value, count(*)::int as n from backoffice.label_translations t join backoffice.labels l on l.id = t.parent_id
        where l.name like ${`doors.${kind}.%`} and t.language_id = ${languageId} group by value order by value`,
    );
    expect(values.map(({ value, n }) => `${value} ${n}`)).toEqual([`Avant ${size - 3}`, "Depuis 3"]);
  });
});

/** The 99th of a hundred times in milliseconds, of a question that asks the database for the caller. */
async function p99() {
  const times: number[] = [];
  for (let n = 0; n < 100; n++) {
    const begun = performance.now();
    const answer = await rest.ask("/users/me");
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[98] ?? 0;
}

/** Three times the quiet value, and what a machine with other work adds to any. */
const bound = (quiet: number) => quiet * 3 + 250;

const head = '<row><c t="inlineStr"><is><t>name</t></is></c><c t="inlineStr"><is><t>value</t></is></c></row>';
const hostile: [string, () => Uint8Array<ArrayBuffer>, RegExp][] = [
  ["9 MB of blank lines", () => bytesOf("\n".repeat(9 * mb)), /blank|empty/],
  ["a cell of 8.4 MB", () => bytesOf(`name,value\nx,"${"a".repeat(8.4 * mb)}"\n`), /too long|characters/],
  ["a quote that is never closed", () => bytesOf(`name,value\nx,"${"a,b\n".repeat(2 * mb)}`), /quote|too long/],
  [
    "a bomb of rows",
    () => bytesOf(workbookOf({ rows: head + "<row><c><v>1</v></c></row>".repeat((isLong ? 4.8 : 2.4) * mb) })),
    /more than 10,000 rows/,
  ],
  [
    "a bomb of one tag",
    () => bytesOf(zipOf({ "_rels/.rels": Buffer.alloc((isLong ? 300 : 60) * mb, "<a/>") })),
    /larger than 50 MB|damaged/,
  ],
];

describe("a hostile file", () => {
  const tried = sample(hostile, 2, "hostile files at a running server");
  it.each(tried)("%s is 400 at both doors, and others hardly notice", async (_, make, says) => {
    const file = make();
    await p99();
    const quiet = await p99();
    let isDone = false;
    const sent = Promise.all(
      [doors.rest, doors.screen].map(async (send) => {
        const answers = [];
        for (let n = 0; n < (isLong ? 10 : 1); n++) {
          const answer = await send(file);
          answers.push({ status: answer.status, text: await answer.text() });
        }
        return answers;
      }),
    ).finally(() => {
      isDone = true;
    });
    const busy = [await p99()];
    while (!isDone) busy.push(await p99());
    for (const { status, text } of (await sent).flat()) {
      expect([status, text.slice(0, 400)]).toEqual([400, expect.stringMatching(says)]);
    }
    expect(busy.sort((a, b) => a - b)[busy.length >> 1]).toBeLessThan(bound(quiet));
  });
});

describe("exports that nobody reads", () => {
  const models = isLong ? 60_000 : 20_000;
  const path = "/api/export/modelPers?columns=label=Label,description=Description";

  /** Asks for a file, reads the status and no more. */
  async function stalled(cookie: string) {
    const { hostname, port } = new URL(persdesk().url);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n`);
    const [first] = await once(socket, "data");
    socket.pause();
    return String(first).slice(9, 12);
  }

  it("hold no connection and slow nobody down, ten of them", async () => {
    await ask(
      persdesk(),
      (sql) => sql`
        insert into backoffice.model_pers (id, label, description, created_at, updated_at)
        select gen_random_uuid(), 'Stalled ' || n, repeat('x', 400), now(), now() from generate_series(1, ${models}::int) n`,
    );
    const [admin, support] = await Promise.all(
      ["admin@persdesk.demo", "support@persdesk.demo"].map((email) => screenOf(persdesk(), email)),
    );
    await p99();
    const quiet = await p99();
    const statuses: string[] = [];
    for (let n = 0; n < 5; n++)
      for (const cookie of [admin?.cookie ?? "", support?.cookie ?? ""]) statuses.push(await stalled(cookie));
    // Two for each person are taken, the others are told to come back.
    expect(statuses.filter((status) => status === "200")).toHaveLength(4);
    expect(statuses.filter((status) => status !== "200" && status !== "429" && status !== "503")).toEqual([]);
    expect(await p99()).toBeLessThan(bound(quiet));
    const held = () =>
      ask(
        persdesk(),
        (sql) => sql`
          select 1 as one from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%'`,
      );
    await expect.poll(held, { interval: 200 }).toEqual([]);
    for (const socket of sockets.splice(0)) socket.destroy();
    await sleep(100);
    await expect.poll(() => stalled(support?.cookie ?? ""), { interval: 200 }).toBe("200");
  });
});
