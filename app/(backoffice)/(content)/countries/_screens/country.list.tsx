"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { countryList } from "./country.columns";

export const CountryList = () => (
  <ResourceList
    list={countryList}
    title="Countries"
    empty="People and companies choose their country from this list. Create those you work in."
    href={(row) => `/countries/${row.id}`}
    create={{ title: "Create country", href: "/countries/new", needs: "country.write" }}
  />
);
