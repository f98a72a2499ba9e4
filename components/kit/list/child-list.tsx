"use client";

import { useState } from "react";
import { t } from "@/texts/t";
import type { Filters, ListName } from "../resource";
import { listOf } from "./definition";
import { ListView } from "./list-view";
import { type ListProps, useHrefs } from "./resource-list";
import type { Fixed } from "./url";
import { useList } from "./use-list";

interface Props<N extends ListName> extends Omit<ListProps<N>, "actions"> {
  /** what all rows have in common, such as the record whose part the list is */
  where?: Filters<NoInfer<N>>;
  /** the order where nobody chose one, such as "endedAt:desc,startedAt:desc" */
  sort?: string;
}

/** The rows of a list that belong to something: a tab of a sheet, a page of the portal, a dialog. What is chosen is kept here. */
export function ChildList<N extends ListName>({ of, where, sort, empty, href, bulk, ...shows }: Props<N>) {
  const [list] = useState(() => listOf(of, shows));
  const fixed = where as Fixed["where"]; // filters hold texts, numbers and booleans
  const view = useList(list, { store: "here", where: fixed, sort });
  return <ListView view={view} title={t(of.many)} empty={empty} href={useHrefs(of, href)} bulk={bulk} changes={of} />;
}
