import { recordPage } from "@/app/_screen/record-page";
import { BrandMessageSheet } from "../_screens/brand-message.sheet";
import { brandMessages } from "../brand-message.resource";

export default recordPage(brandMessages, BrandMessageSheet);
