"use client";

import { IconKeyboard, IconLogout, IconUser } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { Dropdown, DropdownItem } from "@/components/ui/dropdown";
import { t } from "@/texts/t";
import { useHome } from "../screens";
import { useViewer } from "../viewer";
import styles from "./shell.module.css";
import { signOut } from "./sign-out";

const initialsOf = (name: string) =>
  name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join("");

/** Who is signed in, and the way out. */
export function AccountMenu({ narrow, onKeys }: { narrow: boolean; onKeys?: () => void }) {
  const viewer = useViewer();
  const home = useHome();
  const router = useRouter();
  return (
    <Dropdown
      label={t("Account")}
      side="top"
      trigger={(props) => (
        <button
          type="button"
          className={styles.account}
          aria-label={t("Account of {label}", { label: viewer.label })}
          {...props}
        >
          <span className={styles.avatar}>{initialsOf(viewer.label)}</span>
          {!narrow && <span>{viewer.label}</span>}
        </button>
      )}
    >
      {() => (
        <>
          <div className={styles.who}>
            {viewer.label}
            <span>{viewer.email}</span>
          </div>
          <DropdownItem
            icon={<IconUser size={16} />}
            onClick={() => router.push(`${home === "/" ? "" : home}/profile`)}
          >
            {t("Profile")}
          </DropdownItem>
          {onKeys && (
            <DropdownItem icon={<IconKeyboard size={16} />} onClick={onKeys}>
              {t("Keyboard shortcuts")}
            </DropdownItem>
          )}
          {!viewer.isActing && (
            <DropdownItem icon={<IconLogout size={16} />} onClick={signOut}>
              {t("Sign out")}
            </DropdownItem>
          )}
        </>
      )}
    </Dropdown>
  );
}
