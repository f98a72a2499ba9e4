"use client";

import { PreferenceFacts, PreferenceForm } from "@/app/(backoffice)/(people)/_fields/preference.form";
import { Answer } from "@/components/kit/answer";
import { problemOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { etagOf } from "@/server/kit/value/etag.rules";
import { useCompanyDoor } from "./company-door";

const noLanguage = "Product default";

/** How a company wants to be written to. */
export function CompanyPreferencesTab() {
  const { companyId, preferences: of } = useCompanyDoor();
  const mayWrite = useMay()(of.may.write);
  const preferences = trpc[of.router].get.useQuery({ companyId });
  const update = trpc[of.router].update.useMutation();
  return (
    <Answer of={preferences}>
      {(stored) =>
        mayWrite ? (
          <PreferenceForm
            stored={stored}
            noLanguage={noLanguage}
            save={async (changes) => {
              try {
                await update.mutateAsync({ companyId, ifMatch: etagOf(stored), ...changes });
              } catch (error) {
                // What they changed is shown, beside what was changed here, and the next save is on their version.
                if (problemOf(error)?.code === "version_mismatch") await preferences.refetch();
                throw error;
              }
            }}
          />
        ) : (
          <PreferenceFacts stored={stored} noLanguage={noLanguage} />
        )
      }
    </Answer>
  );
}
