// @ts-check
// `node bench/by-id.mjs [--rows 100000] [--tiny]`: one record by its id by REST beside a bare server with the same SQL, as
// bench/run.mjs has it, alone.
import { ready } from "./parts/ready.mjs";
import { sizes } from "./parts/sizes.mjs";

const { rows, rounds, requests } = sizes({ rows: [100_000, 300], rounds: [9, 1], requests: [4_000, 20] });
await ready({});
const { database, withPers } = await import("./parts/database.mjs");
const { assertSame, compareTable, json } = await import("./parts/compare.mjs");
const { login, startBare, startOurs, stopLoader } = await import("./parts/servers.mjs");

const running = /** @type {import("./parts/servers.mjs").Server[]} */ ([]);
try {
  const { url } = await withPers(rows);
  const ours = await startOurs(url);
  running.push(ours);
  const bare = await startBare(url);
  running.push(bare);
  const headers = await login(ours);
  const at = "/api/v1/backoffice/pers";
  const { items } = await json(ours, `${at}?limit=25&sortBy=nuSerialPersNumber:asc`, headers);
  const { id } = items[12];
  assertSame(await json(ours, `${at}/${id}`, headers), await json(bare, `/one/${id}`, headers));
  await compareTable(
    `REST read of a PERS by its id, of ${rows}`,
    [
      { label: "Persdesk", server: ours, path: `${at}/${id}`, headers },
      { label: "bare", server: bare, path: `/one/${id}`, headers },
    ],
    { count: requests, rounds },
  );
} finally {
  stopLoader();
  for (const server of running) await server.stop();
  if (!database.adopted) await database.stop();
}
