"use client";

import { createContext, type ReactNode } from "react";
import { Dialog } from "@/components/ui/dialog";

/** Where a form that is a step of its own goes back to when it was saved or cancelled: a sheet's facts, or what is behind a dialog. */
export const FormStep = createContext<(() => void) | undefined>(undefined);

interface Props {
  title: string;
  onClose: () => void;
  /** px */
  width?: number;
  children: ReactNode;
}

/** A form in a dialog, which closes when it was saved or cancelled. */
export const FormDialog = ({ title, onClose, width = 560, children }: Props) => (
  <Dialog title={title} onClose={onClose} width={width}>
    <FormStep value={onClose}>{children}</FormStep>
  </Dialog>
);
