"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Answer } from "@/components/kit/answer";
import { Section } from "@/components/kit/sheet/facts";
import { NewNote, type NoteWays, noted } from "@/components/kit/sheet/notes";
import { TimeLine } from "@/components/kit/sheet/time-line";
import { trpc } from "@/components/kit/trpc";
import { useMay, useViewer } from "@/components/kit/viewer";
import { t } from "@/texts/t";
import { useCompanyId } from "./company-id.hook";
import { notesAtOnce, notesOf } from "./fleet-notes.rules";
import styles from "./portal.module.css";

const writing = "company-note.write";

type Kind = "fleetPers" | "fleetVehicles" | "fleetRiders" | "fleetAlerts";

/** How a company's people write notes about what it reaches: each changes their own. */
function useNotes(kind: Kind, objectId: string): NoteWays {
  const companyId = useCompanyId();
  const { id: me } = useViewer();
  const mayWrite = useMay()(writing);
  const { create, update, remove, restore } = trpc[kind].notes;
  const [created, updated] = [create.useMutation(), update.useMutation()];
  const [removed, restored] = [remove.useMutation(), restore.useMutation()];
  return {
    create: (content) => created.mutateAsync({ companyId, objectId, content }),
    update: (change) => updated.mutateAsync({ companyId, ...change }),
    remove: (of) => removed.mutateAsync({ companyId, ...of }),
    restore: (of) => restored.mutateAsync({ companyId, ...of }),
    mayChange: ({ authorId }) => mayWrite && authorId === me,
  };
}

/** What the company's people noted about a device, a vehicle or a rider, newest first. */
export function FleetNotes({ kind, id: objectId }: { kind: Kind; id: string }) {
  const companyId = useCompanyId();
  const [limit, setLimit] = useState(notesAtOnce);
  const ways = useNotes(kind, objectId);
  const notes = trpc[kind].notes.list.useQuery(notesOf(companyId, objectId, limit), {
    placeholderData: (before) => before,
  });
  return (
    <Section title="Notes">
      <NewNote needs={writing} create={ways.create} />
      <Answer of={notes}>
        {({ meta, items }) => (
          <>
            {items.length === 0 && <p className={styles.quiet}>{t("None.")}</p>}
            <TimeLine events={items.map((note) => noted(note, ways))} />
            {meta.totalItems > items.length && (
              <Button
                variant="default"
                loading={notes.isFetching}
                onClick={() => setLimit(Math.min(limit + 5 * notesAtOnce, 1000))}
              >
                {t("Show older")}
              </Button>
            )}
          </>
        )}
      </Answer>
    </Section>
  );
}
