import type { RowOf } from "@/components/kit/resource";
import { Status, type Tone } from "@/components/ui/value";

export type Pers = RowOf<"pers">;
export type PersStatus = Pers["status"];

const statuses = {
  stock: ["In stock", "info"],
  active: ["Active", "ok"],
  maintenance: ["In maintenance", "warn"],
  retired: ["Retired", "quiet"],
} as const satisfies Record<PersStatus, readonly [string, Tone]>;

export const statusOptions = Object.entries(statuses).map(([value, [label]]) => ({ value, label }));

export function PersStatusMark({ status }: { status: PersStatus }) {
  const [word, tone] = statuses[status];
  return <Status tone={tone}>{word}</Status>;
}

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
  if (path === "wheelSizeInches") return `${value} in`;
  return Array.isArray(value) ? value.join(", ") : String(value);
}
