import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLong } from "@/db/testing/scale";
import { runNode } from "@/scripts/command.mjs";
import { demoSecrets, logins, password, randomSecrets } from "@/scripts/demo.mjs";
import { codeOf } from "@/server/identity/second-factor/testing";
import { demoDatabase, type Persdesk, startPersdesk } from "./harness";
import { startProxy } from "./proxy";
import { screenOf } from "./session";

// Each of the three lists of keys is turned as the runbook says, two webs being restarted one after the other at each step,
// while phones and browsers go on. It belongs to the long run.

type Lists = ReturnType<typeof randomSecrets>;
const between: Record<keyof Lists, string> = { NEXTAUTH_SECRET: ",", JWT_PRIVATE_KEY: "\n", DATA_KEYS: "," };
const asJson = { "content-type": "application/json" };

describe.runIf(isLong)("keys are turned under load", () => {
  const folder = mkdtempSync(join(tmpdir(), "persdesk-key-turns-"));
  const refused: string[] = [];
  let answers = 0;
  let isStopped = false;
  let databaseUrl = "";
  let env: Lists & Record<string, string>;
  let webs: Persdesk[] = [];
  let people: Promise<unknown>;
  let proxy: Awaited<ReturnType<typeof startProxy>>;

  const post = (path: string, body: object, headers = {}) =>
    fetch(`${proxy.url}/api/v1/users/${path}`, {
      method: "POST",
      headers: { ...asJson, ...headers },
      body: JSON.stringify(body),
    });
  const note = (what: string, { status }: Response) => {
    answers += 1;
    if (status !== 200) refused.push(`${what}: ${status}`);
  };

  /** A phone that reads, and asks for new tokens at each tenth time. */
  async function phone(email: string) {
    let tokens = await (await post("login", { email, password })).json();
    for (let n = 1; !isStopped; n++) {
      const authorization = `Bearer ${tokens.accessToken}`;
      const me = await fetch(`${proxy.url}/api/v1/users/me`, { headers: { authorization } });
      await me.body?.cancel();
      note(`phone of ${email} reads`, me);
      if (n % 10) continue;
      const refreshToken = `Bearer ${tokens.refreshToken}`;
      const answer = await post("refresh-token", {}, { authorization, refreshToken });
      note(`phone of ${email} refreshes`, answer);
      tokens = answer.ok ? await answer.json() : tokens;
    }
  }

  async function browser(email: string) {
    const { cookie } = await screenOf({ url: proxy.url }, email);
    const headers = { cookie, "x-persdesk": "1" };
    while (!isStopped) {
      const answer = await fetch(`${proxy.url}/api/trpc/secondFactor.status?input=%7B%7D`, { headers });
      await answer.body?.cancel();
      note(`browser of ${email}`, answer);
    }
  }

  /** Restarts the webs one after the other with these settings. */
  async function restartWith(changes: Partial<Lists>) {
    env = { ...env, ...changes };
    for (const web of webs) {
      await proxy.takeOut(web.url);
      await web.stop();
      const next = await startPersdesk({ databaseUrl, env, worker: false });
      webs = webs.map((one) => (one === web ? next : one));
      proxy.nodes.add(next.url);
    }
    const before = answers;
    await expect.poll(() => answers, { timeout: 60_000 }).toBeGreaterThan(before + 200);
    expect(refused).toEqual([]);
  }

  const keys = (command: "status" | "move") =>
    runNode(["dist/keys.js", "keys", command], { env: { ...process.env, ...env, DATABASE_URL: databaseUrl } });

  beforeAll(async () => {
    databaseUrl = await demoDatabase();
    proxy = await startProxy();
    env = { ...demoSecrets(folder), APP_URL: proxy.url, NEXTAUTH_URL: proxy.url };
    for (let n = 0; n < 2; n++) webs.push(await startPersdesk({ databaseUrl, env, worker: false }));
    for (const { url } of webs) proxy.nodes.add(url);
  }, 240_000);
  afterAll(async () => {
    isStopped = true;
    await people?.catch(() => undefined);
    proxy?.close();
    await Promise.all(webs.map((web) => web.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  it("nobody is signed out, and second factors go on", { timeout: 600_000 }, async () => {
    const email = "content@persdesk.demo";
    const owner = await screenOf({ url: proxy.url }, email);
    const { secret } = await owner.mutate("secondFactor.start", { currentPassword: password });
    const { recoveryCodes } = await owner.mutate("secondFactor.confirm", { code: codeOf(secret, -1) });
    const signsIn = async (totpCode: string) =>
      expect((await post("login", { email, password, totpCode })).status).toBe(200);
    const others = logins.flatMap(([one = email]) => (one === email ? [] : one));
    people = Promise.all([...others.map(phone), ...others.slice(0, 4).map(browser)]);

    const next = randomSecrets();
    const renamed = { ...next, DATA_KEYS: next.DATA_KEYS.replace("k1:", "k2:") };
    for (const name of ["NEXTAUTH_SECRET", "JWT_PRIVATE_KEY", "DATA_KEYS"] as const) {
      const [before, after] = [env[name].trim(), renamed[name].trim()];
      await restartWith({ [name]: [before, after].join(between[name]) });
      await restartWith({ [name]: [after, before].join(between[name]) });
      await signsIn(recoveryCodes.pop());
    }
    expect((await keys("move")).code).toBe(0);
    const { output } = await keys("status");
    expect(output).toMatch(/k1 {2}older: nothing needs it/);
    await restartWith({ DATA_KEYS: renamed.DATA_KEYS });
    await signsIn(codeOf(secret, 1));
    isStopped = true;
    await people;
    expect(refused).toEqual([]);
    console.log(`persdesk: ${answers} answers while keys turned, none refused`);
  });
});
