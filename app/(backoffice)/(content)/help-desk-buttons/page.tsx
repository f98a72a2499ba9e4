import { languagesAhead } from "@/app/_screen/languages-ahead";
import { listPage } from "@/app/_screen/list-page";
import { HelpDeskButtonList } from "./_screens/help-desk-button.list";
import { helpDeskButtons } from "./help-desk-button.resource";

export default listPage(helpDeskButtons, HelpDeskButtonList, languagesAhead);
