import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "@/db/migrate";
import { bundle } from "@/scripts/build.mjs";
import { dropDatabases, ensureTemplate, type TestServer } from "./clone";
import { testServer } from "./cluster";

declare module "vitest" {
  interface ProvidedContext {
    /** The server, the migrated template, and what the databases of this run are called. */
    testDatabase: { server: TestServer; template: string; prefix: string };
  }
}

/** A hash of every migration, for the template's name. */
function schemaHash() {
  const hash = createHash("sha256");
  for (const name of readdirSync("db/migrations")
    .filter((file) => file.endsWith(".sql"))
    .sort()) {
    hash.update(name).update(readFileSync(join("db/migrations", name)));
  }
  return hash.digest("hex").slice(0, 12);
}

/** Before the tests: the programs that read files and draw pictures, a server and a migrated template; afterwards: this run's databases and folders go. */
export default async function setup(project: TestProject) {
  // The tests of the whole run what was built; a file written anew there would be another than the build's.
  if (!["e2e", "alone"].includes(project.name)) await bundle(["sheet-thread", "picture-process"]);
  if (project.name === "unit") return;
  const server = await testServer();
  const template = `template_${schemaHash()}`;
  await ensureTemplate(server, template, migrateDatabase);
  const prefix = `run_${process.pid}_${project.name}_`;
  project.provide("testDatabase", { server, template, prefix });
  return async () => {
    await dropDatabases(server, prefix);
    for (const folder of readdirSync(tmpdir()))
      if (folder.startsWith(`persdesk-${prefix}`)) rmSync(join(tmpdir(), folder), { recursive: true, force: true });
  };
}
