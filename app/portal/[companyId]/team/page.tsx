import { TeamList } from "../_screens/team.list";
import { portalListPage } from "../portal-page";
import { membersAt } from "../team.resource";

export default portalListPage(membersAt(""), TeamList);
