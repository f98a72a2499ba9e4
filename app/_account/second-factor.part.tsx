"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { lazyParts } from "@/components/kit/ahead.rules";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useAhead } from "@/components/kit/use-ahead";
import { Dialog } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { At, Status } from "@/components/ui/value";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import accountStyles from "./account.module.css";
import { codeField, NewRecoveryCodes } from "./new-recovery-codes";
import styles from "./second-factor.module.css";
import { ShortForm } from "./short-form";

const { part, ahead } = lazyParts();
const Enrolment = dynamic(
  part(() => import("./enrolment").then((module) => module.Enrolment)),
  { ssr: false },
);

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const turnOff = trpc.secondFactor.turnOff.useMutation();
  return (
    <Dialog title={t("Turn off two-step sign-in?")} onClose={onClose}>
      <div className={styles.step}>
        <p>{t("You will sign in with your password alone, and your recovery codes will stop working.")}</p>
        <ShortForm
          takesFocus
          submit="Turn off"
          color="red"
          fields={[{ name: "currentPassword", label: "Your password", type: "password" }, codeField]}
          onSubmit={async ({ currentPassword = "", code = "" }) => {
            await turnOff.mutateAsync({ currentPassword, code });
            notify(t("Two-step sign-in is off"));
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
  useAhead(ahead);
  const { data } = trpc.secondFactor.status.useQuery({});
  const close = () => setOpen(undefined);
  const left = data?.recoveryCodesLeft ?? 0;
  return (
    <Section title="Two-step sign-in">
      {data?.isOn ? (
        <>
          <p className={accountStyles.help}>
            <Status tone="ok">{t("On")}</Status>{" "}
            <Rich text="since <when/>." parts={{ when: () => data.since && <At at={data.since} /> }} />{" "}
            {t(
              "{count, plural, =0 {No recovery codes left.} one {# recovery code left.} other {# recovery codes left.}}",
              { count: left },
            )}
          </p>
          {data.areRecoveryCodesOld && (
            <p className={accountStyles.help}>
              <Status tone="warn">{t("Your recovery codes will soon stop working. Create new ones.")}</Status>
            </p>
          )}
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => setOpen("codes")}>
              {t("Create new recovery codes")}
            </Button>
            {!data.isRequired && (
              <Button variant="default" onClick={() => setOpen("off")}>
                {t("Turn off")}
              </Button>
            )}
          </div>
        </>
      ) : (
        <>
          <p className={accountStyles.help}>
            {t("Sign in with your password and a code from your phone, so that your password alone is not enough.")}
          </p>
          <Button variant="default" disabled={!data} onClick={() => setOpen("on")}>
            {t("Set up")}
          </Button>
        </>
      )}
      {open === "on" && (
        <Dialog title={t("Set up two-step sign-in")} onClose={close}>
          <Enrolment done="Done" onDone={close} />
        </Dialog>
      )}
      {open === "codes" && (
        <Dialog title={t("New recovery codes")} onClose={close}>
          <NewRecoveryCodes done="Done" onDone={close} />
        </Dialog>
      )}
      {open === "off" && <TurnOffDialog onClose={close} />}
    </Section>
  );
}
