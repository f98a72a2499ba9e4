import { OnOff, Status } from "@/components/ui/value";
import { t } from "@/texts/t";

/** What a language is: the one that others fall back to, or on or off. */
export const LanguageStatus = ({ language }: { language: { isDefault: boolean; status: boolean } }) =>
  language.isDefault ? <Status tone="info">{t("Default")}</Status> : <OnOff isOn={language.status} />;
