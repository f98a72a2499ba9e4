import { t } from "@/texts/t";

/** A view that comes with the product. */
export interface BuiltInView {
  id: string;
  list: string;
  name: () => string;
  query: Readonly<Record<string, string>>;
}

const silent = () => t("Silent for 3 days");
const behind = () => t("Firmware behind");
const invited = () => t("Invited, never came");

/** They answer the day's questions. Everybody who reads the list sees them; who wants them otherwise saves a copy. */
export const builtInViews: readonly BuiltInView[] = [
  {
    id: "silent-3-days",
    list: "pers",
    name: silent,
    query: { status: "active", silentForDays: "3", sortBy: "lastMessageAt:asc" },
  },
  { id: "firmware-behind", list: "pers", name: behind, query: { status: "active", isFirmwareBehind: "true" } },
  { id: "invited-never-came", list: "staff", name: invited, query: { status: "pending", sortBy: "createdAt:asc" } },
  {
    id: "failed-mails-today",
    list: "mailLogs",
    name: () => t("Failed mails today"),
    query: { status: "fail", createdAtInLastDays: "1", sortBy: "createdAt:desc" },
  },
  { id: "silent-3-days", list: "fleetPers", name: silent, query: { silentForDays: "3" } },
  { id: "firmware-behind", list: "fleetPers", name: behind, query: { isFirmwareBehind: "true" } },
  { id: "invited-never-came", list: "members", name: invited, query: { status: "invited" } },
];
