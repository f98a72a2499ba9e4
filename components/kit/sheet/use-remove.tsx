"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import type { Problem } from "@/server/kit/call/errors";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { attempt } from "../attempt";
import { useLinks } from "../base";
import { noun } from "../noun";
import { messageOf, problemOf } from "../problem";
import type { RecordName, Resource } from "../resource";
import { type AnyRecord, hooksOf } from "../resource-hooks";
import { opening } from "../value-text";

/** The page that shows what still uses a record; `detail` is the server's sentence, which names what that is. */
export type UsedBy = (id: string, detail: string) => { title: string; href: string };

type Asked = AnyRecord & { label: string };

/** Deletes after a question and goes to the list, says what stands in the way and where that is, and offers to undo. */
export function useRemove(of: Resource<RecordName>, usedBy?: UsedBy) {
  const router = useRouter();
  const links = useLinks(of);
  const hooks = hooksOf(of.router);
  const remove = hooks.remove.useMutation();
  const restore = hooks.restore.useMutation();
  const [asked, setAsked] = useState<Asked>();
  const [problem, setProblem] = useState<{ text: string; code?: Problem["code"] }>();

  const undo = (id: string) =>
    attempt(async () => {
      await restore.mutateAsync({ id });
      notify(opening(t("{one} restored", noun(of))));
      router.push(links.record(id));
    });
  const confirm = async (record: Asked) => {
    const { id, label } = record;
    try {
      await remove.mutateAsync({ id, ifMatch: etagOf(record) });
      setAsked(undefined);
      notify(t("{label} deleted", { label }), { action: { title: t("Undo"), run: () => void undo(id) } });
      router.push(links.at);
    } catch (error) {
      setProblem({ text: messageOf(error), code: problemOf(error)?.code });
    }
  };

  const link = asked && problem?.code === "in_use" ? usedBy?.(asked.id, problem.text) : undefined;
  const dialog: ReactNode = asked && (
    <Dialog title={t("Delete {label}?", { label: asked.label })} onClose={() => setAsked(undefined)}>
      {problem ? (
        <div role="alert">{problem.text}</div>
      ) : (
        t("This {one} is deleted immediately. You can undo this right afterwards.", noun(of))
      )}
      <DialogActions>
        <Button variant="default" onClick={() => setAsked(undefined)}>
          {t("Keep it")}
        </Button>
        {!problem && (
          <Button color="red" loading={remove.isPending} onClick={() => confirm(asked)}>
            {t("Delete")}
          </Button>
        )}
        {link && (
          <Button component={Link} href={link.href}>
            {t(link.title)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
  return {
    /** asks; `label` is what people call the record */
    ask: (record: AnyRecord, label: string) => {
      setProblem(undefined);
      setAsked({ ...record, label });
    },
    dialog,
  };
}
