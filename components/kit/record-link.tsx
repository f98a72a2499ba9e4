"use client";

import type { ReactNode } from "react";
import { LinkTo, None } from "@/components/ui/value";
import type { RecordName, Resource } from "./resource";
import { useMay } from "./viewer";

interface Props {
  of: Resource<RecordName>;
  id: string | null | undefined;
  /** the tab of its page */
  tab?: string;
  /** what people call it */
  children: ReactNode;
}

/** A related record as the way to its page; its name alone for who may not see it, and a dash where there is none. */
export function RecordLink({ of, id, tab, children }: Props) {
  const may = useMay();
  if (!id || !children) return <None />;
  return may(of.may.read) ? <LinkTo href={of.record(id, tab)}>{children}</LinkTo> : children;
}
