import { recordPage } from "@/app/_screen/record-page";
import { firstRows } from "@/components/kit/list/url";
import { openFirst } from "../../pers-alerts/_screens/pers-alert.columns";
import { PersSheet } from "../_screens/pers.sheet";
import { messagesKey } from "../_screens/pers-message.rules";
import { pers } from "../pers.resource";

// Who may not see what a tab shows is told so on the screen.
export default recordPage(pers, PersSheet, async (trpc, id, tab) => {
  const where = { persId: id };
  const begins = trpc.situation.ofPers.prefetch({ id });
  const shown = {
    [messagesKey]: () => trpc.iotMessages.rows.prefetch(firstRows(where)),
    alerts: () => trpc.persAlerts.rows.prefetch(firstRows(where, openFirst)),
    overview: () => Promise.all([trpc.currentData.get.prefetch({ id }), trpc.vehicles.ofPers.prefetch({ id })]),
  }[tab ?? "overview"];
  await Promise.all([begins, shown?.()]);
});
