import { recordPage } from "@/app/_screen/record-page";
import { FaqSheet } from "../_screens/faq.sheet";
import { faqs } from "../faq.resource";

export default recordPage(faqs, FaqSheet);
