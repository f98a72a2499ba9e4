"use client";

import type { ReactNode } from "react";
import { type Catalogue, type Manner, speech } from "./speech";

interface Props {
  manner: Manner;
  catalogue: Catalogue;
  children: ReactNode;
}

/** Tells the browser in which language its page was drawn, and the texts in it, before anything inside is drawn again. */
export function PageTexts({ manner, catalogue, children }: Props) {
  if (typeof window !== "undefined") {
    const told = speech();
    told.manner = () => manner;
    Object.assign(told.catalogues[manner.language], catalogue);
  }
  return children;
}
