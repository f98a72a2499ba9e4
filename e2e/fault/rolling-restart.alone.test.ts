import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onServer } from "@/db/testing/clone";
import { isLong } from "@/db/testing/scale";
import { demoSecrets } from "@/scripts/demo.mjs";
import { freePort } from "@/scripts/port.mjs";
import { demoDatabase, type Persdesk, startPersdesk } from "../harness";
import { signIn } from "./writes";

// The proxies that docs/operations configures, in front of two webs that are stopped and started in turn under load.

const home = mkdtempSync(join(tmpdir(), "persdesk-proxies-"));
const most = 5_000;
const restarts = 3;

interface Proxy {
  program: string;
  version: string;
  file: string;
  args: (config: string) => string[];
}

const proxies: Proxy[] = [
  { program: "nginx", version: "-v", file: "nginx.conf", args: (config) => ["-e", "stderr", "-p", home, "-c", config] },
  { program: "haproxy", version: "-v", file: "haproxy.cfg", args: (config) => ["-db", "-f", config] },
  {
    program: "caddy",
    version: "version",
    file: "Caddyfile",
    args: (config) => ["run", "--adapter", "caddyfile", "--config", config],
  },
];
const isThere = ({ program, version }: Proxy) => spawnSync(program, [version]).status === 0;

let webs: Persdesk[];
let databaseUrl = "";
let token = "";

beforeAll(async () => {
  if (!isLong) return;
  chmodSync(home, 0o755);
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const [key, crt] = [join(home, "tls.key"), join(home, "tls.crt")];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", crt];
  execFileSync("openssl", [...made, ...subject], { stdio: "ignore" });
  writeFileSync(join(home, "tls.pem"), readFileSync(crt, "utf8") + readFileSync(key, "utf8"));
  databaseUrl = await demoDatabase();
  const env = { ...demoSecrets(home), DRAIN_SECONDS: "5", TRUST_PROXY: "1" };
  webs = await Promise.all([1, 2].map(() => startPersdesk({ databaseUrl, worker: false, env })));
  token = await signIn(webs[0]?.url ?? "");
});
afterAll(async () => {
  await Promise.all((webs ?? []).map((web) => web.stop()));
  rmSync(home, { recursive: true, force: true });
});

const agent = new Agent({ keepAlive: true, maxSockets: 8, rejectUnauthorized: false });

/** @returns the status; 0 where there was no answer, and why */
const ask = (port: number, method: "GET" | "POST", label?: string) =>
  new Promise<{ status: number; why?: string }>((done) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", host: "localhost" };
    const path = `/api/v1/backoffice/admin/model-pers${method === "GET" ? "?limit=1" : ""}`;
    const sent = request(
      { host: "127.0.0.1", port, servername: "localhost", method, path, headers, agent },
      (answer) => {
        let why = "";
        answer.on("data", (some) => {
          if (answer.statusCode !== 200) why += some;
        });
        answer.once("close", () => done({ status: answer.statusCode ?? 0, why }));
      },
    );
    sent.once("error", (error) => done({ status: 0, why: error.message }));
    sent.end(label && JSON.stringify({ label }));
  });

/** What belongs to the machine that a proxy runs on, in front of its configuration. */
const here: Record<string, string> = {
  nginx: `daemon off;\npid ${home}/nginx.pid;\n`,
  caddy: "{\n\tadmin off\n\tauto_https disable_redirects\n\tservers {\n\t\tprotocols h1 h2\n\t}\n}\n",
};

/** Starts a proxy with the configuration as it is, except addresses, port and certificates. */
async function startProxy({ program, file, args }: Proxy, port: number): Promise<ChildProcess> {
  const own = webs.map(({ url }) => `127.0.0.1:${new URL(url).port}`);
  const text = readFileSync(`docs/operations/${file}`, "utf8")
    .replaceAll("127.0.0.1:3001", own[0] ?? "")
    .replaceAll("127.0.0.1:3002", own[1] ?? "")
    .replaceAll("/etc/persdesk", home)
    .replaceAll("persdesk.example.com:443", `localhost:${port}`)
    .replace("listen 443", `listen ${port}`)
    .replace("0.0.0.0:443", `0.0.0.0:${port}`);
  const config = join(home, file);
  writeFileSync(config, (here[program] ?? "") + text);
  const log = openSync(join(home, `${program}.log`), "a");
  const child = spawn(program, args(config), { stdio: ["ignore", log, log], env: { ...process.env, HOME: home } });
  const isUp = () => ask(port, "GET").then(({ status, why }) => (status === 200 ? status : why));
  await expect
    .poll(isUp, { interval: 200 })
    .toBe(200)
    .catch((error: unknown) => {
      child.kill();
      throw new Error(`${error}\n${readFileSync(join(home, `${program}.log`), "utf8").slice(-2_000)}`);
    });
  return child;
}

describe.runIf(isLong)("webs are stopped and started in turn, under load", () => {
  for (const proxy of proxies)
    it.skipIf(!isThere(proxy) && process.env.OPERATE !== "1")(
      `behind ${proxy.program} no request fails`,
      async () => {
        const port = (await freePort()) ?? 0;
        const child = await startProxy(proxy, port);
        const failed: { method: string; status: number; why?: string }[] = [];
        const counts = { GET: 0, POST: 0 };
        const acknowledged: string[] = [];
        let isRestarted = false;
        const client = async () => {
          while (!isRestarted || counts.GET + counts.POST < most) {
            const method = Math.random() < 0.5 ? "GET" : "POST";
            const label = method === "POST" ? `Rolling ${randomUUID()}` : undefined;
            const answer = await ask(port, method, label);
            counts[method] += 1;
            if (answer.status === 201 && label) acknowledged.push(label);
            if (answer.status >= 400 || answer.status === 0) failed.push({ method, ...answer });
            await sleep(Math.random() * 40);
          }
        };
        const load = Promise.all(Array.from({ length: 8 }, client));
        for (let n = 0; n < restarts; n++) {
          const web = webs[n % 2];
          web?.web.process.kill("SIGTERM");
          await web?.restartWeb();
          await sleep(8_000); // the proxy has to find out that it is back
        }
        isRestarted = true;
        await load;
        child.kill();
        console.log(`${proxy.program}: ${counts.GET} reads, ${counts.POST} writes, ${failed.length} failed`);
        const rows = await onServer(
          databaseUrl,
          (sql) => sql`select 1 from backoffice.model_pers where label = any(${acknowledged})`,
        );
        expect(rows.length).toBe(acknowledged.length);
        expect(failed.slice(0, 20)).toEqual([]);
        expect(counts.GET + counts.POST).toBeGreaterThanOrEqual(most);
      },
      600_000,
    );
});
