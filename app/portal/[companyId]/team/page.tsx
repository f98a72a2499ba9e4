import { TeamScreen } from "../_screens/member.list";
import { portalListPage } from "../portal-page";
import { membersAt } from "../team.resource";

export default portalListPage(membersAt(""), TeamScreen);
