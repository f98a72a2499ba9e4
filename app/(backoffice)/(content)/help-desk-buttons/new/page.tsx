import { newPage } from "@/app/_screen/new-page";
import { HelpDeskButtonForm } from "../_screens/help-desk-button.form";
import { helpDeskButtons } from "../help-desk-button.resource";

export default newPage(helpDeskButtons, HelpDeskButtonForm);
