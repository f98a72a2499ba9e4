import { PageHeader } from "@/components/kit/page-header";
import { LevelAlertForm } from "../_screens/level-alert.form";

export default function NewLevelAlertPage() {
  return (
    <>
      <PageHeader title="New alert level" />
      <LevelAlertForm />
    </>
  );
}
