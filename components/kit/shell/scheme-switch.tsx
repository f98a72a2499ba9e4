"use client";

import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon } from "@tabler/icons-react";
import { t } from "@/texts/t";

/** Light or dark; follows the system until somebody chooses. */
export function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  return (
    <ActionIcon
      aria-label={t("Switch between light and dark")}
      onClick={() => setColorScheme(scheme === "dark" ? "light" : "dark")}
    >
      <IconMoon size={17} stroke={1.7} />
    </ActionIcon>
  );
}
