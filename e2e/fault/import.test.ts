import postgres from "postgres";
import { expect, it } from "vitest";
import { useBrowser, usePersdesk } from "../harness";
import { ask, usePeople } from "../person";
import { signIn } from "./writes";

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());

const written = () =>
  ask(
    persdesk(),
    (sql) => sql`
      select (select count(*)::int from backoffice.label_translations where value like 'Killed %') as texts,
        (select count(*)::int from platform.audit_log where object_type = 'label') as histories,
        (select count(*)::int from platform.import_parts) as parts`,
  );

it("a server killed in the middle of an import leaves nothing half-written, and the run is told as failed", {
  timeout: 120_000,
}, async () => {
  const { url, databaseUrl } = persdesk();
  const headers = { authorization: `Bearer ${await signIn(url)}` };
  const [language] = await ask<{ id: string }>(
    persdesk(),
    (sql) => sql`select id from backoffice.languages where is_default`,
  );
  const names = await ask<{ name: string }>(
    persdesk(),
    (sql) => sql`select name from backoffice.labels group by name having count(*) = 1 order by name`,
  );
  const before = await written();
  // The texts of the last label are held by somebody else, so that the run waits when it has written some of the others.
  const holder = postgres(databaseUrl, { max: 1 });
  await holder.unsafe("begin");
  await holder.unsafe(
    `insert into backoffice.label_translations (id, parent_id, language_id, value, created_at, updated_at)
      select gen_random_uuid(), id, $1, 'Held', now(), now() from backoffice.labels where name = $2
      on conflict (parent_id, language_id) do update set value = excluded.value`,
    [language?.id ?? "", names.at(-1)?.name ?? ""],
  );
  const form = new FormData();
  const rows = names.map(({ name }, i) => `${name},Killed ${i}\n`);
  form.append("file", new Blob([`name,value\n${rows.join("")}`]), "killed.csv");
  const path = `${url}/api/v1/backoffice/admin/label-interface/upload/${language?.id}`;
  const upload = fetch(path, { method: "POST", headers, body: form }).then(
    ({ status }) => status,
    () => "cut off",
  );
  const waits = () =>
    ask(
      persdesk(),
      (sql) => sql`
        select status from platform.imports where exists (select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock')`,
    );
  await expect.poll(waits).toEqual([{ status: "running" }]);
  persdesk().web.process.kill("SIGKILL");
  expect(await upload).toBe("cut off");
  await holder.unsafe("rollback");
  await holder.end();
  await persdesk().restartWeb();
  expect(await written()).toEqual(before);

  const page = await openAs("content@persdesk.demo", "/labels/import");
  const item = page.getByRole("listitem").filter({ hasText: "killed.csv" });
  await item.getByText("Failed").waitFor();
  await item.getByRole("link").click();
  await page.getByText("The server stopped before the import was done. Nothing was imported.").waitFor();
});
