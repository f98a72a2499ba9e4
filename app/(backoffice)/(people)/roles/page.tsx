import { listPage } from "@/app/_screen/list-page";
import { RoleList } from "./_screens/role.list";
import { roles } from "./role.resource";

export default listPage(roles, RoleList);
