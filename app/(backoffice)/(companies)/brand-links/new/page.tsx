import { newPage } from "@/app/_screen/new-page";
import { BrandLinkForm } from "../_screens/brand-link.form";
import { brandLinks } from "../brand-link.resource";

export default newPage(brandLinks, BrandLinkForm);
