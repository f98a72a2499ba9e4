import { newPage } from "@/app/_screen/new-page";
import { StaffForm } from "../_screens/staff.form";
import { staff } from "../staff.resource";

export default newPage(staff, StaffForm);
