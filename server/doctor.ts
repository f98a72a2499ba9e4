import { closeDatabase } from "@/db/client";
import { env } from "@/env/env";
import { examine } from "@/server/operations/doctor/doctor.service";
import { hasFault, reportOf } from "@/server/operations/doctor/finding.rules";

// `npm run doctor`: looks at all that the settings lead to, and says what to do. It ends with 1 where something has to be done,
// with 0 where all is well or worth a look only. Settings that cannot be used end it before, each named (env/env.ts).

const findings = await examine(env);
for (const line of reportOf(findings)) console.log(line);
await closeDatabase();
process.exit(hasFault(findings) ? 1 : 0);
