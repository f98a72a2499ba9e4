import { newPage } from "@/app/_screen/new-page";
import { FormattedTextForm } from "../_screens/formatted-text.form";
import { formattedTexts } from "../formatted-text.resource";

export default newPage(formattedTexts, FormattedTextForm);
