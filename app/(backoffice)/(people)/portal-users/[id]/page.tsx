import { recordPage } from "@/app/_screen/record-page";
import { PortalUserSheet } from "../_screens/portal-user.sheet";
import { portalUsers } from "../portal-user.resource";

export default recordPage(portalUsers, PortalUserSheet, (trpc, id) => trpc.situation.ofPortalUser.prefetch({ id }));
