import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { onServer } from "@/db/testing/clone";
import { scaled } from "@/db/testing/scale";
import { usePersdesk } from "../harness";
import { createForEver, signIn, unexplained } from "./writes";

const persdesk = usePersdesk();

describe("the web server is killed under a stream of creates", () => {
  it(
    "keeps what it acknowledged, whole: each row with its audit row",
    async () => {
      const token = await signIn(persdesk().url);
      const stream = createForEver(persdesk().url, token);
      const reach = (count: number) =>
        expect.poll(() => stream.acknowledged.length, { interval: 20 }).toBeGreaterThan(count);
      await reach(100);
      for (let round = 0; round < scaled(1, 15); round++) {
        persdesk().web.process.kill("SIGKILL");
        await persdesk().restartWeb();
        await reach(stream.acknowledged.length + 100);
      }
      await stream.stop();

      const [counts] = await onServer(
        persdesk().databaseUrl,
        (sql) => sql`
        select count(*) filter (where m.label = any(${stream.acknowledged}))::int as kept,
               count(*) filter (where a.id is null)::int as unaudited
        from backoffice.model_pers m
        left join platform.audit_log a on a.object_id = m.id
        where m.label like 'Fault %'`,
      );
      expect(counts).toEqual({ kept: stream.acknowledged.length, unaudited: 0 });
      expect(unexplained(stream)).toEqual([]);
    },
    scaled(60_000, 600_000),
  );

  it("ends well when asked to: what is under way is answered, nothing new is taken", async () => {
    const token = await signIn(persdesk().url);
    const stream = createForEver(persdesk().url, token);
    await expect.poll(() => stream.acknowledged.length, { interval: 20 }).toBeGreaterThan(20);
    const { web, url } = persdesk();
    // As browsers do, ahead of need; nobody waits for what it may be asked.
    const unused = connect(Number(new URL(url).port), "localhost");
    unused.on("error", () => undefined);
    await once(unused, "connect");
    const begun = Date.now();
    web.process.kill("SIGTERM");
    expect(await web.ended).toBe(0);
    expect(Date.now() - begun).toBeLessThan(scaled(30_000, 8_000));
    await stream.stop();
    expect(unexplained(stream)).toEqual([]);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });
});
