"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { FormProvider, useForm } from "react-hook-form";
import type { z } from "zod";
import { RecordField, TextField } from "@/components/kit/form/fields";
import { messageOf, problemOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { PlainTable } from "@/components/ui/plain-table";
import { LinkTo, None } from "@/components/ui/value";
import { CreateFirmwareCompatibility } from "@/server/devices/firmware-version/firmware-version.schema";
import styles from "./firmware-version.module.css";
import { type FirmwareVersion, modelSource } from "./firmware-version.words";

type Input = z.input<typeof CreateFirmwareCompatibility>;
const empty: Input = { modelPersId: "", minVersion: null, maxVersion: null };

function useRefresh() {
  const utils = trpc.useUtils();
  return () => Promise.all([utils.firmwareVersions.get.invalidate(), utils.audit.history.invalidate()]);
}

function AddModel({ id }: { id: string }) {
  const refresh = useRefresh();
  const add = trpc.firmwareVersions.addCompatiblePers.useMutation();
  const form = useForm<Input>({ resolver: zodResolver(CreateFirmwareCompatibility), defaultValues: empty });
  const save = async (values: Input) => {
    try {
      await add.mutateAsync({ id, ...values });
      await refresh();
    } catch (error) {
      const known = (problemOf(error)?.errors ?? []).filter(({ path }) => path in empty);
      for (const { path, message } of known) form.setError(path as keyof Input, { message });
      if (known.length === 0) notify(messageOf(error), { tone: "bad" });
    }
  };
  return (
    <FormProvider {...form}>
      <form className={styles.add} noValidate onSubmit={form.handleSubmit(save)}>
        <RecordField name="modelPersId" label="Model" source={modelSource} />
        <TextField name="minVersion" label="From version" optional />
        <TextField name="maxVersion" label="To version" optional />
        <Button type="submit" loading={add.isPending}>
          Add model
        </Button>
      </form>
    </FormProvider>
  );
}

/** The PERS models that a version fits, each perhaps in a range of versions it may be installed over. */
export function FirmwareVersionModelsTab({ record }: { record: FirmwareVersion }) {
  const mayWrite = useMay()("firmware.write");
  const refresh = useRefresh();
  const remove = trpc.firmwareVersions.removeCompatiblePers.useMutation();
  const drop = async (compatiblePersId: string) => {
    try {
      await remove.mutateAsync({ id: record.id, compatiblePersId });
    } catch (error) {
      notify(messageOf(error), { tone: "bad" });
    }
    await refresh();
  };
  return (
    <>
      {record.compatiblePers.length === 0 ? (
        <p className={styles.lead}>It fits no model yet. Add the models that may install it.</p>
      ) : (
        <PlainTable
          className={styles.models}
          heads={[
            "Model",
            "From version",
            "To version",
            ...(mayWrite ? [<td key="end" className={styles.end} />] : []),
          ]}
        >
          {record.compatiblePers.map((fit) => (
            <tr key={fit.id}>
              <td>
                <LinkTo href={`/model-pers/${fit.modelPersId}`}>{fit.modelPers.label}</LinkTo>
              </td>
              <td>{fit.minVersion ?? <None />}</td>
              <td>{fit.maxVersion ?? <None />}</td>
              {mayWrite && (
                <td className={styles.end}>
                  <ActionIcon
                    aria-label={`Remove ${fit.modelPers.label}`}
                    disabled={remove.isPending}
                    onClick={() => drop(fit.id)}
                  >
                    <IconX size={15} />
                  </ActionIcon>
                </td>
              )}
            </tr>
          ))}
        </PlainTable>
      )}
      {mayWrite && <AddModel key={record.version} id={record.id} />}
    </>
  );
}
