"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { type RailState, railCookie, toggled, writeRail } from "./rail.rules";

interface Rail extends RailState {
  toggleNarrow: () => void;
  toggleStar: (at: string) => void;
}

const RailContext = createContext<Rail | undefined>(undefined);

/** Keeps how the person has their rail, also for their next visit with this browser. */
export function RailProvider({ initial, children }: { initial: RailState; children: ReactNode }) {
  const [state, setState] = useState(initial);
  const keep = (next: RailState) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `${railCookie}=${encodeURIComponent(writeRail(next))};path=/;max-age=31536000;samesite=lax`;
    setState(next);
  };
  const { isNarrow, starred } = state;
  return (
    <RailContext
      value={{
        ...state,
        toggleNarrow: () => keep({ ...state, isNarrow: !isNarrow }),
        toggleStar: (at) => keep({ ...state, starred: toggled(starred, at) }),
      }}
    >
      {children}
    </RailContext>
  );
}

/** How the person has their rail, and the ways to change it. */
export function useRail(): Rail {
  const rail = useContext(RailContext);
  if (!rail) throw new Error("useRail outside of RailProvider");
  return rail;
}
