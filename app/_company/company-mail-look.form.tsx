"use client";

import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type FormEvent, useState } from "react";
import { PictureEditor } from "@/app/(backoffice)/(devices)/_screens/picture.field";
import { Answer } from "@/components/kit/answer";
import { LeaveGuard } from "@/components/kit/form/leave-guard";
import { messageOf, problemOf } from "@/components/kit/problem";
import { Bones } from "@/components/kit/sheet/bones";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/etag.rules";
import { t } from "@/texts/t";
import styles from "./company.module.css";
import { useCompanyDoor } from "./company-door";
import type { MailSample } from "./company-mail-preview.words";

const LookPreview = dynamic(() => import("./company-mail-preview.words").then((part) => part.LookPreview), {
  loading: Bones,
});

const dataUrl = async (url: string) => {
  const picture = await (await fetch(url)).blob();
  return new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error("The picture could not be read."));
    reader.readAsDataURL(picture);
  });
};

/** The picture as an address that the frame of a mail, which may ask for nothing, can show. */
const useShown = (url: string | null) =>
  useQuery({ queryKey: ["picture", url], queryFn: () => (url ? dataUrl(url) : null) }).data ?? null;

interface Look {
  color: string | null;
  logo: string | null;
  isVerified: boolean;
  version: number;
}
interface Props {
  /** the company's */
  name: string;
  /** a mail that shows how it looks */
  sample?: MailSample;
}

/** Logo and colour of the mails in the company's name, with a mail as it would look. */
export function MailLookPart({ name, sample }: Props) {
  const { companyId, mailLooks } = useCompanyDoor();
  const look = trpc[mailLooks].get.useQuery({ companyId });
  return (
    <Section title="Look of your e-mails">
      <Answer of={look}>
        {(stored) => <LookForm key={stored.version} name={name} sample={sample} stored={stored} />}
      </Answer>
    </Section>
  );
}

function LookForm({ name, sample, stored }: Props & { stored: Look }) {
  const { companyId, mailLooks, mailTexts } = useCompanyDoor();
  const mayWrite = useMay()(mailTexts.may.write) && stored.isVerified;
  const setColor = trpc[mailLooks].setColor.useMutation();
  const setLogo = trpc[mailLooks].setLogo.useMutation();
  const [color, setDraft] = useState(stored.color ?? "");
  const [error, setError] = useState<string>();
  const logo = useShown(stored.logo);
  const isGood = /^#[\da-f]{6}$/i.test(color);
  const ifMatch = etagOf(stored);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    try {
      await setColor.mutateAsync({ companyId, color: color.trim() || null, ifMatch });
      notify(t("Saved"));
    } catch (thrown) {
      setError(problemOf(thrown)?.errors?.[0]?.message ?? messageOf(thrown));
    }
  };
  return (
    <>
      <p>{stored.isVerified ? t("Shown on invitations in the company's name.") : t("For verified companies only.")}</p>
      {mayWrite && (
        <>
          <LeaveGuard isDirty={color !== (stored.color ?? "")} stays />
          <form className={styles.look} onSubmit={save}>
            <TextInput
              label={t("Colour")}
              description={t("Such as #8a1c3c")}
              value={color}
              error={error}
              maxLength={7}
              onChange={(event) => setDraft(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={setColor.isPending}>
              {t("Save")}
            </Button>
          </form>
          <PictureEditor
            of={mailTexts}
            title="Logo"
            url={stored.logo}
            alt={t("Logo of {name}", { name })}
            save={(picture) => setLogo.mutateAsync({ companyId, logo: picture, ifMatch })}
          />
        </>
      )}
      {stored.isVerified && sample && (
        <LookPreview sample={sample} look={{ company: name, color: isGood ? color : stored.color, logo }} />
      )}
    </>
  );
}
