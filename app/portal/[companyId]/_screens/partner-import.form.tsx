"use client";

import { Answer } from "@/components/kit/answer";
import { useLinks } from "@/components/kit/base";
import { ImportPage } from "@/components/kit/import/import-page";
import { trpc } from "@/components/kit/trpc";
import type { Import } from "@/server/kit/import/import.schema";
import { t } from "@/texts/t";
import { dealers, subcontractors } from "../partner.resource";
import { useCompanyId } from "./company-id.hook";
import { useLanguages } from "./partner-invitation.field";
import styles from "./portal.module.css";

type Kind = "dealers" | "subcontractors";

/** How many invitations an import mails, or mailed, and how many wait for staff. */
function InvitationsNote({ kind, is }: { kind: Kind; is: Import }) {
  const companyId = useCompanyId();
  const { id, status, counts } = is;
  const [isPlanned, isDone] = [status === "planned", status === "done"];
  const { useQuery: useLeft } = { dealers: trpc.dealers, subcontractors: trpc.subcontractors }[kind].invitationsLeft;
  const { useQuery: useMailed } = { dealers: trpc.dealers, subcontractors: trpc.subcontractors }[kind]
    .importedInvitations;
  const left = useLeft({ companyId }, { enabled: isPlanned }).data;
  const mailed = useMailed({ companyId, id }, { enabled: isDone }).data;
  const writes = counts.new + counts.changed;
  const most = left?.left ?? writes;
  const waiting = isDone ? (mailed?.waiting ?? 0) : Math.max(0, writes - most);
  if (isPlanned ? writes === 0 : !isDone) return null;
  // Its place is kept until it is known, so that the buttons below stay where they are.
  if (isPlanned ? !left : !mailed) return <p className={styles.help}>{"\u00a0"}</p>;
  return (
    <p role="note" className={styles.help}>
      {isDone
        ? t("{count, plural, one {# invitation was mailed.} other {# invitations were mailed.}}", {
            count: mailed?.sent ?? 0,
          })
        : t("{count, plural, one {# invitation will be mailed.} other {# invitations will be mailed.}}", {
            count: writes - waiting,
          })}
      {waiting > 0 &&
        ` ${t("{count, plural, one {# is} other {# are}} beyond the 200 a day and wait for Persdesk’s staff.", { count: waiting })}`}
    </p>
  );
}

/** The language of invitations whose row names none. */
function useLanguageOption() {
  const { items, own } = useLanguages();
  if (items.length === 0) return undefined;
  const choices = items.map(({ id, name }) => ({ value: id, label: name }));
  return [{ name: "languageId", label: "Language of the invitations", choices, initial: own }];
}

function PartnerImport({ kind, of, title }: { kind: Kind; of: Parameters<typeof ImportPage>[0]["of"]; title: string }) {
  const options = useLanguageOption();
  if (!options) return null; // the choice is there before the file is
  return <ImportPage of={of} title={title} options={options} note={(is) => <InvitationsNote kind={kind} is={is} />} />;
}

export function DealerImport() {
  const companyId = useCompanyId();
  return (
    <PartnerImport
      kind="dealers"
      of={{ ...dealers, router: "dealers", within: { companyId } }}
      title="Import dealers"
    />
  );
}

export function SubcontractorImport() {
  const companyId = useCompanyId();
  return (
    <PartnerImport
      kind="subcontractors"
      of={{ ...subcontractors, router: "subcontractors", within: { companyId } }}
      title="Import subcontractors"
    />
  );
}

const partnerOption = (label: string, id: string, name: string) => [
  { name: "partnerId", label, choices: [{ value: id, label: name }], initial: id },
];

/** Vehicles for one dealer. */
export function DealerVehicleImport({ id }: { id: string }) {
  const companyId = useCompanyId();
  const page = useLinks(dealers).record(id);
  const imported = {
    ...dealers,
    record: () => dealers.record(id),
    router: "dealerVehicles",
    one: "vehicle",
    many: "vehicles",
    within: { companyId },
  } as const;
  return (
    <Answer of={trpc.dealers.get.useQuery({ companyId, id })}>
      {({ company }) => (
        <ImportPage
          of={imported}
          title={t("Import vehicles of {name}", { name: company.name })}
          options={partnerOption("Dealer", id, company.name)}
          help="Existing vehicles of your company are handed over. No new ones are created."
          back={() => page}
        />
      )}
    </Answer>
  );
}

/** Devices for one subcontractor. */
export function SubcontractorPersImport({ id }: { id: string }) {
  const companyId = useCompanyId();
  const page = useLinks(subcontractors).record(id);
  const imported = {
    ...subcontractors,
    record: () => subcontractors.record(id),
    router: "subcontractorPers",
    one: "device",
    many: "devices",
    within: { companyId },
  } as const;
  return (
    <Answer of={trpc.subcontractors.get.useQuery({ companyId, id })}>
      {({ company }) => (
        <ImportPage
          of={imported}
          title={t("Import devices of {name}", { name: company.name })}
          options={partnerOption("Subcontractor", id, company.name)}
          help="Devices of your company are handed over in addition to those the subcontractor already has."
          back={() => page}
        />
      )}
    </Answer>
  );
}
