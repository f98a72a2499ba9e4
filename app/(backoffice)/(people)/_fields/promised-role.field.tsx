"use client";

import { MultiSelect } from "@mantine/core";
import { type FieldProps, useField } from "@/components/kit/form/fields";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { t } from "@/texts/t";
import { roles } from "../roles/role.resource";

type UserType = Parameters<typeof trpc.userRoles.givable.useQuery>[0] & object;

/** Roles that an invited person gets when they accept: those that the viewer may give. Nothing for who may give none. */
export function PromisedRoleField({ type, ...props }: FieldProps & UserType) {
  const may = useMay();
  const mayGive = may("user-role.write") && may(roles.may.read);
  const query = trpc.userRoles.givable.useQuery({ type }, { enabled: mayGive });
  const options = (query.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const labelOf = (id: unknown) => options.find(({ value }) => value === id)?.label ?? String(id);
  const { value, onChange, input } = useField<string[] | undefined>({ ...props, optional: true }, (ids) =>
    ((ids as string[] | undefined) ?? []).map(labelOf).join(", "),
  );
  if (!mayGive) return null;
  const chosen = (value ?? []).filter((id) => options.some((option) => option.value === id));
  return (
    <MultiSelect
      {...input}
      data={options}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage={t("You cannot grant any other role.")}
      value={chosen}
      onChange={onChange}
    />
  );
}
