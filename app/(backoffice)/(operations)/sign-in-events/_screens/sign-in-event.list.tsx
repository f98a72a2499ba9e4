"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { None, When } from "@/components/ui/value";
import { signInKindWords, signInReasonWords } from "@/server/identity/sign-in-event/sign-in-event.rules";
import { t } from "@/texts/t";
import { signInEvents } from "../sign-in-event.resource";

const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

/** What was refused at the doors, and resets that were asked for. */
export const SignInEventList = () => (
  <ResourceList
    of={signInEvents}
    columns={[
      { key: "lastAt", sort: true, width: "160px", cell: (row) => <When at={row.lastAt} /> },
      { key: "kind", sort: true, width: "180px", onPhone: true, cell: (row) => t(signInKindWords[row.kind]) },
      { key: "reason", sort: true, width: "180px", onPhone: true, cell: (row) => t(signInReasonWords[row.reason]) },
      { key: "user.name", onPhone: true, cell: (row) => row.user?.email ?? row.user?.name ?? <None />, export: "user" },
      { key: "network", sort: true, width: "180px" },
      { key: "count", sort: true, width: "100px", align: "right" },
    ]}
    filters={[
      "email",
      "network",
      { kind: "select", name: "kind", options: options(signInKindWords) },
      { kind: "select", name: "reason", options: options(signInReasonWords) },
      { kind: "dates", name: "startDate", until: "endDate", title: "When" },
    ]}
    href={null}
    empty="Refused sign-ins, refused codes and password resets that were asked for are listed here for 90 days."
  />
);
