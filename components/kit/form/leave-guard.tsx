"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { t } from "@/texts/t";
import { guardLeaving, returnOverEntry } from "./leaving";

const addEntry = () => window.history.pushState({ ...window.history.state, isGuard: true }, "");

interface Props {
  isDirty: boolean;
  /** the page stays when the work is saved; one that goes on to another page replaces the guard's own history entry */
  stays: boolean;
}

/**
 * Asks once before unsaved work is left: on links, on the palette, on going back, and (in the browser's words) on closing the tab.
 * Going back is caught by a second history entry for the same page, which is there only while something is unsaved.
 */
export function LeaveGuard({ isDirty, stays }: Props) {
  const router = useRouter();
  const [leave, setLeave] = useState<() => void>();
  const isLeaving = useRef(false);

  useEffect(() => {
    if (!isDirty) return;
    isLeaving.current = false;
    const release = guardLeaving((go) => setLeave(() => go));
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest("a");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      if (link.target || link.hasAttribute("download") || link.origin !== window.location.origin) return;
      if (link.pathname === window.location.pathname && link.search === window.location.search) return;
      event.preventDefault();
      event.stopPropagation();
      setLeave(() => () => router.replace(link.pathname + link.search + link.hash));
    };
    const onUnload = (event: BeforeUnloadEvent) => !isLeaving.current && event.preventDefault();
    const onBack = () => {
      if (isLeaving.current) return;
      addEntry();
      setLeave(() => () => window.history.go(-2));
    };
    addEntry();
    document.addEventListener("click", onClick, true);
    window.addEventListener("beforeunload", onUnload);
    window.addEventListener("popstate", onBack);
    return () => {
      release();
      document.removeEventListener("click", onClick, true);
      window.removeEventListener("beforeunload", onUnload);
      window.removeEventListener("popstate", onBack);
      if (stays && !isLeaving.current && window.history.state?.isGuard) returnOverEntry();
    };
  }, [isDirty, stays, router]);

  if (!leave) return null;
  return (
    <Dialog title={t("Leave without saving?")} onClose={() => setLeave(undefined)}>
      {t("Your changes on this page are not saved yet.")}
      <DialogActions>
        <Button
          variant="default"
          onClick={() => {
            isLeaving.current = true;
            setLeave(undefined);
            leave();
          }}
        >
          {t("Discard and leave")}
        </Button>
        <Button onClick={() => setLeave(undefined)} data-autofocus>
          {t("Stay")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
