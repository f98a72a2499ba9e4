"use client";

import { Button, NativeSelect, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { messageOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { useViewer } from "@/components/kit/viewer";
import { contactTypeCodes, contactTypes } from "@/server/operations/contact-log/contact-log.rules";
import { t } from "@/texts/t";
import styles from "./portal.module.css";

type ContactType = (typeof contactTypeCodes)[number];

const codeOf = (value: string): ContactType => contactTypeCodes.find((code) => code === value) ?? "question";

/** Writes to the people who run the product; who writes is known. */
export function ContactForm({ companyId }: { companyId: string }) {
  const { email, isActing } = useViewer();
  const write = trpc.contactLogs.write.useMutation();
  const [type, setType] = useState<ContactType>("question");
  const [content, setContent] = useState("");
  const [fault, setFault] = useState<string>();
  const [isSent, setIsSent] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setFault(undefined);
    try {
      await write.mutateAsync({ companyId, type, content });
      setContent("");
      setIsSent(true);
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  if (isActing) return <p>{t("Only the owner of the account can write, not somebody who acts for them.")}</p>;
  return (
    <form className={styles.contact} onSubmit={send}>
      <p>{t("We answer to {email}.", { email })}</p>
      {fault && <p role="alert">{fault}</p>}
      {isSent && <p role="status">{t("Thank you. Your message has arrived.")}</p>}
      <NativeSelect
        label={t("About")}
        value={type}
        onChange={(event) => setType(codeOf(event.currentTarget.value))}
        data={contactTypeCodes.map((value) => ({ value, label: t(contactTypes[value]) }))}
      />
      <Textarea
        label={t("Message")}
        value={content}
        onChange={(event) => {
          setContent(event.currentTarget.value);
          setIsSent(false);
        }}
        minRows={6}
        autosize
        maxLength={5000}
        required
      />
      <Button type="submit" loading={write.isPending} disabled={content.trim() === ""}>
        {t("Send message")}
      </Button>
    </form>
  );
}
