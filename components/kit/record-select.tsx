"use client";

import { Select, type SelectProps } from "@mantine/core";
import { useState } from "react";
import { t } from "@/texts/t";
import type { RecordName, Resource } from "./resource";
import { useRecordLabel, useRecordSearch } from "./use-records";

interface Props extends Omit<SelectProps, "data" | "value" | "onChange"> {
  of: Resource<RecordName>;
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Chooses one record, found by typing a part of its name; the value is its id. */
export function RecordSelect({ of, value, onChange, placeholder, ...input }: Props) {
  const [term, setTerm] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const current = useRecordLabel(of, value ?? undefined);
  const { options, isLoading } = useRecordSearch(of, term === current ? "" : term, isOpen);
  const isListed = !value || options.some((option) => option.value === value);
  return (
    <Select
      {...input}
      data={isListed ? options : [...options, { value, label: current ?? "…" }]}
      searchable
      filter={({ options }) => options}
      nothingFoundMessage={isLoading ? t("Loading") : t("No results.")}
      placeholder={placeholder ?? t("Search")}
      onDropdownOpen={() => setIsOpen(true)}
      searchValue={term}
      onSearchChange={setTerm}
      value={value}
      onChange={onChange}
    />
  );
}
