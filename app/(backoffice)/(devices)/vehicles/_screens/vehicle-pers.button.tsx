"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Button } from "@mantine/core";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { z } from "zod";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { RecordField } from "@/components/kit/form/fields";
import { messageOf, problemOf } from "@/components/kit/problem";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { pers } from "../../pers/pers.resource";
import { vehicles } from "../vehicle.resource";

const Choice = z.object({ persId: z.uuid("Select a device.") });
type Choice = z.infer<typeof Choice>;

function AssignDialog({ record, onClose }: { record: RecordOf<"vehicles">; onClose: () => void }) {
  const assign = trpc.vehicles.assignPers.useMutation();
  const form = useForm<Choice>({ resolver: zodResolver(Choice), defaultValues: { persId: "" } });
  /** what the server says of a device that is on another vehicle */
  const [elsewhere, setElsewhere] = useState<string>();
  const put = async ({ persId }: Choice) => {
    try {
      await assign.mutateAsync({
        id: record.id,
        persId,
        move: elsewhere !== undefined,
        ifMatch: etagOf(record),
      });
      notify(t("Device assigned to this vehicle"));
      onClose();
    } catch (error) {
      if (problemOf(error)?.code === "in_use") setElsewhere(messageOf(error));
      else form.setError("persId", { message: messageOf(error) });
    }
  };
  return (
    <Dialog title="Assign a PERS device to this vehicle" onClose={onClose}>
      <FormProvider {...form}>
        <form noValidate onSubmit={form.handleSubmit(put)} onChange={() => setElsewhere(undefined)}>
          <RecordField name="persId" label="PERS device" of={pers} />
          {elsewhere && <p role="alert">{t("{elsewhere} It will be removed from that vehicle.", { elsewhere })}</p>}
          {!elsewhere && record.pers && <p>{t("It replaces {serial}.", { serial: record.pers.nuSerialPersNumber })}</p>}
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {t("Cancel")}
            </Button>
            <Button type="submit" loading={assign.isPending}>
              {elsewhere ? t("Move|a device") : t("Assign")}
            </Button>
          </DialogActions>
        </form>
      </FormProvider>
    </Dialog>
  );
}

/** Puts a PERS device on a vehicle, or takes it off. */
export function VehiclePersButton({ record }: { record: RecordOf<"vehicles"> }) {
  const remove = trpc.vehicles.removePers.useMutation();
  const [isOpen, setIsOpen] = useState(false);
  const takeOff = () =>
    attempt(async () => {
      await remove.mutateAsync({ id: record.id, ifMatch: etagOf(record) });
      notify(t("Device removed from this vehicle"));
    });
  return (
    <>
      <Allowed needs={vehicles.may.write}>
        {record.pers && (
          <Button variant="default" loading={remove.isPending} onClick={takeOff}>
            {t("Remove device")}
          </Button>
        )}
        <Button variant={record.pers ? "default" : "filled"} onClick={() => setIsOpen(true)}>
          {record.pers ? t("Change device") : t("Assign device")}
        </Button>
      </Allowed>
      {isOpen && <AssignDialog record={record} onClose={() => setIsOpen(false)} />}
    </>
  );
}
