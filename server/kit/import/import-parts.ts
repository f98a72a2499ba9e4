import { importParts } from "@/db/schema";
import { sealedParts } from "@/server/kit/record/sealed-parts";

/** So many rows, or records, make a part. */
export const partRows = 1000;

/** What an import needs later, for seven days: its bad rows, and what it found in those that it changed. */
export const partsOfImports = sealedParts<typeof importParts, (typeof importParts.$inferSelect)["kind"]>({
  table: importParts,
  owner: importParts.importId,
  purpose: "persdesk import",
  what: "parts of imports",
});
