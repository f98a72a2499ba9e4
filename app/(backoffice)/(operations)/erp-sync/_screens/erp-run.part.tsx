"use client";

import { ImportPage } from "@/components/kit/import/import-page";
import { erpRuns } from "../erp-sync.resource";
import { erpImports } from "./erp-sync.words";

/** A run of the ERP sync: its plan, its progress, what became of it, and its undo. A file can take the ERP's place. */
export const ErpRuns = () => (
  <ImportPage
    of={erpImports}
    title={erpRuns.heading}
    help="Plan a run on the page of the ERP sync. A file with these columns does the same once."
  />
);
