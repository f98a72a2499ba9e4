"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { LinkTo } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { firmwareVersions } from "../../firmware-versions/firmware-version.resource";
import { firmwareCategories } from "../firmware-category.resource";
import { FirmwareCategoryForm } from "./firmware-category.form";

const versionsOf = (categoryId: string) => firmwareVersions.list({ categoryId });

export const FirmwareCategorySheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={firmwareCategories}
    id={id}
    facts={({ versionsCount }) => (
      <LinkTo href={versionsOf(id)}>
        {t("{count, plural, one {# version} other {# versions}}", { count: versionsCount })}
      </LinkTo>
    )}
    about={(record) => [
      "label",
      "description",
      [
        "Versions",
        <LinkTo key="versions" href={versionsOf(id)}>
          {formatted(record.versionsCount)}
        </LinkTo>,
      ],
    ]}
    edit={(record) => <FirmwareCategoryForm record={record} />}
    remove={() => ({ title: "Show versions", href: versionsOf(id) })}
  />
);
