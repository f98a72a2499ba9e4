import { recordPage } from "@/app/_screen/record-page";
import { RoleSheet } from "../_screens/role.sheet";
import { roles } from "../role.resource";

export default recordPage(roles, RoleSheet);
