"use client";

import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/root";
import { useBase } from "../base";
import { trpc } from "../trpc";

type Outputs = inferRouterOutputs<AppRouter>["bulkChanges"];
export type BulkPlan = Outputs["plan"];
export type BulkChange = Outputs["get"];

/** The router of bulk changes where the screen stands, and what its calls are all given. */
export function useBulkDoor() {
  const { where } = useBase();
  const isOfCompany = where?.companyId !== undefined;
  const door = (isOfCompany ? trpc.companyBulkChanges : trpc.bulkChanges) as typeof trpc.bulkChanges; // the same procedures
  const utils = trpc.useUtils();
  const { client } = utils;
  // A plan changes nothing, so nothing is asked for again after it.
  const calls = (isOfCompany ? client.companyBulkChanges : client.bulkChanges) as typeof client.bulkChanges; // as above
  return { door, calls, where: where ?? {} };
}
