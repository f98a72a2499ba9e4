import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sample } from "@/db/testing/sample";
import { openApi } from "@/server/doors/openapi";
import { planOperations } from "@/server/doors/rest-plan";
import { appRouter } from "@/server/root";
import { runNode } from "./command.mjs";
import { installTools } from "./tools.mjs";

// The API's document as clients get it, held against the public tools that they use (tools/api).

const tools = resolve("tools/api");
const folder = mkdtempSync(join(tmpdir(), "persdesk-api-tools-"));
const file = join(folder, "openapi.json");
const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };
const tool = (name: string, ...args: string[]) => runNode([join(tools, "node_modules", name), ...args], { env });

beforeAll(async () => {
  await installTools("api");
  writeFileSync(file, JSON.stringify(openApi(planOperations(appRouter))));
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The types of a client that was made, as a project under --strict would take them. */
async function compile(client: string) {
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "esnext"];
  const more = ["--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable"];
  return tool("typescript/bin/tsc", ...options, ...more, client);
}

const names = ["Redocly", "Spectral", "Ajv", "openapi-typescript", "hey-api"] as const;
const tried = sample(names, 1, "public tools that read the API's document");
const by = (name: (typeof names)[number]) => it.runIf(tried.includes(name));

describe("the API's document", () => {
  by("Redocly")(
    "is without a fault for Redocly, but for the six ambiguous addresses that the documents give",
    async () => {
      const config = ["--config", join(tools, "redocly.yaml"), "--format", "json", "--max-problems", "1000"];
      const { output } = await tool("@redocly/cli/bin/cli.js", "lint", file, ...config);
      const { problems } = JSON.parse(output.slice(output.indexOf("{\n"), output.lastIndexOf("\n}") + 2));
      const rules = (problems as { ruleId: string; message: string }[]).map(({ ruleId, message }) => [ruleId, message]);
      expect(rules.filter(([rule]) => rule !== "no-ambiguous-paths")).toEqual([]);
      expect(rules).toHaveLength(6);
    },
  );

  by("Spectral")("is without a fault for Spectral", async () => {
    const ruleset = ["-r", join(tools, "spectral.yaml"), "--quiet", "--format", "json"];
    const { code, output } = await tool("@stoplight/spectral-cli/dist/index.js", "lint", file, ...ruleset);
    expect([code, output.trim()]).toEqual([0, "[]"]);
  });

  by("Ajv")("has examples that fit its own schemas, by Ajv", () => {
    const need = createRequire(join(tools, "package.json"));
    const ajv = new (need("ajv/dist/2020").default)({ strict: false, validateSchema: false });
    need("ajv-formats").default(ajv);
    const document = JSON.parse(readFileSync(file, "utf8"));
    ajv.addSchema(document, "document");
    const wrong: string[] = [];
    let count = 0;
    const visit = (value: unknown, way: string[]) => {
      if (typeof value !== "object" || value === null) return;
      if ("example" in value && "schema" in value) {
        const pointer = [...way, "schema"].map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
        const fits = ajv.compile({ $ref: `document#/${encodeURI(pointer)}` });
        count += 1;
        if (!fits(value.example)) wrong.push(`${way.join(" ")}: ${ajv.errorsText(fits.errors)}`);
        return;
      }
      for (const [key, inner] of Object.entries(value)) visit(inner, [...way, key]);
    };
    visit(document.paths, ["paths"]);
    visit(document.webhooks, ["webhooks"]);
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(600);
  });

  by("openapi-typescript")("makes a client by openapi-typescript that compiles under --strict", async () => {
    const types = join(folder, "types.ts");
    const { code, output } = await tool("openapi-typescript/bin/cli.js", file, "-o", types);
    expect(code, output).toBe(0);
    const use = join(folder, "use.ts");
    writeFileSync(
      use,
      `import type { operations } from "./types";
       type Body = NonNullable<operations["login"]["requestBody"]>["content"]["application/json"];
       export const body: Body = { email: "a@example.com", password: "x" };
       export const denied = (answer: operations["login"]["responses"][401]) => answer.content["application/problem+json"].code;
       export type Row = operations["listPers"]["responses"][200]["content"]["application/json"]["items"][number];
       export const id = (row: Row): string => row.id;`,
    );
    expect(await compile(use)).toMatchObject({ code: 0, output: "" });
    expect(readFileSync(types, "utf8").split("\n").length).toBeGreaterThan(15_000);
  });

  by("hey-api")("makes a client by hey-api that compiles under --strict", async () => {
    const client = join(folder, "client");
    const { code, output } = await tool("@hey-api/openapi-ts/bin/run.js", "-i", file, "-o", client);
    expect(code, output).toBe(0);
    expect(readFileSync(join(client, "sdk.gen.ts"), "utf8").match(/^export const \w+ = </gm)?.length).toBeGreaterThan(
      350,
    );
    expect(await compile(join(client, "index.ts"))).toMatchObject({ code: 0, output: "" });
  });
});
