import { textsLayout } from "@/texts/area-texts";

export default textsLayout("app/portal/[companyId]/history");
