"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { useMay } from "@/components/kit/viewer";
import { t } from "@/texts/t";
import { translationDesk } from "../translations/desk.resource";
import type { TextResource } from "./text.words";

interface Props {
  of: TextResource;
  /** where files are brought in */
  importAt: string;
}

/** From a list of texts to the translation desk, which calls it as the audit trail does, and to its import. */
export function TextButtons({ of, importAt }: Props) {
  const may = useMay();
  return (
    <>
      {may(translationDesk.needs) && (
        <Button variant="default" component={Link} href={`${translationDesk.at}?resource=${of.audited}`}>
          {t("Translate")}
        </Button>
      )}
      {of.may.write && may(of.may.write) && (
        <Button variant="default" component={Link} href={importAt}>
          {t("Import")}
        </Button>
      )}
    </>
  );
}
