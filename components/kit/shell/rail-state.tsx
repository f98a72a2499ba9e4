"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { attempt } from "../attempt";
import { trpc } from "../trpc";
import { useViewer } from "../viewer";
import { type Favourite, type RailState, railCookie, toggled, writeRail } from "./rail.rules";

interface Rail extends RailState {
  toggleNarrow: () => void;
  toggleStar: (item: Favourite) => void;
}

const RailContext = createContext<Rail | undefined>(undefined);

interface Props {
  initial: RailState;
  /** whose workspace it is, where it is a company's */
  companyId?: string;
  children: ReactNode;
}

const ofScreens = { meta: { isOfScreens: true } };

/** Keeps how the person has their rail: its width for this browser, the favourites on the server, wherever they sign in. */
export function RailProvider({ initial, companyId, children }: Props) {
  const [state, setState] = useState(initial);
  const { isActing } = useViewer();
  const ofStaff = trpc.listViews.setFavourites.useMutation(ofScreens);
  const ofCompany = trpc.companyListViews.setFavourites.useMutation(ofScreens);
  const { isNarrow, starred } = state;
  const keepWidth = (isNarrow: boolean) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `${railCookie}=${encodeURIComponent(writeRail({ isNarrow }))};path=/;max-age=31536000;samesite=lax`;
    setState({ ...state, isNarrow });
  };
  const keepStars = (starred: readonly Favourite[]) => {
    setState({ ...state, starred });
    if (isActing) return; // they are the member's own
    const items = starred.map(({ at, viewId, title }) => ({ at, viewId, title }));
    void attempt(() => (companyId ? ofCompany.mutateAsync({ companyId, items }) : ofStaff.mutateAsync({ items })));
  };
  return (
    <RailContext
      value={{
        ...state,
        toggleNarrow: () => keepWidth(!isNarrow),
        toggleStar: (item) => keepStars(toggled(starred, item)),
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
