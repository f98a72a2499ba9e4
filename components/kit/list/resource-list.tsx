"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { type ReactNode, useCallback, useState } from "react";
import { t } from "@/texts/t";
import { Allowed } from "../allowed";
import { useLinks } from "../base";
import { createTitle } from "../noun";
import { ScreenHeader } from "../page-header";
import type { ListName, Resource, RowOf } from "../resource";
import { useViewer } from "../viewer";
import type { BulkAction } from "./bulk-bar";
import { type AnyRow, listOf, type Shows } from "./definition";
import { ListView, type ListViewProps } from "./list-view";
import styles from "./resource-list.module.css";
import type { Query } from "./saved.rules";
import { barred } from "./saved.rules";
import { useList } from "./use-list";
import { useSaved } from "./use-saved";
import { ViewTabs } from "./view-tabs";

export interface ListProps<N extends ListName> extends Shows<NoInfer<N>> {
  of: Resource<N>;
  empty: ReactNode;
  /** where a row leads, where that is not its own page; `null` for a list whose rows lead nowhere */
  href?: ((row: RowOf<NoInfer<N>>) => string | undefined) | null;
  /** beside the way to a new one, or in place of it */
  actions?: ReactNode;
  bulk?: BulkAction[];
  /** what matters of a row now, where it is looked at beside the list */
  sentence?: (row: RowOf<NoInfer<N>>) => ReactNode;
}

/** Where the rows of a list lead; they come from its own router. */
export function useHrefs<N extends ListName>(of: Resource<N>, href: ListProps<N>["href"]): ListViewProps["href"] {
  const links = useLinks(of);
  if (href === null) return undefined;
  return (href as ((row: AnyRow) => string | undefined) | undefined) ?? (({ id }) => links.record(id));
}

/** A list screen: filters, order, page, columns and density live in the URL, so that a copied link shows the same rows. */
export function ResourceList<N extends ListName>(props: ListProps<N>) {
  const { of, empty, href, actions, bulk, sentence, ...shows } = props;
  const [list] = useState(() => listOf(of, shows));
  const saved = useSaved(of.router);
  const { permissions } = useViewer();
  const bars = useCallback(
    (query: Query) => barred(of, query, (code) => permissions.includes(code)),
    [of, permissions],
  );
  const view = useList(list, { store: "url", saved, bars });
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
      <ViewTabs view={view} saved={saved} />
      <ListView
        isPage
        view={view}
        title={t(of.many)}
        empty={empty}
        href={useHrefs(of, href)}
        create={create}
        bulk={bulk}
        peek={
          href === null ? undefined : { of, sentence: sentence as ((row: AnyRow) => ReactNode) | undefined } // its own rows
        }
      />
    </div>
  );
}
