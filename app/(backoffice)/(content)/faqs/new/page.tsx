import { newPage } from "@/app/_screen/new-page";
import { FaqForm } from "../_screens/faq.form";
import { faqs } from "../faq.resource";

export default newPage(faqs, FaqForm);
