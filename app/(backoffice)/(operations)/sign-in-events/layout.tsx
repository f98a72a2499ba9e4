import { textsLayout } from "@/texts/area-texts";

export default textsLayout("app/(backoffice)/(operations)/sign-in-events");
