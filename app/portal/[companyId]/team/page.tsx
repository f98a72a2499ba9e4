import { TeamList } from "../_screens/team.list";
import { portalListPage } from "../portal-page";
import { teamMembers } from "../team.resource";

export default portalListPage(teamMembers, TeamList);
