import { inject } from "vitest";
import { withName } from "./clone";
import "@/texts/node";

// Runs before each test file is loaded, so before `env/env.ts` reads the settings: every worker has a database.
// It is named for the process: vitest gives the number of a worker twice where one stage follows another in a run.
const { server, prefix } = inject("testDatabase");
process.env.DATABASE_URL = withName(server.owner, `${prefix}${process.pid}`);
