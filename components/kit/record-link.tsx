"use client";

import { Fragment, type ReactNode } from "react";
import { LinkTo, None } from "@/components/ui/value";
import { useLinks } from "./base";
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
  const links = useLinks(of);
  if (!id || !children) return <None />;
  return may(of.may.read) ? <LinkTo href={links.record(id, tab)}>{children}</LinkTo> : children;
}

/** Several related records of one kind, each as the way to its page. */
export const RecordLinks = ({ of, records }: { of: Resource<RecordName>; records: { id: string; name: string }[] }) =>
  records.length === 0 ? (
    <None />
  ) : (
    records.map(({ id, name }, index) => (
      <Fragment key={id}>
        {index > 0 && ", "}
        <RecordLink of={of} id={id}>
          {name}
        </RecordLink>
      </Fragment>
    ))
  );
