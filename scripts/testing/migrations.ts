import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeEach } from "vitest";

export const folder = "db/migrations";

/**
 * For the top of a test file: before each test a tree of its own, with a schema and migrations that may be changed.
 * @returns its folder, the path of one of its migrations' files, and a way to change a file
 */
export function useMigrations() {
  const home = mkdtempSync(join(tmpdir(), "persdesk-migrations-"));
  let n = 0;
  const tree = () => join(home, String(n));
  beforeEach(() => {
    n++;
    mkdirSync(join(tree(), "db"), { recursive: true });
    for (const name of ["node_modules", "scripts", "drizzle.config.ts", "tsconfig.json"])
      symlinkSync(resolve(name), join(tree(), name));
    for (const name of ["schema", "migrations"])
      cpSync(join("db", name), join(tree(), "db", name), { recursive: true });
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  return {
    tree,
    copied: (...path: string[]) => join(tree(), folder, ...path),
    edit: (file: string, from: string | RegExp, to: string) =>
      writeFileSync(file, readFileSync(file, "utf8").replace(from, to)),
  };
}
