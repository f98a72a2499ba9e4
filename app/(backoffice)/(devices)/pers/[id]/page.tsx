import { recordPage } from "@/app/_screen/record-page";
import { firstRows } from "@/components/kit/list/url";
import { openFirst } from "../../pers-alerts/_screens/pers-alert.columns";
import { PersSheet } from "../_screens/pers.sheet";
import { messagesKey } from "../_screens/pers-message.rules";
import { pers } from "../pers.resource";

// Who may not see what a tab shows is told so on the screen.
export default recordPage(pers, PersSheet, async (trpc, id, tab) => {
  const where = { persId: id };
  if (tab === messagesKey) return trpc.iotMessages.rows.prefetch(firstRows(where));
  if (tab === "alerts") return trpc.persAlerts.rows.prefetch(firstRows(where, openFirst));
  if (tab === undefined)
    return Promise.all([trpc.currentData.get.prefetch({ id }), trpc.vehicles.ofPers.prefetch({ id })]);
});
