import { closeDatabase } from "@/db/client";
import { systemCtx } from "@/server/kit/call/context";
import { reapplyErasures } from "@/server/overview/privacy/erasure.service";

// `npm run privacy:reapply`: after a backup was restored, erases again whom it brought back, by the list that is kept
// outside of the database (ERASED_PEOPLE_FILE). To be run before anybody is let in.

try {
  const again = await reapplyErasures(systemCtx("privacy:reapply"));
  console.log(`persdesk: ${again} ${again === 1 ? "person" : "people"} erased again`);
} catch (error) {
  console.error(`persdesk: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}
