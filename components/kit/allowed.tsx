"use client";

import { Children, cloneElement, isValidElement, type MouseEvent, type ReactNode } from "react";
import { notify } from "@/components/ui/notice";
import type { Permission } from "@/server/permissions";
import { t } from "@/texts/t";
import { useViewer } from "./viewer";

/** What a button gets whose right the person lacks: it can still take the focus, and says why when it is pressed. */
interface Lock {
  "aria-disabled": true;
  "data-disabled": true;
  title: string;
  /** the colour that it has is for who may press it */
  c?: undefined;
  onClick: (event: MouseEvent) => void;
}

/**
 * Where the person stands with a right: they hold it, they lack it and could be given it (`lock` says so), or it is none
 * that they could be given, such as one above the ceiling of their company.
 */
export function useStanding() {
  const { permissions, lacks } = useViewer();
  return (needs: Permission | undefined): { isHeld: boolean; isShown: boolean; lock?: Lock } => {
    if (needs === undefined || permissions.includes(needs)) return { isHeld: true, isShown: true };
    const right = lacks[needs];
    if (right === undefined) return { isHeld: false, isShown: false };
    const title = t("You need the permission “{right}” for this.", { right });
    const onClick = (event: MouseEvent) => {
      event.preventDefault();
      event.stopPropagation();
      notify(title, { tone: "warn" });
    };
    return {
      isHeld: false,
      isShown: true,
      lock: { "aria-disabled": true, "data-disabled": true, c: undefined, title, onClick },
    };
  };
}

interface Props {
  needs: Permission | undefined;
  /** buttons, or links that look like some */
  children: ReactNode;
}

/**
 * What somebody may press who holds the right. Who lacks it sees it disabled, with the right's name; who can never hold it
 * sees nothing. Every button of a sheet or a list that needs a right stands in one (`app/_resources/allowed.test.ts`).
 */
export function Allowed({ needs, children }: Props) {
  const { isHeld, isShown, lock } = useStanding()(needs);
  if (isHeld) return children;
  if (!isShown) return null;
  return Children.map(children, (child) => (isValidElement<Lock>(child) ? cloneElement(child, lock) : child));
}
