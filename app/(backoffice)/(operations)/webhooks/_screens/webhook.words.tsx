import type { RecordOf } from "@/components/kit/resource";
import { Status } from "@/components/ui/value";
import { t } from "@/texts/t";

type State = Pick<RecordOf<"webhooks">, "enabled" | "pausedBecause" | "pausedUntil">;

/** Whether nothing is sent at the moment, because the address does not answer. */
export const isSilent = ({ enabled, pausedUntil }: State) =>
  enabled && pausedUntil !== null && new Date(pausedUntil) > new Date();

/** Whether a webhook gets anything. */
export function OnOff(state: State) {
  if (!state.enabled) return <Status tone="quiet">{t("Off")}</Status>;
  const isPaused = state.pausedBecause || isSilent(state);
  return isPaused ? <Status tone="warn">{t("Paused")}</Status> : <Status tone="ok">{t("On")}</Status>;
}
