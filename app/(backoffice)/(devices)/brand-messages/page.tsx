import { listPage } from "@/app/_screen/list-page";
import { BrandMessageList } from "./_screens/brand-message.list";
import { brandMessages } from "./brand-message.resource";

export default listPage(brandMessages, BrandMessageList);
