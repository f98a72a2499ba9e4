import type { RecordOf } from "@/components/kit/resource";
import { Status } from "@/components/ui/value";
import { firmwareTypes } from "@/server/devices/firmware-version/firmware-version.rules";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";

export type FirmwareVersion = RecordOf<"firmwareVersions">;

export const typeOptions = Object.entries(firmwareTypes).map(([value, label]) => ({ value: Number(value), label }));
export const typeWord = (type: number) => t(firmwareTypes[type] ?? String(type));

export const ActiveMark = ({ isActivated }: { isActivated: boolean }) =>
  isActivated ? <Status tone="ok">{t("Active")}</Status> : <Status>{t("Inactive")}</Status>;

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, "0");
export const address = (value: number) => `0x${hex(value)}`;

const units = ["bytes", "KiB", "MiB"];

/** A number of bytes as people say it: "512 bytes", "1.5 MiB". */
export function bytesText(bytes: number) {
  const step = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2;
  const value = bytes / 1024 ** step;
  return `${formatted(value, step === 0 ? 0 : 1)} ${units[step]}`;
}
