import type { RowOf } from "@/components/kit/resource";
import { Status, type Tone } from "@/components/ui/value";
import { persStatusWords } from "@/server/devices/pers/pers.rules";
import { measured } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";

export type Pers = RowOf<"pers">;
export type PersStatus = Pers["status"];

const tones: Record<PersStatus, Tone> = { stock: "info", active: "ok", maintenance: "warn", retired: "quiet" };

export const statusOptions = Object.entries(persStatusWords).map(([value, label]) => ({ value, label }));

export const PersStatusMark = ({ status }: { status: PersStatus }) => (
  <Status tone={tones[status]}>{t(persStatusWords[status])}</Status>
);

/** For how long a device has sent nothing. */
export const silentOptions = [
  { value: 3, label: "3 days or longer" },
  { value: 7, label: "7 days or longer" },
  { value: 30, label: "30 days or longer" },
];

/** What a part of a kit is called. */
export const kitWords = {
  handlebar: "Handlebar",
  mount: "Mount",
  display: "Display",
  battery: "Battery",
  wheelSizeInches: "Wheel size",
  sensors: "Sensors",
};

/** A part of a kit in words; undefined where there is none. */
export function kitText(path: string, value: unknown): string | undefined {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return undefined;
  if (path === "wheelSizeInches") return typeof value === "number" ? measured(value, "in", 1) : `${value} in`;
  return Array.isArray(value) ? value.join(", ") : String(value);
}
