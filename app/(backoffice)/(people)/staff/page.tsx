import { listPage } from "@/app/_screen/list-page";
import { StaffList } from "./_screens/staff.list";
import { staff } from "./staff.resource";

export default listPage(staff, StaffList);
