import { newPage } from "@/app/_screen/new-page";
import { RoleForm } from "../_screens/role.form";
import { roles } from "../role.resource";

export default newPage(roles, RoleForm);
