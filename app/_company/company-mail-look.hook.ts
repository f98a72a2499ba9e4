"use client";

import { useQuery } from "@tanstack/react-query";
import { trpc } from "@/components/kit/trpc";
import { useCompanyDoor } from "./company-door";

const dataUrl = async (url: string) => {
  const picture = await (await fetch(url)).blob();
  return new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error("The picture could not be read."));
    reader.readAsDataURL(picture);
  });
};

/** Logo and colour of a company's mails; `shown` is the logo as an address for the frame of a mail, which may ask for nothing. */
export function useMailLook() {
  const { companyId, mailLooks } = useCompanyDoor();
  const look = trpc[mailLooks].get.useQuery({ companyId });
  const url = look.data?.logo ?? null;
  const shown = useQuery({ queryKey: ["picture", url], queryFn: () => (url ? dataUrl(url) : null) });
  return { look, shown: shown.data ?? null };
}
