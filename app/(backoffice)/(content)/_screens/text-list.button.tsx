"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { useMay } from "@/components/kit/viewer";
import { t } from "@/texts/t";
import { translationDesk } from "../translations/desk.resource";

interface Props {
  /** the resource's name at the desk */
  resource: string;
  /** where files are brought in, and who may */
  importAt: string;
  needs: Parameters<ReturnType<typeof useMay>>[0];
}

/** From a list of texts to the translation desk and to its import. */
export function TextButtons({ resource, importAt, needs }: Props) {
  const may = useMay();
  return (
    <>
      {may(translationDesk.needs) && (
        <Button variant="default" component={Link} href={`${translationDesk.at}?resource=${resource}`}>
          {t("Translate")}
        </Button>
      )}
      {may(needs) && (
        <Button variant="default" component={Link} href={importAt}>
          {t("Import")}
        </Button>
      )}
    </>
  );
}
