import { RemovedList } from "@/components/kit/removed/removed-list";
import { portalPartPage } from "../portal-page";
import { removedScreen } from "../team.resource";

export default portalPartPage(removedScreen, RemovedHere);

/** What was removed in the company. */
function RemovedHere() {
  return <RemovedList />;
}
