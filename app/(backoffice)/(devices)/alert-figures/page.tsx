import { Ahead } from "@/app/_screen/ahead";
import type { Address } from "@/app/_screen/asked-by";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { weeksOf } from "../alert-desk/_screens/alert-figures.rules";
import { StaffFigures } from "../alert-desk/_screens/staff-figures.part";
import { alertFigures } from "./alert-figures.resource";

export default async function AlertFiguresPage({ searchParams }: { searchParams: Promise<Address> }) {
  await onlyWhoMay(alertFigures.needs);
  const asked = { weeks: weeksOf((await searchParams).weeks) };
  return (
    <Ahead
      of={({ alertDesk }) => Promise.all([alertDesk.weeks.rows.prefetch(asked), alertDesk.rules.rows.prefetch(asked)])}
    >
      <StaffFigures />
    </Ahead>
  );
}
