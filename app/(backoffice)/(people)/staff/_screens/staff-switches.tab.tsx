"use client";

import { Answer } from "@/components/kit/answer";
import { trpc } from "@/components/kit/trpc";
import { SwitchList } from "../../portal-users/_screens/switch.list";
import { portalUsers } from "../../portal-users/portal-user.resource";

/** To whom this person switched, when, for how long and why. */
export const SwitchesTab = ({ userId }: { userId: string }) => (
  <Answer of={trpc.staff.switches.useQuery({ userId })}>
    {({ items }) => (
      <SwitchList
        rows={items.map(({ whom, ...visit }) => ({ ...visit, person: whom }))}
        person="Person"
        of={portalUsers}
        tab="visits"
        empty="This person has not switched to anyone yet."
      />
    )}
  </Answer>
);
