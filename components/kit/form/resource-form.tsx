"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Button } from "@mantine/core";
import Link from "next/link";
import { useRouter } from "next/navigation";
import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { type DefaultValues, FormProvider, type Path, useForm } from "react-hook-form";
import type { z } from "zod";
import { useLosing } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { etagOf, versionOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { useLinks } from "../base";
import { useKeys } from "../keys";
import { createTitle, noun } from "../noun";
import { messageOf, problemOf } from "../problem";
import { knownWordOf, type RecordName, type RecordOf, type Resource } from "../resource";
import { type AnyRecord, hooksOf, useCacheOf } from "../resource-hooks";
import { opening } from "../value-text";
import { ConflictDialog } from "./conflict-dialog";
import styles from "./form.module.css";
import { type FieldWords, FieldWordsContext } from "./form-context";
import { FormStep } from "./form-step";
import { LeaveGuard } from "./leave-guard";
import { onOwnEntry } from "./leaving";
import { changed, type Values } from "./merge";
import { plainErrors } from "./plain-errors";

/** The fields of a form's schema, each with its name and the resource's word for it: `<TextField {...f.label} />`. */
export type FormFields<S extends z.ZodObject> = {
  readonly [K in keyof S["shape"] & string]: { name: K; label: string };
};

interface Props<N extends RecordName, S extends z.ZodObject> {
  /** its `create` and `update` are called, and its words are the labels */
  of: Resource<N>;
  /** the server's own schema of a create; an update sends of it what was changed */
  schema: S;
  /** what is saved where that is a part of the record, such as "kit" */
  one?: string;
  /** the record to change; none for a new one */
  record?: RecordOf<N>;
  /** a new one's first values; for a record, only what it does not name as the schema does */
  values?: Partial<z.input<S>>;
  /** a record's values where the schema's fields are not its own, such as the parts of one JSON field; goes with `save` */
  read?: (record: RecordOf<N>) => Partial<z.input<S>>;
  /** what the button of a new one says where it is not "Create " and what one is called */
  submit?: string;
  /** the tab at which a new record's page opens; `null` where it is not gone to, as from a form that is a step of its own */
  opens?: string | null;
  /** what its router is asked beside the id, such as the company of a record that is inside one */
  within?: Record<string, string>;
  /** in place of the router's own create or update, which may answer nothing; throws what the server answers */
  save?: (values: z.output<S>, ifMatch: string | undefined) => Promise<AnyRecord | undefined>;
  children: (fields: FormFields<S>) => ReactNode;
}

interface FootProps {
  /** what the button that saves says */
  save: string;
  isBusy: boolean;
  isPristine: boolean;
  /** goes back without saving, from a form that is a step of its own */
  cancel?: () => void;
  /** the list, from a new record's own page */
  list?: string;
  /** empties a form that stays where it is */
  discard?: () => void;
}

const Foot = ({ save, isBusy, isPristine, cancel, list, discard }: FootProps) => (
  <div className={styles.foot}>
    <Button
      type="submit"
      loading={isBusy}
      title={t("Ctrl S")}
      aria-disabled={isPristine || undefined}
      data-disabled={isPristine || undefined}
    >
      {save}
    </Button>
    {cancel && (
      <Button variant="subtle" color="gray" onClick={cancel}>
        {t("Cancel")}
      </Button>
    )}
    {list !== undefined && (
      <Button component={Link} href={list} prefetch={false} variant="subtle" color="gray">
        {t("Cancel")}
      </Button>
    )}
    {discard && (
      <Button variant="subtle" color="gray" onClick={discard}>
        {t("Discard changes")}
      </Button>
    )}
  </div>
);

/** A person who opens a form begins with its first field, unless they began already. */
function useFirstField(form: RefObject<HTMLFormElement | null>, begins: boolean) {
  useEffect(() => {
    if (begins && !form.current?.contains(document.activeElement))
      form.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }, [form, begins]);
}

/**
 * The way back from a form that is a step of its own: once called, it is gone as soon as nothing is unsaved. Undefined for
 * a form that is none.
 */
function useWayBack(isDirty: boolean) {
  const step = useContext(FormStep);
  const [isDone, setIsDone] = useState(false);
  const leave = useEffectEvent(() => step && onOwnEntry(step));
  useEffect(() => {
    if (isDone && !isDirty) leave();
  }, [isDone, isDirty]);
  return step && (() => setIsDone(true));
}

/** Sends what a form holds: by a function of its own, or as a create or an update of its router. */
function useSend<S extends z.ZodObject>({ of, within, save }: Pick<Props<RecordName, S>, "of" | "within" | "save">) {
  const { create, update } = hooksOf(of.router);
  const creating = create.useMutation();
  const updating = update.useMutation();
  return (values: z.output<S>, on: AnyRecord | undefined, changes: () => Values) => {
    const ifMatch = on && etagOf(on);
    if (save) return save(values, ifMatch);
    return on
      ? updating.mutateAsync({ ...within, ...changes(), id: on.id, ifMatch })
      : creating.mutateAsync({ ...within, ...(values as Values) });
  };
}

type Input<S extends z.ZodObject> = z.input<S> & Values;

/** What a form holds: of a new record, of the one that was loaded, or of what others made of it while nothing was typed. */
function useHeld<N extends RecordName, S extends z.ZodObject>(props: Props<N, S>, fields: string[]) {
  const given = props.record as AnyRecord | undefined; // every RecordName's record has an id and a version
  const valuesOf = (record: AnyRecord | undefined): Values => {
    const own = record && props.read ? props.read(record as RecordOf<N>) : record; // records come from this router
    const from = { ...(own as Values | undefined), ...(props.values as Values | undefined) };
    return Object.fromEntries(fields.map((field) => [field, from[field]]));
  };
  const [base, setBase] = useState(given);
  const [theirs, setTheirs] = useState<AnyRecord>();
  const form = useForm<Input<S>, unknown, z.output<S>>({
    resolver: zodResolver(props.schema, { error: plainErrors }) as never, // the resolver knows S only by its shape
    defaultValues: valuesOf(given) as DefaultValues<Input<S>>,
  });
  const { isDirty, isSubmitting } = form.formState;

  const restart = (record: AnyRecord | undefined) => {
    setBase(record);
    form.reset(valuesOf(record) as Input<S>);
  };
  const isNewer = given && base && versionOf(given) > versionOf(base) && !isDirty && !isSubmitting;
  const startAnew = useEffectEvent(() => restart(given));
  useEffect(() => {
    if (isNewer) startAnew();
  }, [isNewer]);
  return { form, base, setBase, theirs, setTheirs, valuesOf, restart };
}

/**
 * A form over the schema the server checks with. Its errors and the server's stand on their fields; Ctrl-S saves; unsaved
 * work is guarded; a record that somebody else changed meanwhile is merged field by field. It is for who may write; others
 * are shown the facts.
 */
export function ResourceForm<N extends RecordName, S extends z.ZodObject>(props: Props<N, S>) {
  const { of, schema, opens, within } = props;
  const called = props.one === undefined ? noun(of) : noun({ one: props.one });
  const router = useRouter();
  const links = useLinks(of);
  const submitTitle =
    links.create && props.one === undefined ? createTitle(links.create) : opening(t("Create {one}", called));
  const cache = useCacheOf(of.router);
  const send = useSend(props);
  const fields = useMemo(() => Object.keys(schema.shape), [schema]);
  const formRef = useRef<HTMLFormElement>(null);
  const [words] = useState(() => new Map<string, FieldWords>());
  const named = useMemo(() => {
    const fieldOf = (_: object, name: string) => ({ name, label: knownWordOf(of, name).title });
    return new Proxy({}, { get: fieldOf }) as FormFields<S>; // every field of the schema has its name and a word
  }, [of]);

  const { form, base, setBase, theirs, setTheirs, valuesOf, restart } = useHeld(props, fields);
  const { isDirty, isSubmitting, errors } = form.formState;
  useLosing(isDirty ? "Your entries are not saved." : undefined);

  const goBack = useWayBack(isDirty);
  useFirstField(formRef, props.record === undefined || goBack !== undefined);

  const showErrors = (error: unknown) => {
    const known = (problemOf(error)?.errors ?? []).filter(({ path }) => fields.includes(path.split(".")[0] ?? ""));
    for (const [index, { path, message }] of known.entries())
      form.setError(path as Path<Input<S>>, { message }, { shouldFocus: index === 0 });
    if (known.length === 0) form.setError("root", { message: messageOf(error) });
  };

  const save = async (values: z.output<S>, on: AnyRecord | undefined) => {
    try {
      const record = await send(values, on, () => changed(valuesOf(on), values as Values, fields));
      setTheirs(undefined);
      if (on && record) cache.get.setData({ ...within, id: record.id }, record);
      restart(on ? record : undefined);
      notify(opening(on ? t("{one} saved", called) : t("{one} created", called)));
      if (goBack) goBack();
      else if (!on && record && opens !== null) router.replace(links.record(record.id, opens));
    } catch (error) {
      if (on && problemOf(error)?.code === "version_mismatch")
        // What was removed meanwhile cannot be merged with; that is said where any other refusal is.
        await cache.get.fetch({ ...within, id: on.id }, { staleTime: 0 }).then(setTheirs, showErrors);
      else showErrors(error);
    }
  };

  // A record that nobody changed has nothing to save; the button only looks disabled, so that it keeps the focus.
  const isPristine = base !== undefined && !isDirty;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPristine) return form.handleSubmit((values) => save(values, base))(event);
  };
  useKeys(t("In a form"), [{ key: t("Ctrl S"), does: t("Save") }]);
  const cancel =
    goBack &&
    (() => {
      form.reset();
      goBack();
    });
  return (
    <FormProvider {...form}>
      <FieldWordsContext value={words}>
        <form
          ref={formRef}
          className={styles.form}
          noValidate
          onSubmit={submit}
          onKeyDown={(event) => {
            if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
            event.preventDefault();
            formRef.current?.requestSubmit();
          }}
        >
          <fieldset>
            {errors.root?.message && (
              <div className={styles.error} role="alert">
                {errors.root.message}
              </div>
            )}
            {props.children(named)}
          </fieldset>
          <Foot
            save={base ? t("Save changes") : props.submit ? t(props.submit) : submitTitle}
            isBusy={isSubmitting}
            isPristine={isPristine}
            cancel={cancel}
            list={!goBack && !base && opens !== null ? links.at : undefined}
            discard={!goBack && (base || opens === null) && isDirty ? () => form.reset() : undefined}
          />
        </form>
        <LeaveGuard isDirty={isDirty} stays={Boolean(base || goBack)} />
        {theirs && base && (
          <ConflictDialog
            base={valuesOf(base)}
            theirs={valuesOf(theirs)}
            mine={form.getValues()}
            fields={fields}
            onClose={() => setTheirs(undefined)}
            onSave={(values) => {
              setBase(theirs);
              form.reset(valuesOf(theirs) as Input<S>);
              for (const field of fields)
                form.setValue(field as Path<Input<S>>, values[field] as never, { shouldDirty: true });
              form.handleSubmit((merged) => save(merged, theirs))();
            }}
          />
        )}
      </FieldWordsContext>
    </FormProvider>
  );
}
