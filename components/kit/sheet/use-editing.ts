import { usePathname, useSearchParams } from "next/navigation";
import { t } from "@/texts/t";
import { useKeys } from "../keys";

/**
 * Whether the address asks for the record's form, which is a step of its own: `?edit`. The key `e` opens it.
 * @param mayEdit whether there is a form for this person; without one the address says nothing
 */
export function useEditing(mayEdit: boolean) {
  const path = usePathname();
  const isOn = useSearchParams().has("edit") && mayEdit;
  const set = (next: boolean) => {
    const params = new URLSearchParams(window.location.search);
    params.delete("edit");
    const query = [params.toString(), next && "edit"].filter(Boolean).join("&");
    // With a state of its own, Next would not hear of it.
    window.history.replaceState(null, "", query ? `${path}?${query}` : path);
  };
  const open = () => set(true);
  useKeys(t("In a record"), [mayEdit && !isOn && { key: "e", does: t("Edit"), run: open }]);
  return { isOn, open, close: () => set(false) };
}
