"use client";

import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { attempt } from "../attempt";
import type { View } from "./use-list";
import { type SavedView, useViewDoor } from "./use-saved";

/** Who sees a view, as its dialog asks. */
export interface Naming {
  name: string;
  share: SavedView["share"];
  roleId: string | null;
}

/** What is done with views; each says what the server refuses, and answers whether it went well. */
export function useViewActions(view: View) {
  const { door, cache, where } = useViewDoor();
  const create = door.create.useMutation();
  const update = door.update.useMutation();
  const remove = door.remove.useMutation();
  const restore = door.restore.useMutation();
  const setMail = door.setMail.useMutation();
  const fresh = () => cache.of.invalidate();
  const { list, query } = view;

  return {
    isBusy: create.isPending || update.isPending || remove.isPending,
    /** The list as it stands gets a name, and is then what is open. */
    saveAs: (naming: Naming) =>
      attempt(async () => {
        const { id } = await create.mutateAsync({ ...where, list: list.name, query, ...naming });
        await fresh();
        view.go(`view=${id}`);
        notify(t("View saved"));
      }),
    /** What changed is kept in the view; a colleague who saved meanwhile is not overwritten. */
    save: (open: SavedView) =>
      attempt(async () => {
        await update.mutateAsync({ ...where, id: open.id, query, ifMatch: etagOf(open) });
        await fresh();
        view.go(`view=${open.id}`);
        notify(t("View saved"));
      }),
    rename: (open: SavedView, naming: Naming) =>
      attempt(async () => {
        await update.mutateAsync({ ...where, id: open.id, ...naming, ifMatch: etagOf(open) });
        await fresh();
        notify(t("View saved"));
      }),
    /** Whether the view comes by mail on Mondays. */
    mail: (open: SavedView, at: string, isMailed: boolean) =>
      attempt(async () => {
        await setMail.mutateAsync({ ...where, list: list.name, viewId: open.id, at, isMailed });
        await fresh();
        const said = isMailed ? "{view} comes by mail on Mondays" : "{view} no longer comes by mail";
        notify(t(said, { view: open.name }));
      }),
    remove: (open: SavedView) =>
      attempt(async () => {
        await remove.mutateAsync({ ...where, id: open.id, ifMatch: etagOf(open) });
        view.go("");
        await fresh();
        const undo = () =>
          attempt(async () => {
            await restore.mutateAsync({ ...where, id: open.id });
            await fresh();
            view.go(`view=${open.id}`);
          });
        notify(t("{label} deleted", { label: open.name }), { action: { title: t("Undo"), run: () => void undo() } });
      }),
  };
}
