import { Switch } from "@mantine/core";
import { Fragment, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { t } from "@/texts/t";
import { areLettersOn, type keysHere, setLetters } from "../keys";
import styles from "./keys-dialog.module.css";

interface Props {
  keys: ReturnType<typeof keysHere>;
  onClose: () => void;
}

/** The keys that work on the screen behind it, by place. */
export function KeysDialog({ keys, onClose }: Props) {
  const [isOn, setIsOn] = useState(areLettersOn);
  const set = (isOn: boolean) => {
    setLetters(isOn);
    setIsOn(isOn);
  };
  return (
    <Dialog title={t("Keyboard shortcuts")} onClose={onClose}>
      <Switch
        label={t("Single letters do something")}
        description={t("Switch this off if you speak to the machine, or press keys by accident.")}
        checked={isOn}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      {[...keys].map(([where, keys]) => (
        <section key={where} className={styles.group}>
          <h3>{where}</h3>
          <dl>
            {keys.map(({ key, shown, does }) => (
              <Fragment key={does}>
                <dt>
                  <kbd>{shown ?? [key].flat()[0]}</kbd>
                </dt>
                <dd>{does}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
