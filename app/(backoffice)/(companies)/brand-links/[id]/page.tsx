import { recordPage } from "@/app/_screen/record-page";
import { BrandLinkSheet } from "../_screens/brand-link.sheet";
import { brandLinks } from "../brand-link.resource";

export default recordPage(brandLinks, BrandLinkSheet);
