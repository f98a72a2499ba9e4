import { newPage } from "@/app/_screen/new-page";
import { BrandMessageForm } from "../_screens/brand-message.form";
import { brandMessages } from "../brand-message.resource";

export default newPage(brandMessages, BrandMessageForm);
