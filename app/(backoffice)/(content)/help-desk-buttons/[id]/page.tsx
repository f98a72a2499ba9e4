import { recordPage } from "@/app/_screen/record-page";
import { HelpDeskButtonSheet } from "../_screens/help-desk-button.sheet";
import { helpDeskButtons } from "../help-desk-button.resource";

export default recordPage(helpDeskButtons, HelpDeskButtonSheet);
