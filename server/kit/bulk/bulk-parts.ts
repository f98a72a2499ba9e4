import { bulkChangeParts } from "@/db/schema";
import { sealedParts } from "@/server/kit/record/sealed-parts";

/** Which records a bulk change is to change, as `PlannedRow`, and what it found in them, as `Undoable`. */
export const partsOfBulkChanges = sealedParts<typeof bulkChangeParts, (typeof bulkChangeParts.$inferSelect)["kind"]>({
  table: bulkChangeParts,
  owner: bulkChangeParts.bulkChangeId,
  purpose: "persdesk bulk change",
  what: "parts of bulk changes",
});
