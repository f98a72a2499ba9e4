"use client";

import type { Imported } from "@/components/kit/import/import-hooks";
import { ImportPage } from "@/components/kit/import/import-page";
import { writtenByOption } from "../../_screens/written-by.words";
import { deskImport, translationDesk } from "../desk.resource";

/** Each row needs the right of its own resource, which the import itself looks at. */
const deskFiles: Imported = {
  router: "desk",
  one: "translation",
  many: "translations",
  at: translationDesk.at,
  may: { read: "language.read", write: "language.read" },
  record: () => translationDesk.at,
  takesXliff: true,
};

/** Brings a file of the desk back in: of any resources and languages, as its rows say. */
export const DeskImport = () => (
  <ImportPage
    of={deskFiles}
    title={deskImport.heading}
    options={[writtenByOption()]}
    help="Use a file that was exported at the translation desk. It says itself which text and which language each row is about, and a translation whose source has changed since the export is not imported. An imported translation counts as up to date, unless a machine wrote it."
  />
);
