"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { FormProvider, useForm } from "react-hook-form";
import type { z } from "zod";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { RecordField, TextField } from "@/components/kit/form/fields";
import { RowList } from "@/components/kit/list/row-list";
import { messageOf, problemOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { CreateFirmwareCompatibility } from "@/server/devices/firmware-version/firmware-version.schema";
import { t } from "@/texts/t";
import { modelPers } from "../../model-pers/model-pers.resource";
import { firmwareVersions } from "../firmware-version.resource";
import styles from "./firmware-version.module.css";
import type { FirmwareVersion } from "./firmware-version.words";

type Fit = FirmwareVersion["compatiblePers"][number];
type Input = z.input<typeof CreateFirmwareCompatibility>;
const empty: Input = { modelPersId: "", minVersion: null, maxVersion: null };

function AddModel({ id }: { id: string }) {
  const add = trpc.firmwareVersions.addCompatiblePers.useMutation();
  const form = useForm<Input>({ resolver: zodResolver(CreateFirmwareCompatibility), defaultValues: empty });
  const save = async (values: Input) => {
    try {
      await add.mutateAsync({ id, ...values });
    } catch (error) {
      const known = (problemOf(error)?.errors ?? []).filter(({ path }) => path in empty);
      for (const { path, message } of known) form.setError(path as keyof Input, { message });
      if (known.length === 0) notify(messageOf(error), { tone: "bad" });
    }
  };
  return (
    <FormProvider {...form}>
      <form className={styles.add} noValidate onSubmit={form.handleSubmit(save)}>
        <RecordField name="modelPersId" label="Model" of={modelPers} />
        <TextField name="minVersion" label="From version" optional />
        <TextField name="maxVersion" label="To version" optional />
        <Button type="submit" loading={add.isPending}>
          {t("Add model")}
        </Button>
      </form>
    </FormProvider>
  );
}

function RemoveModel({ id, fit }: { id: string; fit: Fit }) {
  const remove = trpc.firmwareVersions.removeCompatiblePers.useMutation();
  return (
    <Allowed needs={firmwareVersions.may.write}>
      <ActionIcon
        aria-label={t("Remove {label}", { label: fit.modelPers.label })}
        disabled={remove.isPending}
        onClick={() => attempt(() => remove.mutateAsync({ id, compatiblePersId: fit.id }))}
      >
        <IconX size={15} />
      </ActionIcon>
    </Allowed>
  );
}

/** The PERS models that a version fits, each perhaps in a range of versions it may be installed over. */
export function FirmwareVersionModelsTab({ record }: { record: FirmwareVersion }) {
  const may = useMay();
  const mayWrite = may(firmwareVersions.may.write);
  const end = { key: "id", title: "", align: "right", width: "60px" } as const;
  return (
    <>
      <RowList
        title="models"
        rows={record.compatiblePers}
        columns={[
          { key: "modelPers.label", title: "Model" },
          { key: "minVersion", title: "From version", width: "180px" },
          { key: "maxVersion", title: "To version", width: "180px" },
          { ...end, cell: (fit: Fit) => <RemoveModel id={record.id} fit={fit} /> },
        ]}
        href={(fit) => (may(modelPers.may.read) ? modelPers.record(fit.modelPersId) : undefined)}
        empty="No compatible models yet. Add the models that can install this version."
      />
      {mayWrite && <AddModel key={record.version} id={record.id} />}
    </>
  );
}
