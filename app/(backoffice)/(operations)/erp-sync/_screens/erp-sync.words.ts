import type { Imported } from "@/components/kit/import/import-hooks";
import { erpSync } from "../erp-sync.resource";

/** What a run brings in. Its records are companies and devices: which one an id is of is found out by its page. */
export const erpImports: Imported = {
  router: "erpSync",
  one: "record",
  many: "records",
  at: erpSync.at,
  may: { read: "erp-sync.read", write: "erp-sync.write" },
  record: (id) => `${erpSync.at}/records/${id}`,
};
