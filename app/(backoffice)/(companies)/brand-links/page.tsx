import { listPage } from "@/app/_screen/list-page";
import { BrandLinkList } from "./_screens/brand-link.list";
import { brandLinks } from "./brand-link.resource";

export default listPage(brandLinks, BrandLinkList);
