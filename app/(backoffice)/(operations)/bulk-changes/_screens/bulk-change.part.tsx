"use client";

import { BulkList } from "@/components/kit/bulk/bulk-list";
import { ScreenHeader } from "@/components/kit/page-header";
import { bulkChanges } from "../bulk-change.resource";

/** What was changed in bulk: how far it is, what was left, and the way back. */
export const BulkChanges = () => (
  <>
    <ScreenHeader of={bulkChanges} />
    <BulkList />
  </>
);
