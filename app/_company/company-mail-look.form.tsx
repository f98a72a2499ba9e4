"use client";

import { Button, ColorInput } from "@mantine/core";
import dynamic from "next/dynamic";
import { type SubmitEvent, useState } from "react";
import { PictureEditor } from "@/app/(backoffice)/(devices)/_screens/picture.field";
import { Answer } from "@/components/kit/answer";
import { LeaveGuard } from "@/components/kit/form/leave-guard";
import { messageOf, problemOf } from "@/components/kit/problem";
import { Bones } from "@/components/kit/sheet/bones";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { contrastToWhite, leastContrast } from "@/server/companies/company/company-mail-look/company-mail-look.rules";
import { etagOf } from "@/server/kit/value/etag.rules";
import { usualColor } from "@/server/platform/mail/mail-layout.rules";
import { t } from "@/texts/t";
import styles from "./company.module.css";
import { useCompanyDoor } from "./company-door";
import { useMailLook } from "./company-mail-look.hook";
import type { MailSample } from "./company-mail-preview.part";

const LookPreview = dynamic(() => import("./company-mail-preview.part").then((part) => part.LookPreview), {
  loading: Bones,
});

/** Colours that white letters can be read on. */
const swatches = ["#1864ab", "#0b7285", "#2b8a3e", "#8a1c3c", "#862e9c", "#5f3dc4", "#343a40"];

interface Props {
  /** the company's */
  name: string;
  /** a mail that shows how it looks */
  sample?: MailSample;
}

const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text);
const isFaint = (color: string) => isColor(color) && contrastToWhite(color) < leastContrast;

/** The colour of the mail that is shown: the one that is saved while another is half written or cannot be taken. */
function drawn(color: string, saved: string | null) {
  if (color === "") return null;
  return isColor(color) && !isFaint(color) ? color : saved;
}

/** Logo and colour of the mails in the company's name, with a mail as it would look. */
export function MailLookPart({ name, sample }: Props) {
  const { mailTexts } = useCompanyDoor();
  const mayWrite = useMay()(mailTexts.may.write);
  const { look, shown } = useMailLook();
  const [draft, setDraft] = useState<string>();
  return (
    <Section title="Look of e-mails">
      <Answer of={look}>
        {(stored) => {
          const color = draft ?? stored.color ?? "";
          if (!stored.isVerified) return <p>{t("Only the e-mails of verified companies have a look of their own.")}</p>;
          return (
            <>
              <p>{t("Invitations in the company's name look like this. Each says that Persdesk sends it.")}</p>
              <div className={styles.look}>
                {mayWrite && (
                  <LookFields name={name} stored={stored} draft={draft} onDraft={setDraft} refetch={look.refetch} />
                )}
                {sample && (
                  <LookPreview
                    sample={sample}
                    look={{ company: name, color: drawn(color, stored.color), logo: shown }}
                  />
                )}
              </div>
            </>
          );
        }}
      </Answer>
    </Section>
  );
}

interface FieldsProps {
  name: string;
  stored: { color: string | null; logo: string | null; version: number };
  /** a colour that is not saved yet */
  draft: string | undefined;
  onDraft: (color: string | undefined) => void;
  refetch: () => Promise<unknown>;
}

function LookFields({ name, stored, draft, onDraft, refetch }: FieldsProps) {
  const { companyId, mailLooks, mailTexts } = useCompanyDoor();
  const setColor = trpc[mailLooks].setColor.useMutation();
  const setLogo = trpc[mailLooks].setLogo.useMutation();
  const [error, setError] = useState<string>();
  const color = draft ?? stored.color ?? "";
  const isDirty = color !== (stored.color ?? "");
  const seen = { companyId, ifMatch: etagOf(stored) };
  /** What somebody else saved meanwhile is shown, and the next save is on their version. */
  const refreshed = async <T,>(work: Promise<T>) => {
    try {
      return await work;
    } catch (thrown) {
      if (problemOf(thrown)?.code === "version_mismatch") await refetch();
      throw thrown;
    }
  };
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    if (!isDirty) return;
    try {
      await refreshed(setColor.mutateAsync({ ...seen, color: color.trim() || null }));
      onDraft(undefined);
      notify(t("Saved"));
    } catch (thrown) {
      setError(problemOf(thrown)?.errors?.[0]?.message ?? messageOf(thrown));
    }
  };
  return (
    <div className={styles.lookFields}>
      <LeaveGuard isDirty={isDirty} stays />
      <form onSubmit={save} noValidate>
        <ColorInput
          label={t("Colour")}
          description={t("For buttons and the line at the top. If empty, Persdesk's is used.")}
          placeholder={usualColor}
          value={color}
          error={error ?? (isFaint(color) && t("White letters cannot be read on this colour. Choose a darker one."))}
          withEyeDropper={false}
          swatches={swatches}
          onChange={(next) => {
            setError(undefined);
            onDraft(next);
          }}
        />
        <Button type="submit" variant="default" loading={setColor.isPending} disabled={!isDirty}>
          {t("Save colour")}
        </Button>
      </form>
      <PictureEditor
        of={mailTexts}
        title="Logo"
        url={stored.logo}
        alt={t("Logo of {name}", { name })}
        save={(picture) => refreshed(setLogo.mutateAsync({ ...seen, logo: picture }))}
      />
    </div>
  );
}
