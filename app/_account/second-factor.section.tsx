"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { Dialog } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { Status, When } from "@/components/ui/value";
import { counted } from "@/server/kit/count.rules";
import accountStyles from "./account.module.css";
import { RecoveryCodes } from "./recovery-codes";
import styles from "./second-factor.module.css";
import { ShortForm } from "./short-form";

const Enrolment = dynamic(() => import("./enrolment").then((module) => module.Enrolment), { ssr: false });

const code = {
  name: "code",
  label: "Code",
  type: "code",
  description: "From your authenticator, or a recovery code.",
} as const;

function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const renew = trpc.secondFactor.renewRecoveryCodes.useMutation();
  return (
    <Dialog title="New recovery codes" onClose={onClose}>
      {renew.data ? (
        <RecoveryCodes codes={renew.data.recoveryCodes} done="Done" onDone={onClose} />
      ) : (
        <div className={styles.step}>
          <p>Your current codes stop working then.</p>
          <ShortForm
            takesFocus
            submit="Make new codes"
            fields={[code]}
            onSubmit={({ code = "" }) => renew.mutateAsync({ code })}
          />
        </div>
      )}
    </Dialog>
  );
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const turnOff = trpc.secondFactor.turnOff.useMutation();
  return (
    <Dialog title="Turn two-step sign-in off?" onClose={onClose}>
      <div className={styles.step}>
        <p>From then on your password alone signs you in, and the recovery codes stop working.</p>
        <ShortForm
          takesFocus
          submit="Turn off"
          color="red"
          fields={[{ name: "currentPassword", label: "Your password", type: "password" }, code]}
          onSubmit={async ({ currentPassword = "", code = "" }) => {
            await turnOff.mutateAsync({ currentPassword, code });
            notify("Two-step sign-in is off");
            onClose();
          }}
        />
      </div>
    </Dialog>
  );
}

/** Two-step sign-in: whether it is on, and the ways to change that. */
export function SecondFactorSection() {
  const [open, setOpen] = useState<"on" | "codes" | "off">();
  const { data } = trpc.secondFactor.status.useQuery({});
  const close = () => setOpen(undefined);
  const left = data?.recoveryCodesLeft ?? 0;
  return (
    <Section title="Two-step sign-in">
      {data?.isOn ? (
        <>
          <p className={accountStyles.help}>
            <Status tone="ok">On</Status> since <When at={data.since} />,{" "}
            {left === 0 ? "no recovery code" : counted(left, "recovery code")} left.
          </p>
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => setOpen("codes")}>
              Make new recovery codes
            </Button>
            {!data.isRequired && (
              <Button variant="default" onClick={() => setOpen("off")}>
                Turn off
              </Button>
            )}
          </div>
        </>
      ) : (
        <>
          <p className={accountStyles.help}>
            A code from your phone beside the password: who learns your password still cannot sign in.
          </p>
          <Button variant="default" disabled={!data} onClick={() => setOpen("on")}>
            Set up
          </Button>
        </>
      )}
      {open === "on" && (
        <Dialog title="Set up two-step sign-in" onClose={close}>
          <Enrolment done="Done" onDone={close} />
        </Dialog>
      )}
      {open === "codes" && <NewCodesDialog onClose={close} />}
      {open === "off" && <TurnOffDialog onClose={close} />}
    </Section>
  );
}
