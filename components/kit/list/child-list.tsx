"use client";

import { useState } from "react";
import { t } from "@/texts/t";
import { useRemovalDoor } from "../removed/removal-door";
import type { Filters, ListName } from "../resource";
import { listOf } from "./definition";
import { ListView } from "./list-view";
import { type ListProps, RemovedList, useHrefs } from "./resource-list";
import type { Fixed } from "./url";
import { useList } from "./use-list";

interface Props<N extends ListName> extends Omit<ListProps<N>, "actions"> {
  /** what all rows have in common, such as the record whose part the list is */
  where?: Filters<NoInfer<N>>;
  /** the order where nobody chose one, such as "endedAt:desc,startedAt:desc" */
  sort?: string;
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a list is of in the audit trail, where its removed records come back, and the record that they are parts of. */
function useRemovedPart(list: ListName, where: object | undefined) {
  const { door, where: base } = useRemovalDoor();
  const { data } = door.kinds.useQuery({ ...base } as Record<string, never>, { staleTime: Number.POSITIVE_INFINITY });
  const outer = Object.values(base);
  const ids = Object.values(where ?? {}).filter((value) => id.test(String(value)) && !outer.includes(value));
  return { kind: data?.lists[list], partOf: ids.at(-1) as string | undefined };
}

/** The rows of a list that belong to something: a tab of a sheet, a page of the portal, a dialog. What is chosen is kept here. */
export function ChildList<N extends ListName>({ of, where, sort, empty, href, bulk, ...shows }: Props<N>) {
  const [list] = useState(() => listOf(of, shows));
  const fixed = where as Fixed["where"]; // filters hold texts, numbers and booleans
  const view = useList(list, { store: "here", where: fixed, sort });
  const { kind, partOf } = useRemovedPart(of.router, where);
  const [isRemoved, setIsRemoved] = useState(false);
  const hrefs = useHrefs(of, href);
  if (isRemoved && kind) return <RemovedList kind={kind} partOf={partOf} onClose={() => setIsRemoved(false)} />;
  return (
    <ListView
      removed={kind ? () => setIsRemoved(true) : undefined}
      view={view}
      title={t(of.many)}
      empty={empty}
      href={hrefs}
      bulk={bulk}
      changes={of}
    />
  );
}
