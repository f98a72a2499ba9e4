"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { LinkTo } from "@/components/ui/value";
import { FirmwareCategoryForm } from "./firmware-category.form";

const versionsOf = (id: string) => `/firmware-versions?categoryId=${id}`;

export const FirmwareCategorySheet = ({ id }: { id: string }) => (
  <ResourceSheet
    name="firmwareCategories"
    id={id}
    one="firmware category"
    objectType="firmware-category"
    title={(record) => record.label}
    facts={({ versionsCount }) => (
      <LinkTo href={versionsOf(id)}>{`${versionsCount} ${versionsCount === 1 ? "version" : "versions"}`}</LinkTo>
    )}
    tabs={[{ key: "overview", title: "Overview", content: (record) => <FirmwareCategoryForm record={record} /> }]}
    fields={{ label: "Label", description: "Description" }}
    needs="firmware.write"
    remove={{
      list: "/firmware-categories",
      href: (id) => `/firmware-categories/${id}`,
      usedBy: (id) => ({ title: "Show its versions", href: versionsOf(id) }),
    }}
  />
);
