import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { expect, it } from "vitest";
import { onServer } from "@/db/testing/clone";
import { useDatabase } from "@/db/testing/database";

const { url } = useDatabase();

/** Ends a session as a crash does, from another one. */
const kill = (pid: number) => onServer(url, (sql) => sql`select pg_terminate_backend(${pid}, 5000)`);

it("a transaction whose connection is lost writes nothing more, and its pool slot serves again", async () => {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, backoff: () => 0.05 });
  await sql`create table lost (step text)`;
  const attempts: PromiseSettledResult<unknown>[] = [];
  for (let round = 0; round < 5; round++) {
    let finished: Promise<unknown> = Promise.resolve();
    const transaction = sql.begin(async (tx) => {
      const [session] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await tx`insert into lost values ('before')`;
      finished = (async () => {
        await kill(session?.pid ?? 0);
        // The driver reconnects meanwhile: what the transaction still says must not be heard there.
        await sleep(200);
        attempts.push(...(await Promise.allSettled([tx`insert into lost values ('after')`])));
      })();
      await finished;
    });
    await expect(transaction).rejects.toMatchObject({ code: expect.stringMatching(/^(57P01|CONNECTION_CLOSED)$/) });
    await finished;
    expect(await sql`select step from lost`).toEqual([]);
  }
  expect(attempts.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
  await sql.end();
});
