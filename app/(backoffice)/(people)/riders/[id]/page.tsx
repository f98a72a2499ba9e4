import { serverSide } from "@/app/_screen/hydrate";
import { RecordScreen } from "@/app/_screen/record-page";
import { currentActor } from "@/server/identity/screen-session";
import { PortalUserSheet } from "../../portal-users/_screens/portal-user.sheet";
import { portalUsers } from "../../portal-users/portal-user.resource";
import { RiderSheet } from "../_screens/rider.sheet";
import { riders } from "../rider.resource";

/** A rider is a portal user, with all of their parts for who may see those. */
export default async function RiderPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const actor = await currentActor();
  const isWhole = actor?.kind === "user" && actor.permissions.has(portalUsers.may.read);
  const { trpc } = await serverSide();
  const begins = isWhole ? trpc.situation.ofPortalUser.prefetch({ id }) : trpc.situation.ofRider.prefetch({ id });
  return (
    <RecordScreen of={isWhole ? portalUsers : riders} id={id} also={begins}>
      {isWhole ? <PortalUserSheet id={id} /> : <RiderSheet id={id} />}
    </RecordScreen>
  );
}
