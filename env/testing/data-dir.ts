import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Runs before each test file is loaded, so before `env/env.ts` reads the settings: every worker has a folder of its own.
const folder = join(tmpdir(), `persdesk-test-data-${process.pid}`);
mkdirSync(folder, { recursive: true });
process.env.DATA_DIR = folder;
