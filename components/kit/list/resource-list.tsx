"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useCallback, useState } from "react";
import { InnerLink } from "@/components/ui/inner-link";
import { t } from "@/texts/t";
import { lazyParts } from "../ahead.rules";
import { Allowed } from "../allowed";
import { useLinks } from "../base";
import { createTitle } from "../noun";
import { ScreenHeader } from "../page-header";
import type { ListName, Resource, RowOf } from "../resource";
import { useAhead } from "../use-ahead";
import { useViewer } from "../viewer";
import type { BulkAction, BulkSet } from "./bulk-bar";
import { type AnyRow, listOf, type Shows } from "./definition";
import { ListView, type ListViewProps } from "./list-view";
import styles from "./resource-list.module.css";
import type { Query } from "./saved.rules";
import { barred } from "./saved.rules";
import { useList } from "./use-list";
import { useSaved } from "./use-saved";
import { ViewTabs } from "./view-tabs";

const { part, ahead } = lazyParts();
/** What was removed of a list, in place of its rows. */
export const RemovedList = dynamic(part(() => import("../removed/removed-list").then((module) => module.RemovedList)));

export interface ListProps<N extends ListName> extends Shows<NoInfer<N>> {
  of: Resource<N>;
  empty: ReactNode;
  /** where a row leads, where that is not its own page; `null` for a list whose rows lead nowhere */
  href?: ((row: RowOf<NoInfer<N>>) => string | undefined) | null;
  /** beside the way to a new one, or in place of it */
  actions?: ReactNode;
  bulk?: (BulkAction | BulkSet)[];
  /** rows come in while it is looked at, the newest first: it says when there are some */
  isLive?: true;
  /** what matters of a row now, where it is looked at beside the list */
  sentence?: (row: RowOf<NoInfer<N>>) => ReactNode;
}

/** Where the rows of a list lead; they come from its own router. */
export function useHrefs<N extends ListName>(of: Resource<N>, href: ListProps<N>["href"]): ListViewProps["href"] {
  const links = useLinks(of);
  if (href === null) return undefined;
  return (href as ((row: AnyRow) => string | undefined) | undefined) ?? (({ id }) => links.record(id));
}

const removedName = "removed";

/** Whether the address asks for what was removed in place of the list, and the ways there and back. */
function useRemoved() {
  const path = usePathname();
  const isShown = useSearchParams().has(removedName);
  const go = (query: string) => window.history.pushState(null, "", path + query);
  return { isShown, open: () => go(`?${removedName}=1`), close: () => go("") };
}

/** A list screen: filters, order, page, columns and density live in the URL, so that a copied link shows the same rows. */
export function ResourceList<N extends ListName>(props: ListProps<N>) {
  useAhead(ahead);
  const { of, empty, href, actions, bulk, sentence, isLive, ...shows } = props;
  const [list] = useState(() => listOf(of, shows));
  const saved = useSaved(of.router);
  const { permissions } = useViewer();
  const bars = useCallback(
    (query: Query) => barred(of, query, (code) => permissions.includes(code)),
    [of, permissions],
  );
  const view = useList(list, { store: "url", saved, bars });
  const { create } = useLinks(of);
  const removed = useRemoved();
  const hrefs = useHrefs(of, href);
  return (
    <div className={styles.page}>
      <ScreenHeader
        of={of}
        actions={
          <>
            {actions}
            {create && (
              <Allowed needs={create.needs}>
                <Button component={InnerLink} href={create.href}>
                  {createTitle(create)}
                </Button>
              </Allowed>
            )}
          </>
        }
      />
      <ViewTabs view={view} saved={saved} />
      {removed.isShown && saved.removed ? (
        <RemovedList kind={saved.removed} onClose={removed.close} />
      ) : (
        <ListView
          removed={saved.removed ? removed.open : undefined}
          isPage
          view={view}
          title={t(of.many)}
          empty={empty}
          href={hrefs}
          create={create}
          bulk={bulk}
          isLive={isLive}
          changes={of}
          peek={
            href === null ? undefined : { of, sentence: sentence as ((row: AnyRow) => ReactNode) | undefined } // its own rows
          }
        />
      )}
    </div>
  );
}
