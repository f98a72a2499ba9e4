"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { ImportRecent } from "@/components/kit/import/import-recent";
import { ScreenHeader } from "@/components/kit/page-header";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { None, OnOff, Status, type Tone, When } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { erpStatusWords } from "@/server/operations/erp-sync/erp-sync.schema";
import { t } from "@/texts/t";
import { erpRuns, erpSync } from "../erp-sync.resource";
import { type ErpSettings, ErpSyncForm } from "./erp-sync.form";
import { erpImports } from "./erp-sync.words";

const tones: Record<keyof typeof erpStatusWords, Tone> = {
  running: "info",
  done: "ok",
  failed: "bad",
  cancelled: "quiet",
  undone: "quiet",
  waiting: "warn",
};

const runAddress = (id: string) => `${erpRuns.at}?import=${id}`;

/** Asks the ERP what it has and leads to the plan, which is confirmed there. */
function PlanButton() {
  const plan = trpc.erpSync.plan.useMutation();
  const router = useRouter();
  const run = () =>
    attempt(async () => {
      const made = await plan.mutateAsync({});
      if (made.plan) router.push(runAddress(made.plan.id));
      else notify(t("Nothing has changed at the ERP since the last run."));
    });
  return (
    <Allowed needs={erpImports.may.write}>
      <Button loading={plan.isPending} onClick={run}>
        {t("Plan a run")}
      </Button>
    </Allowed>
  );
}

const LastRun = ({ settings }: { settings: ErpSettings }) => {
  const { lastStatus, counts } = settings;
  const numbers = counts
    ? t("{created} created, {updated} changed, {unchanged} unchanged, {failed} left out because of errors", {
        created: formatted(counts.created),
        updated: formatted(counts.updated),
        unchanged: formatted(counts.unchanged),
        failed: formatted(counts.failed),
      })
    : undefined;
  return (
    <Facts
      facts={[
        ["Scheduled", <OnOff key="enabled" isOn={settings.enabled} />],
        ["Schedule", settings.schedule],
        ["Next run", <When key="next" at={settings.nextRunAt} />],
        ["Last run", <When key="last" at={settings.lastRunAt} />],
        [
          "Result",
          lastStatus ? (
            <Status key="status" tone={tones[lastStatus]}>
              {t(erpStatusWords[lastStatus])}
            </Status>
          ) : (
            <None key="status" />
          ),
        ],
        ["Records", numbers ?? <None key="counts" />],
        ...(settings.lastError ? [["Last error", settings.lastError] as [string, React.ReactNode]] : []),
      ]}
    />
  );
};

/** The ERP sync: how its last run went, its settings, and its runs. */
export function ErpSyncSheet() {
  const { data: settings } = trpc.erpSync.get.useQuery();
  const may = useMay();
  if (!settings) return null;
  return (
    <>
      <ScreenHeader of={erpSync} actions={<PlanButton />} />
      <LastRun settings={settings} />
      {settings.isFile && (
        <p>{t("This server reads a file in place of the ERP's address. Its settings say so (ERP_FILE).")}</p>
      )}
      {may(erpImports.may.write) && (
        <Section title="Settings">
          <ErpSyncForm key={settings.version} settings={settings} />
        </Section>
      )}
      <ImportRecent of={erpImports} addressOf={runAddress} />
    </>
  );
}
