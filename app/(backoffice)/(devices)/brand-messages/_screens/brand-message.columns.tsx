import { defineList } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { Status } from "@/components/ui/value";
import { brandSource } from "../../vehicles/_screens/vehicle.words";
import { languageSource } from "./brand-message.words";

export const brandMessageList = defineList({
  name: "brandMessages",
  columns: [
    { key: "title", title: "Title", sort: true },
    { key: "vehicleBrand.name", title: "Brand", sort: true, width: "160px" },
    { key: "language.name", title: "Language", sort: "language.code", width: "130px" },
    {
      key: "isActivated",
      title: "Status",
      sort: true,
      width: "90px",
      cell: (row) => <Status tone={row.isActivated ? "ok" : "quiet"}>{row.isActivated ? "On" : "Off"}</Status>,
    },
    { key: "content", title: "Content", hidden: true },
    ...stampColumns,
  ],
  filters: [
    { kind: "text", name: "title", title: "Title" },
    { kind: "record", name: "vehicleBrandId", title: "Brand", source: brandSource },
    { kind: "record", name: "languageId", title: "Language", source: languageSource },
    { kind: "boolean", name: "isActivated", title: "Status", yes: "on", no: "off" },
  ],
  search: "title",
});
