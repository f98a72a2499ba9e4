"use client";

import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { useBase } from "@/components/kit/base";
import type { RecordName, Resource, RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import type { Permission } from "@/server/permissions";
import type { alertDesk } from "../alert-desk.resource";

type Company = RowOf<"fleetAlerts">;
type Staff = RowOf<"alertDesk">;
/** An alert as work, at the desk of staff or at that of a company. */
export type DeskAlert = Omit<Staff, "companyDesks"> & Partial<Pick<Staff, "companyDesks"> & Pick<Company, "staff">>;

/** Whose desk it is: what it lists, who may work there, and what its alerts lead to. */
export interface DeskPlace {
  of: typeof alertDesk;
  write: Permission;
  pers: Resource<RecordName>;
  vehicles: Resource<RecordName>;
  riders: Resource<RecordName>;
  isStaff: boolean;
  /** what a company's people noted about an alert; those of staff stand in its activity */
  Notes?: ComponentType<{ id: string }>;
}

const PlaceContext = createContext<DeskPlace | undefined>(undefined);

/** Says at which desk the screens inside stand. */
export const DeskProvider = ({ place, children }: { place: DeskPlace; children: ReactNode }) => (
  <PlaceContext value={place}>{children}</PlaceContext>
);

/** The desk, its procedures, and what each of them is given: both desks have the same ones, a company's takes the company. */
export function useDesk() {
  const place = useContext(PlaceContext);
  const base = useBase();
  const utils = trpc.useUtils();
  if (!place) throw new Error("useDesk outside of DeskProvider");
  const { router } = place.of as { router: "alertDesk" | "fleetAlerts" };
  const api = trpc[router] as typeof trpc.alertDesk;
  const cache = utils[router] as typeof utils.alertDesk;
  return { ...place, api, cache, where: base.where ?? {}, at: base.at + place.of.at };
}
