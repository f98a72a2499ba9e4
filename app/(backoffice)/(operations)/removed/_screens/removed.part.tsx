"use client";

import { ScreenHeader } from "@/components/kit/page-header";
import { RemovedList } from "@/components/kit/removed/removed-list";
import { removedRecords } from "../removed.resource";

/** What was removed anywhere and can be brought back, of the kinds that the person may read. */
export const RemovedRecords = () => (
  <>
    <ScreenHeader of={removedRecords} />
    <RemovedList />
  </>
);
