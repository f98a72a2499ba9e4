import type { RefObject } from "react";
import { t } from "@/texts/t";
import { useKeys } from "../keys";

interface Actions {
  search: () => void;
  /** opens the choice of a filter to add */
  filter?: () => void;
  create?: () => void;
  /** moves the focus by that many rows */
  move: (by: number) => void;
  /** chooses the row that has the focus */
  choose: () => void;
  clear: () => void;
  /** changes a value of the row that has the focus */
  edit?: () => void;
  /** looks at the row that has the focus, beside the list */
  peek?: () => void;
}

/**
 * A list's keys.
 * @param within where the focus must be for them; a list that is the page hears them from anywhere
 */
export function useListKeys(actions: Actions, within?: RefObject<HTMLElement | null>) {
  const { search, filter, create, move, choose, clear, edit, peek } = actions;
  useKeys(
    t("In a list"),
    [
      { key: "/", does: t("Search"), run: search },
      filter && { key: "f", does: t("Add a filter"), run: filter },
      create && { key: "n", does: t("Create a record"), run: create },
      // not a text
      { key: ["j", "ArrowDown"], shown: "j  k", does: t("Next or previous row"), run: () => move(1) },
      // not a text
      { key: ["k", "ArrowUp"], run: () => move(-1) },
      { key: "Enter", shown: t("Enter"), does: t("Open the row") },
      edit && { key: "e", does: t("Change a value of the row"), run: edit },
      peek && { key: " ", shown: t("Space"), does: t("Look at the row beside the list"), run: peek },
      { key: "x", does: t("Select the row"), run: choose },
      // not a text
      { key: "Escape", shown: t("Esc"), does: t("Clear the selection"), run: clear },
    ],
    within,
  );
}
