"use client";

import { Button } from "@mantine/core";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Answer } from "@/components/kit/answer";
import { ConflictDialog } from "@/components/kit/form/conflict-dialog";
import { FieldWordsContext } from "@/components/kit/form/form-context";
import { LeaveGuard } from "@/components/kit/form/leave-guard";
import { plainErrors } from "@/components/kit/form/plain-errors";
import { messageOf, problemOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { languageName } from "@/server/kit/language/language-name.rules";
import { t } from "@/texts/t";
import { notificationTemplateContents } from "../../notification-template-contents/notification-template-content.resource";
import styles from "./template-studio.module.css";
import {
  type Drafts,
  faultsIn,
  flatName,
  languageParameter,
  merged,
  type StudioContent,
  type StudioLanguage,
  toMerge,
  toSave,
  wordsOf,
  written,
} from "./template-studio.rules";
import { firstFieldOf, TemplateWordsField } from "./template-words.field";

type Faults = Record<string, ReadonlyMap<string, string>>;

interface Props {
  templateId: string;
  languages: StudioLanguage[];
  contents: StudioContent[];
}

/** What the server refused, by language and field; undefined where it is about something else. */
function faultsOf(error: unknown, sent: { languageId: string }[]): Faults | undefined {
  const faults: Record<string, Map<string, string>> = {};
  for (const { path, message } of problemOf(error)?.errors ?? []) {
    const [, n = "", field = ""] = /^contents\.(\d+)\.(notificationTitle|notificationContent)$/.exec(path) ?? [];
    const id = sent[Number(n)]?.languageId;
    if (!field || id === undefined) continue;
    faults[id] ??= new Map();
    faults[id].set(field, message);
  }
  return Object.keys(faults).length ? faults : undefined;
}

/** The drafts of a template's texts, and how they are saved: all at once, merged where somebody else saved meanwhile. */
function useStudio({ templateId, contents }: Props) {
  const { client } = trpc.useUtils();
  const save = trpc.notificationTemplateContents.saveTexts.useMutation();
  const [drafts, setDrafts] = useState<Drafts>({});
  const [faults, setFaults] = useState<Faults>({});
  /** what is stored now, where that is not what the drafts began from */
  const [theirs, setTheirs] = useState<StudioContent[]>();
  const storedIn = (id: string) => contents.find(({ languageId }) => languageId === id);

  const write = (id: string, words: Parameters<typeof written>[2]) => {
    setDrafts((now) => written(now, id, words, storedIn(id)));
    setFaults(({ [id]: _, ...others }) => others);
  };
  const showFirst = (found: Faults) => {
    setFaults(found);
    document.getElementById(firstFieldOf(Object.keys(found)[0] ?? ""))?.focus();
  };
  const run = async (some: Drafts) => {
    const wrong = Object.entries(some).flatMap(([id, { words }]) => {
      const found = faultsIn(words, plainErrors);
      return found.size ? [[id, found] as const] : [];
    });
    if (wrong.length) return showFirst(Object.fromEntries(wrong));
    const sent = toSave(some);
    try {
      await save.mutateAsync({ noticationTemplateId: templateId, contents: sent });
      setDrafts({});
      setFaults({});
      setTheirs(undefined);
      notify(t("{count, plural, one {# text saved} other {# texts saved}}", { count: sent.length }));
    } catch (error) {
      const found = faultsOf(error, sent);
      if (found) return showFirst(found);
      const say = (why: unknown) => notify(messageOf(why), { tone: "bad" });
      if (problemOf(error)?.code !== "version_mismatch") return say(error);
      const now = client.notificationTemplateContents.ofTemplate.query({ id: templateId });
      await now.then(({ contents }) => setTheirs(contents), say);
    }
  };
  const discard = () => {
    setDrafts({});
    setFaults({});
  };
  return { drafts, setDrafts, faults, theirs, setTheirs, storedIn, write, run, discard, isSaving: save.isPending };
}

function Studio(props: Props) {
  const { templateId, languages, contents } = props;
  const canEdit = useMay()(notificationTemplateContents.may.write);
  const asked = useSearchParams().get(languageParameter);
  const [main] = languages;
  const [currentId, setCurrentId] = useState(languages.find(({ id }) => id === asked)?.id ?? main?.id);
  const { drafts, setDrafts, faults, theirs, setTheirs, storedIn, write, run, discard, isSaving } = useStudio(props);
  const changed = Object.keys(drafts).length;
  const wordsIn = (id: string) => drafts[id]?.words ?? wordsOf(storedIn(id));
  const choose = (id: string) => {
    setCurrentId(id);
    // After it is shown, which on a narrow screen it was not.
    setTimeout(() => document.getElementById(firstFieldOf(id))?.focus());
  };
  const off = contents.filter((content) => !languages.some(({ id }) => id === content.languageId));
  const words = new Map(
    languages.flatMap(({ id, name }) => [
      [flatName(id, "notificationTitle"), { label: t("Title, {language}", { language: name }) }] as const,
      [flatName(id, "notificationContent"), { label: t("Text, {language}", { language: name }) }] as const,
    ]),
  );
  const merge = theirs && toMerge(drafts, theirs);
  return (
    <form
      className={styles.studio}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (changed && !isSaving) run(drafts);
      }}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
    >
      <nav className={styles.languages} aria-label={t("Languages")}>
        {languages.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-current={id === currentId ? "true" : undefined}
            data-fault={faults[id] !== undefined || undefined}
            onClick={() => choose(id)}
          >
            {name}{" "}
            <small>
              {faults[id] ? t("has errors") : drafts[id] ? t("not saved") : storedIn(id) ? t("saved") : t("missing")}
            </small>
          </button>
        ))}
      </nav>
      <div className={styles.columns}>
        {languages.map((language) => (
          <TemplateWordsField
            key={language.id}
            templateId={templateId}
            language={language}
            source={language === main || !main ? undefined : { words: wordsIn(main.id), name: main.name }}
            stored={storedIn(language.id)}
            words={wordsIn(language.id)}
            isChanged={drafts[language.id] !== undefined}
            isCurrent={language.id === currentId}
            canEdit={canEdit}
            faults={faults[language.id]}
            onWrite={(words) => write(language.id, words)}
            onFocus={() => setCurrentId(language.id)}
          />
        ))}
      </div>
      {off.length > 0 && (
        <p className={styles.none}>
          {t("Texts in languages that are switched off are in the list of template texts: {count}.", {
            count: off.length,
          })}
        </p>
      )}
      {canEdit && (
        <div className={styles.foot}>
          <Button
            type="submit"
            loading={isSaving}
            title={t("Ctrl S")}
            aria-disabled={changed === 0 || undefined}
            data-disabled={changed === 0 || undefined}
          >
            {changed > 1 ? t("Save {count} languages", { count: changed }) : t("Save changes")}
          </Button>
          {changed > 0 && (
            <Button variant="subtle" color="gray" onClick={discard}>
              {t("Discard changes")}
            </Button>
          )}
        </div>
      )}
      <LeaveGuard isDirty={changed > 0} stays />
      {merge && (
        <FieldWordsContext value={words}>
          <ConflictDialog
            base={merge.base}
            theirs={merge.theirs}
            mine={merge.mine}
            fields={merge.fields}
            onClose={() => setTheirs(undefined)}
            onSave={(values) => {
              const next = merged(drafts, values, theirs);
              setTheirs(undefined);
              setDrafts(next);
              if (Object.keys(next).length) run(next);
            }}
          />
        </FieldWordsContext>
      )}
    </form>
  );
}

/** A template's texts in every language beside one another, each with its preview; drafts stay until all are saved at once. */
export function TemplateStudio({ templateId }: { templateId: string }) {
  const query = trpc.notificationTemplateContents.ofTemplate.useQuery({ id: templateId });
  return (
    <Answer of={query}>
      {({ languages, contents }) => (
        <Studio
          templateId={templateId}
          languages={languages.map((language) => ({ ...language, name: languageName(language) }))}
          contents={contents}
        />
      )}
    </Answer>
  );
}
