import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, it, vi } from "vitest";
import { restoreDump } from "./backup-dump.mjs";

const folder = mkdtempSync(join(tmpdir(), "persdesk-dump-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("says why a restore ended, though its program stopped reading before it said so", async () => {
  const program = `#!/bin/sh
case "$1" in --version) echo "pg_restore (PostgreSQL) 15.1"; exit ;; esac
exec 0<&-
sleep 0.3
echo "pg_restore: error: out of disk" >&2
exit 1
`;
  writeFileSync(join(folder, "pg_restore"), program, { mode: 0o755 });
  vi.stubEnv("PG_BIN", folder);
  const restored = restoreDump("postgres://nobody@127.0.0.1:1/none", 15);
  const parts = Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(64 * 1024)));
  await expect(restored.write(parts)).rejects.toThrow(/^pg_restore: error: out of disk$/);
});
