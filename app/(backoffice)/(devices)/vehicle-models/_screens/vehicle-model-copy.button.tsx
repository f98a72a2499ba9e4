"use client";

import { Button, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { messageOf } from "@/components/kit/problem";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { t } from "@/texts/t";
import { vehicleModels } from "../vehicle-model.resource";

/** Makes a copy of a model under another name and goes there. */
export function VehicleModelCopyButton({ record }: { record: RecordOf<"vehicleModels"> }) {
  const router = useRouter();
  const copy = trpc.vehicleModels.duplicate.useMutation();
  const [name, setName] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const made = await copy.mutateAsync({ id: record.id, nameVehicleModel: name ?? "" }).catch(() => undefined);
    if (!made) return;
    setName(undefined);
    router.push(vehicleModels.record(made.id));
  };
  return (
    <>
      <Allowed needs={vehicleModels.may.write}>
        <Button variant="default" onClick={() => setName(`${record.nameVehicleModel} copy`)}>
          {t("Duplicate")}
        </Button>
      </Allowed>
      {name !== undefined && (
        <Dialog title="Duplicate this model" onClose={() => setName(undefined)}>
          <form onSubmit={submit}>
            <TextInput
              label={t("Name of the copy")}
              value={name}
              maxLength={80}
              required
              data-autofocus
              error={copy.error && messageOf(copy.error)}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <DialogActions>
              <Button variant="default" onClick={() => setName(undefined)}>
                {t("Cancel")}
              </Button>
              <Button type="submit" loading={copy.isPending}>
                {t("Create copy")}
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      )}
    </>
  );
}
