"use client";

import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/root";
import { useBase } from "../base";
import { trpc } from "../trpc";

export type Removal = inferRouterOutputs<AppRouter>["removals"]["list"]["items"][number];

/** One object, so that what depends on it does not begin again at every look. */
const nowhere = {};

/** The router of removed records where the screen stands, and what its calls are all given. */
export function useRemovalDoor() {
  const { where } = useBase();
  const isOfCompany = where?.companyId !== undefined;
  const door = (isOfCompany ? trpc.companyRemovals : trpc.removals) as typeof trpc.removals; // the same procedures
  const utils = trpc.useUtils();
  const cache = (isOfCompany ? utils.companyRemovals : utils.removals) as typeof utils.removals; // as above
  return { door, cache, where: where ?? nowhere };
}
