"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import type { Problem } from "@/server/kit/errors";
import { messageOf, problemOf } from "../problem";
import { type AnyRecord, hooksOf, type RecordName, useCacheOf } from "../resource";
import { opening } from "../value-text";

export interface RemoveOptions {
  name: RecordName;
  /** what one is called, such as "PERS model" */
  one: string;
  /** the list to go back to, where the record's own page is left */
  list?: string;
  /** the record's own page, where an undo leads */
  href?: (id: string) => string;
  /** the page that shows what still uses it; `detail` is the server's sentence, which names what that is */
  usedBy?: (id: string, detail: string) => { title: string; href: string };
}

type Asked = AnyRecord & { label: string };

/** Deletes after a question, says what stands in the way and where that is, and offers to undo. */
export function useRemove({ name, one, list, href, usedBy }: RemoveOptions) {
  const router = useRouter();
  const cache = useCacheOf(name);
  const hooks = hooksOf(name);
  const remove = hooks.remove.useMutation();
  const restore = hooks.restore.useMutation();
  const [asked, setAsked] = useState<Asked>();
  const [problem, setProblem] = useState<{ text: string; code?: Problem["code"] }>();
  const refresh = () => Promise.all([cache.rows.invalidate(), cache.count.invalidate()]);

  const undo = async (id: string) => {
    try {
      await restore.mutateAsync({ id });
      await cache.invalidate();
      notify(opening(`${one} is back`));
      if (href) router.push(href(id));
    } catch (error) {
      notify(messageOf(error), { tone: "bad" });
    }
  };
  const confirm = async ({ id, version, label }: Asked) => {
    try {
      await remove.mutateAsync({ id, ifMatch: `"${version}"` });
      setAsked(undefined);
      notify(`${label} deleted`, { action: { title: "Undo", run: () => undo(id) } });
      if (list) router.push(list);
      await refresh();
    } catch (error) {
      setProblem({ text: messageOf(error), code: problemOf(error)?.code });
    }
  };

  const link = asked && problem?.code === "in_use" ? usedBy?.(asked.id, problem.text) : undefined;
  const dialog: ReactNode = asked && (
    <Dialog title={`Delete ${asked.label}?`} onClose={() => setAsked(undefined)}>
      {problem ? (
        <div role="alert">{problem.text}</div>
      ) : (
        `This ${one} is taken away at once. You can undo it right after.`
      )}
      <DialogActions>
        <Button variant="default" onClick={() => setAsked(undefined)}>
          Keep it
        </Button>
        {!problem && (
          <Button color="red" loading={remove.isPending} onClick={() => confirm(asked)}>
            Delete
          </Button>
        )}
        {link && (
          <Button component={Link} href={link.href}>
            {link.title}
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
