import { recordPage } from "@/app/_screen/record-page";
import { StaffSheet } from "../_screens/staff.sheet";
import { staff } from "../staff.resource";

export default recordPage(staff, StaffSheet);
