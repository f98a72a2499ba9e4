"use client";

import { Button } from "@mantine/core";
import { signOut } from "@/components/kit/shell/sign-out";
import { t } from "@/texts/t";

export const SignOutButton = () => (
  <Button size="md" variant="default" fullWidth onClick={signOut}>
    {t("Sign out")}
  </Button>
);
