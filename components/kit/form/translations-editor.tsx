"use client";

import { Button, Textarea, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { notify } from "@/components/ui/notice";
import { PhoneFrame } from "@/components/ui/phone-frame";
import { RichTextField } from "@/components/ui/rich-text-field";
import { None } from "@/components/ui/value";
import { languageName } from "@/server/kit/language/language-name.rules";
import { same } from "@/server/kit/value/same.rules";
import { t } from "@/texts/t";
import { Answer } from "../answer";
import { attempt } from "../attempt";
import { useKeys } from "../keys";
import { trpc } from "../trpc";
import { LeaveGuard } from "./leave-guard";
import {
  completeness,
  faultsOf,
  isSavable,
  type Language,
  nextMissing,
  type StoredTranslation,
  type Texts,
  type TranslationField,
  textsOf,
} from "./translations";
import styles from "./translations-editor.module.css";

interface Props {
  fields: TranslationField[];
  translations: StoredTranslation[];
  /** what is translated where the default language has no translation of its own, such as the record's name */
  source?: Texts;
  canEdit: boolean;
  /** sets a language's texts */
  onSave: (languageId: string, texts: Texts) => Promise<unknown>;
  /** takes a language's texts away */
  onRemove: (translationId: string) => Promise<unknown>;
}

/** A language's texts to read: the source, and for who may not change them the chosen one too. */
const Read = ({
  title,
  language,
  fields,
  texts,
}: Record<"title", string> & { language: Language; fields: TranslationField[]; texts: Texts }) => (
  <div className={styles.pane} lang={language.code}>
    <h2>{title}</h2>
    {fields.map(({ name, title, html }) => (
      <div key={name}>
        <div className={styles.label}>{t(title)}</div>
        {html && texts[name] ? (
          <PhoneFrame isLow parts={[{ html: texts[name] }]} lang={language.code} title={`${title}, ${language.name}`} />
        ) : (
          <div className={styles.source}>{texts[name] || <None />}</div>
        )}
      </div>
    ))}
  </div>
);

interface LanguageButtonProps {
  language: Language;
  done: number;
  /** what to look at in what is stored */
  fault?: string;
  isChosen: boolean;
  onClick: () => void;
}

function LanguageButton({ language, done, fault, isChosen, onClick }: LanguageButtonProps) {
  const percent = `${Math.round(done * 100)} %`;
  return (
    <button
      type="button"
      className={styles.language}
      aria-pressed={isChosen}
      data-fault={fault !== undefined || undefined}
      onClick={onClick}
    >
      <span>
        {language.name} <small>{fault ?? (done === 1 ? t("complete") : done === 0 ? t("missing") : percent)}</small>
      </span>
      <span className={styles.bar}>
        <span style={{ width: percent.replace(" ", "") }} />
      </span>
    </button>
  );
}

interface InputProps {
  field: TranslationField;
  language: Language;
  value: string;
  fault: string | undefined;
  onType: (value: string) => void;
}

/** The input of one text: the field's own, one for formatted texts, or one for plain ones. */
function FieldInput({ field: { name, title, long, html, input: Own }, language, value, fault, onType }: InputProps) {
  const id = `${language.id}-${name}`;
  if (Own) return <Own id={id} label={title} value={value} onChange={onType} />;
  const shared = { id, label: t(title), description: fault, classNames: { description: styles.fault }, value };
  if (html) return <RichTextField {...shared} key={id} lang={language.code} onChange={onType} />;
  const Input = long ? Textarea : TextInput;
  return (
    <Input {...shared} onChange={(event: { currentTarget: { value: string } }) => onType(event.currentTarget.value)} />
  );
}

interface WriteProps {
  language: Language;
  fields: TranslationField[];
  texts: Texts;
  faults: ReadonlyMap<string, string>;
  isChanged: boolean;
  isBusy: boolean;
  /** the next language that lacks something */
  next: Language | undefined;
  onType: (texts: Texts) => void;
  onSave: () => void;
  /** takes what is stored away; undefined where nothing is */
  onRemove: (() => void) | undefined;
  onNext: (id: string) => void;
}

/** A language's texts to write. */
function Write({ language, fields, texts, faults, isChanged, isBusy, next, ...on }: WriteProps) {
  return (
    <form
      className={styles.pane}
      lang={language.code}
      onSubmit={(event) => {
        event.preventDefault();
        on.onSave();
      }}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
    >
      <h2>{language.name}</h2>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          language={language}
          value={texts[field.name] ?? ""}
          fault={faults.get(field.name)}
          onType={(value) => on.onType({ ...texts, [field.name]: value })}
        />
      ))}
      <div className={styles.foot}>
        <Button type="submit" loading={isBusy} disabled={!isChanged || !isSavable(fields, texts)} title={t("Ctrl S")}>
          {t("Save {name}", { name: language.name })}
        </Button>
        {on.onRemove && (
          <Button variant="subtle" color="gray" disabled={isBusy} onClick={on.onRemove}>
            {t("Remove {name}", { name: language.name })}
          </Button>
        )}
        {next && next !== language && (
          <Button variant="subtle" onClick={() => on.onNext(next.id)} title="F8">
            {t("Next missing: {name}", { name: next.name })}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The texts of a record in every active language: the source at the left, the chosen language at the right; F8 goes to the next gap. */
export function TranslationsEditor({ fields, translations, source, canEdit, onSave, onRemove }: Props) {
  const query = trpc.languages.rows.useQuery({ limit: 200, page: 1, status: true, sortBy: "name:asc" });
  const languages: Language[] = (query.data?.items ?? []).map((one) => ({ ...one, name: languageName(one) }));
  const main = languages.find(({ isDefault }) => isDefault) ?? languages[0];
  const [chosenId, setChosenId] = useState<string>();
  const [drafts, setDrafts] = useState<Record<string, Texts>>({});
  const [isBusy, setIsBusy] = useState(false);

  const storedIn = (id: string) => translations.find(({ languageId }) => languageId === id);
  const stored = (id: string) => textsOf(fields, storedIn(id));
  const texts = (id: string) => drafts[id] ?? stored(id);
  const isChanged = (id: string) => !same(texts(id), stored(id));
  const chosen = languages.find(({ id }) => id === chosenId) ?? languages.find((language) => language !== main) ?? main;
  const next = chosen && nextMissing(fields, languages, chosen.id, texts);

  const choose = (id: string) => {
    setChosenId(id);
    setTimeout(() => document.getElementById(`${id}-${fields[0]?.name}`)?.focus());
  };
  useKeys(t("In a form"), [next && { key: "F8", does: t("Next missing translation") }]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "F8" || !next) return;
      event.preventDefault();
      choose(next.id);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });

  const run = async (work: () => Promise<unknown>, done: string, fault?: string) => {
    setIsBusy(true);
    await attempt(async () => {
      await work();
      if (chosen) setDrafts(({ [chosen.id]: _, ...rest }) => rest);
      notify(fault ? t("{title}: {value}", { title: done, value: fault }) : done, { tone: fault ? "warn" : "ok" });
    });
    setIsBusy(false);
  };

  if (!query.data) return <Answer of={query}>{() => null}</Answer>;
  if (!main || !chosen) return null;
  const mine = texts(chosen.id);
  const existing = storedIn(chosen.id);
  const sourceTexts = storedIn(main.id) ? stored(main.id) : (source ?? stored(main.id));
  const faultsIn = (language: Language, written: Texts) =>
    faultsOf(fields, language === main ? {} : sourceTexts, written);
  const faults = faultsIn(chosen, mine);
  const firstOf = (found: ReadonlyMap<string, string>): string | undefined => [...found.values()][0];
  return (
    <>
      <div className={styles.languages}>
        {languages.map((language) => (
          <LanguageButton
            key={language.id}
            language={language}
            done={completeness(fields, stored(language.id))}
            fault={firstOf(faultsIn(language, stored(language.id)))}
            isChosen={language === chosen}
            onClick={() => choose(language.id)}
          />
        ))}
      </div>
      <div className={styles.panes}>
        {chosen !== main && (
          <Read title={t("{name} (source)", { name: main.name })} language={main} fields={fields} texts={sourceTexts} />
        )}
        {!canEdit && <Read title={chosen.name} language={chosen} fields={fields} texts={mine} />}
        {canEdit && (
          <Write
            language={chosen}
            fields={fields}
            texts={mine}
            faults={faults}
            isChanged={isChanged(chosen.id)}
            isBusy={isBusy}
            next={next}
            onType={(typed) => setDrafts({ ...drafts, [chosen.id]: typed })}
            onSave={() => run(() => onSave(chosen.id, mine), t("{name} saved", { name: chosen.name }), firstOf(faults))}
            onRemove={existing && (() => run(() => onRemove(existing.id), t("{name} removed", { name: chosen.name })))}
            onNext={choose}
          />
        )}
      </div>
      <LeaveGuard isDirty={languages.some(({ id }) => isChanged(id))} stays />
    </>
  );
}
