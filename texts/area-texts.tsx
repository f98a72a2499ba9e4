import type { ReactNode } from "react";
import { pageCatalogue } from "./node";
import { PageTexts } from "./page-texts";
import { manner } from "./speech";

interface Props {
  /** the folder of the layout that this stands in, as `scripts/page-texts.mjs` names it */
  of: string;
  children: ReactNode;
}

/** Sends the browser the texts that the pages of a layout need, those of the layouts around it left out (ADR 42). */
export function AreaTexts({ of, children }: Props) {
  const reader = { ...manner() };
  return (
    <PageTexts manner={reader} catalogue={pageCatalogue(reader.language, of)}>
      {children}
    </PageTexts>
  );
}

/** A layout that does nothing else. */
export const textsLayout = (of: string) =>
  function TextsLayout({ children }: { children: ReactNode }) {
    return <AreaTexts of={of}>{children}</AreaTexts>;
  };
