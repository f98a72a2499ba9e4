import { Status } from "@/components/ui/value";
import { t } from "@/texts/t";

export const OnOff = ({ enabled }: { enabled: boolean }) =>
  enabled ? <Status tone="ok">{t("On")}</Status> : <Status tone="quiet">{t("Off")}</Status>;
