import { RemovedList } from "@/components/kit/removed/removed-list";
import { fleetModels } from "../fleet.resource";
import { portalPartPage } from "../portal-page";
import { removedScreen, teamMailTexts, teamRoles, teams } from "../team.resource";

const names = {
  "company-team": teams.one,
  "company-role": teamRoles.one,
  "company-mail-template": teamMailTexts.one,
  "vehicle-model": fleetModels.one,
};

export default portalPartPage(removedScreen, RemovedHere);

/** What was removed in the company. */
function RemovedHere() {
  return <RemovedList names={names} />;
}
