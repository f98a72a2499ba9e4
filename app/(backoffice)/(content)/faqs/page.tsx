import { languagesAhead } from "@/app/_screen/languages-ahead";
import { listPage } from "@/app/_screen/list-page";
import { FaqList } from "./_screens/faq.list";
import { faqs } from "./faq.resource";

export default listPage(faqs, FaqList, languagesAhead);
