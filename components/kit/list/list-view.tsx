"use client";

import { ActionIcon } from "@mantine/core";
import { IconDownload, IconLayoutSidebarRight, IconTrash } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { type MouseEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { t } from "@/texts/t";
import { lazyParts } from "../ahead.rules";
import { useStanding } from "../allowed";
import type { Links, Resource } from "../resource";
import { useAhead } from "../use-ahead";
import type { BulkAction, BulkSet } from "./bulk-bar";
import { moved, movedTo } from "./columns.rules";
import type { AnyColumn, AnyRow } from "./definition";
import { ListFoot } from "./foot";
import { useListKeys } from "./list-keys";
import { ListToolbar } from "./list-toolbar";
import { NoRows } from "./no-rows";
import type { PeekSpec } from "./peek";
import { useKeptScroll } from "./place";
import styles from "./resource-list.module.css";
import { useSelection } from "./selection";
import { isForbidden } from "./states";
import { type Arrange, ListTable } from "./table";
import toolbar from "./toolbar.module.css";
import { countInput, rowsInput, toggledSort } from "./url";
import type { View } from "./use-list";
import { focusedId, usePeek } from "./use-peek";

const { part, ahead } = lazyParts();
// With something to show meanwhile the first tick stands at once; without, React holds it back until the bar is loaded.
const BulkBar = dynamic(
  part(() => import("./bulk-bar").then((module) => module.BulkBar)),
  {
    loading: () => <div className={toolbar.waiting} />,
  },
);
const ExportDialog = dynamic(
  part(() => import("./export-dialog").then((module) => module.ExportDialog)),
  { ssr: false },
);

const Peek = dynamic(
  part(() => import("./peek").then((module) => module.Peek)),
  { ssr: false },
);

const News = dynamic(
  part(() => import("./news").then((module) => module.News)),
  { ssr: false },
);

const CellEditing = dynamic(
  part(() => import("./cell-edit").then((module) => module.CellEditing)),
  { ssr: false },
);

export interface ListViewProps {
  view: View;
  /** what the rows are, such as "PERS devices" */
  title: string;
  /** why the list may be empty and what to do then, such as "A model groups devices that share their firmware." */
  empty: ReactNode;
  /** a row's own page */
  href?: (row: AnyRow) => string | undefined;
  /** the way to a new one */
  create?: Links["create"];
  bulk?: (BulkAction | BulkSet)[];
  /** the resource of the rows, some fields of which can be given to many */
  changes?: Resource;
  /** what is shown of a row beside the list; without it nothing is */
  peek?: PeekSpec;
  /** the list is what the page is about, so its keys work with any focus */
  isPage?: boolean;
  /** rows come in while it is looked at, the newest first: it says when there are some */
  isLive?: boolean;
  /** shows what was removed in place of the rows */
  removed?: () => void;
  /** in place of the filters */
  tools?: ReactNode;
  /** what is shown in place of the list's own columns, which it asks for and exports, such as cells to type in */
  columns?: AnyColumn[];
  /** below the rows, such as the keys they know */
  hint?: ReactNode;
  /** in place of what is said where nothing is there, or nothing matches */
  nothing?: ReactNode;
  /** rows that just came in */
  isFresh?: (row: AnyRow) => boolean;
}

/** What a click does something of its own on. */
// not a text
const pressable = "a, button, input, label, aside";

/** The columns that show, in their order. */
const shownColumns = ({ columns }: View["list"], keys: readonly string[]) =>
  keys.flatMap((key) => columns.find((column) => column.key === key) ?? []);

/** A list on any page: filters, rows, pages, selection and export, and what is said instead of rows. */
export function ListView(props: ListViewProps) {
  const { view, title, empty, href, create, bulk, changes, peek, isPage = false, ...own } = props;
  const { state, change, rows, total } = view;
  const router = useRouter();
  const standing = useStanding();
  const [isExporting, setIsExporting] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useAhead(ahead);

  const actions = bulk?.filter(({ needs }) => standing(needs).isShown) ?? [];
  const ids = view.isStale ? [] : (rows?.map(({ id }) => id) ?? []);
  const chosen = useSelection(ids, JSON.stringify(countInput(state)));
  const of = changes && changes.bulk.length > 0 && standing(changes.may.write).isShown ? changes : undefined;
  const isEditable = Boolean(
    changes && standing(changes.may.write).isHeld && view.list.columns.some(({ edit }) => edit),
  );
  /** The row of which a value is to be changed: what does it may still be on its way. */
  const [edited, setEdited] = useState<string>();
  const selection = actions.length > 0 || of ? chosen : undefined;

  const arrange = useMemo(
    (): Arrange => ({
      move: (key, by) => change(({ columns }) => ({ columns: moved(columns, key, by) }), true),
      moveTo: (key, target) => change(({ columns }) => ({ columns: movedTo(columns, key, target) }), true),
      resize: (key, width) => change(({ widths }) => ({ widths: { ...widths, [key]: width } }), true),
    }),
    [change],
  );

  const shown = useMemo(() => shownColumns(view.list, state.columns), [view.list, state.columns]);
  const isShown = isPage && rows !== undefined && !view.isStale;
  useKeptScroll(root, isShown ? JSON.stringify([view.list.name, rowsInput(state)]) : undefined);

  const looking = usePeek(root, view, peek !== undefined);
  /** While a row is looked at, a click on another one looks at that. */
  const lookAt = (event: MouseEvent) => {
    const row = (event.target as Element).closest<HTMLElement>("tr[data-id]");
    if (!looking.row || !row || event.ctrlKey || event.metaKey || (event.target as Element).closest(pressable)) return;
    event.preventDefault();
    looking.open(row.dataset.id);
  };
  useListKeys(
    {
      search: () => root.current?.querySelector<HTMLElement>("search input")?.focus(),
      filter: () => root.current?.querySelector<HTMLElement>("[data-add-filter]")?.click(),
      create: create && standing(create.needs).isHeld ? () => router.push(create.href) : undefined,
      move: looking.move,
      choose: () => {
        const id = focusedId();
        if (id) selection?.toggle(id);
      },
      clear: looking.row ? looking.close : chosen.clear,
      edit: isEditable ? () => setEdited(focusedId()) : undefined,
      peek: peek && looking.toggle,
    },
    isPage ? undefined : root,
  );

  return (
    <div ref={root} className={isPage ? styles.parts : undefined}>
      {selection?.isSomeChosen ? (
        <BulkBar view={view} selection={selection} actions={actions} of={of} />
      ) : isForbidden(view.error) ? null : (
        <div className={toolbar.toolbar}>
          {own.tools ?? <ListToolbar view={view} />}
          {own.isLive && <News view={view} />}
          {peek && (
            <ActionIcon
              variant="default"
              className={toolbar.wide}
              aria-label={t("Peek at rows")}
              title={t("Peek at rows (space)")}
              aria-pressed={looking.row !== undefined}
              onClick={looking.toggle}
            >
              <IconLayoutSidebarRight size={16} stroke={1.7} />
            </ActionIcon>
          )}
          {own.removed && (
            <ActionIcon
              variant="default"
              aria-label={t("Removed records")}
              title={t("Removed records")}
              onClick={own.removed}
            >
              <IconTrash size={16} stroke={1.7} />
            </ActionIcon>
          )}
          <ActionIcon variant="default" aria-label={t("Export")} onClick={() => setIsExporting(true)}>
            <IconDownload size={16} stroke={1.7} />
          </ActionIcon>
        </div>
      )}
      {(view.error && !rows) || rows?.length === 0 ? (
        ((view.error ? undefined : own.nothing) ?? <NoRows view={view} title={title} empty={empty} create={create} />)
      ) : (
        <>
          <div className={isPage ? styles.beside : undefined} onClickCapture={lookAt}>
            <ListTable
              title={title}
              columns={own.columns ?? shown}
              rows={rows}
              state={state}
              isStale={view.isStale}
              rowsAt={view.rowsAt}
              href={href}
              selection={selection}
              isFresh={own.isFresh}
              arrange={own.columns ? undefined : arrange}
              onSort={(field, also) => change(({ sort }) => ({ sort: toggledSort(sort, field, also) }))}
              onSortAhead={(field, also) => view.ahead(({ sort }) => ({ sort: toggledSort(sort, field, also) }))}
            />
            {peek && looking.row && (
              <Peek
                {...peek}
                view={view}
                row={looking.row}
                href={href?.(looking.row)}
                move={looking.move}
                onClose={looking.close}
              />
            )}
          </div>
          {isEditable && changes && rows && (
            <CellEditing
              root={root}
              router={changes.router}
              rows={rows}
              columns={view.list.columns}
              edited={edited}
              onTaken={() => setEdited(undefined)}
            />
          )}
          {own.hint}
          {rows && (
            <ListFoot
              state={state}
              shown={rows.length}
              total={total}
              hasMore={view.hasMore}
              change={change}
              ahead={view.ahead}
            />
          )}
        </>
      )}
      {isExporting && <ExportDialog view={view} onClose={() => setIsExporting(false)} />}
    </div>
  );
}
