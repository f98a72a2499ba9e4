"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { languageList } from "./language.columns";

export const LanguageList = () => (
  <ResourceList
    list={languageList}
    title="Languages"
    empty="Texts are written in languages. The first one you create becomes the default, which the others fall back to."
    href={(row) => `/languages/${row.id}`}
    create={{ title: "Create language", href: "/languages/new", needs: "language.write" }}
  />
);
