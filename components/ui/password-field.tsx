"use client";

import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { t } from "@/texts/t";

/** A box for a password; its eye says what it does in the reader's language. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput {...props} visibilityToggleButtonProps={{ "aria-label": t("Show or hide the password") }} />
);
