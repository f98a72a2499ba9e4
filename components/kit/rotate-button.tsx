"use client";

import { Button, NativeSelect } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import type { Overlap } from "@/server/kit/value/overlap.rules";
import type { Permission } from "@/server/permissions";
import { t } from "@/texts/t";
import { Allowed } from "./allowed";
import { attempt } from "./attempt";

interface Props<Made> {
  /** on the button, and on the one that does it */
  title: string;
  /** the right to rotate it */
  needs: Permission | undefined;
  /** whether there is something to rotate */
  isOffered?: boolean;
  question: string;
  /** what follows from it */
  children: ReactNode;
  /** what the overlap is for, such as "The old key stops working" */
  untilLabel: string;
  rotate: (overlap: Overlap) => Promise<Made>;
  /** the head over what was made */
  madeTitle: string;
  /** what was made, for the one time that it can be seen */
  show: (made: Made, close: () => void) => ReactNode;
  onClose?: (made: Made) => void;
}

/** Replaces a key or a secret, after asking how long the old one stays good, and shows the new one once. */
export function RotateButton<Made>(props: Props<Made>) {
  const { title, needs, isOffered = true, question, children, untilLabel, rotate, madeTitle, show, onClose } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [isRunning, setIsRunning] = useState(false);
  const [made, setMade] = useState<Made>();
  const [overlap, setOverlap] = useState<Overlap>("24h");
  const start = async () => {
    setIsRunning(true);
    await attempt(async () => setMade(await rotate(overlap)));
    setIsRunning(false);
  };
  const close = () => {
    setIsOpen(false);
    setMade(undefined);
    if (made !== undefined) onClose?.(made);
  };
  const options: Record<Overlap, string> = {
    none: t("immediately"),
    "1h": t("in an hour"),
    "24h": t("in 24 hours"),
    "7d": t("in 7 days"),
  };
  return (
    <>
      {isOffered && (
        <Allowed needs={needs}>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            {title}
          </Button>
        </Allowed>
      )}
      {isOpen && (
        <Dialog title={made === undefined ? question : madeTitle} onClose={close} width={560}>
          {made === undefined ? (
            <>
              <p>{children}</p>
              <NativeSelect
                label={untilLabel}
                data={Object.entries(options).map(([value, label]) => ({ value, label }))}
                value={overlap}
                onChange={(event) => setOverlap(event.currentTarget.value as Overlap)}
              />
              <DialogActions>
                <Button variant="default" onClick={close}>
                  {t("Cancel")}
                </Button>
                <Button loading={isRunning} onClick={start}>
                  {title}
                </Button>
              </DialogActions>
            </>
          ) : (
            show(made, close)
          )}
        </Dialog>
      )}
    </>
  );
}
