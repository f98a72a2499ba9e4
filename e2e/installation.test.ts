import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, inject, it } from "vitest";
import { cloneDatabase, onServer } from "@/db/testing/clone";
import { runNode } from "@/scripts/command.mjs";
import { randomSecrets } from "@/scripts/demo.mjs";
import { freePort } from "@/scripts/port.mjs";
import { demoDatabase } from "./harness";

// An installation from nothing, by the commands of the README, each the process that it is.

const dataDir = mkdtempSync(join(tmpdir(), "persdesk-installation-"));
const secrets = { APP_URL: "https://persdesk.example.com", ...randomSecrets() };
const started: ReturnType<typeof spawn>[] = [];
afterAll(() => {
  for (const one of started) one.kill("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

const emptyDatabase = () => {
  const { server, template, prefix } = inject("testDatabase");
  return cloneDatabase(server, template, `${prefix}${randomUUID().slice(0, 8)}`);
};
const envOf = (DATABASE_URL: string) => ({
  PATH: process.env.PATH,
  NODE_ENV: "production" as const,
  LOG_LEVEL: "error",
  DATA_DIR: dataDir,
  ...secrets,
  DATABASE_URL,
});
const migrate = (url: string) => runNode(["scripts/database.mjs", "migrate"], { env: envOf(url) });
const seed = (url: string, ...args: string[]) =>
  runNode(["scripts/database.mjs", "seed", "--scale", "10", ...args], { env: envOf(url) });
const program = (name: string, url: string, ...args: string[]) =>
  runNode(["scripts/serve.cjs", name, ...args], { env: envOf(url) });
const adminCreate = (url: string, ...args: string[]) => program("admin-create", url, ...args);

/** Next says that it read its settings before our own code runs. */
const line = (text: string) => ({
  code: 1,
  output: expect.stringMatching(new RegExp(`^(✓ .*\\n)?persdesk: ${text}.*\\n$`)),
});

describe("a new installation", () => {
  it("gets its first administrator from the command line, who signs in and may do everything", async () => {
    const url = await emptyDatabase();
    expect(await adminCreate(url)).toEqual(line("Say whose account it is"));
    expect(await adminCreate(url, "--email", "nobody")).toEqual(line("email: Give an e-mail address"));
    expect(await adminCreate(url, "--nonsense")).toEqual(line("Unknown option '--nonsense'"));
    expect((await migrate(url)).code).toBe(0);

    const email = "chief@persdesk.example.com";
    const made = await adminCreate(url, "--email", email);
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining(`${email} becomes an administrator`) });
    const token = /^https:\/\/persdesk\.example\.com\/invitation\/(\S+)$/m.exec(made.output)?.[1];

    const port = await freePort();
    const web = spawn(process.execPath, ["scripts/serve.cjs", "serve"], {
      env: { ...envOf(url), PORT: String(port) },
      stdio: "ignore",
    });
    started.push(web);
    const base = `http://localhost:${port}`;
    const isReady = () =>
      fetch(`${base}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) await sleep(100);
    const post = (path: string, body: unknown) =>
      fetch(base + path, {
        method: "POST",
        headers: { "content-type": "application/json", "x-persdesk": "1", origin: secrets.APP_URL },
        body: JSON.stringify(body),
      });
    const password = "Right-horse-2026";
    expect((await post("/api/trpc/invitations.accept", { token, password })).status).toBe(200);
    const login = await post("/api/v1/users/login", { email, password });
    expect(login.status).toBe(200);
    const { accessToken } = await login.json();
    const roles = await fetch(`${base}/api/v1/backoffice/admin/roles`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(roles.status).toBe(200);

    expect(await adminCreate(url, "--email", "other@persdesk.example.com")).toEqual(
      line("There is an active administrator, who can invite others"),
    );
    expect((await adminCreate(url, "--email", "other@persdesk.example.com", "--force")).code).toBe(0);

    const back = await adminCreate(url, "--email", email, "--force", "--reset-second-factor");
    expect(back).toMatchObject({ code: 0, output: expect.stringContaining("1 sessions ended") });
  });

  it("does not start without a key that rows name, until nothing needs it", async () => {
    const url = await emptyDatabase();
    expect((await migrate(url)).code).toBe(0);
    const { JWT_PRIVATE_KEY } = randomSecrets();
    const withKey = (keys: string, ...args: string[]) =>
      runNode(["scripts/serve.cjs", ...args], { env: { ...envOf(url), JWT_PRIVATE_KEY: keys } });
    await onServer(
      url,
      (
        sql,
      ) => sql`with someone as (insert into backoffice.users (id, email, first_name, last_name, type, status, created_at, updated_at)
          values (gen_random_uuid(), 'phone@persdesk.example.com', 'Pho', 'Ne', 'Rider', 'active', now(), now()) returning id),
        session as (insert into backoffice.sessions (id, user_id, kind, key_id, created_at, last_seen_at, expires_at)
          select gen_random_uuid(), id, 'api', 'gone', now(), now(), now() + interval '1 day' from someone returning id)
        insert into backoffice.refresh_tokens (id, session_id, token_hash, created_at, expires_at)
          select gen_random_uuid(), id, 'x', now(), now() + interval '1 day' from session`,
    );
    for (const program of ["serve", "worker"])
      expect(await withKey(JWT_PRIVATE_KEY, program)).toMatchObject({
        code: 1,
        output: expect.stringContaining("JWT_PRIVATE_KEY lacks the key gone, which these need: 1 sessions of apps"),
      });
    expect(await withKey(JWT_PRIVATE_KEY, "keys", "status")).toMatchObject({
      code: 1,
      output: expect.stringContaining("MISSING"),
    });
    expect((await withKey(JWT_PRIVATE_KEY, "keys", "move")).code).toBe(0);
    expect(await withKey(JWT_PRIVATE_KEY, "sessions-end")).toMatchObject({
      code: 0,
      output: expect.stringContaining("1 sessions ended"),
    });
    expect((await withKey(JWT_PRIVATE_KEY, "keys", "status")).code).toBe(0);
  });

  it("says that a database without tables wants migrating", async () => {
    const { server, prefix } = inject("testDatabase");
    const url = await cloneDatabase(server, "template0", `${prefix}${randomUUID().slice(0, 8)}`);
    expect(await adminCreate(url, "--email", "a@b.example")).toEqual(line("This database has no tables yet"));
  });
});

describe("the demo's data", () => {
  it("come into a database of one's own only where somebody says so, and never in place of other data", async () => {
    const url = await emptyDatabase();
    expect(await seed(url)).toEqual(line("DATABASE_URL names a database of your own"));
    const npmStart = { ...envOf(url), PORT: String(await freePort()) };
    expect(await runNode(["scripts/start.mjs"], { env: npmStart })).toEqual(
      line("DATABASE_URL names a database without the demo"),
    );
    expect((await seed(url, "--demo")).code).toBe(0);
    expect((await seed(url, "--demo", "--reset")).code).toBe(0);
    await onServer(url, (sql) => sql`delete from platform.demo_marks`);
    expect(await seed(url, "--demo", "--reset")).toEqual(line("This database holds data that is not the demo's"));
    expect(await runNode(["scripts/start.mjs"], { env: npmStart })).toEqual(
      line("This database holds data that is not the demo's"),
    );
  });

  it("are refused by every production process", async () => {
    const url = await demoDatabase();
    for (const name of ["serve", "worker"])
      expect(await program(name, url)).toEqual(line("DATABASE_URL names a database with the demo in it"));
    expect(await adminCreate(url, "--email", "a@b.example", "--force")).toEqual(line("This database is a demo"));
  });
});
