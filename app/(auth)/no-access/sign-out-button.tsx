"use client";

import { Button } from "@mantine/core";
import { signOut } from "@/components/kit/shell/sign-out";

export const SignOutButton = () => (
  <Button size="md" variant="default" fullWidth onClick={signOut}>
    Sign out
  </Button>
);
