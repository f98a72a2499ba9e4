import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sample } from "@/db/testing/sample";
import { isLong } from "@/db/testing/scale";
import { run, runNode } from "@/scripts/command.mjs";
import { installTools } from "@/scripts/tools.mjs";
import { usePersdesk } from "./harness";
import { ask } from "./person";
import { otherThanTold, programsOf, snippetsOf, textOf } from "./quick-start";
import { screenOf } from "./session";
import { installClient, startWire } from "./testing/client";

// Each snippet of docs/api is run, in its order, with the packed client against the running product, and prints what stands
// below it.

const pages = readdirSync("docs/api").filter(
  (name) => name.endsWith(".md") && /^```(ts|sh)$/m.test(readFileSync(join("docs/api", name), "utf8")),
);
const persdesk = usePersdesk({ worker: true });
let wire: Awaited<ReturnType<typeof startWire>>;
let installed: Awaited<ReturnType<typeof installClient>>;
let env: NodeJS.ProcessEnv;

const shown = `export const baseUrl = process.env.PERSDESK ?? "";
  export const show = (...what: unknown[]) => console.log(...what);
  export const showSignIn = () => console.log("signed out");`;
/** What snippets import beside the client: the app around them. */
const around: Record<string, string> = {
  "package.json": `{ "private": true, "type": "module" }`,
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      strict: true,
      noUncheckedIndexedAccess: true,
      target: "es2022",
      module: "nodenext",
      types: ["node"],
    },
  }),
  "app.ts": `import { mailed } from "./mailbox.js";
    ${shown}
    export const language = "en";
    export const askForCode = () => mailed(baseUrl, "robin@riders.example", /activation code/);`,
  "portal.ts": `${shown}
    const kept = new Map<string, string>();
    const getItem = (key: string) => kept.get(key) ?? null;
    Object.assign(globalThis, { sessionStorage: { getItem, setItem: kept.set.bind(kept) } });`,
  "node_modules/expo-secure-store/package.json": `{ "type": "module", "exports": "./index.js" }`,
  "node_modules/expo-secure-store/index.js": `const kept = new Map();
    export const getItemAsync = async (key) => kept.get(key) ?? null;
    export const setItemAsync = async (key, value) => void kept.set(key, value);`,
  "node_modules/expo-secure-store/index.d.ts": `export function getItemAsync(key: string): Promise<string | null>;
    export function setItemAsync(key: string, value: string): Promise<void>;`,
};

const programs = pages.flatMap((page) =>
  programsOf(snippetsOf(join("docs/api", page))).map((program, n) => {
    const language = program[0]?.language ?? "ts";
    return { page, program, language, file: `${page.replace(".md", "")}-${n}.${language}` };
  }),
);

beforeAll(async () => {
  installed = await installClient();
  wire = await startWire(persdesk().url);
  const { folder } = installed;
  for (const [file, text] of Object.entries(around)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  mkdirSync(join(folder, "node_modules/@types"));
  for (const name of ["standardwebhooks", "@types/node"])
    symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
  copyFileSync("e2e/mailbox.ts", join(folder, "mailbox.ts"));
  for (const { file, program } of programs) writeFileSync(join(folder, file), textOf(program));
  const [device] = await ask(
    persdesk(),
    (sql) => sql`select nu_serial_pers_number as serial from backoffice.pers limit 1`,
  );
  env = {
    ...process.env,
    PERSDESK: wire.url,
    KEY: "demo-internal-key",
    SERIAL: device?.serial,
    PORT: new URL(persdesk().receiver).port,
  };
});
afterAll(() => {
  wire?.close();
  installed?.remove();
});

const compiler = (path: string, ...options: string[]) => runNode([path, "-p", installed.folder, ...options]);

/** Runs the programs of a page one after the other. @returns what they printed in place of what the page says */
async function otherThanToldOn(page: string) {
  const { folder } = installed;
  const others: object[] = [];
  for (const { program, language, file } of programs.filter((one) => one.page === page)) {
    const ran =
      language === "sh"
        ? await run("sh", ["-eu", file], { env, cwd: folder })
        : await runNode([file.replace(/ts$/, "js")], { env, cwd: folder });
    others.push(...otherThanTold(program, ran.output), ...(ran.code === 0 ? [] : [{ file, output: ran.output }]));
  }
  return others;
}

describe("the quick starts", () => {
  // By one of them each day; TypeScript 5 takes long over the package's own types, which 7 looks at.
  const five = async () => join(await installTools("api"), "node_modules/typescript/bin/tsc");
  const compilers = {
    "TypeScript 5": async () => compiler(await five(), ...(isLong ? [] : ["--skipLibCheck"])),
    "TypeScript 7": () => compiler("node_modules/typescript/bin/tsc"),
  };
  const tried = sample(Object.entries(compilers), 1, "compilers of the quick starts");
  it.each(tried)("compile under --strict, by %s", async (_, compile) => {
    expect(pages.length).toBeGreaterThanOrEqual(4);
    expect(await compile()).toMatchObject({ code: 0, output: "" });
  });

  it("lead a phone through its first calls, past a token that expires", async () => {
    wire.answerTo("GET /api/v1/users/me", 401, {}, "token_expired");
    expect(await otherThanToldOn("phone.md")).toEqual([]);
    const calls = wire.seen.map(({ call }) => call.replace(/\?.*/, "")).filter((call) => !call.includes("/dev/"));
    expect(calls).toEqual([
      "POST /api/v1/users/register",
      "POST /api/v1/users/verify/activation-code",
      "POST /api/v1/users/login",
      "POST /api/v1/users/login",
      "GET /api/v1/users/me",
      "POST /api/v1/users/refresh-token",
      "GET /api/v1/users/me",
      "POST /api/v1/users/store-user-info",
      "GET /api/notification-in-app/count",
      "GET /api/notification-in-app",
      "POST /api/notification-in-app/status",
      "POST /api/v1/users/logout",
    ]);
  });

  it("verify a webhook, and refuse what is forged", async () => {
    const { receiver } = persdesk();
    const admin = await screenOf(persdesk(), "admin@persdesk.demo");
    const events = ["pers-alert.opened"];
    const { id, secret } = await admin.mutate("webhooks.create", { name: "Quick start", url: `${receiver}/`, events });
    env = { ...env, WEBHOOK_SECRET: secret };
    const [server, ...others] = programs.filter(({ page }) => page === "webhooks.md");
    const child: ChildProcess = spawn(process.execPath, [server?.file.replace(/ts$/, "js") ?? ""], {
      cwd: installed.folder,
      env,
    });
    let printed = "";
    child.stdout?.on("data", (text) => {
      printed += text;
    });
    try {
      await expect
        .poll(() =>
          fetch(receiver).then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(400);
      for (const { file, program } of others) {
        const { output } = await run("sh", ["-eu", file], { env, cwd: installed.folder });
        expect(otherThanTold(program, output)).toEqual([]);
      }
      await admin.mutate("webhooks.test", { id });
      await expect.poll(() => printed).toContain("webhook.test {");
    } finally {
      child.kill();
    }
  });

  it.each(pages.filter((page) => !/phone|webhooks/.test(page)))("%s does what it says", async (page) => {
    expect(await otherThanToldOn(page)).toEqual([]);
  });
});
