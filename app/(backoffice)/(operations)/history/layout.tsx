import { textsLayout } from "@/texts/area-texts";

export default textsLayout("app/(backoffice)/(operations)/history");
