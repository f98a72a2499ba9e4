import { closeDatabase } from "@/db/client";
import { endEverySession } from "@/server/identity/session/every-session.service";
import { systemCtx } from "@/server/kit/call/context";

// `npm run sessions:end`: everybody signs in again, in browsers and apps, such as after a restore or where a key is known to
// somebody else. Each person's history says so.

try {
  console.log(`persdesk: ${await endEverySession(systemCtx("sessions:end"))} sessions ended`);
} catch (error) {
  const { message, cause } = error as Error;
  console.error(`persdesk: ${cause instanceof Error ? cause.message : message}`);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}
