"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Permission } from "@/server/permissions";

/** The person at the screen, as far as screens need to know. */
export interface Viewer {
  id: string;
  label: string;
  email: string;
  permissions: string[];
  /** the rights that they could be given and do not hold, each by what it is called */
  lacks: Readonly<Record<string, string>>;
  /** under switch-to: who really sits there */
  isActing: boolean;
}

/** The page itself says whose it is. Its calls send that along, and are refused once somebody else is signed in. */
export const viewerMeta = "persdesk-viewer";

const ViewerContext = createContext<Viewer | undefined>(undefined);

export const ViewerProvider = ({ viewer, children }: { viewer: Viewer; children: ReactNode }) => (
  <ViewerContext value={viewer}>
    <meta name={viewerMeta} content={viewer.id} />
    {children}
  </ViewerContext>
);

/** The person at the screen. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error("useViewer outside of ViewerProvider");
  return viewer;
}

/** Asks whether the person may see a part of a screen; buttons ask `Allowed`. The server refuses what they may not in any case. */
export function useMay() {
  const { permissions } = useViewer();
  return (permission: Permission | undefined) => permission === undefined || permissions.includes(permission);
}
