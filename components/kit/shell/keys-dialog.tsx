import { Fragment } from "react";
import { Dialog } from "@/components/ui/dialog";
import { t } from "@/texts/t";
import styles from "./keys-dialog.module.css";

const groups: [where: string, keys: [key: string, does: string][]][] = [
  [
    "Everywhere",
    [
      ["Ctrl K", "Search everywhere"],
      ["?", "Keyboard shortcuts"],
    ],
  ],
  [
    "In a list",
    [
      ["/", "Search"],
      ["n", "Create a record"],
      ["j  k", "Next or previous row"],
      ["Enter", "Open the row"],
      ["Space", "Look at the row beside the list"],
      ["x", "Select the row"],
      ["Esc", "Clear the selection"],
    ],
  ],
  [
    "In a record",
    [
      ["e", "Edit"],
      ["Ctrl S", "Save"],
      ["[  ]", "Previous or next in the list"],
      ["F8", "Next missing translation"],
    ],
  ],
];

/** The keys that work on screens, by place. */
export const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={t("Keyboard shortcuts")} onClose={onClose}>
    {groups.map(([where, keys]) => (
      <section key={where} className={styles.group}>
        <h3>{t(where)}</h3>
        <dl>
          {keys.map(([key, does]) => (
            <Fragment key={key}>
              <dt>
                <kbd>{t(key)}</kbd>
              </dt>
              <dd>{t(does)}</dd>
            </Fragment>
          ))}
        </dl>
      </section>
    ))}
  </Dialog>
);
