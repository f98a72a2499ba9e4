"use client";

import type { ReactNode } from "react";
import { SelectField, TextAreaField, TextField } from "@/components/kit/form/fields";
import { useModules } from "./module-options.hook";

interface Field {
  name: string;
  label: string;
}

interface Props {
  f: Record<"name" | "moduleId" | "description", Field>;
  /** what its name is, with an example */
  help: string;
  /** what its description is for */
  notes?: string;
  /** the fields that only texts of this kind have */
  children?: ReactNode;
}

/** What every text is created with and changed by, its values aside. */
export const TextFields = ({ f, help, notes = "Notes for translators.", children }: Props) => (
  <>
    <TextField {...f.name} help={help} />
    <SelectField {...f.moduleId} options={useModules()} />
    {children}
    <TextAreaField {...f.description} optional help={notes} />
  </>
);
