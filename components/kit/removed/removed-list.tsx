"use client";

import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { PlainTable } from "@/components/ui/plain-table";
import { At, When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { Answer } from "../answer";
import { useAudited } from "../audited";
import { SearchBox } from "../list/search-box";
import { PlanPager } from "../plan-pager";
import { opening } from "../value-text";
import { BringBack } from "./bring-back";
import { BringBackMany, broughtBack } from "./bring-back-many";
import { Forget } from "./forget";
import { type Removal, useRemovalDoor } from "./removal-door";
import styles from "./removed.module.css";

const rowsOfPage = 100;

type Names = Readonly<Record<string, string>>;

function KindName({ kind, names }: { kind: string; names?: Names }) {
  const { one } = useAudited(kind);
  const own = names?.[kind];
  return opening(own ? t(own) : one);
}

interface RowProps {
  removal: Removal;
  isOfAll: boolean;
  names?: Names;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

function Row({ removal, isOfAll, names, isChosen, onChoose }: RowProps) {
  const { title, kind, by, at, until, company, mayRestore } = removal;
  const name = title || t("Without a name");
  return (
    <tr>
      <td className={styles.name}>
        {mayRestore ? (
          <Checkbox
            size="xs"
            label={name}
            checked={isChosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        ) : (
          name
        )}
        {isOfAll && company && <small> {company.name}</small>}
      </td>
      {isOfAll && (
        <td>
          <KindName kind={kind} names={names} />
        </td>
      )}
      <td>{by}</td>
      <td>
        <When at={at} />
      </td>
      <td>
        <At at={until} />
      </td>
      <td>
        <span className={styles.actions}>
          <BringBack removal={removal} />
          <Forget removal={removal} />
        </span>
      </td>
    </tr>
  );
}

interface ChoiceProps {
  value: string;
  names?: Names;
  onChange: (kind: string) => void;
}

/** The choice of a kind among those that the person finds here. */
function KindChoice({ value, names, onChange }: ChoiceProps) {
  const { door, where } = useRemovalDoor();
  const kinds = door.kinds.useQuery({ ...where } as Record<string, never>).data?.kinds ?? [];
  return (
    <NativeSelect size="xs" aria-label={t("Type")} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t("All types")}</option>
      {kinds.map((kind) => (
        <option key={kind} value={kind}>
          <KindName kind={kind} names={names} />
        </option>
      ))}
    </NativeSelect>
  );
}

interface Props {
  /** what they are in the audit trail; all kinds where not said */
  kind?: string;
  /** the record that they belonged to, where not all are asked for */
  partOf?: string;
  /** what people call one of a kind, where no register of resources says it */
  names?: Names;
  /** back to the list that they were removed from */
  onClose?: () => void;
}

/** What was removed and can be brought back: of one list, or of all. */
export function RemovedList({ kind, partOf, names, onClose }: Props) {
  const { door, where } = useRemovalDoor();
  const [asked, setAsked] = useState({ title: "", kind: "", page: 1 });
  const [chosen, setChosen] = useState<ReadonlyMap<string, Removal>>(new Map());
  const [isAsked, setIsAsked] = useState(false);
  const choose = (removals: Removal[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const one of removals) isChosen ? next.set(one.id, one) : next.delete(one.id);
    setChosen(next);
  };
  const found = door.list.useQuery(
    {
      ...where,
      kind: kind ?? (asked.kind || undefined),
      title: asked.title || undefined,
      partOf,
      page: asked.page,
      limit: rowsOfPage,
    },
    { placeholderData: keepPreviousData },
  );
  return (
    <section aria-label={t("Removed records")}>
      <div className={styles.tools}>
        <SearchBox
          title="Search by name"
          value={asked.title}
          onChange={(title) => setAsked((old) => ({ ...old, title, page: 1 }))}
        />
        {kind === undefined && (
          <KindChoice
            names={names}
            value={asked.kind}
            onChange={(kind) => setAsked((old) => ({ ...old, kind, page: 1 }))}
          />
        )}
        {chosen.size > 0 && (
          <Button size="compact-sm" onClick={() => setIsAsked(true)}>
            {broughtBack(chosen.size)}
          </Button>
        )}
        {onClose && (
          <Button variant="default" size="compact-sm" onClick={onClose}>
            {t("Back to the list")}
          </Button>
        )}
      </div>
      <Answer of={found}>
        {({ meta, items }) =>
          items.length === 0 ? (
            <p>{t("Nothing to bring back.")}</p>
          ) : (
            <>
              <PlainTable
                heads={["Name", ...(kind ? [] : ["Type"]), "Person", "When", "Until", "Actions"]}
                className={styles.table}
              >
                {items.map((removal) => (
                  <Row
                    key={removal.id}
                    removal={removal}
                    names={names}
                    isOfAll={kind === undefined}
                    isChosen={chosen.has(removal.id)}
                    onChoose={(isChosen) => choose([removal], isChosen)}
                  />
                ))}
              </PlainTable>
              <PlanPager
                page={meta.currentPage}
                count={items.length}
                totalItems={meta.totalItems}
                onPage={(page) => setAsked((old) => ({ ...old, page }))}
              />
            </>
          )
        }
      </Answer>
      {isAsked && (
        <BringBackMany
          removals={[...chosen.values()]}
          onClose={() => {
            setIsAsked(false);
            setChosen(new Map());
          }}
        />
      )}
    </section>
  );
}
