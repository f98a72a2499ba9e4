import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { StaffFigures } from "../alert-desk/_screens/staff-figures.part";
import { alertFigures } from "./alert-figures.resource";

export default async function AlertFiguresPage() {
  await onlyWhoMay(alertFigures.needs);
  return <StaffFigures />;
}
