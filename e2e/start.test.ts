import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { scaled } from "@/db/testing/scale";
import { runNode } from "@/scripts/command.mjs";
import { randomSecrets } from "@/scripts/demo.mjs";
import { freePort } from "@/scripts/port.mjs";

const { DATABASE_URL: _, INTERNAL_API_KEY: __, ...plain } = process.env;
const folders: string[] = [];
function folder() {
  const made = mkdtempSync(join(tmpdir(), "persdesk-start-"));
  folders.push(made);
  return made;
}
const started: ReturnType<typeof spawn>[] = [];
afterAll(() => {
  for (const one of started) one.kill("SIGKILL");
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

/** `npm start`, without npm; `output` grows as it speaks. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ["scripts/start.mjs"], { env: { ...plain, ...env }, stdio: "pipe" });
  started.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, ended, output: () => output };
}

async function until(done: () => boolean | Promise<boolean>, ms: number) {
  for (const begun = Date.now(); Date.now() - begun < ms; await sleep(100)) if (await done()) return true;
  return false;
}

const answers = (port: string) =>
  fetch(`http://localhost:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

describe("npm start", () => {
  it("comes up from an empty folder, survives kill -9, and leaves nothing running when stopped", async () => {
    const env = { DATA_DIR: folder(), PORT: String(await freePort()), LOG_LEVEL: "error" };
    const pidFile = join(env.DATA_DIR, "postgres/data/postmaster.pid");

    const first = start(env);
    expect(await until(() => first.output().includes("Stop with Ctrl-C"), 300_000), first.output()).toBe(true);
    expect(first.output()).toContain(`http://localhost:${env.PORT}`);
    expect(first.output()).toContain("admin@persdesk.demo");
    const other = await runNode(["scripts/start.mjs"], { env: { ...plain, ...env } });
    expect(other).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^persdesk: Persdesk already runs on .*\n$/),
    });

    first.child.kill("SIGKILL");
    expect(await until(async () => !(await answers(env.PORT)), 60_000)).toBe(true);

    const begun = Date.now();
    const second = start({ ...env, LOG_LEVEL: "info" });
    expect(await until(() => answers(env.PORT), 60_000), second.output()).toBe(true);
    expect(Date.now() - begun).toBeLessThan(scaled(30_000, 15_000));

    expect(await until(() => second.output().includes("pages loaded ahead"), 60_000), second.output()).toBe(true);

    process.kill(Number(readFileSync(pidFile, "utf8").split("\n")[0]), "SIGKILL");
    expect(await until(async () => !(await answers(env.PORT)), 5_000)).toBe(true);
    expect(await until(() => answers(env.PORT), 60_000), second.output()).toBe(true);

    second.child.kill("SIGINT");
    expect(await second.ended).toBe(0);
    expect(await answers(env.PORT)).toBe(false);
    expect(existsSync(pidFile)).toBe(false);
  }, 500_000);

  it("says in one line that the port is taken", async () => {
    const port = String(await freePort());
    const holder = createServer().listen(Number(port));
    const { code, output } = await runNode(["scripts/start.mjs"], {
      env: { ...plain, DATA_DIR: folder(), PORT: port },
    });
    holder.close();
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^persdesk: Port \d+ is taken\. .*\n$/),
    });
  });

  it("says in one line that the data folder can't be made", async () => {
    const env = { ...plain, DATA_DIR: "/dev/null/data", PORT: String(await freePort()) };
    expect(await runNode(["scripts/start.mjs"], { env })).toEqual({
      code: 1,
      output: "persdesk: Not a folder: /dev/null/data\n",
    });
  });
});

describe("npm run serve and npm run worker", () => {
  const good = {
    DATABASE_URL: "postgres://nobody:x@127.0.0.1:1/none",
    APP_URL: "https://persdesk.example.com",
    ...randomSecrets(),
  };
  const serve = (program: string, env: Record<string, string>) =>
    runNode(["scripts/serve.cjs", program], { env: { PATH: process.env.PATH, NODE_ENV: "production", ...env } });

  it.each(["serve", "worker"])("%s refuses to start without its settings, and names each", async (program) => {
    const { code, output } = await serve(program, {});
    expect(code).toBe(1);
    expect(output.trim().split("\n").sort()).toEqual([
      "persdesk: APP_URL is missing",
      "persdesk: DATABASE_URL is missing",
      "persdesk: DATA_KEYS is missing",
      "persdesk: JWT_PRIVATE_KEY is missing",
      "persdesk: NEXTAUTH_SECRET is missing",
    ]);
  });

  it("db:migrate refuses to guess which database is meant", async () => {
    const { code, output } = await runNode(["scripts/database.mjs", "migrate"], {
      env: { PATH: process.env.PATH, NODE_ENV: "production" },
    });
    expect([code, output]).toEqual([1, expect.stringMatching(/^persdesk: DATABASE_URL is missing: .*\n$/)]);
  });

  it("refuses the demo's secrets even when somebody asks for demo mode", async () => {
    const demo = { ...good, NEXTAUTH_SECRET: `demo-${good.NEXTAUTH_SECRET}`, PERSDESK_DEMO: "1" };
    const { code, output } = await serve("serve", demo);
    expect(code).toBe(1);
    expect(output).toMatch(/^persdesk: NEXTAUTH_SECRET is an example or demo value; .*\n$/);
  });

  it("says in one line that the port is taken", async () => {
    const holder = createServer().listen(0);
    const address = holder.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const { code, output } = await serve("serve", { ...good, PORT: String(port) });
    holder.close();
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(`port ${port} is taken`) });
  });
});
