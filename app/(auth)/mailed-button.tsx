import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { messageOf } from "@/components/kit/problem";
import styles from "./auth.module.css";

interface Props {
  /** why it was refused; null where it was not */
  error: unknown;
  isPending: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** The one click that a mailed link asks for, below what was wrong with it. */
export const MailedButton = ({ error, isPending, onClick, children }: Props) => (
  <>
    {error !== null && (
      <p role="alert" className={styles.alert}>
        {messageOf(error)}
      </p>
    )}
    <Button size="md" fullWidth loading={isPending} onClick={onClick}>
      {children}
    </Button>
  </>
);
