import { Ahead } from "@/app/_screen/ahead";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { DeskImport } from "../_screens/desk-import.form";
import { deskImport } from "../desk.resource";

export default async function ImportTranslationsPage() {
  await onlyWhoMay(deskImport.needs);
  return (
    <Ahead of={(trpc) => Promise.all([trpc.desk.imports.columns.prefetch({}), trpc.desk.imports.recent.prefetch({})])}>
      <DeskImport />
    </Ahead>
  );
}
