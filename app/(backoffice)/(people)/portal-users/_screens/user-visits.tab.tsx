"use client";

import { Answer } from "@/components/kit/answer";
import { trpc } from "@/components/kit/trpc";
import { staff } from "../../staff/staff.resource";
import { SwitchList } from "./switch.list";

/** Who acted as this person, when, for how long and why. */
export const VisitsTab = ({ userId }: { userId: string }) => (
  <Answer of={trpc.switchTo.visits.useQuery({ userId })}>
    {({ items }) => (
      <SwitchList
        rows={items.map(({ who, ...visit }) => ({ ...visit, person: who }))}
        person="Person"
        of={staff}
        tab="switches"
        empty="No one has switched to this person yet."
      />
    )}
  </Answer>
);
