"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { t } from "@/texts/t";
import { Allowed } from "../allowed";
import { useLinks } from "../base";
import { createTitle } from "../noun";
import { ScreenHeader } from "../page-header";
import type { ListName, Resource, RowOf } from "../resource";
import type { BulkAction } from "./bulk-bar";
import { type AnyRow, listOf, type Shows } from "./definition";
import { ListView, type ListViewProps } from "./list-view";
import styles from "./resource-list.module.css";
import { useList } from "./use-list";

export interface ListProps<N extends ListName> extends Shows<NoInfer<N>> {
  of: Resource<N>;
  empty: ReactNode;
  /** where a row leads, where that is not its own page; `null` for a list whose rows lead nowhere */
  href?: ((row: RowOf<NoInfer<N>>) => string | undefined) | null;
  /** beside the way to a new one, or in place of it */
  actions?: ReactNode;
  bulk?: BulkAction[];
}

/** Where the rows of a list lead; they come from its own router. */
export function useHrefs<N extends ListName>(of: Resource<N>, href: ListProps<N>["href"]): ListViewProps["href"] {
  const links = useLinks(of);
  if (href === null) return undefined;
  return (href as ((row: AnyRow) => string | undefined) | undefined) ?? (({ id }) => links.record(id));
}

/** A list screen: filters, order, page, columns and density live in the URL, so that a copied link shows the same rows. */
export function ResourceList<N extends ListName>({ of, empty, href, actions, bulk, ...shows }: ListProps<N>) {
  const [list] = useState(() => listOf(of, shows));
  const view = useList(list, { store: "url" });
  const { create } = useLinks(of);
  return (
    <div className={styles.page}>
      <ScreenHeader
        of={of}
        actions={
          <>
            {actions}
            {create && (
              <Allowed needs={create.needs}>
                <Button component={Link} href={create.href} prefetch={false}>
                  {createTitle(create)}
                </Button>
              </Allowed>
            )}
          </>
        }
      />
      <ListView
        isPage
        view={view}
        title={t(of.many)}
        empty={empty}
        href={useHrefs(of, href)}
        create={create}
        bulk={bulk}
      />
    </div>
  );
}
