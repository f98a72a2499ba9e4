"use client";

import {
  IconCopy,
  IconDeviceFloppy,
  IconHome,
  IconMail,
  IconPencil,
  IconPin,
  IconPlus,
  IconStar,
  IconTrash,
} from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { DropdownItem, DropdownNote } from "@/components/ui/dropdown";
import { notify } from "@/components/ui/notice";
import { t } from "@/texts/t";
import { useRail } from "../shell/rail-state";
import toolbar from "./toolbar.module.css";
import type { View } from "./use-list";
import type { Saved, SavedView } from "./use-saved";
import { useViewActions } from "./view-actions";
import { ViewDialog } from "./view-dialog";
import styles from "./view-tabs.module.css";

interface Props {
  view: View;
  saved: Saved;
  close: () => void;
}

const toggled = (ids: string[], id: string) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);

/** All views of the list with a search, and what can be done with the one that is open. */
export function ViewsMenu({ view, saved, close }: Props) {
  const path = usePathname();
  const { starred, toggleStar } = useRail();
  const [term, setTerm] = useState("");
  const [naming, setNaming] = useState<"new" | "old">();
  const actions = useViewActions(view);
  const { views, settings, mayShare, set } = saved;
  const open = views.find(({ id }) => id === view.viewId);
  const found = views.filter(({ name }) => name.toLowerCase().includes(term.trim().toLowerCase()));
  const go = (id: string) => {
    close();
    view.go(`view=${id}`);
    saved.noteOpened(id);
  };
  const then = (work: () => unknown) => () => {
    close();
    work();
  };
  const copy = async () => {
    const query = new URLSearchParams(window.location.search);
    if (open && !query.has("view")) query.set("view", open.id);
    await navigator.clipboard.writeText(`${window.location.origin}${path}${query.size > 0 ? `?${query}` : ""}`);
    notify(t("Link copied"));
  };
  const isPinned = open && settings.pinned.includes(open.id);
  const star = open && { at: path, viewId: open.id, name: open.name };
  const isMailed = open && saved.mailed.includes(open.id);
  const isStarred = starred.some((one) => one.viewId === open?.id && one.at === path);

  return (
    <>
      {views.length > 5 && (
        <input
          className={toolbar.field}
          aria-label={t("Search views")}
          placeholder={t("Search views")}
          value={term}
          onChange={(event) => setTerm(event.target.value)}
        />
      )}
      <div className={styles.found}>
        {found.map((one: SavedView) => (
          <DropdownItem key={one.id} onClick={() => go(one.id)}>
            {one.name}
          </DropdownItem>
        ))}
        {found.length === 0 && (
          <DropdownNote>{views.length === 0 ? t("No views of this list yet.") : t("No results.")}</DropdownNote>
        )}
      </div>
      <div className={toolbar.rule} />
      {open?.mayEdit && view.isChanged && (
        <DropdownItem icon={<IconDeviceFloppy size={16} />} onClick={then(() => actions.save(open))}>
          {t("Save changes")}
        </DropdownItem>
      )}
      <DropdownItem icon={<IconPlus size={16} />} onClick={() => setNaming("new")}>
        {t("Save as a new view")}
      </DropdownItem>
      {open?.mayEdit && (
        <DropdownItem icon={<IconPencil size={16} />} onClick={() => setNaming("old")}>
          {mayShare ? t("Rename or share") : t("Rename")}
        </DropdownItem>
      )}
      <DropdownItem
        icon={<IconHome size={16} />}
        onClick={then(() => set({ opensOn: open && settings.opensOn !== open.id ? open.id : null }))}
      >
        {open && settings.opensOn !== open.id ? t("Open the list here") : t("Open the list with all rows")}
      </DropdownItem>
      {open && star && (
        <>
          <DropdownItem
            icon={<IconPin size={16} />}
            onClick={then(() => set({ pinned: toggled(settings.pinned, open.id) }))}
          >
            {isPinned ? t("Unpin from the tabs") : t("Pin to the tabs")}
          </DropdownItem>
          <DropdownItem icon={<IconStar size={16} />} onClick={then(() => toggleStar(star))}>
            {isStarred ? t("Remove from favourites") : t("Add to favourites")}
          </DropdownItem>
          <DropdownItem icon={<IconMail size={16} />} onClick={then(() => actions.mail(open, path, !isMailed))}>
            {isMailed ? t("Stop mailing it on Mondays") : t("Mail it to me on Mondays")}
          </DropdownItem>
        </>
      )}
      <DropdownItem icon={<IconCopy size={16} />} onClick={then(copy)}>
        {t("Copy link")}
      </DropdownItem>
      {open?.mayEdit && (
        <DropdownItem icon={<IconTrash size={16} />} onClick={then(() => actions.remove(open))}>
          {t("Delete view")}
        </DropdownItem>
      )}
      {naming && (
        <ViewDialog
          title={naming === "new" ? "Save as a new view" : mayShare ? "Rename or share" : "Rename"}
          of={naming === "old" ? open : undefined}
          mayShare={mayShare}
          onSave={(values) => (naming === "old" && open ? actions.rename(open, values) : actions.saveAs(values))}
          onClose={close}
        />
      )}
    </>
  );
}
