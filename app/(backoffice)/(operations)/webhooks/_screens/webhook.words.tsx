import type { RecordOf } from "@/components/kit/resource";
import { Status } from "@/components/ui/value";
import { t } from "@/texts/t";

/** Whether a webhook is told of anything. */
export function OnOff({ enabled, pausedBecause }: Pick<RecordOf<"webhooks">, "enabled" | "pausedBecause">) {
  if (!enabled) return <Status tone="quiet">{t("Off")}</Status>;
  return pausedBecause ? <Status tone="warn">{t("Paused")}</Status> : <Status tone="ok">{t("On")}</Status>;
}
