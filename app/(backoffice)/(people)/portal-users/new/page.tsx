import { newPage } from "@/app/_screen/new-page";
import { PortalUserForm } from "../_screens/portal-user.form";
import { portalUsers } from "../portal-user.resource";

export default newPage(portalUsers, PortalUserForm);
