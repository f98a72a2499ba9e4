"use client";

import { useParams } from "next/navigation";
import { type ReactNode, useState } from "react";
import type { BulkAction } from "@/components/kit/list/bulk-bar";
import { listOf, type Shows } from "@/components/kit/list/definition";
import { ListView } from "@/components/kit/list/list-view";
import { hrefsOf, type ListProps } from "@/components/kit/list/resource-list";
import { useList } from "@/components/kit/list/use-list";
import { PageHeader } from "@/components/kit/page-header";
import type { ListName, Resource } from "@/components/kit/resource";
import { opening } from "@/components/kit/value-text";
import { t } from "@/texts/t";

/** The company whose workspace this is. */
export function useCompanyId(): string {
  const { companyId } = useParams<{ companyId: string }>();
  return companyId;
}

interface Props<N extends ListName> extends Shows<NoInfer<N>> {
  /** the resource below the workspace's address */
  at: (base: `/portal/${string}`) => Resource<N>;
  empty: ReactNode;
  href?: ListProps<N>["href"];
  actions?: ReactNode;
  bulk?: BulkAction[];
}

/** A list as a page of the workspace: the kit's list, of this company. */
export function PortalList<N extends ListName>({ at, empty, href, actions, bulk, ...shows }: Props<N>) {
  const companyId = useCompanyId();
  const of = at(`/portal/${companyId}`);
  const [list] = useState(() => listOf(of, shows));
  const view = useList(list, { store: "url", where: { companyId } });
  return (
    <>
      <PageHeader title={opening(t(of.heading))} actions={actions} />
      <ListView isPage view={view} title={t(of.many)} empty={empty} href={hrefsOf(of, href)} bulk={bulk} />
    </>
  );
}
