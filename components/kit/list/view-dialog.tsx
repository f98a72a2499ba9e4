"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { t } from "@/texts/t";
import { type SavedView, useViewDoor } from "./use-saved";
import type { Naming } from "./view-actions";
import styles from "./view-tabs.module.css";

interface Props {
  title: string;
  /** what it is now; a new view where there is none */
  of?: SavedView;
  mayShare: boolean;
  onSave: (naming: Naming) => Promise<boolean>;
  onClose: () => void;
}

/** The name of a view, and who sees it. */
export function ViewDialog({ title, of, mayShare, onSave, onClose }: Props) {
  const { door, where } = useViewDoor();
  const [name, setName] = useState(of?.name ?? "");
  const [share, setShare] = useState<Naming["share"]>(of?.share ?? "mine");
  const [roleId, setRoleId] = useState(of?.roleId ?? "");
  const [isBusy, setIsBusy] = useState(false);
  // What the door of a company asks for beside.
  const roles = door.roles.useQuery(where as object as Record<string, never>, {
    enabled: mayShare && share === "role",
  });
  const isWhole = name.trim() !== "" && (share !== "role" || roleId !== "");
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={async (event) => {
          event.preventDefault();
          if (!isWhole) return;
          setIsBusy(true);
          const isDone = await onSave({ name: name.trim(), share, roleId: share === "role" ? roleId : null });
          setIsBusy(false);
          if (isDone) onClose();
        }}
      >
        <TextInput
          label={t("Name")}
          value={name}
          maxLength={80}
          data-autofocus
          autoFocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {mayShare && (
          <NativeSelect
            label={t("Who sees it")}
            value={share}
            data={[
              { value: "mine", label: t("Only me") },
              { value: "role", label: t("Everybody with a role") },
              { value: "everybody", label: t("Everybody who sees this list") },
            ]}
            onChange={(event) => setShare(event.currentTarget.value as Naming["share"])}
          />
        )}
        {mayShare && share === "role" && (
          <NativeSelect
            label={t("Role")}
            value={roleId}
            data={[
              { value: "", label: t("Choose a role") },
              ...(roles.data?.items ?? []).map((role) => ({ value: role.id, label: role.name })),
            ]}
            onChange={(event) => setRoleId(event.currentTarget.value)}
          />
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isWhole}>
            {t("Save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
