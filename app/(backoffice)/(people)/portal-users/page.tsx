import { listPage } from "@/app/_screen/list-page";
import { PortalUserList } from "./_screens/portal-user.list";
import { portalUsers } from "./portal-user.resource";

export default listPage(portalUsers, PortalUserList);
